"""What best play needs to know of a player's tokens and abilities: what rerolls dice, and what turns them at last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from rules.x_wing.dice import ATTACK, BLANK, FACES, FOCUS
from rules.x_wing.means import LOCK, PLENTY, Means
from rules.x_wing.modification import ADD, Modification

MOST_TURNING = 4
"""The most abilities that turn dice whose best use is sought."""


class Again(NamedTuple):
    """A reroll: how many dice at most, and which of those that show a success, a focus result or a blank."""

    amount: int
    success: bool
    focus: bool
    blank: bool


class Turning(NamedTuple):
    """A change for the better: of how many dice of one face, focus or blank, to a success or only to a focus result."""

    amount: int
    focus: bool
    blank: bool
    to_success: bool
    cost: tuple[tuple[str, int], ...]


class Tools(NamedTuple):
    """What an owner has for its dice; the successes and focus results that it adds come with what it turns."""

    means: Means
    again: tuple[Again, ...]
    turning: tuple[Turning, ...]
    added: int
    added_focus: int

    @property
    def likes_focus(self) -> bool:
        """Whether a focus result is never worse for the owner than a blank: what turns or rerolls one goes with it too.

        What turns more dice of one face may be worth more where all show the same.
        """
        turned = all(one.focus and (one.amount == 1 or not one.blank) for one in self.turning)
        return turned and all(one.focus or not one.blank for one in self.again)

    def most(self, focus: int, blanks: int) -> int:
        """The most successes that so many focus results and blanks come to, when none is rerolled any more."""
        costly = [one for one in self.turning if one.cost]
        free = tuple(one for one in self.turning if not one.cost)
        return self.added + max(
            _turned(left, focus + self.added_focus, blanks, (*free, *used))
            for number in range(len(costly) + 1)
            for used in combinations(costly, number)
            if (left := _paid(self.means, used)) is not None
        )


def tools_of(means: Means, kind: str) -> Tools | None:
    """What an owner has for its dice of a kind; ``None`` where best play with it is not known."""
    again = [Again(amount, False, True, True) for amount in (PLENTY * means.lock, means.salvo) if amount]
    turning: list[Turning] = []
    added = {True: 0, False: 0}
    for one in means.abilities:
        if means.lock and dict(one.cost).get(LOCK):
            return None
        if one.rerolls:
            if one.whole or one.cost:
                return None
            # With the lock all those dice are rerolled as well, and one of both is used.
            again += () if one.keeps_lock and means.lock else _own_again(one)
        elif one.does == ADD:
            if one.cost:
                return None
            added[one.after != FOCUS] += one.amount * (one.after != BLANK)
        else:
            turning += _own_turning(one, kind)
    picky = any(not (one.focus and one.blank) for one in again)
    if len(turning) > MOST_TURNING or (picky and any(not one.to_success for one in turning)):
        return None
    return Tools(means, tuple(again), tuple(turning), added[True], added[False])


def _own_again(one: Modification) -> Iterator[Again]:
    """Nobody rerolls a success of its own for the better."""
    if one.before in ("", FOCUS, BLANK):
        yield Again(one.amount, False, one.before != BLANK, one.before != FOCUS)


def _own_turning(one: Modification, kind: str) -> Iterator[Turning]:
    befores = {one.before, one.or_before} - {""} or set(FACES[kind])
    to_success = one.after not in (FOCUS, BLANK)
    focus, blank = FOCUS in befores and to_success, BLANK in befores and one.after != BLANK
    if focus or blank:
        yield Turning(one.amount, focus, blank, to_success, one.cost)


def _paid(means: Means, used: Iterable[Turning]) -> Means | None:
    for one in used:
        for track, number in one.cost:
            if getattr(means, track) < number:
                return None
        means = means.less(one.cost)
    return means


def _turned(means: Means, focus: int, blanks: int, turning: tuple[Turning, ...]) -> int:
    """The most successes that dice come to with these changes and what tokens are left."""
    if not turning:
        with_tokens = min(focus, means.converts)
        return with_tokens + min(focus - with_tokens + blanks, means.evade)
    one, rest = turning[0], turning[1:]
    ways = [_turned(means, focus, blanks, rest)]
    if one.focus and focus:
        count = min(one.amount, focus)
        ways.append(count + _turned(means, focus - count, blanks, rest))
    if one.blank and blanks:
        count = min(one.amount, blanks)
        found = count if one.to_success else 0
        ways.append(found + _turned(means, focus + count - found, blanks - count, rest))
    return max(ways)


EVERY_PLACE = SUCCESS_PLACE, FOCUS_PLACE, BLANK_PLACE = (0, 1, 2)


class Spoiling(NamedTuple):
    """What the other player has for dice: rerolls, and changes from one of some faces to one of some others."""

    again: tuple[Again, ...] = ()
    turning: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...] = ()

    @property
    def takes_any(self) -> bool:
        """Whether all of it goes with any face, and what is changed is one die that may become a blank."""
        turning = (
            one == 1 and befores == EVERY_PLACE and BLANK_PLACE in afters for one, befores, afters in self.turning
        )
        return all(all(one[1:]) for one in self.again) and all(turning)


def spoiling_of(abilities: Iterable[Modification], kind: str) -> Spoiling | None:
    """What the other player has for dice of a kind; ``None`` where best play with it is not known.

    Hits and crits are not told apart, so that what touches only one of them is not known. A result that it adds helps
    its enemy.
    """
    again, turning = [], []
    for one in abilities:
        if one.does == ADD or one.after in FACES[kind][:-2]:
            continue
        named = {one.before, one.or_before} - {""}
        if one.whole or (kind == ATTACK and named - {FOCUS, BLANK}):
            return None
        faces = tuple(sorted({_place(face, kind) for face in named or FACES[kind]}))
        if one.rerolls:
            again.append(Again(one.amount, SUCCESS_PLACE in faces, FOCUS_PLACE in faces, BLANK_PLACE in faces))
            continue
        if kind == ATTACK and one.amount > 1 and SUCCESS_PLACE in faces:
            return None
        afters = tuple(sorted({_place(face, kind) for face in ([one.after] if one.after else FACES[kind])}))
        turning.append((one.amount, faces, afters))
    if kind == ATTACK and again and turning:
        return None
    return Spoiling(tuple(again), tuple(turning))


def _place(face: str, kind: str) -> int:
    return max(0, FACES[kind].index(face) - (len(FACES[kind]) - 3))
