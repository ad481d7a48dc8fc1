"""Odds of an attack and of several in a row in closed form: the same fractions as the resolver's, only sooner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from rules.airsoft_squads.criticals import NEVER
from rules.airsoft_squads.shot import ATTACK_DIE, DEFENCE_DIE, CriticalFrom, Shot
from rules.dice import Pool, Tally, ways_of

Ways: TypeAlias = Mapping[int, int]
"""In how many ways the dice can show each number."""


def excesses(shot: Shot) -> Mapping[int, Fraction]:
    """The exact chance of every amount that goes to the hit counter, criticals chosen for the most AP."""
    ways, rolls = _ways(shot)
    return MappingProxyType({excess: Fraction(count, rolls) for excess, count in sorted(ways.items())})


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
    states: Ways = {start: 1}
    fallen, rolls = 0, 1
    chances = []
    for shot, dp in shots:
        ways, of_shot = _ways(shot)
        after: defaultdict[int, int] = defaultdict(int)
        fallen, rolls = fallen * of_shot, rolls * of_shot
        for counter, weight in states.items():
            for excess, count in ways.items():
                if counter + excess >= dp:
                    fallen += weight * count
                else:
                    after[counter + excess] += weight * count
        states = after
        chances.append(Fraction(fallen, rolls))
    return tuple(chances)


@lru_cache(maxsize=4096)
def _ways(shot: Shot) -> tuple[Ways, int]:
    attack, (defence, _) = _best_attack(shot), ways_of((Pool(DEFENCE_DIE, shot.defence_dice),), _sum)
    ways: defaultdict[int, int] = defaultdict(int)
    for ap, count in attack.items():
        for sum_of_dice, times in defence:
            ways[max(0, ap - shot.evasion - sum_of_dice)] += count * times
    return ways, 6 ** (shot.attack_dice + shot.defence_dice)


def _best_attack(shot: Shot) -> Ways:
    """The highest AP of every roll: of equally many doublings those of the lowest dice give up least."""
    before = [shot.ap(doubled) for doubled in range(shot.attack_dice + 1)]
    ways: defaultdict[int, int] = defaultdict(int)
    pools = Pool(ATTACK_DIE, shot.attack_dice), Pool(DEFENCE_DIE, 0)
    for rolled, count in ways_of(pools, CriticalFrom(shot.criticals.lowest))[0]:
        added, doubled = rolled.plain + sum(rolled.criticals), tuple[int, ...]()
        best = before[0] + added
        for face in rolled.criticals:
            if shot.criticals.can_double((*doubled, face)):
                added, doubled = added - face, (*doubled, face)
                best = max(best, before[len(doubled)] + added)
        ways[best] += count
    return ways


def _sum(shown: Tally) -> int:
    return sum(face * count for face, count in enumerate(shown, 1))
