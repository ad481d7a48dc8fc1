"""What became of each die of a roll: it counts, cancels, is cancelled, was rolled again, or does nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from rules.asks import Ask, Declared
from rules.table import Reply


class Became(StrEnum):
    """How the fate of a die is drawn."""

    COUNTS = "counts"
    CANCELLED = "cancelled"
    SPENT = "spent"
    """It cancels another."""
    REROLLED = "rerolled"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one die, and how that reads."""

    became: Became
    said: str


Fates: TypeAlias = tuple[tuple[Fate | None, ...], ...]
"""The fate of each die of a roll, pool by pool; ``None`` for one of which nothing is known yet."""

Answered: TypeAlias = Sequence[tuple[Ask, Reply]]
"""What was asked and what was answered, in order."""


def no_fates(declared: Declared[Any, Any], answered: Answered, *, over: bool) -> tuple[Fates, ...]:
    """Nothing is told of any dice."""
    return ()


CANCELLED = Fate(Became.CANCELLED, "cancelled")
REROLLED = Fate(Became.REROLLED, "rolled again")
UNNEEDED = Fate(Became.NOTHING, "not needed")
NOTHING = Fate(Became.NOTHING, "no effect")
