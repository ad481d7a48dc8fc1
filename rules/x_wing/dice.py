"""Attack and defence dice, and dice as they lie while they are modified (dossier, A2)."""

from __future__ import annotations

from enum import StrEnum
from operator import add, sub
from typing import NamedTuple

from rules.dice import Die, Tally

HIT, CRIT, FOCUS, BLANK, EVADE = "hit", "crit", "focus", "blank", "evade"

RED = Die("red", (HIT,) * 3 + (CRIT,) + (FOCUS,) * 2 + (BLANK,) * 2)
GREEN = Die("green", (EVADE,) * 3 + (FOCUS,) * 2 + (BLANK,) * 3)


class Colour(StrEnum):
    """The two kinds of dice."""

    RED = "red"
    """Attack dice."""
    GREEN = "green"
    """Defence dice."""


DICE = {Colour.RED: RED, Colour.GREEN: GREEN}

FACES = {Colour.RED: (HIT, CRIT, FOCUS, BLANK), Colour.GREEN: (EVADE, FOCUS, BLANK)}
"""The faces in the order in which a tally counts them."""

SUCCESS = {Colour.RED: HIT, Colour.GREEN: EVADE}
"""What tokens turn focus results into."""


class Lying(NamedTuple):
    """Dice as they lie: tallies of those that may still be rerolled, and of rerolled ones and added results.

    Each die may be rerolled once in an attack (seed, steps 2 and 3). It is a named tuple, like all that odds compare
    many thousand times.
    """

    fresh: Tally
    fixed: Tally

    @property
    def colour(self) -> Colour:
        """Whether they are attack or defence dice."""
        return Colour.RED if len(self.fresh) == len(FACES[Colour.RED]) else Colour.GREEN

    @property
    def total(self) -> Tally:
        """The tally of all of them."""
        return tuple(map(add, self.fresh, self.fixed))

    @property
    def focus(self) -> int:
        """How many show focus."""
        return self.fresh[-2] + self.fixed[-2]

    @property
    def blanks(self) -> int:
        """How many are blank."""
        return self.fresh[-1] + self.fixed[-1]

    @property
    def successes(self) -> int:
        """How many show hits and crits, or evades."""
        return sum(self.fresh[:-2]) + sum(self.fixed[:-2])

    def showing(self, face: str) -> int:
        """How many show a face."""
        place = FACES[self.colour].index(face)
        return self.fresh[place] + self.fixed[place]

    def turned(self, before: str, after: str, dice: int) -> Lying:
        """The dice when some that show ``before`` are changed to ``after``; rerolled ones first."""
        faces = FACES[self.colour]
        source, goal = faces.index(before), faces.index(after)
        of_fixed = min(dice, self.fixed[source])
        return Lying(_moved(self.fresh, source, goal, dice - of_fixed), _moved(self.fixed, source, goal, of_fixed))

    def without(self, dice: Tally) -> Lying:
        """The dice that stay on the table when some of those that may be rerolled are picked up."""
        return Lying(tuple(map(sub, self.fresh, dice)), self.fixed)

    def joined(self, shown: Tally) -> Lying:
        """The dice with rerolled ones, or added results, among them."""
        return Lying(self.fresh, tuple(map(add, self.fixed, shown)))

    def settled(self) -> Lying:
        """The same dice when none can be rerolled any more, so that equal ones are equal."""
        return Lying((0,) * len(self.fresh), self.total) if any(self.fresh) else self

    def scored(self) -> Lying:
        """The same dice when only successes count: whatever is none counts as blank."""
        total = self.total
        return Lying((0,) * len(total), (*total[:-2], 0, total[-2] + total[-1]))

    def __str__(self) -> str:
        return in_words(self.colour, self.total)


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


def in_words(colour: Colour, shown: Tally) -> str:
    """A tally in words: ``2 hit, 1 focus``."""
    return ", ".join(f"{count} {face}" for face, count in zip(FACES[colour], shown, strict=True) if count) or "no dice"
