"""Playing to the end with random replies."""

from collections.abc import Callable
from random import Random
from typing import Any

from companion.at_random import played
from companion.at_random import reply as random_reply
from rules.asks import Ask, Choice
from rules.play import Resolved
from rules.table import Pick, Reply


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
    *before, (given, end) = played(resolve, attack, random, replies, reply)
    return given, tuple(now.ask for _, now in before), end
