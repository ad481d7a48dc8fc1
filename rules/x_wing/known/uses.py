"""The known cards of the ships in a battle: which of them are offered in an attack, and which ones it uses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.game import Illegal
from rules.questions import Row
from rules.words import counted
from rules.x_wing.abilities import LONGEST_NAME, MOST_ROWS, TOO_MANY, is_by_name
from rules.x_wing.declaration import Attack, attacker_of, is_bare
from rules.x_wing.known.card import CARD, SPENT, Known, in_words
from rules.x_wing.known.cards import cards_of
from rules.x_wing.known.conditions import foe_with_red_or_orange, only_by_own_lock
from rules.x_wing.known.payers import PLAYERS, Payer, Payment
from rules.x_wing.known.prices import spends_force
from rules.x_wing.known.scene import Scene
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship, Weapon
from rules.x_wing.tokens import GREEN, NAMES
from rules.x_wing.upgrade import Upgrade
from rules.x_wing.weapon_costs import price


@dataclass(frozen=True, slots=True)
class Use:
    """A known card in an attack, by the name under which it is offered there."""

    name: str
    known: Known
    owner: Ship
    payer: Payer
    """The ship, or the part of one, that pays; of what the players keep it is the owner, which pays nothing."""
    engaged: Ship
    """The ship on the owner's side in this attack."""
    foe: Ship
    attacks: bool
    """Whether it is of the attacker's side."""
    is_offered: bool
    """Whether its conditions are met, as far as the app sees them."""
    asks: str = ""
    """What is asked of it, where the app does not see it."""
    card: Upgrade | None = None
    """The upgrade that it is; a pilot is none."""
    times: int = 1
    is_paid_here: bool = True
    """Whether what it costs is kept here."""
    kept: int = 0
    """How many charges its payer keeps for the attack itself."""
    by_lock: bool = False
    """Whether nothing but the lock of the ship in the attack is the red or orange token that it needs."""

    @property
    def helps(self) -> bool:
        """Whether the owner is another ship than the one in the attack."""
        return self.owner.key != self.engaged.key

    @property
    def row(self) -> Row:
        """The row that offers it."""
        payer = self.payer.name if self.known.payers and self.is_paid_here else ""
        words = in_words(self.known, self.owner.name, helps=self.helps, asks=self.asks, payer=payer)
        return Row(self.name, (), words, self.refused)

    @property
    def costs(self) -> tuple[tuple[str, int], ...]:
        """What it costs of what is kept here."""
        return self.known.costs if self.is_paid_here else ()

    @property
    def while_has(self) -> str:
        """What its owner has to have still when it is used on its own dice."""
        return "lock" if self.by_lock else self.known.while_has

    @property
    def waits(self) -> bool:
        """Whether the attack dice tell, once they are modified, if it acts on the defence dice."""
        return self.waits_for_bare or (self.known.if_modified and not self.asks)

    @property
    def waits_for_bare(self) -> bool:
        """Whether it acts on the defence dice only if the attacker spends the green tokens that it has."""
        return self.known.if_bare and any(getattr(self.foe, token) for token in GREEN)

    @property
    def refused(self) -> str:
        """Why it cannot be paid; empty when it can."""
        if self.known.once and not self.keeps_charges and self.known.id in self.owner.used.split():
            return f"{self.known.name} was used this round."
        for track, number in self.costs:
            if track == CARD and self.card and self.keeps_charges and self.card.charges < number:
                return f"{self.known.name} costs {counted(number, 'charge')}: {self.card.charges} left."
            if track == "force" and self.keeps_force:
                return f"{self.known.name} costs {number} Force: {self.payer.name} spends that only while attacking."
            if track != CARD and self.left(track) < number:
                return (
                    f"{self.known.name} costs {number} {SPENT.get(track) or NAMES[track]}: {self.payer.name} has fewer."
                )
        return ""

    @property
    def keeps_force(self) -> bool:
        """Whether its payer spends no Force where it does not attack."""
        attacks = self.attacks and not self.helps
        return isinstance(self.payer, Ship) and not spends_force(self.payer, attacking=attacks)

    def left(self, track: str) -> int:
        """How much of what it costs its payer has, besides what the attack itself costs."""
        has = getattr(self.payer, track)
        return int(has is not None) if track == "lock" else int(has) - self.kept

    @property
    def keeps_charges(self) -> bool:
        """Whether the charges of the card are kept here; of one that was typed in by its name the players keep them."""
        return self.card is not None and self.card.most_charges > 0

    @property
    def is_usual(self) -> bool:
        """Whether it is taken unless the players say otherwise: it costs nothing, and the app sees all of it."""
        known = self.known
        sees_all = not self.asks and not (self.helps and known.near)
        sign = 1 if self.attacks else -1
        helpful = known.attack_dice * sign >= 0 >= known.defence_dice * sign
        return sees_all and (known.must or (known.is_free and helpful)) and not self.refused


