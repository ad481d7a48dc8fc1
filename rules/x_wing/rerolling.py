"""Which dice a player rerolls."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from itertools import product

from rules.dice import Tally
from rules.table import Side, Table
from rules.x_wing.dice import BLANK, FACES, FOCUS, Lying, in_words

OTHERS = "other dice"


def chosen_dice(
    label: str, side: Side, dice: Lying, converts: int, own: bool, most: int, table: Table, about: Hashable
) -> Tally:
    """The dice that the player rerolls, one at least; those that nobody rerolls gladly only when it asks for them."""
    usual = choices(dice, converts, own, most, gladly=True)
    others = any(dice.fresh[:-2] if own else dice.fresh[-2:])
    if usual:
        taken = table.choose(label, side, (*usual, OTHERS) if others else tuple(usual), about=about)
        if taken != OTHERS:
            return usual[taken]
    unusual = choices(dice, converts, own, most, gladly=False)
    return unusual[table.choose(label, side, tuple(unusual), about=about)]


@lru_cache(maxsize=10_000)
def choices(dice: Lying, converts: int, own: bool, most: int, *, gladly: bool) -> dict[str, Tally]:
    """The dice that can be rerolled, by their names and the most usual first.

    ``gladly`` only those that look bad to the player; otherwise those with at least one that looks good.
    """
    bad = [(face in (FOCUS, BLANK)) == own for face in FACES[dice.colour]]
    counts = [
        range(count, -1, -1) if is_bad or not gladly else (0,) for count, is_bad in zip(dice.fresh, bad, strict=True)
    ]
    subsets = [subset for subset in product(*counts) if 0 < sum(subset) <= most]
    if not gladly:
        subsets = [s for s in subsets if any(n for n, is_bad in zip(s, bad, strict=True) if not is_bad)]
    wished = limited(worth_rerolling(dice, converts, own=own), most)
    subsets.sort(key=lambda subset: (subset != wished, -sum(subset)))
    return {in_words(dice.colour, subset): subset for subset in subsets}


@lru_cache(maxsize=10_000)
def _worth(dice: Lying, converts: int, own: bool) -> Tally:
    faces = FACES[dice.colour]
    if not own:
        return tuple(count if face not in (FOCUS, BLANK) else 0 for face, count in zip(faces, dice.fresh, strict=True))
    spare = max(0, dice.fresh[-2] - max(0, converts - dice.fixed[-2]))
    wished = {FOCUS: spare, BLANK: dice.fresh[-1]}
    return tuple(wished.get(face, 0) for face in faces)


def worth_rerolling(dice: Lying, converts: int, *, own: bool) -> Tally:
    """The dice that a player usually rerolls; all 0 when there are none.

    Of its own: every blank, and every focus result that it cannot convert; of the other player's: every success.
    """
    wished = _worth(dice, converts, own)
    return wished if any(wished) else ()


def limited(wished: Tally, most: int) -> Tally:
    """The wished dice, at most so many of them, from the last face on: blanks before focus results."""
    kept: list[int] = []
    for count in reversed(wished):
        kept.insert(0, min(count, most - sum(kept)))
    return tuple(kept)
