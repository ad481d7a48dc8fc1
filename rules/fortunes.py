"""What dice are worth to whoever rolls them, so that a roll can be rated by how lucky it was."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any

from rules.asks import Declared, Roll
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


def each_for_its_side(
    declared: Declared[Any, Any], ask: Roll[Any, Any], worth: Callable[[Face], int]
) -> tuple[Fortune, ...]:
    """What the dice of each pool are worth to the side whose they are."""
    return tuple(Fortune(side, place, worth) for place, side in enumerate(ask.owners(declared)))


def height(face: Face) -> int:
    """The worth of dice that are the better the higher they are."""
    return int(face)
