"""Odds of an attack and of several in a row, criticals chosen for the most AP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from operator import add
from types import MappingProxyType
from typing import Any

from rules.airsoft_squads.criticals import NEVER
from rules.airsoft_squads.declaration import Attack
from rules.airsoft_squads.pieces import MOST_COUNTED
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.shot import ATTACK_DIE, DEFENCE_DIE, Shot
from rules.asks import Roll
from rules.dice import Fold, Pool, Reading, Tally
from rules.distributions import Cases, cases_beside, cases_of
from rules.odds import odds
from rules.table import Table, end

FEW = 3
"""How many dice are read sooner by the rolls that they show than face by face."""


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


def on_counter(counter: int, more: int) -> int:
    """What a hit counter comes to."""
    return min(MOST_COUNTED, counter + more)


def in_a_row(shots: Sequence[tuple[Shot, int]], start: int) -> tuple[Fraction, ...]:
    """The exact chance that an operator is HIT after each of several attacks, from a hit counter of ``start`` on.

    Each attack comes with the DP that the operator has in it.
    """
    standing: Cases[int] = {start: 1}, 1
    chances = []
    for shot, dp in shots:
        counters, whole = cases_beside(standing, cases_of(excesses(shot)), add)
        left = {counter: cases for counter, cases in counters.items() if counter < dp or dp > MOST_COUNTED}
        chances.append(1 - Fraction(sum(left.values()), whole))
        standing = left, whole
    return tuple(chances)


def excess(shot: Shot, table: Table) -> int:
    """What goes to the hit counter; the dice of the attack and of the defence do not touch each other.

    Nothing is told apart that is more than can be counted: a value that ten dice double goes into the thousands.
    """

    def over(ap: int, ep: int) -> int:
        return min(MOST_COUNTED, max(0, ap - ep))

    return table.rest_both(best_attack, shot, defence, shot, over)


def best_attack(shot: Shot, table: Table) -> int:
    """The highest AP of every roll: of equally many doublings those of the lowest dice give up least."""
    dice, criticals = shot.attack_dice, shot.criticals
    before = [shot.ap(doubled) for doubled in range(dice + 1)]
    at_most = [criticals.at_most(face, dice) if face >= criticals.lowest else 0 for face in range(NEVER)]

    def best(so_far: tuple[int, int, int], face: int, _: int, shown: int) -> tuple[int, int, int]:
        """The dice that double, what is added beside them, and the most AP of all ways to double no more of them."""
        doubled, added, most = so_far
        doubling = max(0, min(shown, at_most[face] - doubled))
        for more in range(doubled + 1, doubled + doubling + 1):
            most = max(most + face, before[more] + added)
        adding = (shown - doubling) * face
        return doubled + doubling, added + adding, most + adding

    read = Fold((0, 0, before[0]), best, lambda so_far: so_far[2], upwards=True)
    return table.roll_rest(_counted(Pool(ATTACK_DIE, dice)), _reading(read, dice), end)


def defence(shot: Shot, table: Table) -> int:
    """The EP with the defence dice."""

    def ep(so_far: int, face: int, _: int, shown: int) -> int:
        return so_far + face * shown

    read = Fold(shot.evasion, ep, int, upwards=True)
    return table.roll_rest(_counted(Pool(DEFENCE_DIE, shot.defence_dice)), _reading(read, shot.defence_dice), end)


def _reading(fold: Fold[Any, int], dice: int) -> Reading[int]:
    """Faces that no die shows change nothing: few dice are read in less time by those that they show."""
    if dice > FEW:
        return fold

    def read(shown: Tally) -> int:
        so_far = fold.start
        for face, dice in enumerate(shown, 1):
            if dice:
                so_far = fold.step(so_far, face, 0, dice)
        return fold.finish(so_far)

    return read


def _counted(pool: Pool) -> Roll[Battle, Attack]:
    """Dice that nobody is asked for."""
    return Roll((pool,))
