"""The server's dice: the only randomness of play."""

from __future__ import annotations

from secrets import SystemRandom
from typing import Any

from rules.asks import Roll
from rules.dice import Face

_dice = SystemRandom()


def throw(ask: Roll[Any, Any]) -> tuple[tuple[Face, ...], ...]:
    """The faces of each pool of a roll."""
    return tuple(tuple(_dice.choice(pool.die.faces) for _ in range(pool.count)) for pool in ask.pools)
