"""What a card does in an attack, as data: when it may be used, whose it is, what it does, what it costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace
from enum import StrEnum
from functools import partial

from rules.words import counted
from rules.x_wing.known.conditions import Condition, calculating, evading, locking
from rules.x_wing.known.payers import Payers
from rules.x_wing.known.scene import Scene
from rules.x_wing.known.told import Seen, Told
from rules.x_wing.modification import Modification
from rules.x_wing.tokens import NAMES

CARD = "card"
"""What a cost of the card's own charges is called: they lie on the upgrade, or the players keep them."""

SPENT = {
    "charges": "charge",
    "force": "Force",
    "lock": "lock",
    "shields": "shield",
    "energy": "energy",
    CARD: "charge of the card",
}
"""What is spent besides tokens, as players say it."""

SEVERAL = {"force": "Force", "energy": "energy", CARD: "charges of the card"}
"""How more than one of it is called, where that is no s at the end."""


WHILE = {evading: "evade", calculating: "calculate", locking: "lock"}
"""The conditions that ask for what the owner of dice may have spent before the card is used."""


class Role(StrEnum):
    """Which ships may use a card in an attack."""

    ATTACKS = "the attacker"
    DEFENDS = "the defender"
    FIGHTS = "either of them, on its own dice"
    HELPS_ATTACK = "any ship of the attacker's side"
    HELPS_OTHERS_ATTACK = "another ship of the attacker's side"
    HELPS_DEFENCE = "any ship of the defender's side"
    HELPS_OTHERS_DEFENCE = "another ship of the defender's side"

    @property
    def sides(self) -> tuple[bool, ...]:
        """Whether it is of the attacker's side, or of the defender's, or both."""
        return (True, False) if self is Role.FIGHTS else (self in OF_ATTACKERS,)

    @property
    def of_others(self) -> bool:
        """Whether another ship than the one in the attack may use it."""
        return self not in (Role.ATTACKS, Role.DEFENDS, Role.FIGHTS)

    @property
    def only_others(self) -> bool:
        """Whether the ship in the attack may not use it itself."""
        return self in (Role.HELPS_OTHERS_ATTACK, Role.HELPS_OTHERS_DEFENCE)


OF_ATTACKERS = (Role.ATTACKS, Role.HELPS_ATTACK, Role.HELPS_OTHERS_ATTACK)


@dataclass(frozen=True, slots=True)
class Known:
    """What one card does in an attack.

    ``ids`` are those of the cards with these words (XWS), with spaces between them. ``when`` is what the app sees,
    ``asks`` what only the players do; ``near`` is asked of other ships than the one in the attack. Costs and gains are
    pairs of a ship's track and a number, those of the owner or, where the ``friend`` pays, of the ship in the attack.
    ``besides`` is what the players do themselves. ``once`` a round it is used. ``up_to`` is how often it is offered
    where it acts once for each of some ships, and ``times`` how often it acts where the app sees that. Where there are
    ``payers``, each of them can pay what it costs, in place of its owner.
    """

    ids: str
    name: str
    _: KW_ONLY
    role: Role
    when: tuple[Condition, ...] = ()
    asks: str = ""
    told: Told | None = None
    """What the sheet answers of what it ``asks``."""
    seen: Seen | None = None
    """How many of the ships for which it is offered the sheet shows: for sure, and at most."""
    near: str = ""
    attack_dice: int = 0
    defence_dice: int = 0
    on_attack: tuple[Modification, ...] = ()
    on_defence: tuple[Modification, ...] = ()
    fewer_evades: int = 0
    """How many evades it cancels before results are neutralized."""
    fewer_hits: int = 0
    fewer_crits: int = 0
    fewer_results: int = 0
    """How many hits, crits, and crits or else hits it cancels before results are neutralized."""
    crits_first: bool = False
    """Evades cancel crits before hits."""
    unmodified: bool = False
    """Nobody modifies the dice of the other side."""
    if_modified: bool = False
    """Its defence dice are rolled where the attacker modified attack dice."""
    if_bare: bool = False
    """It acts on the defence dice where the attacker has no green token left when they are rolled."""
    guess: int = 0
    """Where exactly so many evades are rolled, one more is added."""
    fewer_than: int = 0
    """With so many attack dice, counted without its own, it cannot be used any more."""
    costs: tuple[tuple[str, int], ...] = ()
    payers: Payers | None = None
    gains: tuple[tuple[str, int], ...] = ()
    friend: bool = False
    besides: str = ""
    marks: str = ""
    """What the enemy ship is once it was used on it, as a track of that."""
    once: bool = False
    up_to: int = 1
    times: Callable[[Scene], int] | None = None
    must: bool = False
    """It is no choice."""
    either: bool = False
    """It is one of several ways to use its card, of which an attack has one."""

    @property
    def id(self) -> str:
        """The first of its ids."""
        return self.ids.split()[0]

    def on_own_dice(self, *, attacking: bool) -> Known:
        """What it does for the attacker or for the defender, where it does something for both."""
        if self.role is not Role.FIGHTS:
            return self
        return replace(self, defence_dice=0, on_defence=()) if attacking else replace(self, attack_dice=0, on_attack=())

    @property
    def while_has(self) -> str:
        """What its owner has to have still when it is used, unless it spends that itself."""
        kept = (WHILE[condition] for condition in self.when if condition in WHILE)
        return next((kind for kind in kept if kind not in dict(self.costs)), "")

    @property
    def holds_lock(self) -> bool:
        """Whether an attacker that uses it keeps its lock, which counts when the defence dice are rolled."""
        acts = self.unmodified or self.defence_dice
        return bool(acts) and self.while_has == "lock" and True in self.role.sides

    @property
    def modifies(self) -> bool:
        """Whether it is used, if at all, while dice are modified."""
        return bool(self.on_attack or self.on_defence)

    @property
    def cancels(self) -> bool:
        """Whether it is used, if at all, before results are neutralized."""
        return bool(self.fewer_evades or self.fewer_hits or self.fewer_crits or self.fewer_results)

    def is_barred(self, *, attacking: bool) -> bool:
        """Whether range 0 of 2.5 forbids what it does: nobody adds attack dice, the attacker's side touches none."""
        touches = self.on_attack or self.on_defence or self.fewer_evades or self.defence_dice < 0
        return self.attack_dice > 0 or (attacking and bool(touches))

    @property
    def is_free(self) -> bool:
        """Whether it costs nothing."""
        return not (self.costs or self.gains or self.besides or self.once)


