"""A ship under damage, as far as that decides whether it is destroyed: the number of its damage cards.

What changes that number are Fuel Leaks, Hull Breaches and Direct Hits.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rules.x_wing.cards import MATTERS, Title
from rules.x_wing.wounds import TITLES, Wounds

Kinds: TypeAlias = tuple[int, ...]
"""How many cards there are of each title that matters, and of all others together."""

LEAK, DIRECT, BREACH = map(MATTERS.index, (Title.FUEL_LEAK, Title.DIRECT_HIT, Title.HULL_BREACH))
FLIPS = len(MATTERS)
"""Where the cards are that flip and do no damage, each a Panicked Pilot, while facedown ones are counted."""


class Then(IntEnum):
    """What a ship that is hit suffers besides the damage."""

    NOTHING = 0
    EXPOSES = 1
    """It exposes one of its damage cards."""
    ROLLS = 2
    """It rolls an attack die and suffers the hit or crit that it shows."""


class Facedown(NamedTuple):
    """The facedown cards of a ship: those without a title, each Direct Hit!, and the others whose title is known."""

    unseen: int = 0
    directs: int = 0
    others: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self)


class Danger(NamedTuple):
    """A ship with what it still suffers.

    ``needed`` are the damage cards that it still takes to destroy it, ``crits`` those that it still suffers, and
    ``leaking`` how often a Fuel Leak still acts on what it has suffered, if there is one then; ``then`` comes after
    that. ``left`` counts the cards that can be dealt before the discarded ones are shuffled in, of which ``hidden``
    ones have no title; it stays 0 where nothing is discarded. ``down`` are the facedown cards, where one of them will
    be exposed.
    """

    deck: Kinds
    discards: Kinds
    hidden: int
    left: int
    shields: int
    leaks: int
    breached: bool
    needed: int
    crits: int = 0
    leaking: int = 0
    then: Then = Then.NOTHING
    down: Facedown | None = None

    def dealt(self) -> Danger:
        """The same with one card more on the ship, which nobody has seen."""
        return self.turned_down(unseen=1)._replace(needed=self.needed - 1, left=self.left - (self.left > 0))

    def suffering(self, crits: int, leaking: int) -> Danger:
        """The same with other numbers of crits and of Fuel Leaks that act, which is what changes most often."""
        deck, discards, hidden, left, shields, leaks, breached, needed, _, _, then, down = self
        return Danger(deck, discards, hidden, left, shields, leaks, breached, needed, crits, leaking, then, down)

    def turned_down(self, *, unseen: int = 0, directs: int = 0, others: int = 0) -> Danger:
        """The same with more facedown cards, where they are counted."""
        if self.down is None:
            return self
        now = self.down
        return self._replace(down=Facedown(now.unseen + unseen, now.directs + directs, now.others + others))

    def shuffled(self) -> Danger:
        """The same with the discarded cards in a deck that has run out."""
        if self.left > 0 or not self.has_discards:
            return self
        deck = tuple(sum(kind) for kind in zip(self.deck, self.discards, strict=True))
        return self._replace(deck=deck, discards=(0,) * len(deck), hidden=0, left=0)

    def turned_up(self, kind: int) -> Danger:
        """The same with a card of a kind faceup on the ship; another breach of the hull is a card like others.

        A Direct Hit!, and what flips, is facedown at once.
        """
        deck, discards, hidden, left, shields, leaks, breached, needed, crits, leaking, then, down = self
        breached = breached or kind == BREACH
        rest = _drawn(deck, kind, breached)
        left, leaks = left - (left > 0), leaks + (kind == LEAK)
        shown = Danger(rest, discards, hidden, left, shields, leaks, breached, needed - 1, crits, leaking, then, down)
        if down is None:
            return shown
        return shown.turned_down(directs=int(kind == DIRECT), others=int(kind == FLIPS))

    @property
    def has_suffered(self) -> bool:
        """Whether no damage is left, and only what comes after it is."""
        return not self.crits and not (self.leaking and self.leaks)

    @property
    def least(self) -> int:
        """How many cards there will be at least: one for everything that no shield takes.

        Each Fuel Leak that lies there acts upon the next crit.
        """
        return max(0, self.crits + (self.leaks if self.crits else min(self.leaking, self.leaks)) - self.shields)

    @property
    def most(self) -> int:
        """How many cards there will be at most: a leak and a direct hit bring one more each, once."""
        if self.has_suffered and self.then is Then.NOTHING:
            return 0
        deck, discards = self.deck, self.discards
        more = deck[LEAK] + deck[DIRECT] + discards[LEAK] + discards[DIRECT]
        return self.crits + self.leaks + more + (self.then is not Then.NOTHING)

    @property
    def has_discards(self) -> bool:
        """Whether there are cards to shuffle in."""
        return bool(self.hidden or any(self.discards))


@lru_cache(maxsize=10_000)
def _drawn(deck: Kinds, kind: int, breached: bool) -> Kinds:
    """A deck without one card of a kind; of a ship with a Hull Breach, another is a card like others."""
    left = list(deck)
    left[kind] -= 1
    if breached and left[BREACH]:
        left[-1], left[BREACH] = left[-1] + left[BREACH], 0
    return tuple(left)


def danger_of(wounds: Wounds, then: Then = Then.NOTHING) -> Danger:
    """What of these wounds decides how many cards more there will be."""
    exposes = then is Then.EXPOSES
    directs = wounds.facedown.count(Title.DIRECT_HIT)
    danger = Danger(
        deck=_kinds(wounds.deck, flips=exposes),
        discards=_kinds(wounds.discards, flips=exposes),
        hidden=wounds.buried_discards,
        left=wounds.left,
        shields=wounds.shields,
        leaks=wounds.faceup.count(Title.FUEL_LEAK),
        breached=Title.HULL_BREACH in wounds.faceup,
        needed=wounds.hull - wounds.cards,
        then=then,
        down=Facedown(wounds.unseen, directs, len(wounds.facedown) - directs) if exposes else None,
    )
    return danger if danger.has_discards else danger._replace(left=0)


def _kinds(cards: tuple[int, ...], *, flips: bool = False) -> Kinds:
    """Cards counted by title in the order of ``Title``, by kinds; those that only flip apart where that matters."""
    kinds = (*MATTERS, Title.PANICKED_PILOT) if flips else MATTERS
    of = {title: count for title, count in zip(TITLES, cards, strict=True) if title in kinds}
    return (*(of.get(title, 0) for title in kinds), sum(cards) - sum(of.values()))
