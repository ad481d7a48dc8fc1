"""The known cards of the ships in a battle: which of them are offered in an attack, and which ones it uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.game import Illegal
from rules.questions import Row
from rules.words import counted
from rules.x_wing.abilities import LONGEST_NAME, MOST_ROWS, TOO_MANY, is_by_name
from rules.x_wing.declaration import Attack, attacker_of
from rules.x_wing.known.card import CARD, SPENT, Known, in_words
from rules.x_wing.known.cards import cards_of
from rules.x_wing.known.scene import Scene
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship, Weapon
from rules.x_wing.tokens import NAMES
from rules.x_wing.upgrade import Upgrade


@dataclass(frozen=True, slots=True)
class Use:
    """A known card in an attack, by the name under which it is offered there."""

    name: str
    known: Known
    owner: Ship
    payer: Ship
    attacks: bool
    """Whether it is of the attacker's side."""
    helps: bool
    """Whether the owner is another ship than the one in the attack."""
    card: Upgrade | None = None
    """The upgrade that it is; a pilot is none."""
    times: int = 1

    @property
    def row(self) -> Row:
        """The row that offers it."""
        return Row(self.name, (), in_words(self.known, self.owner.name, helps=self.helps), self.refused)

    @property
    def refused(self) -> str:
        """Why it cannot be paid; empty when it can."""
        if self.known.once and not self.keeps_charges and self.known.id in self.owner.used.split():
            return f"{self.known.name} was used this round."
        for track, number in self.known.costs:
            if track == CARD and self.card and self.keeps_charges and self.card.charges < number:
                return f"{self.known.name} costs {counted(number, 'charge')}: {self.card.charges} left."
            if track != CARD and left_of(self.payer, track) < number:
                return (
                    f"{self.known.name} costs {number} {SPENT.get(track) or NAMES[track]}: {self.payer.name} has fewer."
                )
        return ""

    @property
    def keeps_charges(self) -> bool:
        """Whether the charges of the card are kept here; of one that was typed in by its name the players keep them."""
        return self.card is not None and self.card.most_charges > 0

    @property
    def is_usual(self) -> bool:
        """Whether it is taken unless the players say otherwise: it costs nothing, and the app sees all of it."""
        known = self.known
        sees_all = not known.asks and not (self.helps and known.near)
        sign = 1 if self.attacks else -1
        helpful = known.attack_dice * sign >= 0 >= known.defence_dice * sign
        return sees_all and (known.must or (known.is_free and helpful)) and not self.refused


def offered(battle: Battle, attack: Attack, weapon: Weapon, *, attacking: bool) -> tuple[Use, ...]:
    """The known cards of one side whose conditions are met, as far as the app sees them."""
    attacker, defender = attacker_of(battle, attack), battle.ship(attack.target)
    found = []
    for use in _of_side(battle, attacker, defender, attacking=attacking):
        scene = Scene(battle, attack, weapon, attacker, defender, use.owner, attacking, use.card)
        times = use.known.times(scene) if use.known.times else 1
        answer = use.known.told(scene) if use.known.told else None
        if not times or answer is False or not all(holds(scene) for holds in use.known.when):
            continue
        known = replace(use.known, asks="") if answer else use.known
        found.append(replace(use, known=known, times=times))
    return tuple(found)


def taken(battle: Battle, attack: Attack, weapon: Weapon, *, attacking: bool) -> tuple[Use, ...]:
    """The known cards that one side uses; ``Illegal`` with a sentence where one of them cannot be used."""
    rows = attack.attacker_abilities if attacking else attack.defender_abilities
    named = {row.name for row in rows if is_by_name(row)}
    now = {use.name: use for use in offered(battle, attack, weapon, attacking=attacking)}
    attacker, defender = attacker_of(battle, attack), battle.ship(attack.target)
    for use in _of_side(battle, attacker, defender, attacking=attacking):
        if use.name in named and use.name not in now:
            raise Illegal(f"{use.name} cannot be used in this attack: look at range, arc and weapon.")
        if use.name in named and use.refused:
            raise Illegal(use.refused)
    found = tuple(use for name, use in now.items() if name in named)
    if len(rows) - len(found) > MOST_ROWS:
        raise Illegal(TOO_MANY)
    return found


def _of_side(battle: Battle, attacker: Ship, defender: Ship, *, attacking: bool) -> Iterator[Use]:
    """Every known card that a side may use in an attack, whatever its conditions, with a name of its own."""
    engaged = attacker if attacking else defender
    names: set[str] = set()
    for ship in (engaged, *(s for s in battle.ships if s.squad == engaged.squad and s.key != engaged.key)):
        if not ship.standing:
            continue
        helps = ship.key != engaged.key
        for known, card in cards_of(ship):
            role = known.role
            if attacking not in role.sides or (role.only_others if not helps else not role.of_others):
                continue
            for _ in range(known.up_to):
                name = _own(known.name, names)
                names.add(name)
                payer = engaged if known.friend else ship
                yield Use(name, known.on_own_dice(attacking=attacking), ship, payer, attacking, helps, card)


def _own(name: str, names: set[str]) -> str:
    """The name, with the first number that makes it another one than the others."""
    numbered = (f"{name[: LONGEST_NAME - 3]} {number}" for number in range(2, len(names) + 2))
    return next(each for each in (name, *numbered) if each not in names)


def left_of(ship: Ship, track: str) -> int:
    """How much of what a card costs a ship has."""
    return int(getattr(ship, track) is not None) if track == "lock" else int(getattr(ship, track))
