"""Attack and defence dice, how they lie while they are modified, and the hits and crits that they come to."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from operator import add, sub
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from rules.dice import Die, Face, Tally
from rules.words import counted

T = TypeVar("T", bound=Hashable)

HIT, CRIT, FOCUS, BLANK, EVADE = "hit", "crit", "focus", "blank", "evade"

COUNTS = (HIT, CRIT, EVADE)
"""What counts in the end."""

ATTACK, DEFENCE = "attack", "defence"
"""The two kinds of dice: plain strings, which odds look up faster than members of an enumeration."""

DICE = {
    ATTACK: Die("red", (HIT,) * 3 + (CRIT,) + (FOCUS,) * 2 + (BLANK,) * 2),
    DEFENCE: Die("green", (EVADE,) * 3 + (FOCUS,) * 2 + (BLANK,) * 3),
}

SIDES = len(DICE[ATTACK].faces)
"""Of a die of either kind."""


def sides_with(kind: str, *faces: str) -> int:
    """How many sides of a die show one of these faces."""
    return sum(DICE[kind].faces.count(face) for face in faces)


Alike: TypeAlias = tuple[tuple[Face, ...], ...]
"""The faces of a die in bands, in the order of ``FACES``: those in one band come to the same."""

FACES = {ATTACK: (HIT, CRIT, FOCUS, BLANK), DEFENCE: (EVADE, FOCUS, BLANK)}
"""The faces in the order in which a tally counts them."""

FACES_OF_ATTACK = len(FACES[ATTACK])


@cache
def bands(kind: str, focus: str) -> Alike:
    """The bands of all faces where a focus result comes to the same as another face."""
    faces = FACES[kind]
    return tuple(tuple(shown for shown in faces if face == (focus if shown == FOCUS else shown)) for face in faces)


@cache
def with_lock(kind: str, focus: str) -> Die:
    """A die that a lock rerolls once where it comes to no success."""
    return DICE[kind].again((BLANK, FOCUS) if focus == BLANK else (BLANK,))


@dataclass(frozen=True, slots=True)
class Drawn(Generic[T]):
    """The reading of one of several things that is drawn at random, each a face of a die."""

    things: tuple[T, ...]

    def __call__(self, shown: Tally) -> T:
        """The thing that came up."""
        return self.things[shown.index(1)]


class Results(NamedTuple):
    """Hits and crits."""

    hits: int = 0
    crits: int = 0

    @property
    def total(self) -> int:
        """Both together; an attack hits when one at least is left."""
        return self.hits + self.crits

    def without(self, cancelled: int, *, crits_first: bool = False) -> Results:
        """What is left when some are cancelled, hits first unless the weapon says otherwise."""
        hits, crits = self
        left = hits + crits - cancelled
        if left <= 0:
            return NO_RESULTS
        if crits_first:
            return Results(left) if left <= hits else Results(hits, left - hits)
        return Results(0, left) if left <= crits else Results(left - crits, crits)

    def __str__(self) -> str:
        words = [f"{count} {face}" for count, face in ((self.hits, "hit"), (self.crits, "crit")) if count]
        return ", ".join(words) or "none"


NO_RESULTS = Results()


class Lying(NamedTuple):
    """Dice as they lie: tallies of those that may still be rerolled, and of rerolled ones and added results.

    Each die may be rerolled once in an attack (attack, steps 2 and 3). It is a named tuple, like all that odds compare
    many thousand times.
    """

    fresh: Tally
    fixed: Tally

    @property
    def kind(self) -> str:
        """Whether they are attack or defence dice."""
        return ATTACK if len(self.fresh) == FACES_OF_ATTACK else DEFENCE

    @property
    def total(self) -> Tally:
        """The tally of all of them."""
        return tuple(map(add, self.fresh, self.fixed))

    @property
    def focus(self) -> int:
        """How many show focus."""
        return self.fresh[-2] + self.fixed[-2]

    @property
    def successes(self) -> int:
        """How many show hits and crits, or evades."""
        return sum(self.fresh[:-2]) + sum(self.fixed[:-2])

    def showing(self, face: str) -> int:
        """How many show a face."""
        place = FACES[self.kind].index(face)
        return self.fresh[place] + self.fixed[place]

    def turned(self, before: str, after: str, most: int) -> Lying:
        """The dice when those that show ``before``, so many at most, are changed to ``after``; rerolled ones first."""
        place = FACES[self.kind].index
        return self.moved(place(before), place(after), most)

    def moved(self, before: int, after: int, most: int) -> Lying:
        """The same by the places of both faces."""
        fresh, fixed = self
        of_fixed = min(most, fixed[before])
        of_fresh = min(most - of_fixed, fresh[before])
        return Lying(_moved(fresh, before, after, of_fresh), _moved(fixed, before, after, of_fixed))

    def added(self, place: int, results: int) -> Lying:
        """The dice with so many results added of the face at a place."""
        fresh, fixed = self
        return Lying(fresh, (*fixed[:place], fixed[place] + results, *fixed[place + 1 :]))

    def spent(self, place: int, results: int) -> Lying:
        """The dice without so many results, at most, of the face at a place; rerolled ones go first."""
        of_fixed = min(results, self.fixed[place])
        of_fresh = min(results - of_fixed, self.fresh[place])
        gone = tuple(of_fresh if at == place else 0 for at in range(len(self.fresh)))
        return self.added(place, -of_fixed).without(gone)

    def without(self, dice: Tally) -> Lying:
        """The dice that stay on the table when some of those that may be rerolled are picked up."""
        return Lying(tuple(map(sub, self.fresh, dice)), self.fixed)

    def joined(self, shown: Tally) -> Lying:
        """The dice with rerolled ones, or added results, among them."""
        return Lying(self.fresh, tuple(map(add, self.fixed, shown)))

    def settled(self) -> Lying:
        """The same dice when none can be rerolled any more, so that equal ones are equal."""
        return Lying((0,) * len(self.fresh), self.total) if any(self.fresh) else self

    def kept(self) -> Lying:
        """The same dice when nobody rerolls a success any more."""
        fresh, fixed = self
        if not any(fresh[:-2]):
            return self
        return Lying((*(0,) * (len(fresh) - 2), *fresh[-2:]), (*map(add, fresh[:-2], fixed), *fixed[-2:]))

    def focus_as(self, face: str) -> Lying:
        """The same dice where a focus result comes to the same as this face."""
        if face == FOCUS or not self.focus:
            return self
        place = FACES[self.kind].index
        before, after, (fresh, fixed) = place(FOCUS), place(face), self
        return Lying(_moved(fresh, before, after, fresh[before]), _moved(fixed, before, after, fixed[before]))

    def scored(self) -> Lying:
        """The same dice when only successes count: whatever is none counts as blank."""
        return scored(self.total)

    def __str__(self) -> str:
        return in_words(self.kind, self.total)


def _moved(tally: Tally, source: int, goal: int, dice: int) -> Tally:
    if not dice:
        return tally
    moved = list(tally)
    moved[source] -= dice
    moved[goal] += dice
    return tuple(moved)


def rolled(shown: Tally) -> Lying:
    """Dice that were just rolled."""
    return Lying(shown, (0,) * len(shown))


def scored(shown: Tally) -> Lying:
    """Dice of which none can be rerolled any more, when only successes count."""
    *successes, focus, blank = shown
    return Lying((0,) * len(shown), (*successes, 0, focus + blank))


def shown_results(shown: Tally) -> Results:
    """The hits and crits that attack dice show."""
    return Results(*shown[:2])


def shown_as(kind: str, shown: Tally) -> str:
    """A tally as a sentence has it: ``2 hits, 1 focus``; the name of a focus result has no plural."""
    faces = zip(shown, FACES[kind], strict=True)
    return ", ".join(counted(count, face, face if face == FOCUS else "") for count, face in faces if count)


def in_words(kind: str, shown: Tally) -> str:
    """A tally in words: ``2 hit, 1 focus``."""
    return ", ".join(f"{count} {face}" for count, face in zip(shown, FACES[kind], strict=True) if count) or "no dice"
