"""What became of each die of a roll: it counts, cancels, is cancelled, was rolled again, or does nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeAlias

from rules.asks import Ask, B, D, Declared
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
    """What became of one die, and how that reads.

    ``pair`` is the same number, from 1 on, for a die that is cancelled and the one that cancels it; 0 for all others.
    """

    became: Became
    said: str
    pair: int = 0


Fates: TypeAlias = tuple[tuple[Fate | None, ...], ...]
"""The fate of each die of a roll, pool by pool; ``None`` for one of which nothing is known yet."""

Answered: TypeAlias = Sequence[tuple[Ask, Reply]]
"""What was asked and what was answered, in order."""


class FatesOf(Protocol[B, D]):
    """What became of the dice of every roll so far."""

    def __call__(self, declared: Declared[B, D], answered: Answered, *, over: bool) -> tuple[Fates, ...]:
        """The fates, by what was declared and answered, and whether it is ``over``."""


def no_fates(declared: Declared[B, D], answered: Answered, *, over: bool) -> tuple[Fates, ...]:
    """Nothing is told of any dice."""
    return ()


def paired(fate: Fate, place: int, pairs: int, first: int = 1) -> Fate:
    """The fate of a die that is in so many ``pairs``, by its place among its own; those beyond have no partner."""
    return replace(fate, pair=first + place) if place < pairs else fate


CANCELLED = Fate(Became.CANCELLED, "cancelled")
REROLLED = Fate(Became.REROLLED, "rolled again")
UNNEEDED = Fate(Became.NOTHING, "not needed")
NOTHING = Fate(Became.NOTHING, "no effect")
