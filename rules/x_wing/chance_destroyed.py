"""The chance that an attack destroys a ship, with every damage card that changes the damage.

The tests hold it against ``suffer``, which plays the damage.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import factorial

from rules.distributions import mapped, mean
from rules.odds import odds
from rules.x_wing.danger import DIRECT, Danger, Then, danger_of
from rules.x_wing.dice import ATTACK, CRIT, HIT, SIDES, Results, sides_with
from rules.x_wing.exposing import expose, roll_harm
from rules.x_wing.wounds import Wounds

SIDES_WITH_HIT, SIDES_WITH_CRIT = sides_with(ATTACK, HIT), sides_with(ATTACK, CRIT)


def destroyed(
    wounds: Wounds, chances: Mapping[Results, Fraction], then: Then = Then.NOTHING, *, early: bool = False
) -> Fraction:
    """The chance that an attack with these results destroys a ship with these wounds, with what comes after a hit.

    ``early`` tells that it comes before the damage.
    """
    harmed = danger_of(wounds)
    if early and then is not Then.NOTHING:
        # Most titles of the card that is exposed leave the same danger, which is counted once.
        starts = mapped(odds(expose if then is Then.EXPOSES else roll_harm, wounds), danger_of)
        missed = mean(chances, lambda left: 0 if left.total else _chance(harmed, left))
        hit = {left: chance for left, chance in chances.items() if left.total}
        return missed + mean(starts, lambda start: mean(hit, lambda left: _chance(start, left)))
    hurt = danger_of(wounds, then)
    return mean(chances, lambda left: _chance(hurt if left.total else harmed, left))


@lru_cache(maxsize=1000)
def _chance(start: Danger, left: Results) -> Fraction:
    danger, hits, crits = start, left.hits, left.crits
    if left.total >= danger.needed + danger.shields:
        return Fraction(1)
    if danger.breached:
        hits, crits = 0, hits + crits
    for _ in range(hits):
        danger = _facedown(danger)
    absorbed = 0 if danger.leaks else min(crits, danger.shields)
    # A shield keeps nothing from the ship any more when nothing comes after the first crit that it does not take.
    shields = danger.shields - absorbed if danger.leaks or danger.then is not Then.NOTHING else 0
    draws = _draws(start)
    return Fraction(draws.destroying(danger._replace(shields=shields, crits=crits - absorbed)), draws.all)


class Draws:
    """Every order in which a deck, and later its discarded cards, can be drawn: ``all`` of them, a whole number.

    So no fraction is reduced on the way, which takes most of the time.
    """

    def __init__(self, danger: Danger) -> None:
        deck, discards = sum(danger.deck), sum(danger.discards)
        more = {Then.NOTHING: 1, Then.ROLLS: SIDES, Then.EXPOSES: factorial(max(0, danger.needed) + _down(danger))}
        self.all = factorial(deck) * factorial(deck + discards) * more[danger.then]
        self.known: dict[Danger, int] = {}
        self.after_crits: dict[Danger, int] = {}

    def destroying(self, danger: Danger) -> int:
        """In how many of them what is still to be suffered destroys the ship."""
        if danger.needed <= danger.least:
            return self.all
        if danger.needed > danger.most:
            return 0
        if (found := self.known.get(danger)) is None:
            found = self.known[danger] = self._suffered(danger)
        return found

    def _suffered(self, danger: Danger) -> int:
        if danger.has_suffered:
            last = danger._replace(leaking=0, then=Then.NOTHING)
            return self._rolled(last) if danger.then is Then.ROLLS else self._exposed(last)
        if danger.leaking and danger.leaks:
            leaked = danger._replace(leaks=danger.leaks - 1, leaking=danger.leaking - 1)
            return self._hit(leaked.turned_down(others=1))
        return self._crit(danger.suffering(danger.crits - 1, 0))

    def _hit(self, danger: Danger) -> int:
        return self._crit(danger) if danger.breached else self.destroying(_facedown(danger))

    def _crit(self, danger: Danger) -> int:
        if (found := self.after_crits.get(danger)) is None:
            found = self.after_crits[danger] = self._after_crit(danger)
        return found

    def _after_crit(self, danger: Danger) -> int:
        """The draws after one crit, upon which every Fuel Leak that lay there acts."""
        if danger.leaks:
            danger = danger.suffering(danger.crits, danger.leaking + danger.leaks)
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

    def _rolled(self, danger: Danger) -> int:
        """The draws after what an attack die shows."""
        return (SIDES_WITH_HIT * self._hit(danger) + SIDES_WITH_CRIT * self._crit(danger)) // SIDES

    def _exposed(self, danger: Danger) -> int:
        """The draws after a facedown card is exposed: only a Direct Hit! does damage."""
        down, cards = danger.down, sum(danger.deck)
        if down is None or not down.total or (down.unseen and not cards):
            return 0
        found = down.directs * self._hit(danger)
        if down.unseen and (directs := danger.deck[DIRECT]):
            deck = (*danger.deck[:DIRECT], directs - 1, *danger.deck[DIRECT + 1 :])
            seen = danger._replace(deck=deck).turned_down(unseen=-1, directs=1)
            found += down.unseen * directs * self._hit(seen) // cards
        return found // down.total


@lru_cache(maxsize=200)
def _draws(start: Danger) -> Draws:
    return Draws(start)


def _down(danger: Danger) -> int:
    return danger.down.total if danger.down else 0


def _facedown(danger: Danger) -> Danger:
    if danger.shields:
        return danger._replace(shields=danger.shields - 1)
    return danger.shuffled().dealt()
