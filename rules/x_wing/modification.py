"""What an ability does to dice while they are modified: it rerolls some, changes some, or adds a result."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.words import noun
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, EVADE, FACES, FOCUS, HIT, Lying

REROLL, CHANGE, ADD = "reroll", "change", "add"
"""The kinds of dice modification."""

LEAST = 2
"""How many dice there are at least where all of them have to show a face."""

WORST_FIRST = {ATTACK: (BLANK, FOCUS, HIT, CRIT), DEFENCE: (BLANK, FOCUS, EVADE)}


class Modification(NamedTuple):
    """One use of an ability by name: how many dice it rerolls, changes or adds.

    ``before``, or ``or_before``, and ``after`` are the faces of a change, ``after`` that of an added result; what is
    empty is chosen when it is used. Of rerolled dice ``before`` is the face that they show, and ``whole`` tells that
    every die, two at least, has to show it. ``cost`` are pairs of a kind of tokens and how many of them it costs, and
    ``paid`` tells that it has a price of any kind.
    """

    source: str
    does: str
    amount: int = 1
    before: str = ""
    after: str = ""
    or_before: str = ""
    whole: bool = False
    cost: tuple[tuple[str, int], ...] = ()
    paid: bool = False

    def __str__(self) -> str:
        return _in_words(self)

    def rerollable(self, dice: Lying) -> Lying:
        """The dice as they lie, where those that it cannot reroll count like rerolled ones."""
        if not self.before:
            return dice
        place = FACES[dice.kind].index(self.before)
        if self.whole and not dice.showing(self.before) == sum(dice.total) >= LEAST:
            return dice.settled()
        rest = tuple(0 if face == place else count for face, count in enumerate(dice.fresh))
        return dice.without(rest).joined(rest)

    @property
    def rerolls(self) -> bool:
        """Whether it rerolls dice."""
        return self.does == REROLL

    def turns(self, before: str, after: str) -> bool:
        """Whether it changes this face to that one, and nothing else, for no token."""
        return self[1:2] + self[3:6] == (CHANGE, before, after, "") and not self.cost


@lru_cache(maxsize=1000)
def _in_words(ability: Modification) -> str:
    dice = noun(ability.amount, "die")
    if ability.rerolls:
        all_of = f", all {ability.before}" if ability.whole else ""
        kind = dice if ability.whole else ability.before or dice
        return f"{ability.source}: reroll {ability.amount} {kind}{all_of}"
    if ability.does == ADD:
        return f"{ability.source}: add {ability.amount} {ability.after or 'result'}"
    before = " or ".join(filter(None, (ability.before, ability.or_before))) or dice
    return f"{ability.source}: change {ability.amount} {before} to {ability.after or 'another face'}"


@lru_cache(maxsize=20_000)
def changes(ability: Modification, dice: Lying, *, own: bool) -> tuple[tuple[str, str], ...]:
    """The changes that it can make, as pairs of faces and the best for its player first; a result added has no face.

    A blank is better turned than a focus.
    """
    showing = {face for face, count in zip(FACES[dice.kind], dice.total, strict=True) if count}
    return tuple(change for change in _best_first(ability, dice.kind, own=own) if not change[0] or change[0] in showing)


def best_change(ability: Modification, dice: Lying, *, own: bool) -> tuple[str, str] | None:
    """The first of the changes that it can make; it is asked for much more often than the others."""
    able = (change for change in _best_first(ability, dice.kind, own=own) if not change[0] or dice.showing(change[0]))
    return next(able, None)


@lru_cache(maxsize=1000)
def _best_first(ability: Modification, kind: str, *, own: bool) -> tuple[tuple[str, str], ...]:
    """The changes that it can make to dice that show every face."""
    faces, rank = FACES[kind], WORST_FIRST[kind].index
    given = tuple(face for face in (ability.before, ability.or_before) if face)
    befores = ("",) if ability.does == ADD else given or faces
    afters = (ability.after,) if ability.after else faces

    def gain(change: tuple[str, str]) -> int:
        before, after = change
        return (rank(after) - (rank(before) if before else -1)) * (1 if own else -1)

    return tuple(sorted(((b, a) for b in befores for a in afters if b != a), key=gain, reverse=True))


def is_useful(change: tuple[str, str], dice: Lying, *, own: bool) -> bool:
    """Whether a change or an added result helps the player."""
    before, after = change
    better = WORST_FIRST[dice.kind].index
    return not before or (better(after) > better(before)) == own


@lru_cache(maxsize=10_000)
def outcomes(ability: Modification, dice: Lying, *, own: bool) -> dict[str, Lying]:
    """The dice after every change, or added result, that it can make, the best for its player first."""
    return {
        f"{before} to {after}" if before else after: _made(ability.amount, dice, before, after)
        for before, after in changes(ability, dice, own=own)
    }


def _made(amount: int, dice: Lying, before: str, after: str) -> Lying:
    if before:
        return dice.turned(before, after, min(amount, dice.showing(before)))
    return dice.joined(tuple(amount if face == after else 0 for face in FACES[dice.kind]))
