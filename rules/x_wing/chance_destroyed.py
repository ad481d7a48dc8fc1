"""The chance that an attack destroys a ship, with every damage card that changes the damage.

Only the number of damage cards decides whether a ship is destroyed, so only what changes that number is counted here:
Fuel Leaks, Hull Breaches and Direct Hits. The tests hold it against ``suffer``, which plays the damage.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import factorial
from typing import NamedTuple, TypeAlias

from rules.distributions import mean
from rules.x_wing.cards import MATTERS, Title
from rules.x_wing.dice import Results
from rules.x_wing.wounds import TITLES, Wounds

Kinds: TypeAlias = tuple[int, ...]
"""How many cards there are of each title that matters, and of all others together."""

LEAK, DIRECT, BREACH = map(MATTERS.index, (Title.FUEL_LEAK, Title.DIRECT_HIT, Title.HULL_BREACH))
OTHER = len(MATTERS)


class Danger(NamedTuple):
    """A ship under damage, as far as that decides whether it is destroyed.

    ``needed`` are the damage cards that it still takes, ``crits`` those that it still suffers, and ``leaking`` how
    often a Fuel Leak still acts on what it has suffered, if there is one then. ``left`` counts the cards that can be
    dealt before the discarded ones are shuffled in, of which ``hidden`` ones have no title; it stays 0 where nothing
    is discarded.
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

    def dealt(self) -> Danger:
        """The same with one card more on the ship, which nobody has seen."""
        return self._replace(needed=self.needed - 1, left=self.left - self.has_discards)

    def shuffled(self) -> Danger:
        """The same with the discarded cards in a deck that has run out."""
        if self.left > 0 or not self.has_discards:
            return self
        deck = tuple(sum(kind) for kind in zip(self.deck, self.discards, strict=True))
        return self._replace(deck=deck, discards=(0,) * len(deck), hidden=0, left=0)

    def turned_up(self, kind: int) -> Danger:
        """The same with a card of a kind faceup on the ship; another breach of the hull is a card like others."""
        deck = list(self.deck)
        deck[kind] -= 1
        breached, leaks = self.breached or kind == BREACH, self.leaks + (kind == LEAK)
        if breached and deck[BREACH]:
            deck[OTHER], deck[BREACH] = deck[OTHER] + deck[BREACH], 0
        _, discards, hidden, left, shields, _, _, needed, crits, leaking = self
        left -= self.has_discards
        return Danger(tuple(deck), discards, hidden, left, shields, leaks, breached, needed - 1, crits, leaking)

    @property
    def least(self) -> int:
        """How many cards there will be at least: one for everything that no shield takes."""
        return max(0, self.crits + min(self.leaking, self.leaks) - self.shields)

    @property
    def most(self) -> int:
        """How many cards there will be at most: a leak and a direct hit bring one more each, once."""
        if not self.crits and not (self.leaking and self.leaks):
            return 0
        return self.crits + self.leaks + sum(deck[LEAK] + deck[DIRECT] for deck in (self.deck, self.discards))

    @property
    def has_discards(self) -> bool:
        """Whether there are cards to shuffle in."""
        return bool(self.hidden or any(self.discards))


def destroyed(wounds: Wounds, chances: Mapping[Results, Fraction]) -> Fraction:
    """The chance that an attack with these results destroys a ship with these wounds."""
    return mean(chances, lambda left: chance_destroyed(wounds, left))


@lru_cache(maxsize=1000)
def chance_destroyed(wounds: Wounds, left: Results) -> Fraction:
    """The chance that these results destroy a ship with these wounds."""
    danger, hits, crits = danger_of(wounds), left.hits, left.crits
    if left.total >= danger.needed + wounds.shields:
        return Fraction(1)
    if danger.breached:
        hits, crits = 0, hits + crits
    for _ in range(hits):
        danger = _facedown(danger)
    absorbed = 0 if danger.leaks else min(crits, danger.shields)
    # A shield keeps nothing from the ship any more when no crit comes after it.
    shields = danger.shields - absorbed if danger.leaks else 0
    draws = _draws(wounds)
    return Fraction(draws.destroying(danger._replace(shields=shields, crits=crits - absorbed)), draws.all)


def danger_of(wounds: Wounds) -> Danger:
    """What of these wounds decides how many cards more there will be."""
    danger = Danger(
        deck=_kinds(wounds.deck),
        discards=_kinds(wounds.discards),
        hidden=wounds.buried_discards,
        left=wounds.left,
        shields=wounds.shields,
        leaks=wounds.faceup.count(Title.FUEL_LEAK),
        breached=Title.HULL_BREACH in wounds.faceup,
        needed=wounds.hull - wounds.cards,
    )
    return danger if danger.has_discards else danger._replace(left=0)


class Draws:
    """Every order in which a deck, and later its discarded cards, can be drawn: ``all`` of them, a whole number.

    So no fraction is reduced on the way, which takes most of the time.
    """

    def __init__(self, deck: Kinds, discards: Kinds) -> None:
        self.all = factorial(sum(deck)) * factorial(sum(deck) + sum(discards))
        self.known: dict[Danger, int] = {}

    def destroying(self, danger: Danger) -> int:
        """In how many of them what is still to be suffered destroys the ship."""
        if danger.needed <= danger.least:
            return self.all
        if danger.needed > danger.most:
            return 0
        if danger not in self.known:
            self.known[danger] = self._suffered(danger)
        return self.known[danger]

    def _suffered(self, danger: Danger) -> int:
        if danger.leaking and danger.leaks:
            return self._hit(danger._replace(leaks=danger.leaks - 1, leaking=danger.leaking - 1))
        return self._crit(danger._replace(crits=danger.crits - 1, leaking=0))

    def _hit(self, danger: Danger) -> int:
        return self._crit(danger) if danger.breached else self.destroying(_facedown(danger))

    def _crit(self, danger: Danger) -> int:
        """The draws after one crit, upon which every Fuel Leak that lay there acts."""
        if danger.leaks:
            danger = danger._replace(leaking=danger.leaking + danger.leaks)
        if danger.shields:
            return self.destroying(danger._replace(shields=danger.shields - 1))
        danger = danger.shuffled()
        cards = sum(danger.deck)
        if not cards:
            return self.destroying(danger.dealt())
        found = 0
        for kind, count in enumerate(danger.deck):
            if count:
                after = self._hit if kind == DIRECT else self.destroying
                found += count * after(danger.turned_up(kind))
        return found // cards


@lru_cache(maxsize=200)
def _draws(wounds: Wounds) -> Draws:
    return Draws(_kinds(wounds.deck), _kinds(wounds.discards))


def _facedown(danger: Danger) -> Danger:
    if danger.shields:
        return danger._replace(shields=danger.shields - 1)
    return danger.shuffled().dealt()


def _kinds(cards: tuple[int, ...]) -> Kinds:
    """Cards counted by title in the order of ``Title``, by kinds."""
    of = {title: count for title, count in zip(TITLES, cards, strict=True) if title in MATTERS}
    return (*(of.get(title, 0) for title in MATTERS), sum(cards) - sum(of.values()))
