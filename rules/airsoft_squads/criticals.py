"""From which face attack dice are critical, all of them or only so many of one roll (Actions, CRITICAL; RULINGS)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

NEVER = 7
"""A face that no die shows."""


@dataclass(frozen=True, slots=True)
class Criticals:
    """All dice are critical from the face ``all_from`` on; of each of ``some`` so many dice from another face on.

    ``some`` are pairs of a face and a number of dice.
    """

    all_from: int = 6
    some: tuple[tuple[int, int], ...] = ()

    @property
    def lowest(self) -> int:
        """The lowest face that can be critical; no die shows less than 1, whatever an effect says."""
        return max(1, min((self.all_from, *(face for face, _ in self.some))))

    def lowest_first(self, dice: int) -> Iterator[int]:
        """The faces of so many dice at which each could just be critical."""
        faces = sorted(face for face, count in self.some for _ in range(count) if face < self.all_from)
        return (max(1, face) for face in (*faces, *[self.all_from] * dice)[:dice])

    def at_most(self, face: int, dice: int) -> int:
        """How many of so many dice can be critical at once that show this face or a lower one, lowest first."""
        if face >= self.all_from:
            return dice
        return sum(count for begins, count in self.some if begins <= face)

    def can_double(self, faces: Iterable[int]) -> bool:
        """Whether dice that show these faces can all be critical at once.

        A die that all make critical needs none of ``some``. Of the others those up to every face need as many dice of
        ``some`` that begin at that face or below it.
        """
        short = [face for face in faces if face < self.all_from]
        return all(sum(face <= most for face in short) <= self.at_most(most, len(short)) for most in short)

    def __str__(self) -> str:
        some = (f"from {face} for {count}" for face, count in self.some if face < self.all_from)
        everyone = (f"from {self.all_from}",) if self.all_from < 6 else ()
        return ", ".join((*everyone, *some))


ON_A_SIX = Criticals()
"""Without any effect."""
