"""Sums that decide how it is rolled, in parts, so that they can be drawn."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a sum: what it is called, how much it is, and how it is drawn where it is dice.

    ``die`` names the die that shows it, ``colour`` is that of as many dice. ``asked`` names the question, with yes
    before no, whether it is used, and ``used`` is how much it is then.
    """

    name: str
    amount: int
    die: str = ""
    colour: str = ""
    asked: str = ""
    used: int = 0

    def __str__(self) -> str:
        return f"{self.amount:+} {self.name}"


@dataclass(frozen=True, slots=True)
class Sum:
    """What counts in an attack for a piece, by its key: the parts, and of what they are so many together.

    ``words`` say all of it.
    """

    piece: str
    name: str
    parts: tuple[Part, ...]
    of: str
    words: str

    @property
    def total(self) -> int:
        """What the parts come to; of dice never fewer than none."""
        total = sum(part.amount for part in self.parts)
        return max(0, total) if any(part.die for part in self.parts) else total
