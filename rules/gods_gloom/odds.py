"""The odds of an Attack Test in closed form, equal to those of the resolver that plays.

Everybody plays as usual: nobody pays for a Pool Reroll, and single dice are rerolled while one of the useful colour has
failed. Red dice only make Hits and blue dice only make Blocks, and the usual rerolls of a player are all of one colour,
so what gets through to the one unit and what gets through to the other are independent: the chance of both together is
the product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from rules.gods_gloom.attack_test import AttackTest, Inflicted
from rules.gods_gloom.dice import CRITICAL, Fallen
from rules.gods_gloom.sheet import Kind

Ways = Mapping[int, int]
"""How many of the equally likely rolls, rerolls and the extra die always rolled too, give each number."""

Faces = Mapping[tuple[int, int, int], int]
"""How many of the equally likely rolls show each number of critical faces, of other misses and of other hits."""

RED, BLUE = (1, 2, 3), (1, 1, 4)
"""How many faces of a die are critical, miss and hit otherwise: a red 6 hits, a blue 1 misses."""


@dataclass(frozen=True, slots=True)
class Lying:
    """The dice of one unit as far as they lie: how they fell, if they are rolled, and how many single ones again.

    ``made`` are its Hits and Blocks once the extra dice of its criticals are rolled.
    """

    fallen: Fallen | None = None
    rerolled: int = 0
    made: tuple[int, int] | None = None


UNROLLED = Lying()


def wounds_odds(
    test: AttackTest, attackers: Lying = UNROLLED, defenders: Lying = UNROLLED
) -> Mapping[Inflicted, Fraction]:
    """The exact chance of the wounds of both units when everybody plays as usual; the chances sum to 1.

    ``attackers`` and ``defenders`` are the dice that lie there already.
    """
    attacker, defender = test.attacker, test.defender
    hits = red_hits(attacker.dice.red, max(0, attacker.singles - attackers.rerolled), attackers)
    blocks = blue_blocks(defender.dice.blue, max(0, defender.singles - defenders.rerolled), defenders)
    there = _through(hits, attacker.hits, blocks, defender.blocks)
    back: Mapping[int, Fraction] = {0: Fraction(1)}
    if test.kind is Kind.MELEE:
        hits_back = red_hits(defender.dice.red, lying=defenders)
        blocks_back = blue_blocks(attacker.dice.blue, lying=attackers)
        back = _through(hits_back, defender.hits, blocks_back, attacker.blocks)
    return {
        Inflicted(wounds + test.direct, wounds_back): chance * chance_back
        for wounds, chance in there.items()
        for wounds_back, chance_back in back.items()
    }


def red_hits(dice: int, rerolls: int = 0, lying: Lying = UNROLLED) -> Ways:
    """The Hits of red dice, of which so many that miss are rerolled."""
    if lying.made is not None:
        return {lying.made[0]: 1}
    fallen = _fallen(dice, RED) if lying.fallen is None else {_reds(lying.fallen): 1}
    for _ in range(rerolls):
        fallen = _rerolled(fallen, RED)
    ways: defaultdict[int, int] = defaultdict(int)
    for (sixes, _, hits), rolls in fallen.items():
        _count(ways, sixes + hits, rolls, extra=sixes >= CRITICAL)
    return ways


def blue_blocks(dice: int, rerolls: int = 0, lying: Lying = UNROLLED) -> Ways:
    """The Blocks of blue dice, of which so many that miss are rerolled: 2s before 1s."""
    if lying.made is not None:
        return {lying.made[1]: 1}
    fallen = _fallen(dice, BLUE) if lying.fallen is None else {_blues(lying.fallen): 1}
    for _ in range(rerolls):
        fallen = _rerolled(fallen, BLUE)
    ways: defaultdict[int, int] = defaultdict(int)
    for (ones, _, blocks), rolls in fallen.items():
        _count(ways, blocks, rolls, extra=ones >= CRITICAL)
    return ways


def _fallen(dice: int, faces: tuple[int, int, int]) -> Faces:
    critical, miss, hit = faces
    return {
        (criticals, dice - criticals - hits, hits): comb(dice, criticals)
        * comb(dice - criticals, hits)
        * critical**criticals
        * miss ** (dice - criticals - hits)
        * hit**hits
        for criticals in range(dice + 1)
        for hits in range(dice - criticals + 1)
    }


def _reds(fallen: Fallen) -> tuple[int, int, int]:
    ones, twos, *hits, sixes = fallen.red
    return sixes, ones + twos, sum(hits)


def _blues(fallen: Fallen) -> tuple[int, int, int]:
    ones, twos, *blocks = fallen.blue
    return ones, twos, sum(blocks)


def _rerolled(fallen: Faces, faces: tuple[int, int, int]) -> Faces:
    """The dice after one that misses is rolled again; where none misses, all six faces count for what lies there."""
    after: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    for (criticals, misses, hits), rolls in fallen.items():
        if misses:
            misses -= 1
        elif faces is BLUE and criticals:
            criticals -= 1
        else:
            after[criticals, misses, hits] += rolls * sum(faces)
            continue
        after[criticals + 1, misses, hits] += rolls * faces[0]
        after[criticals, misses + 1, hits] += rolls * faces[1]
        after[criticals, misses, hits + 1] += rolls * faces[2]
    return after


def _count(ways: defaultdict[int, int], successes: int, rolls: int, *, extra: bool) -> None:
    """Count rolls together with the 6 faces of an extra die, which adds a success only where there is a critical."""
    ways[successes] += rolls * (2 if extra else 6)
    if extra:
        ways[successes + 1] += rolls * 4


def _through(hits: Ways, auto_hits: int, blocks: Ways, auto_blocks: int) -> Mapping[int, Fraction]:
    ways: defaultdict[int, int] = defaultdict(int)
    for hit, rolls in hits.items():
        for block, others in blocks.items():
            ways[max(0, hit + auto_hits - block - auto_blocks)] += rolls * others
    total = sum(hits.values()) * sum(blocks.values())
    return {wounds: Fraction(rolls, total) for wounds, rolls in ways.items()}