def offered(battle: Battle, attack: Attack, weapon: Weapon, *, attacking: bool) -> tuple[Use, ...]:
    """The known cards of one side whose conditions are met, as far as the app sees them."""
    return tuple(use for use in _of_side(battle, attack, weapon, attacking=attacking) if use.is_offered)


def taken(battle: Battle, attack: Attack, weapon: Weapon, *, attacking: bool) -> tuple[Use, ...]:
    """The known cards that one side uses; ``Illegal`` with a sentence where one of them cannot be used."""
    rows = attack.attacker_abilities if attacking else attack.defender_abilities
    named = {row.name for row in rows if is_by_name(row)}
    every = _of_side(battle, attack, weapon, attacking=attacking) if named else ()
    found = tuple(use for use in every if use.name in named)
    for use in found:
        if not use.is_offered:
            raise Illegal(f"{use.name} cannot be used in this attack: look at range, arc and weapon.")
        if use.refused:
            raise Illegal(use.refused)
    if len(rows) - len(found) > MOST_ROWS:
        raise Illegal(TOO_MANY)
    return found


def _of_side(battle: Battle, attack: Attack, weapon: Weapon, *, attacking: bool) -> Iterator[Use]:
    """Every known card that a side may use in an attack, whatever its conditions, with a name of its own."""
    attacker, defender = attacker_of(battle, attack), battle.ship(attack.target)
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
            scene = Scene(battle, attack, weapon, attacker, defender, ship, attacking, card)
            yield from _uses(known.on_own_dice(attacking=attacking), scene, names)


def _uses(known: Known, scene: Scene, names: set[str]) -> Iterator[Use]:
    """A card as often as it is offered, or for each way to pay for it."""
    owner, engaged = scene.owner, scene.friend
    barred = is_bare(scene.battle, scene.attack) and known.is_barred(attacking=scene.attacking)
    fits = not barred and all(holds(scene) for holds in known.when)
    times = known.times(scene) if known.times and fits else 1
    answer = known.told(scene) if known.told and fits else None
    asks = "" if answer is True else answer or known.asks
    fits = fits and times > 0 and answer is not False
    least, most = known.seen(scene) if known.seen and fits else (0, known.up_to)
    ways = [Payment(engaged if known.friend else owner, asks)] * known.up_to
    if known.payers:
        ways = [*known.payers(scene)] if fits else []
        fits, most, ways = bool(ways), len(ways), ways or [PLAYERS]
    for number, way in enumerate(ways):
        name = _own(known.name, names)
        names.add(name)
        asked = asks if way.asks is None else way.asks
        yield Use(
            name,
            known,
            owner,
            way.by or owner,
            engaged,
            scene.foe,
            scene.attacking,
            fits and number < most,
            "" if number < least else asked,
            scene.card,
            times,
            way.by is not None,
            _kept(way, scene),
            foe_with_red_or_orange in known.when and only_by_own_lock(scene),
        )


def _kept(way: Payment, scene: Scene) -> int:
    """How many charges the one who pays keeps for the attack itself."""
    if way.by is None or way.by.key != scene.weapon.key:
        return 0
    attack = scene.attack
    return price(scene.weapon, attack.target, bonus=attack.bonus).charges + attack.more_dice


def _own(name: str, names: set[str]) -> str:
    """The name, with the first number that makes it another one than the others."""
    numbered = (f"{name[: LONGEST_NAME - 3]} {number}" for number in range(2, len(names) + 2))
    return next(each for each in (name, *numbered) if each not in names)
