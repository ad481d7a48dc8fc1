"""What dice are worth to whoever rolls them, so that a roll can be rated by how lucky it was."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass

from rules.dice import Face


@dataclass(frozen=True, slots=True)
class Fortune:
    """What the dice of a pool, by its place in the roll, are worth to the side that rolls them: a number a face."""

    side: str
    pool: int
    worth: Callable[[Face], int]


@dataclass(frozen=True, slots=True)
class OneEach:
    """The worth of dice that count by the face: one for each that shows any of these."""

    faces: Container[Face]

    def __call__(self, face: Face) -> int:
        """What a face is worth."""
        return int(face in self.faces)


def height(face: Face) -> int:
    """The worth of dice that are the better the higher they are."""
    return int(face)
