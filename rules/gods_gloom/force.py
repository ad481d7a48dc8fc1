"""One unit's part in an Attack Test: the dice that it rolls and what its player may do with them (ATC.10)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.dice import Pool
from rules.game import Illegal
from rules.gods_gloom.dice import BLUE, RED
from rules.gods_gloom.modifiers import Modifier, dice_of
from rules.gods_gloom.sheet import Army, Kind, RedBlue, Unit

ATTACKER, DEFENDER = "attacker", "defender"
MOST_DICE = 30

MOMENTUM_REROLL = 2
"""The space of the slider that gives a single-die reroll in each Attack Test (RDP, Momentum Bonus)."""


@dataclass(frozen=True, slots=True)
class Force:
    """The dice of one unit, its Auto-Hits and Auto-Blocks, its player's Seals and single-die rerolls.

    ``role`` is attacker or defender, ``side`` the key of the army. ``blocks_count`` is false for an attacker at range,
    whose Blocks cancel nothing.
    """

    role: str
    side: str
    dice: RedBlue
    hits: int = 0
    blocks: int = 0
    seals: int = 0
    singles: int = 0
    blocks_count: bool = True

    @property
    def pools(self) -> tuple[Pool, Pool]:
        """Its red and its blue dice."""
        return Pool(RED, self.dice.red), Pool(BLUE, self.dice.blue)

    @property
    def rolls(self) -> bool:
        """Whether it has any dice."""
        return self.dice != RedBlue()

    @property
    def useful(self) -> str:
        """The colour whose successes count in every kind of attack: red attacks, blue defends."""
        return "red" if self.role == ATTACKER else "blue"


def dice(base: RedBlue, unit: Unit, modifiers: tuple[Modifier, ...], boost: bool, weak: int) -> RedBlue:
    """A characteristic with all that modifies it, colour by colour and never below 0.

    ``weak`` is what a Weak token costs of each colour. Raises ``Illegal`` beyond what can be rolled.
    """
    added = dice_of(modifiers)
    token = (1 if boost else 0) - (weak if unit.weak else 0)
    red, blue = max(0, base.red + added.red + token), max(0, base.blue + added.blue + token)
    if red > MOST_DICE or blue > MOST_DICE:
        rolled = f"{red} red and {blue} blue dice{' with its Boost' if boost else ''}"
        raise Illegal(f"{unit.name} would roll {rolled}. At most {MOST_DICE} can be entered.")
    return RedBlue(red, blue)


def attackers(unit: Unit, army: Army, modifiers: tuple[Modifier, ...], boost: bool, weak: int, kind: Kind) -> Force:
    """The attacker's part: its whole Offence, in both kinds of attack."""
    force = _force(ATTACKER, army, dice(unit.offence, unit, modifiers, boost, weak), modifiers)
    return replace(force, blocks_count=kind is Kind.MELEE)


def defenders(unit: Unit, army: Army, modifiers: tuple[Modifier, ...], boost: bool, weak: int, kind: Kind) -> Force:
    """The defender's part: its whole Guard in melee, only the blue dice of it against a ranged attack."""
    rolled = dice(unit.guard, unit, modifiers, boost, weak)
    return _force(DEFENDER, army, rolled if kind is Kind.MELEE else RedBlue(0, rolled.blue), modifiers)


def _force(role: str, army: Army, rolled: RedBlue, modifiers: tuple[Modifier, ...]) -> Force:
    return Force(
        role,
        army.key,
        rolled,
        hits=sum(modifier.hits for modifier in modifiers),
        blocks=sum(modifier.blocks for modifier in modifiers),
        seals=army.seals - sum(modifier.seals for modifier in modifiers),
        singles=(army.momentum >= MOMENTUM_REROLL) + sum(modifier.rerolls for modifier in modifiers),
    )
