"""What best play needs to know of a player's tokens and abilities: what rerolls dice, and what turns them at last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from rules.x_wing.dice import ATTACK, BLANK, FACES, FOCUS, HIT
from rules.x_wing.means import LOCK, PLENTY, Means
from rules.x_wing.modification import ADD, CHANGE, SPEND, Modification

MOST_TURNING = 4
"""The most abilities that turn dice whose best use is sought."""


Cost: TypeAlias = tuple[tuple[str, int], ...]


class Again(NamedTuple):
    """A reroll: how many dice at most, and which of those that show a success, a focus result or a blank.

    ``whole`` tells that every die, two at least, has to show that face. Of all that are ``one_of`` the same, one is
    used.
    """

    amount: int
    success: bool
    focus: bool
    blank: bool
    cost: Cost = ()
    one_of: str = ""
    whole: bool = False


class Turning(NamedTuple):
    """A change for the better: of how many dice of one face, focus or blank, to a success or only to a focus result.

    Where it ``adds`` results, it changes none.
    """

    amount: int
    focus: bool
    blank: bool
    to_success: bool
    cost: Cost
    one_of: str = ""
    adds: bool = False


class Tools(NamedTuple):
    """What an owner has for its dice; the successes and focus results that it adds come with what it turns.

    ``spent`` are the rerolls used by then that leave less of anything else.
    """

    means: Means
    again: tuple[Again, ...]
    turning: tuple[Turning, ...]
    added: int
    added_focus: int
    spent: tuple[Again, ...] = ()

    @property
    def most_added(self) -> int:
        """How many results it can add at most."""
        return self.added + self.added_focus + sum(one.amount for one in self.turning if one.adds)

    @property
    def likes_focus(self) -> bool:
        """Whether a focus result is never worse for the owner than a blank: what turns or rerolls one goes with it too.

        What turns more dice of one face may be worth more where all show the same.
        """
        turned = all(one.adds or (one.focus and (one.amount == 1 or not one.blank)) for one in self.turning)
        return turned and all(one.focus or not one.blank for one in self.again)

    def without(self, place: int) -> Tools:
        """What is left when one of the rerolls is used."""
        used, rest = self.again[place], self.again[:place] + self.again[place + 1 :]
        if not (used.cost or used.one_of):
            return self._replace(again=rest)
        means = self.means.less(used.cost)
        return self._replace(
            means=means,
            again=tuple(one for one in rest if _is_left(one, means, used.one_of)),
            turning=tuple(one for one in self.turning if _is_left(one, means, used.one_of)),
            spent=tuple(sorted((*self.spent, used))),
        )

    def most(self, focus: int, blanks: int) -> int:
        """The most successes that so many focus results and blanks come to, when none is rerolled any more."""
        chosen = [one for one in self.turning if one.cost or one.one_of]
        free = tuple(one for one in self.turning if not (one.cost or one.one_of))
        return self.added + max(
            _turned(left, focus + self.added_focus, blanks, (*free, *used))
            for number in range(len(chosen) + 1)
            for used in combinations(chosen, number)
            if (left := _paid(self.means, used)) is not None
        )


def tools_of(means: Means, kind: str) -> Tools | None:
    """What an owner has for its dice of a kind; ``None`` where best play with it is not known."""
    if means.lock and any(one.while_has == LOCK and one.before in (FOCUS, BLANK) for one in means.abilities):
        # Whether it changes a die before the lock rerolls any is weighed nowhere.
        return None
    again = [Again(PLENTY, False, True, True, ((LOCK, 1),))] if means.lock else []
    again += [Again(means.salvo, False, True, True)] if means.salvo else []
    turning: list[Turning] = []
    added = {True: 0, False: 0}
    for one in means.abilities:
        if one.rerolls:
            # With the lock all those dice are rerolled as well, and one of both is used.
            takes_lock = one.keeps_lock and means.lock
            again += () if takes_lock or dict(one.cost).get(LOCK) else _own_again(one)
        elif one.does == ADD and one.after != BLANK:
            if one.cost or one.one_of:
                turning.append(Turning(one.amount, False, False, one.after != FOCUS, one.cost, one.one_of, adds=True))
            else:
                added[one.after != FOCUS] += one.amount
        elif one.does != ADD:
            turning += _own_turning(one, kind)
    again = [one for one in again if _affords(means, one.cost)]
    picky = any(not (one.focus and one.blank) for one in again)
    if len(turning) > MOST_TURNING or (picky and any(not one.to_success and not one.adds for one in turning)):
        return None
    if any(one.whole for one in again) and any(map(_may_make_whole, means.abilities)):
        return None
    return Tools(means, tuple(again), tuple(turning), added[True], added[False])


def _may_make_whole(one: Modification) -> bool:
    """Whether all dice may show a focus result or a blank because of it, when they did not."""
    return one.does == SPEND or (one.does == CHANGE and one.after in ("", FOCUS, BLANK))


def _own_again(one: Modification) -> Iterator[Again]:
    """Nobody rerolls a success of its own for the better."""
    if one.before in ("", FOCUS, BLANK):
        yield Again(one.amount, False, one.before != BLANK, one.before != FOCUS, one.cost, one.one_of, one.whole)


def _own_turning(one: Modification, kind: str) -> Iterator[Turning]:
    befores = {one.before, one.or_before} - {""} or set(FACES[kind])
    to_success = one.after not in (FOCUS, BLANK)
    focus, blank = FOCUS in befores and to_success, BLANK in befores and one.after != BLANK
    if focus or blank:
        yield Turning(one.amount, focus, blank, to_success, one.cost, one.one_of)


def _is_left(one: Again | Turning, means: Means, used: str) -> bool:
    """Whether it can still be used with what is left, once one of those that are called so is ``used``."""
    return not (used and one.one_of == used) and _affords(means, one.cost)


def _affords(means: Means, cost: Cost) -> bool:
    return all(getattr(means, track) >= number for track, number in cost)


def _paid(means: Means, used: Sequence[Turning]) -> Means | None:
    """What is left when all of these are used; nothing where they cannot all be."""
    ones = [one.one_of for one in used if one.one_of]
    if len(set(ones)) < len(ones):
        return None
    for one in used:
        if not _affords(means, one.cost):
            return None
        means = means.less(one.cost)
    return means


def _turned(means: Means, focus: int, blanks: int, turning: tuple[Turning, ...]) -> int:
    """The most successes that dice come to with these changes and what tokens are left."""
    if not turning:
        with_tokens = min(focus, means.converts)
        return with_tokens + min(focus - with_tokens + blanks, means.evade)
    one, rest = turning[0], turning[1:]
    if one.adds:
        success = one.amount if one.to_success else 0
        return success + _turned(means, focus + one.amount - success, blanks, rest)
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
    """What the other player has for dice: rerolls, and changes from one of some faces to one of some others.

    ``needs_hit`` tells that it changes one hit and nothing else, and nothing where every success is a crit.
    """

    again: tuple[Again, ...] = ()
    turning: tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...] = ()
    needs_hit: bool = False

    @property
    def takes_any(self) -> bool:
        """Whether all of it goes with any face, and what is changed is one die that may become a blank."""
        turning = (
            one == 1 and befores == EVERY_PLACE and BLANK_PLACE in afters for one, befores, afters in self.turning
        )
        return all(all(one[1:4]) for one in self.again) and all(turning)


def spoiling_of(abilities: Iterable[Modification], kind: str) -> Spoiling | None:
    """What the other player has for dice of a kind; ``None`` where best play with it is not known.

    Hits and crits are not told apart, so that what touches only one of them is not known. A result that it adds helps
    its enemy.
    """
    harmful = [one for one in abilities if one.does != ADD and one.after not in FACES[kind][:-2]]
    if kind == ATTACK and len(harmful) == 1 and harmful[0][1:4] == (CHANGE, 1, HIT) and not harmful[0].or_before:
        return Spoiling(turning=((1, (SUCCESS_PLACE,), _afters(harmful[0], kind)),), needs_hit=True)
    again, turning = [], []
    for one in harmful:
        named = {one.before, one.or_before} - {""}
        if one.whole or (kind == ATTACK and named - {FOCUS, BLANK}):
            return None
        faces = tuple(sorted({_place(face, kind) for face in named or FACES[kind]}))
        if one.rerolls:
            again.append(Again(one.amount, SUCCESS_PLACE in faces, FOCUS_PLACE in faces, BLANK_PLACE in faces))
            continue
        if kind == ATTACK and one.amount > 1 and SUCCESS_PLACE in faces:
            return None
        turning.append((one.amount, faces, _afters(one, kind)))
    if kind == ATTACK and again and turning:
        return None
    return Spoiling(tuple(again), tuple(turning))


def _afters(one: Modification, kind: str) -> tuple[int, ...]:
    return tuple(sorted({_place(face, kind) for face in ([one.after] if one.after else FACES[kind])}))


def _place(face: str, kind: str) -> int:
    return max(0, FACES[kind].index(face) - (len(FACES[kind]) - 3))
