"""What an ability offers while dice are modified: to reroll some, to change some, to add a result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rules.words import noun
from rules.x_wing.dice import BLANK, CRIT, EVADE, FACES, FOCUS, HIT, Colour, Lying


class Does(StrEnum):
    """The kinds of dice modification."""

    REROLL = "reroll"
    CHANGE = "change"
    ADD = "add"


@dataclass(frozen=True, slots=True)
class Offer:
    """One use of an ability by name: how many dice it rerolls, changes or adds.

    ``before`` and ``after`` are the faces of a change, ``after`` that of an added result; what is empty is chosen when
    it is used.
    """

    source: str
    does: Does
    amount: int = 1
    before: str = ""
    after: str = ""

    def __str__(self) -> str:
        dice = noun(self.amount, "die")
        if self.does is Does.REROLL:
            return f"{self.source}: reroll {self.amount} {dice}"
        if self.does is Does.ADD:
            return f"{self.source}: add {self.amount} {self.after or 'result'}"
        return f"{self.source}: change {self.amount} {self.before or dice} to {self.after or 'another face'}"

    @property
    def rerolls(self) -> bool:
        """Whether it rerolls dice."""
        return self.does is Does.REROLL

    def turns(self, before: str, after: str) -> bool:
        """Whether it changes this face to that one, and nothing else."""
        return self.does is Does.CHANGE and (self.before, self.after) == (before, after)

    def changes_of(self, dice: Lying) -> tuple[tuple[str, str], ...]:
        """The changes that it can make to these dice, as pairs of faces; an added result comes from no face."""
        faces = FACES[dice.colour]
        afters = (self.after,) if self.after else faces
        if self.does is Does.ADD:
            return tuple(("", after) for after in afters)
        befores = (self.before,) if self.before else faces
        return tuple((b, a) for b in befores for a in afters if b != a and dice.showing(b))


WORST_FIRST = {Colour.RED: (BLANK, FOCUS, HIT, CRIT), Colour.GREEN: (BLANK, FOCUS, EVADE)}


def preferred(offer: Offer, dice: Lying, *, own: bool) -> tuple[tuple[str, str], ...]:
    """The changes that an offer can make, the best for its player first; a blank is better turned than a focus."""
    rank = WORST_FIRST[dice.colour].index
    sign = 1 if own else -1

    def gain(change: tuple[str, str]) -> int:
        before, after = change
        return sign * (rank(after) - (rank(before) if before else -1))

    return tuple(sorted(offer.changes_of(dice), key=gain, reverse=True))


def is_useful(offer: Offer, dice: Lying, *, own: bool) -> bool:
    """Whether a change or an added result helps the player."""
    before, after = preferred(offer, dice, own=own)[0]
    better = WORST_FIRST[dice.colour].index
    return not before or (better(after) > better(before)) == own


@lru_cache(maxsize=10_000)
def outcomes(offer: Offer, dice: Lying, *, own: bool) -> dict[str, Lying]:
    """The dice after every change, or added result, that an offer can make, the best for its player first."""
    return {_named(*pair): _made(offer, dice, *pair) for pair in preferred(offer, dice, own=own)}


def _named(before: str, after: str) -> str:
    return f"{before} to {after}" if before else after


def _made(offer: Offer, dice: Lying, before: str, after: str) -> Lying:
    if before:
        return dice.turned(before, after, min(offer.amount, dice.showing(before)))
    added = tuple(offer.amount if face == after else 0 for face in FACES[dice.colour])
    return dice.joined(added)
