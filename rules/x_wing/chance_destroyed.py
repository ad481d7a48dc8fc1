"""The chance that an attack destroys a ship, with every damage card that changes the damage.

Only the number of damage cards decides whether a ship is destroyed, so only what changes that number is counted here:
Fuel Leaks, Hull Breaches and Direct Hits. The tests hold it against ``suffer``, which plays the damage.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from rules.distributions import chance_of, mean, mixed
from rules.odds import odds
from rules.x_wing.cards import MATTERS, Title
from rules.x_wing.dice import Results
from rules.x_wing.exposing import expose, roll_harm
from rules.x_wing.wounds import TITLES, Wounds

Kinds: TypeAlias = tuple[int, ...]
"""How many cards there are of each title that matters, and of all others together."""

LEAK, DIRECT, BREACH = map(MATTERS.index, (Title.FUEL_LEAK, Title.DIRECT_HIT, Title.HULL_BREACH))

DIE = {Results(1): Fraction(3, 8), Results(0, 1): Fraction(1, 8)}
"""The chance of each damage that one attack die shows."""


class Then(Enum):
    """What a ship that is hit suffers besides the damage."""

    NOTHING = 0
    EXPOSES = 1
    """It exposes one of its damage cards."""
    ROLLS = 2
    """It rolls an attack die and suffers the hit or crit that it shows."""


FLIPS = len(MATTERS)
"""Where the cards are that flip and do no damage, each a Panicked Pilot, while facedown ones are counted."""


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
    """What of a ship under damage decides how many cards it is dealt.

    ``left`` counts the cards that can be dealt before the discarded ones are shuffled in, of which ``hidden`` ones have
    no title; it stays 0 where nothing is discarded. ``dealt`` are the cards so far, and ``down`` those that lie
    facedown, where one of them will be exposed.
    """

    deck: Kinds
    shields: int
    leaks: int
    breached: bool
    discards: Kinds
    hidden: int
    left: int
    dealt: int = 0
    down: Facedown | None = None

    def turned_down(self, *, unseen: int = 0, directs: int = 0, others: int = 0) -> Danger:
        """The same with more facedown cards, where they are counted."""
        if self.down is None:
            return self
        now = self.down
        return self._replace(down=Facedown(now.unseen + unseen, now.directs + directs, now.others + others))

    def with_a_card(self) -> Danger:
        """The same with one card more on the ship."""
        return self._replace(dealt=self.dealt + 1, left=self.left - self.has_discards)

    def shuffled(self) -> Danger:
        """The same with the discarded cards in a deck that has run out."""
        if self.left > 0 or not self.has_discards:
            return self
        deck = tuple(sum(kind) for kind in zip(self.deck, self.discards, strict=True))
        return self._replace(deck=deck, discards=(0,) * len(deck), hidden=0, left=0)

    @property
    def has_discards(self) -> bool:
        """Whether there are cards to shuffle in."""
        return bool(self.hidden or any(self.discards))


Dangers: TypeAlias = Mapping[Danger, Fraction]


def destroyed(
    wounds: Wounds, chances: Mapping[Results, Fraction], then: Then = Then.NOTHING, *, early: bool = False
) -> Fraction:
    """The chance that an attack with these results destroys a ship with these wounds, with what comes after a hit.

    ``early`` tells that it comes before the damage.
    """
    if early and then is not Then.NOTHING:
        starts = odds(expose if then is Then.EXPOSES else roll_harm, wounds)
        missed = mean(chances, lambda left: 0 if left.total else chance_destroyed(wounds, left))
        hit = {left: chance for left, chance in chances.items() if left.total}
        return missed + mean(starts, lambda start: mean(hit, lambda left: chance_destroyed(start, left)))
    return mean(chances, lambda left: chance_destroyed(wounds, left, then if left.total else Then.NOTHING))


@lru_cache(maxsize=1000)
def chance_destroyed(wounds: Wounds, left: Results, then: Then = Then.NOTHING) -> Fraction:
    """The chance that these results, and what comes after them, destroy a ship with these wounds."""
    needed = wounds.hull - wounds.cards
    if left.total >= needed + wounds.shields:
        return Fraction(1)
    danger, hits, crits = danger_of(wounds, exposes=then is Then.EXPOSES), left.hits, left.crits
    if danger.breached:
        hits, crits = 0, hits + crits
    for _ in range(hits):
        (danger,) = _hit(danger)
    absorbed = 0 if danger.leaks else min(crits, danger.shields)
    needed -= danger.dealt
    start = danger._replace(dealt=0, shields=danger.shields - absorbed)
    ends = _after(start, crits - absorbed)
    if then is Then.NOTHING:
        return chance_of(ends, lambda end: end.dealt >= needed)
    more = _exposed if then is Then.EXPOSES else _rolled
    return mean(ends, lambda end: Fraction(1) if end.dealt >= needed else more(end, needed))


def _rolled(danger: Danger, needed: int) -> Fraction:
    """The chance that what an attack die shows brings so many cards."""
    ends = ((_hit if results.hits else _crit)(danger) for results in DIE)
    return sum(
        (
            chance * chance_of(found, lambda end: end.dealt >= needed)
            for chance, found in zip(DIE.values(), ends, strict=True)
        ),
        Fraction(0),
    )


def _exposed(danger: Danger, needed: int) -> Fraction:
    """The chance that a facedown card that is exposed brings so many cards: only a Direct Hit! does damage."""
    down, cards = danger.down, sum(danger.deck)
    if down is None or not down.total or (down.unseen and not cards):
        return Fraction(0)
    found = Fraction(0)
    if down.directs:
        found += Fraction(down.directs, down.total) * chance_of(_hit(danger), lambda end: end.dealt >= needed)
    if down.unseen and (directs := danger.deck[DIRECT]):
        deck = (*danger.deck[:DIRECT], directs - 1, *danger.deck[DIRECT + 1 :])
        seen = danger._replace(deck=deck).turned_down(unseen=-1, directs=1)
        chance = Fraction(down.unseen, down.total) * Fraction(directs, cards)
        found += chance * chance_of(_hit(seen), lambda end: end.dealt >= needed)
    return found


def danger_of(wounds: Wounds, *, exposes: bool = False) -> Danger:
    """What of these wounds decides how many cards more there will be."""
    directs = wounds.facedown.count(Title.DIRECT_HIT)
    danger = Danger(
        deck=_kinds(wounds.deck, flips=exposes),
        shields=wounds.shields,
        leaks=wounds.faceup.count(Title.FUEL_LEAK),
        breached=Title.HULL_BREACH in wounds.faceup,
        discards=_kinds(wounds.discards, flips=exposes),
        hidden=wounds.buried_discards,
        left=wounds.left,
        down=Facedown(wounds.unseen, directs, len(wounds.facedown) - directs) if exposes else None,
    )
    return danger if danger.has_discards else danger._replace(left=0)


@lru_cache(maxsize=200)
def _after(danger: Danger, crits: int) -> Dangers:
    """Where so many crits lead."""
    if not crits:
        return MappingProxyType({danger: Fraction(1)})
    return MappingProxyType(_then(_after(danger, crits - 1), _crit))


def _hit(danger: Danger) -> Dangers:
    if danger.breached:
        return _crit(danger)
    if danger.shields:
        return {danger._replace(shields=danger.shields - 1): Fraction(1)}
    return {danger.shuffled().with_a_card().turned_down(unseen=1): Fraction(1)}


@lru_cache(maxsize=20_000)
def _crit(danger: Danger) -> Dangers:
    ends = {danger._replace(shields=danger.shields - 1): Fraction(1)} if danger.shields else _faceup(danger.shuffled())
    for _ in range(danger.leaks):
        ends = _then(ends, _leak)
    return ends


def _leak(danger: Danger) -> Dangers:
    if not danger.leaks:
        return {danger: Fraction(1)}
    return _hit(danger._replace(leaks=danger.leaks - 1).turned_down(others=1))


@lru_cache(maxsize=20_000)
def _faceup(danger: Danger) -> Dangers:
    cards = sum(danger.deck)
    if not cards:
        return {danger.with_a_card().turned_down(unseen=1): Fraction(1)}
    found: defaultdict[Danger, Fraction] = defaultdict(Fraction)
    for kind, count in enumerate(danger.deck):
        if not count:
            continue
        deck = (*danger.deck[:kind], count - 1, *danger.deck[kind + 1 :])
        drawn = danger._replace(deck=deck).with_a_card()
        if kind == DIRECT:
            for end, chance in _hit(drawn.turned_down(directs=1)).items():
                found[end] += chance * Fraction(count, cards)
            continue
        flips = danger.down is not None and kind == FLIPS
        turned = drawn._replace(leaks=drawn.leaks + (kind == LEAK), breached=drawn.breached or kind == BREACH)
        turned = turned.turned_down(others=int(flips))
        found[turned] += Fraction(count, cards)
    return found


def _then(dangers: Dangers, suffer: Callable[[Danger], Dangers]) -> Dangers:
    return mixed((chance, suffer(danger)) for danger, chance in dangers.items())


def _kinds(cards: tuple[int, ...], *, flips: bool = False) -> Kinds:
    """Cards counted by title in the order of ``Title``, by kinds; those that only flip apart where that matters."""
    kinds = (*MATTERS, Title.PANICKED_PILOT) if flips else MATTERS
    of = {title: count for title, count in zip(TITLES, cards, strict=True) if title in kinds}
    return (*(of.get(title, 0) for title in kinds), sum(cards) - sum(of.values()))
