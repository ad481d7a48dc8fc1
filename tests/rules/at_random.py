"""Playing to the end with random replies."""

from collections.abc import Callable
from random import Random
from typing import Any

from rules.asks import Ask, Choice
from rules.play import Resolved, Waiting, play
from rules.table import Dice, Pick, Reply

MANY = 200
"""More replies than any procedure takes."""


def random_reply(ask: Ask, random: Random) -> Reply:
    if isinstance(ask, Choice):
        return Pick(ask.label, random.choice(ask.options))
    return Dice(ask.label, tuple(tuple(random.choices(pool.die.faces, k=pool.count)) for pool in ask.pools))


def usual_reply(ask: Ask, random: Random) -> Reply:
    """Random dice, and the usual option of every choice, as odds take it."""
    return Pick(ask.label, ask.options[0]) if isinstance(ask, Choice) else random_reply(ask, random)


def play_on(
    resolve: Callable[..., Any],
    attack: Any,
    random: Random,
    replies: tuple[Reply, ...] = (),
    reply: Callable[[Ask, Random], Reply] = random_reply,
) -> tuple[tuple[Reply, ...], tuple[Ask, ...], Resolved[Any]]:
    """Play to the end from some replies on; returns all replies, what was asked for the added ones, and the end."""
    asks: list[Ask] = []
    for _ in range(MANY):
        played = play(resolve, attack, replies)
        if isinstance(played, Resolved):
            return replies, tuple(asks), played
        assert isinstance(played, Waiting)
        asks.append(played.ask)
        replies = (*replies, reply(played.ask, random))
    raise AssertionError(f"still asking after {MANY} replies: {asks[-1]}")
