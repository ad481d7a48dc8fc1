"""The server's dice: the only randomness of play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from random import Random
from secrets import SystemRandom

from rules.dice import Face, Pool

_dice = SystemRandom()
_instead: ContextVar[Random] = ContextVar("instead")


def throw(pool: Pool) -> tuple[Face, ...]:
    """The faces of the dice of a pool."""
    dice = _instead.get(_dice)
    return tuple(dice.choice(pool.die.faces) for _ in range(pool.count))


@contextmanager
def thrown_by(dice: Random) -> Iterator[None]:
    """Throw by these numbers meanwhile, which fall the same each time: for a demo, not for players."""
    before = _instead.set(dice)
    try:
        yield
    finally:
        _instead.reset(before)
