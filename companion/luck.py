"""The server's dice: the only randomness of play."""

from __future__ import annotations

from secrets import SystemRandom

from rules.dice import Face
from rules.table import Roll

_dice = SystemRandom()


def throw(ask: Roll) -> tuple[tuple[Face, ...], ...]:
    """The faces of each pool of a roll."""
    return tuple(tuple(_dice.choice(pool.die.faces) for _ in range(pool.count)) for pool in ask.pools)
