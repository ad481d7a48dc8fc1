"""What a player usually applies first while dice are modified, and what it can apply besides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rules.x_wing.dice import Lying
from rules.x_wing.means import DONE, Means
from rules.x_wing.rerolls import worth_rerolling


def usually_rerolls(dice: Lying, means: Means, in_hand: int, *, own: bool) -> bool:
    """Whether a player can still come to reroll some of the dice in usual play, even if all others will show focus."""
    if not means.rerolls:
        return False
    return means.held.spoils(own=own) or bool(worth_rerolling(dice, means.converts - in_hand, own=own))


def usual_first(dice: Lying, means: Means, enough: int, *, own: bool) -> tuple[str, ...]:
    """What a player can apply now, with the most usual first and ``done`` before what does not help.

    With ``enough`` successes there is no more to gain. As long as something is required that changes a die, the player
    is not done.
    """
    total = dice.total
    first = tuple(_rerolls(dice, means, own=own)) if means.rerolls and any(dice.fresh) else ()
    return _usual_first(first, means, dice.kind, tuple(map(bool, total)), sum(total[:-2]) < enough, own)


def _rerolls(dice: Lying, means: Means, *, own: bool) -> Iterator[tuple[str, bool]]:
    """What can reroll dice, and whether that helps."""
    if names := means.own_rerolls:
        helps = bool(worth_rerolling(dice, means.converts, own=own))
        yield from ((name, helps) for name in names)
    for name, ability, _, _ in means.held.in_use(dice.kind, own=own):
        if ability.rerolls and means.affords(ability) and any((able := ability.rerollable(dice)).fresh):
            yield name, bool(worth_rerolling(able, means.converts, own=own))


@lru_cache(maxsize=10_000)
def _usual_first(
    first: tuple[tuple[str, bool], ...], means: Means, kind: str, showing: tuple[bool, ...], short: bool, own: bool
) -> tuple[str, ...]:
    """The same for all dice that show the same faces, when what can reroll them comes ``first``."""
    clouds: list[tuple[str, bool]] = []
    last: list[tuple[str, bool]] = []
    for name, ability, is_before_tokens, changing in means.held.in_use(kind, own=own):
        for place, helps in changing if means.affords(ability) else ():
            if place is None or showing[place]:
                (clouds if is_before_tokens else last).append((name, short and helps))
                break
    focus, blanks = showing[-2:]
    tokens = [(name, short) for name in means.spendable(focus=focus, blanks=blanks)] if own else []
    found = (*first, *clouds, *tokens, *last)
    if not found:
        return (DONE,)
    useful_ones, pointless = [name for name, helps in found if helps], [name for name, helps in found if not helps]
    done = () if means.required and any(name in means.required for name, _ in found) else (DONE,)
    return tuple(dict.fromkeys((*useful_ones, *done, *pointless)))
