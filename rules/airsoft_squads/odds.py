"""Odds of an attack and of several in a row, criticals chosen for the most AP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count
from operator import add, mul
from types import MappingProxyType

from rules.airsoft_squads.criticals import NEVER
from rules.airsoft_squads.declaration import Attack
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.shot import ATTACK_DIE, DEFENCE_DIE, Shot
from rules.asks import Roll
from rules.dice import Pool, Tally
from rules.distributions import Cases, cases_beside, cases_of
from rules.odds import odds
from rules.table import Table, end


@lru_cache(maxsize=4096)
def excesses(shot: Shot) -> Mapping[int, Fraction]:
    """The exact chance of every amount that goes to the hit counter, criticals chosen for the most AP."""
    return MappingProxyType(dict(sorted(odds(excess, shot).items())))


def doubling_pays(shot: Shot) -> bool:
    """Whether there is a roll of which some critical dice are worth more doubled than added."""
    lost = 0
    for doubled, face in enumerate(shot.criticals.lowest_first(shot.attack_dice), 1):
        lost += face
        if face < NEVER and shot.ap(doubled) - shot.ap() > lost:
            return True
    return False


def in_a_row(shots: Sequence[tuple[Shot, int]], start: int) -> tuple[Fraction, ...]:
    """The exact chance that an operator is HIT after each of several attacks, from a hit counter of ``start`` on.

    Each attack comes with the DP that the operator has in it.
    """
    standing: Cases[int] = {start: 1}, 1
    chances = []
    for shot, dp in shots:
        counters, whole = cases_beside(standing, cases_of(excesses(shot)), add)
        left = {counter: cases for counter, cases in counters.items() if counter < dp}
        chances.append(1 - Fraction(sum(left.values()), whole))
        standing = left, whole
    return tuple(chances)


def excess(shot: Shot, table: Table) -> int:
    """What goes to the hit counter; the dice of the attack and of the defence do not touch each other."""

    def over(ap: int, ep: int) -> int:
        return max(0, ap - ep)

    return table.rest_both(best_attack, shot, defence, shot, over)


def best_attack(shot: Shot, table: Table) -> int:
    """The highest AP of every roll: of equally many doublings those of the lowest dice give up least."""
    before = [shot.ap(doubled) for doubled in range(shot.attack_dice + 1)]
    criticals = range(shot.criticals.lowest, NEVER)
    at_most = [(face, shot.criticals.at_most(face, shot.attack_dice)) for face in criticals]

    def best(shown: Tally) -> int:
        added, doubled = _sum(shown), 0
        most = before[0] + added
        for face, can_be in at_most:
            for _ in range(min(shown[face - 1], can_be - doubled)):
                added, doubled = added - face, doubled + 1
                most = max(most, before[doubled] + added)
        return most

    return table.roll_rest(_counted(Pool(ATTACK_DIE, shot.attack_dice)), best, end)


def defence(shot: Shot, table: Table) -> int:
    """The EP with the defence dice."""

    def ep(shown: Tally) -> int:
        return shot.evasion + _sum(shown)

    return table.roll_rest(_counted(Pool(DEFENCE_DIE, shot.defence_dice)), ep, end)


def _counted(pool: Pool) -> Roll[Battle, Attack]:
    """Dice that nobody is asked for."""
    return Roll((pool,))


def _sum(shown: Tally) -> int:
    return sum(map(mul, count(1), shown))