attacks, defends, fights = (partial(Known, role=role) for role in (Role.ATTACKS, Role.DEFENDS, Role.FIGHTS))
helps_attack, helps_defence = (partial(Known, role=role) for role in (Role.HELPS_ATTACK, Role.HELPS_DEFENCE))
helps_others_attack = partial(Known, role=Role.HELPS_OTHERS_ATTACK)
helps_others_defence = partial(Known, role=Role.HELPS_OTHERS_DEFENCE)
"""A card of each role, by its ids and its name."""


def effect(known: Known) -> str:
    """What a card does in an attack, in words."""
    numbers = ((known.attack_dice, "attack"), (known.defence_dice, "defence"))
    parts = [f"{'1 die' if abs(n) == 1 else f'{abs(n)} dice'} {_more(n)} for {kind}" for n, kind in numbers if n]
    parts += [f"{_does(m)} (attack dice)" for m in known.on_attack]
    parts += [f"{_does(m)} (defence dice)" for m in known.on_defence]
    cancelled = (
        (known.fewer_evades, "evade"),
        (known.fewer_hits, "hit"),
        (known.fewer_crits, "crit"),
        (known.fewer_results, "crit, or else hit"),
    )
    parts += [f"cancel {n} {face}" for n, face in cancelled if n]
    parts += [f"add 1 evade if the dice show exactly {counted(known.guess, 'evade')}"] if known.guess else []
    parts += ["where the attacker modified attack dice"] if known.if_modified else []
    parts += ["where the attacker has no green token left"] if known.if_bare else []
    parts += ["evades cancel crits before hits"] if known.crits_first else []
    parts += ["the other side's dice are not modified"] if known.unmodified else []
    parts += ["it keeps its lock"] if known.holds_lock else []
    parts += ["the lock is then not spent in this attack"] if any(m.keeps_lock for m in known.on_attack) else []
    return ", ".join(parts)


def in_words(known: Known, owner: str, *, helps: bool, asks: str | None = None, payer: str = "") -> str:
    """What using a card means: its condition, what it does and what it costs.

    ``asks`` is what is asked of it here, where the sheet tells a part, and ``payer`` who pays in its owner's place.
    """
    asks = known.asks if asks is None else asks
    asked = [*([f"{owner} is {known.near}"] if helps and known.near else []), *([asks] if asks else [])]
    told = f"if {' and '.join(asked)}: {effect(known)}" if asked else effect(known)
    costs = [_said(track, number) for track, number in known.costs]
    told += f"; costs {', '.join(costs)}{f' of {payer}' if payer else ''}" if costs else ""
    gained = [_said(track, number) for track, number in known.gains]
    told += f"; gains {', '.join(gained)}" if gained else ""
    told += "; once a round" if known.once else ""
    return f"{told}; {known.besides}" if known.besides else told


def _more(number: int) -> str:
    return "more" if number > 0 else "fewer"


def _does(modification: Modification) -> str:
    return str(modification).removeprefix(f"{modification.source}: ")


def _said(track: str, number: int) -> str:
    return counted(number, SPENT[track], SEVERAL.get(track, "")) if track in SPENT else f"{number} {NAMES[track]}"
