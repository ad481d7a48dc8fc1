"""The readings on which the text is silent, for the players of a battle to agree on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import Annotated


class Rounding(StrEnum):
    """Setting: what becomes of a half (RULINGS)."""

    DOWN = "down"
    UP = "up"

    def whole(self, number: Fraction) -> int:
        """The number as a whole one."""
        return floor(number) if self is Rounding.DOWN else ceil(number)


class Basis(StrEnum):
    """Setting: what a critical doubles (RULINGS)."""

    VALUE = "value"
    """The AP VALUE; everything else is added to it."""
    TOTAL = "total"
    """The AP with all that the steps before the dice gave."""


class Doublings(StrEnum):
    """Setting: what two doublings make (RULINGS)."""

    TWICE = "twice"
    """Doubled, and doubled again: four times."""
    EACH = "each"
    """Each adds once more: three times."""

    def factor(self, doubled: int) -> int:
        """By what so many doublings multiply."""
        return 2**doubled if self is Doublings.TWICE else 1 + doubled


class Medicine(StrEnum):
    """Setting: how long the DP of a MEDIC stay (the text breaks off)."""

    TURN = "turn"
    """To the end of the TURN."""
    STAYS = "stays"
    """Until they are taken off by hand."""


class Revealed(StrEnum):
    """Setting: what becomes of the hit counter of an operator that is turned face up again (the text is silent)."""

    CLEARED = "cleared"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the players agree on; the usual values are what RULINGS.md recommends."""

    rounding: Annotated[Rounding, "halves are rounded"] = Rounding.DOWN
    basis: Basis = Basis.VALUE
    doublings: Doublings = Doublings.TWICE
    medicine: Medicine = Medicine.TURN
    revealed: Annotated[Revealed, "the hit counter of an operator turned face up again is"] = Revealed.CLEARED


USUAL = Settings()
