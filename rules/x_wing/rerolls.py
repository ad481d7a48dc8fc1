"""Which dice a player can reroll, and which of them it usually does."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from rules.dice import Tally
from rules.x_wing.dice import BLANK, FACES, FOCUS, Lying, in_words


@lru_cache(maxsize=10_000)
def choices(dice: Lying, converts: int, own: bool, most: int, *, gladly: bool) -> dict[str, Tally]:
    """The dice that can be rerolled, by their names and the most usual first.

    ``gladly`` only those that look bad to the player; otherwise those with at least one that looks good.
    """
    bad = [(face in (FOCUS, BLANK)) == own for face in FACES[dice.kind]]
    counts = [
        range(count, -1, -1) if is_bad or not gladly else (0,) for count, is_bad in zip(dice.fresh, bad, strict=True)
    ]
    subsets = [subset for subset in product(*counts) if 0 < sum(subset) <= most]
    if not gladly:
        subsets = [s for s in subsets if any(n for n, is_bad in zip(s, bad, strict=True) if not is_bad)]
    usual = wished(dice, converts, most, own=own)
    subsets.sort(key=lambda subset: (subset != usual, -sum(subset)))
    return {in_words(dice.kind, subset): subset for subset in subsets}


@lru_cache(maxsize=10_000)
def worth_rerolling(dice: Lying, converts: int, *, own: bool) -> Tally:
    """The dice that a player usually rerolls; none when there are none.

    Of its own: every blank, and every focus result that it cannot convert; of the other player's: every success.
    """
    spare = max(0, dice.fresh[-2] - max(0, converts - dice.fixed[-2]))
    successes = dice.fresh[:-2]
    wished = (*(0 for _ in successes), spare, dice.fresh[-1]) if own else (*successes, 0, 0)
    return wished if any(wished) else ()


def is_worth_rerolling(dice: Lying, converts: int, *, own: bool) -> bool:
    """Whether there are any."""
    fresh = dice.fresh
    if not own:
        return any(fresh[:-2])
    return fresh[-1] > 0 or fresh[-2] > max(0, converts - dice.fixed[-2])


def wished(dice: Lying, converts: int, most: int, *, own: bool) -> Tally:
    """The dice that a player usually rerolls, at most so many of them, from the last face on: blanks first."""
    worth = worth_rerolling(dice, converts, own=own)
    if sum(worth) <= most:
        return worth
    kept: list[int] = []
    for count in reversed(worth):
        kept.insert(0, min(count, most - sum(kept)))
    return tuple(kept)
