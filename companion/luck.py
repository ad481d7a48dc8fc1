"""The server's dice: the only randomness of play."""

from __future__ import annotations

from secrets import SystemRandom

from rules.dice import Face, Pool

_dice = SystemRandom()


def throw(pool: Pool) -> tuple[Face, ...]:
    """The faces of the dice of a pool."""
    return tuple(_dice.choice(pool.die.faces) for _ in range(pool.count))
