"""What an Attack Test asks for: the dice of a unit, and what its player rerolls (ATC; RDP)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.asks import Choice, Declared, Option, Roll, Side
from rules.dice import Face
from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.dice import SUCCESS, Fallen, die_of
from rules.gods_gloom.force import ATTACKER
from rules.gods_gloom.sheet import Battle, Unit
from rules.words import counted, listed, noun

KEEP = "keep"
REROLL = "reroll all"
NO_REROLL = (KEEP, "nobody rerolls")


def unit_of(declared: Declared[Battle, Attack], role: str) -> Unit:
    """The unit that is the attacker or the defender."""
    attack = declared.declaration
    return declared.battle.unit(attack.actor if role == ATTACKER else attack.target)


@dataclass(frozen=True, slots=True)
class UnitsDice(Roll[Battle, Attack]):
    """The dice of the attacker or of the defender."""

    APART = True
    STEP: ClassVar[str] = "ATC.10"
    WHAT: ClassVar[str] = "dice"

    role: str
    then: tuple[UnitsDice, ...] = ()
    """The dice of the other unit, which lie before anything is decided."""

    @property
    def label(self) -> str:
        """The step, whose dice, and which."""
        return f"{self.STEP} {self.role}'s {self.WHAT}"

    def owners(self, declared: Declared[Battle, Attack]) -> tuple[Side, ...]:
        """The army of the unit."""
        return (unit_of(declared, self.role).army,) * len(self.pools)

    def worth(self, face: Face) -> int:
        """Whether it is a success: a Hit on red, a Block on blue."""
        return int(int(face) >= SUCCESS)

    @property
    def beside(self) -> tuple[UnitsDice, ...]:
        """The dice of the other unit."""
        return self.then

    @property
    def why(self) -> str:
        """How the dice come to be rolled."""
        return ""

    @property
    def _count(self) -> int:
        return sum(pool.count for pool in self.pools)

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Whose dice they are, how many of each colour, and why."""
        colours = " and ".join(f"{pool.count} {pool.die.name.split()[0]}" for pool in self.pools if pool.count)
        return f"{unit_of(declared, self.role).name}: {colours} {noun(self._count, 'die')}{self.why}."


@dataclass(frozen=True, slots=True)
class DiceAgain(UnitsDice):
    """All dice of a unit, after a Pool Reroll."""

    STEP = "ATC.20"
    WHAT = "dice again"

    @property
    def why(self) -> str:
        """How the dice come to be rolled."""
        return ", rolled again"


@dataclass(frozen=True, slots=True)
class DieAgain(DiceAgain):
    """A single die that is rerolled."""

    WHAT = "rerolled die"


@dataclass(frozen=True, slots=True)
class ExtraDice(UnitsDice):
    """The extra dice of a unit's criticals; ``idle`` blue ones can do nothing and lie there in earlier replies only."""

    STEP = "ATC.30"
    WHAT = "extra dice"

    idle: int = 0

    @property
    def earlier(self) -> ExtraDice | None:
        """The roll with the dice that can do nothing."""
        red, blue = self.pools
        return replace(self, pools=(red, replace(blue, count=self.idle)), idle=0) if self.idle else None

    @property
    def why(self) -> str:
        """How the dice come to be rolled."""
        return " extra, for the criticals"


@dataclass(frozen=True, slots=True)
class PoolReroll(Choice[Battle, Attack, str]):
    """Whether a player pays a Command Seal to reroll all dice of a unit (RDP)."""

    PASS = NO_REROLL

    role: str
    fallen: Fallen
    extra: int
    """How many extra dice are rolled for its criticals."""

    @property
    def label(self) -> str:
        """The step, and whose dice."""
        return f"ATC.20 {self.role}'s Pool Reroll"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Whose dice they are."""
        return f"{unit_of(declared, self.role).name}: reroll the whole pool for a Command Seal?"

    def option(self, declared: Declared[Battle, Attack], value: str) -> Option:
        """What the dice show, or what the reroll costs."""
        if value == REROLL:
            return Option(value, "reroll all its dice", "1 Command Seal")
        fallen, extra = self.fallen, self.extra
        more = f", {extra} extra {noun(extra, 'die')} to come" if extra else ""
        found = [counted(count, one) for count, one in ((fallen.hits, "Hit"), (fallen.blocks, "Block")) if count]
        return Option(value, "keep them", f"{listed(found) if found else 'no success'}{more}")


@dataclass(frozen=True, slots=True)
class SingleDie(Choice[Battle, Attack, str]):
    """Which die of a unit a player rerolls (RDP)."""

    PASS = NO_REROLL

    role: str

    @property
    def label(self) -> str:
        """The step, and whose die."""
        return f"ATC.20 {self.role}'s single die"

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Whose die it is."""
        return f"{unit_of(declared, self.role).name}: which die is rerolled?"

    def option(self, declared: Declared[Battle, Attack], value: str) -> Option:
        """The die, and what it counts as."""
        if value == KEEP:
            return Option(value, "keep the dice")
        return Option(value, f"a {value}", _meaning(value))


def _meaning(option: str) -> str:
    colour, face = die = die_of(option)
    counts = ", counted for the critical" if die in (("blue", 1), ("red", 6)) else ""
    if face < SUCCESS:
        return f"a failure{counts}"
    return f"{'a Hit' if colour == 'red' else 'a Block'}{counts}"
