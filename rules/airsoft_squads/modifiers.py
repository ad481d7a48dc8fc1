"""Modifiers as data, and the arithmetic of their operations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from rules.airsoft_squads.settings import Rounding
from rules.bounds import Bounds, check_bounds, within
from rules.words import counted, noun

LONGEST_CONDITION = 120


class Stat(StrEnum):
    """What a modifier changes."""

    AP = "AP"
    EP = "EP"
    DP = "DP"
    MP = "MP"
    ATTACK_DICE = "attack dice"
    DEFENCE_DICE = "defence dice"
    CRITICAL = "critical from"
    """The lowest face of an attack die that is critical."""
    VIOLATION = "rule violation"
    """The bearer carries RULEVIOLATION: the face that it has to roll at the end of its ACTION."""


class Operation(StrEnum):
    """How a modifier changes it, in the order of precedence (Basic rules)."""

    FIX = "fix"
    MULTIPLY = "multiply"
    DIVIDE = "divide"
    ADD = "add"
    SUBTRACT = "subtract"


class While(StrEnum):
    """When a modifier counts, by the part in an attack of the operator that it is for."""

    ATTACKER = "attacker"
    """While it attacks."""
    TARGET = "target"
    """While it is attacked."""
    ALWAYS = "always"
    """As a part of its current numbers."""


class Reach(StrEnum):
    """Whom a modifier influences."""

    ITSELF = "itself"
    """The operator that has it."""
    OTHERS = "others"
    """All other own operators on the field."""
    IN_RANGE = "in range"
    """Own operators in range of the one that has it."""
    ENEMIES = "enemies"
    """Enemy operators in range of the one that has it."""
    ALL_ENEMIES = "all enemies"
    """All enemy operators on the field."""


ATTACKERS = (Stat.AP, Stat.ATTACK_DICE, Stat.CRITICAL)
"""What an attack takes from its attacker."""

TARGETS = (Stat.EP, Stat.DEFENCE_DICE, Stat.DP)
"""What an attack takes from its target."""

SIGNS = {Operation.ADD: "+", Operation.SUBTRACT: "−"}  # noqa: RUF001  (a minus for the eye)
FACTORS = {Operation.MULTIPLY: "times", Operation.DIVIDE: "divided by", Operation.FIX: "is"}
FOR = {
    Reach.ITSELF: "",
    Reach.OTHERS: "for others",
    Reach.IN_RANGE: "for own in range",
    Reach.ENEMIES: "for enemies in range",
    Reach.ALL_ENEMIES: "for all enemies",
}
"""Whom a modifier is for, in words."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """One modifier of a skill, a card or TEAMWORK.

    In an attack AP, attack dice and criticals are always the attacker's, EP, defence dice and DP the target's; ``side``
    says whether it counts while the operator that it is for attacks, is attacked, or always. ``condition`` is a
    sentence that the players answer in each attack, empty when it always holds; one that depends on the roll is asked
    ``after_dice``.
    """

    key: str
    name: str
    side: While
    stat: Annotated[Stat, "changes"]
    operation: Operation
    amount: Annotated[int, Bounds(0, 20, "amount")]
    condition: str = ""
    reach: Reach = Reach.ITSELF
    after_dice: Annotated[bool, "asked after the dice"] = False
    dice: Annotated[int, Bounds(0, 9, "dice that it is for")] = 0
    """Of a face from which dice are critical: for how many dice of a roll, 0 for all."""

    def __post_init__(self) -> None:
        """Refuse impossible values."""
        check_bounds(self)
        if self.operation in (Operation.MULTIPLY, Operation.DIVIDE):
            within("amount", self.amount, 1, 10)
        if len(self.condition) > LONGEST_CONDITION:
            raise ValueError(f"a condition has at most {LONGEST_CONDITION} letters")
        if self.condition and self.side is While.ALWAYS:
            raise ValueError("a condition can only be asked in an attack: say whether it is for the attacker or target")
        if self.after_dice and not self.condition:
            raise ValueError("what is asked after the dice has a condition")
        if self.after_dice and self.stat not in (Stat.AP, Stat.EP, Stat.DP):
            raise ValueError("after the dice only AP, EP and DP can change")
        if self.dice and (self.stat is not Stat.CRITICAL or self.operation is not Operation.FIX):
            raise ValueError("only a face from which dice are critical can be for some dice")
        if self.stat is Stat.DP and self.side is While.TARGET and not self.condition:
            raise ValueError("HIT is looked at at any time: DP without a condition count always")
        if self.stat in (Stat.MP, Stat.VIOLATION) and self.side is not While.ALWAYS:
            raise ValueError(f"{self.stat} is no part of an attack: it counts always")
        if self.stat is Stat.VIOLATION:
            within("a rule violation", self.amount, 2, 6)

    @property
    def effect(self) -> str:
        """What it does, in the fewest words."""
        if self.stat is Stat.VIOLATION:
            return f"RULEVIOLATION {self.amount}+"
        if self.stat is Stat.CRITICAL and self.operation is Operation.FIX:
            return f"critical from {self.amount}" + (f" for {counted(self.dice, 'die')}" if self.dice else "")
        if self.operation in SIGNS:
            what = noun(self.amount, self.stat.replace("dice", "die"), self.stat)
            return f"{SIGNS[self.operation]}{self.amount} {what}"
        return f"{self.stat} {FACTORS[self.operation]} {self.amount}"


def check_without_range(modifiers: Iterable[Modifier]) -> None:
    """Refuse modifiers for enemies in range where no operator has them: on STRATEGY cards and in TEAMWORK."""
    if any(modifier.reach is Reach.ENEMIES for modifier in modifiers):
        raise ValueError("a STRATEGY card and TEAMWORK have no range")


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A number on which modifiers work: where it starts, by what it is multiplied and divided, and what is added."""

    start: int
    times: int
    parts: int
    added: int

    def total(self, rounding: Rounding, factor: int = 1) -> int:
        """The number, with what is multiplied and divided rounded once; ``factor`` multiplies the start as well."""
        product = self.start * self.times * factor
        return (product if self.parts == 1 else rounding.whole(Fraction(product, self.parts))) + self.added

    def rounds(self, factor: int = 1) -> bool:
        """Whether there is a part of a whole to round."""
        return self.start * self.times * factor % self.parts > 0


def reckoned(start: int, modifiers: Iterable[Modifier]) -> Reckoning:
    """What modifiers make of a number: fix before multiply before divide before add before subtract.

    Of several that fix it the last one holds.
    """
    times, parts, added = 1, 1, 0
    for modifier in modifiers:
        match modifier.operation:
            case Operation.FIX:
                start = modifier.amount
            case Operation.MULTIPLY:
                times *= modifier.amount
            case Operation.DIVIDE:
                parts *= modifier.amount
            case Operation.ADD:
                added += modifier.amount
            case Operation.SUBTRACT:
                added -= modifier.amount
    return Reckoning(start, times, parts, added)
