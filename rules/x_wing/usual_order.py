"""What a player usually applies first while dice are modified, and what it can apply besides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rules.dice import Tally
from rules.x_wing.dice import ATTACK, DEFENCE, FACES, FACES_OF_ATTACK, Lying
from rules.x_wing.means import DONE, REROLLS, SPENT, Means, conversion
from rules.x_wing.modification import best_change
from rules.x_wing.rerolls import is_worth_rerolling


def usually_rerolls(dice: Lying, means: Means, in_hand: int, *, own: bool) -> bool:
    """Whether a player can still come to reroll some of the dice in usual play, even if all others will show focus."""
    if not means.rerolls:
        return False
    return means.held.spoils(own=own) or is_worth_rerolling(dice, means.converts - in_hand, own=own)


def usual_first(dice: Lying, means: Means, enough: int, *, own: bool) -> tuple[str, ...]:
    """What a player can apply now, with the most usual first and ``done`` before what does not help.

    With ``enough`` successes there is no more to gain. As long as something is required that changes a die, the player
    is not done.
    """
    total = dice.total
    first = tuple(_rerolls(dice, means, own=own)) if means.rerolls and any(dice.fresh) else ()
    return _usual_first(first, means, dice.kind, tuple(map(bool, total)), sum(total[:-2]) < enough, own)


class Applied(NamedTuple):
    """What a player usually applies first: its name, and what the player has left then.

    Unless it rerolls dice, ``most`` dice are turned from the face at the place ``before`` to that at ``after``; as many
    results are added where there is none before.
    """

    taken: str
    left: Means
    before: int | None = None
    after: int = 0
    most: int = 0

    def to(self, dice: Lying) -> Lying:
        """The dice after what turns or adds some."""
        if self.before is None:
            return dice.added(self.after, self.most)
        return dice.moved(self.before, self.after, self.most)

    def to_settled(self, shown: Tally) -> Tally:
        """The same of dice of which none is rerolled any more."""
        dice, before = [*shown], self.before
        count = self.most if before is None else min(self.most, dice[before])
        if before is not None:
            dice[before] -= count
        dice[self.after] += count
        return tuple(dice)


def applied_first(dice: Lying, means: Means, enough: int, *, own: bool) -> Applied:
    """What a player usually applies first; it is done where nothing helps."""
    total = dice.total
    first = tuple(_rerolls(dice, means, own=own)) if means.rerolls and any(dice.fresh) else ()
    return _applied(first, means, dice.kind, tuple(map(bool, total)), sum(total[:-2]) < enough, own)


def applied_at_last(shown: Tally, means: Means, enough: int, *, own: bool) -> Tally:
    """What dice show when all is applied that usually is, if none is rerolled any more."""
    kind = ATTACK if len(shown) == FACES_OF_ATTACK else DEFENCE
    while True:
        key = tuple(map(bool, shown)), sum(shown[:-2]) < enough, own
        applied = means.known.get(key)
        if applied is None:
            applied = means.known[key] = _applied((), means, kind, *key)
        if not applied.most:
            return shown
        shown, means = applied.to_settled(shown), applied.left


@lru_cache(maxsize=10_000)
def _applied(
    first: tuple[tuple[str, bool], ...], means: Means, kind: str, showing: tuple[bool, ...], short: bool, own: bool
) -> Applied:
    taken = _usual_first(first, means, kind, showing, short, own)[0]
    if taken == DONE:
        return Applied(DONE, means)
    left = means.without(taken)
    if taken in REROLLS:
        return Applied(taken, left)
    place = FACES[kind].index
    if taken in SPENT:
        before, after, most = conversion(kind, taken)
        return Applied(taken, left, place(before), place(after), most)
    ability = means.ability(taken)
    if ability.rerolls:
        return Applied(taken, left)
    before, after = best_change(ability, kind, showing, own=own)
    return Applied(taken, left, place(before) if before else None, place(after), ability.amount)


def _rerolls(dice: Lying, means: Means, *, own: bool) -> Iterator[tuple[str, bool]]:
    """What can reroll dice, and whether that helps."""
    if names := means.own_rerolls:
        helps = is_worth_rerolling(dice, means.converts, own=own)
        yield from ((name, helps) for name in names)
    for name, ability, _, _ in means.held.in_use(dice.kind, own=own):
        if ability.rerolls and means.affords(ability) and any((able := ability.rerollable(dice)).fresh):
            yield name, is_worth_rerolling(able, means.converts, own=own)


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
