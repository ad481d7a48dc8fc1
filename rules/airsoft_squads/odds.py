"""Odds of an attack and of several in a row in closed form: the same fractions as the resolver's, only sooner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from rules.airsoft_squads.shot import Shot

Ways: TypeAlias = Mapping[int, int]
"""In how many ways the dice can show each number."""


def excesses(shot: Shot) -> Mapping[int, Fraction]:
    """The exact chance of every amount that goes to the hit counter, criticals chosen for the most AP."""
    ways, rolls = _ways(shot)
    return MappingProxyType({excess: Fraction(count, rolls) for excess, count in sorted(ways.items())})


def doubling_pays(shot: Shot) -> bool:
    """Whether there is a roll of which some critical dice are worth more doubled than added."""
    if shot.critical_from > 6:
        return False
    gains = (shot.ap(doubled) - shot.ap() - doubled * shot.critical_from for doubled in range(shot.attack_dice + 1))
    return any(gain > 0 for gain in gains)


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
    attack, defence = _best_attack(shot), _sums(shot.defence_dice)
    ways: defaultdict[int, int] = defaultdict(int)
    for ap, count in attack.items():
        for sum_of_dice, times in defence.items():
            ways[max(0, ap - shot.evasion - sum_of_dice)] += count * times
    return ways, 6 ** (shot.attack_dice + shot.defence_dice)


def _best_attack(shot: Shot) -> Ways:
    """The highest AP of every roll: of equally many doublings those of the lowest dice give up least."""
    before = [shot.ap(doubled) for doubled in range(shot.attack_dice + 1)]
    ways: defaultdict[int, int] = defaultdict(int)
    for (plain, criticals), count in _rolls(shot.attack_dice, shot.critical_from).items():
        added = plain + sum(criticals)
        best = before[0] + added
        for doubled, face in enumerate(criticals, 1):
            added -= face
            best = max(best, before[doubled] + added)
        ways[best] += count
    return ways


@lru_cache(maxsize=256)
def _rolls(dice: int, critical_from: int) -> Mapping[tuple[int, tuple[int, ...]], int]:
    """In how many ways so many dice show each sum of plain ones and each set of critical ones, lowest first."""
    found: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 1}
    for _ in range(dice):
        after: defaultdict[tuple[int, tuple[int, ...]], int] = defaultdict(int)
        for (plain, criticals), count in found.items():
            for face in range(1, 7):
                if face < critical_from:
                    after[plain + face, criticals] += count
                else:
                    after[plain, tuple(sorted((*criticals, face)))] += count
        found = after
    return found


@lru_cache(maxsize=64)
def _sums(dice: int) -> Ways:
    """In how many ways so many dice show each sum."""
    found: dict[int, int] = {0: 1}
    for _ in range(dice):
        after: defaultdict[int, int] = defaultdict(int)
        for total, count in found.items():
            for face in range(1, 7):
                after[total + face] += count
        found = after
    return found
