"""The odds of an Attack Test colour by colour, in closed form.

Everybody plays as usual: nobody pays for a Pool Reroll, and single dice are rerolled while one of the useful colour has
failed. Red dice only make Hits and blue dice only make Blocks, and the usual rerolls of a player are all of one colour,
so what gets through to the one unit and what gets through to the other are parts that do not touch each other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

from rules.dice import Tally
from rules.distributions import Cases, cases_beside, together
from rules.gods_gloom.attack_test import AttackTest
from rules.gods_gloom.dice import CRITICAL, SUCCESS, Fallen
from rules.gods_gloom.force import Force
from rules.gods_gloom.sheet import Kind

RED_DICE, BLUE_DICE = "red", "blue"

FACES, SUCCEED, FAIL = 6, 4, 2
"""The faces of a die, and how many of them succeed and fail."""

OTHERS = SUCCEED - 1
"""The faces of a red die that are a Hit and no 6; of the two faces of a blue one that fail, one is a 1."""


@dataclass(frozen=True, slots=True)
class Lying:
    """The dice of one unit as far as they lie: how they fell, if they are rolled, and how many single ones again.

    ``made`` are its Hits and Blocks once the extra dice of its criticals are rolled.
    """

    fallen: Fallen | None = None
    rerolled: int = 0
    made: tuple[int, int] | None = None


UNROLLED = Lying()


class Begun(NamedTuple):
    """An Attack Test, and the dice of both units that lie there already."""

    test: AttackTest
    attackers: Lying = UNROLLED
    defenders: Lying = UNROLLED


class Lot(NamedTuple):
    """The dice of one colour of a unit: how many are to be rolled and rolled again, and what lies there.

    ``made`` have succeeded, ``failed`` have failed and count for nothing, and ``criticals`` count for the critical: of
    red dice they are among those that are made, and of blue ones they have failed, too.
    """

    colour: str
    dice: int = 0
    rerolls: int = 0
    criticals: int = 0
    failed: int = 0
    made: int = 0

    @property
    def rolled(self) -> int:
        """The dice that fall when every reroll is made, each counted as often as it falls."""
        return self.dice + self.rerolls

    @property
    def open(self) -> int:
        """The dice that can still succeed."""
        return self.dice + self.failed + (self.criticals if self.colour == BLUE_DICE else 0)

    @property
    def missing(self) -> int:
        """How many dice more have to show the critical face."""
        return max(0, CRITICAL - self.criticals)


class Meeting(NamedTuple):
    """The red dice of one unit, the blue dice of the other, and how many more Auto-Hits than Auto-Blocks there are."""

    hits: Lot
    blocks: Lot
    auto: int


class Most(NamedTuple):
    """The wounds of the defender and of the attacker beyond which more make no difference."""

    on_defender: int
    on_attacker: int


def wounds(begun: Begun, most: Most) -> Cases[tuple[int, int]]:
    """The wounds of the defender and of the attacker, each no more than the most that make a difference."""
    test, attackers, defenders = begun
    attacker, defender = test.attacker, test.defender
    there = _up_to(most.on_defender, through(_meeting(attacker, attackers, defender, defenders)), test.direct)
    back: Cases[int] = ({0: 1}, 1)
    if test.kind is Kind.MELEE:
        back = _up_to(most.on_attacker, through(_meeting(defender, defenders, attacker, attackers)))
    return cases_beside(there, back, lambda there, back: (there, back))


@lru_cache(maxsize=1024)
def through(meeting: Meeting) -> Cases[int]:
    """The Hits that no Block cancels."""
    hits, blocks, auto = meeting
    return cases_beside(successes(hits), successes(blocks), lambda hits, blocks: max(0, hits + auto - blocks))


@lru_cache(maxsize=1024)
def successes(lot: Lot) -> Cases[int]:
    """The dice that succeed, with the extra one of a critical.

    Every reroll is counted as if it were made: those that nothing was left for make no difference. So as many dice
    succeed as of all that fall, but no more than can.
    """
    criticals = _blue_criticals if lot.colour == BLUE_DICE else _red_criticals
    found: defaultdict[int, int] = defaultdict(int)
    for fine in range(lot.rolled + 1):
        cases = comb(lot.rolled, fine) * SUCCEED**fine * FAIL ** (lot.rolled - fine)
        critical = criticals(lot, fine)
        made = lot.made + min(fine, lot.open)
        found[made] += FACES * (cases - critical) + FAIL * critical
        found[made + 1] += SUCCEED * critical
    return {made: cases for made, cases in found.items() if cases}, FACES ** (lot.rolled + 1)


def _red_criticals(lot: Lot, fine: int) -> int:
    """The cases with an extra die, when so many of those that fall succeed: one of four of those that count is a 6."""
    counted = min(fine, lot.open)
    too_few = sum(comb(counted, sixes) * OTHERS ** (counted - sixes) for sixes in range(min(lot.missing, counted + 1)))
    of_faces: int = FAIL ** (lot.rolled - fine) * SUCCEED ** (fine - counted) * (SUCCEED**counted - too_few)
    return comb(lot.rolled, fine) * of_faces


def _blue_criticals(lot: Lot, fine: int) -> int:
    """The cases with an extra die, when so many of those that fall succeed: one of two of those that fail is a 1.

    A 2 is rerolled before a 1, and a 1 only where no 2 is left. So what is left in the end are 1s, but for the 2s that
    the rerolls did not reach, or else for the last die that is rerolled. With two 1s among all that fell, two are left
    unless fewer dice are, or these are two and the last of them is a 2.
    """
    left, rolled = lot.open - fine, lot.rolled
    if left < CRITICAL:
        return 0
    critical = comb(rolled, fine) * _coins(rolled - fine, lot.missing)
    if lot.rerolls and fine < rolled and left == CRITICAL:
        critical -= comb(rolled - 1, fine) * _coins(rolled - fine - 1, lot.missing)
    cases: int = SUCCEED**fine * critical
    return cases


def _coins(coins: int, heads: int) -> int:
    """The ways in which coins show so many heads or more."""
    return (1 << coins) - sum(comb(coins, fewer) for fewer in range(heads))


def _up_to(most: int, cases: Cases[int], more: int = 0) -> Cases[int]:
    wounds, whole = cases
    return together((min(most, number + more), ways) for number, ways in wounds.items()), whole


def _meeting(by: Force, bys: Lying, on: Force, ons: Lying) -> Meeting:
    return Meeting(_lot(RED_DICE, by, bys), _lot(BLUE_DICE, on, ons), by.hits - on.blocks)


def _lot(colour: str, force: Force, lying: Lying) -> Lot:
    if lying.made is not None:
        return Lot(colour, made=lying.made[colour == BLUE_DICE])
    rerolls = max(0, force.singles - lying.rerolled) if colour == force.useful else 0
    if lying.fallen is None:
        return Lot(colour, getattr(force.dice, colour), rerolls)
    return _read(colour, getattr(lying.fallen, colour), rerolls)


def _read(colour: str, shown: Tally, rerolls: int) -> Lot:
    """The dice of a colour that lie there."""
    ones, twos, sixes, made = shown[0], shown[1], shown[-1], sum(shown[SUCCESS - 1 :])
    if colour == BLUE_DICE:
        return Lot(colour, 0, rerolls, ones, twos, made)
    return Lot(colour, 0, rerolls, sixes, ones + twos, made)
