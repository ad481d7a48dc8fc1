"""The odds of an Attack Test without rerolls in closed form, equal to those of the resolver that plays.

Red dice only make Hits and blue dice only make Blocks, so what gets through to the one unit and what gets through to
the other are independent: the chance of both together is the product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from math import comb

from rules.gods_gloom.attack_test import AttackTest, Inflicted
from rules.gods_gloom.dice import CRITICAL
from rules.gods_gloom.sheet import Kind

Ways = Mapping[int, int]
"""How many of the equally likely rolls, the extra die always rolled with the others, give each number."""


def wounds_odds(test: AttackTest) -> Mapping[Inflicted, Fraction]:
    """The exact chance of the wounds of both units when nobody rerolls; the chances sum to 1."""
    attacker, defender = test.attacker, test.defender
    there = _through(red_hits(attacker.dice.red), attacker.hits, blue_blocks(defender.dice.blue), defender.blocks)
    back: Mapping[int, Fraction] = {0: Fraction(1)}
    if test.kind is Kind.MELEE:
        back = _through(red_hits(defender.dice.red), defender.hits, blue_blocks(attacker.dice.blue), attacker.blocks)
    return {
        Inflicted(wounds + test.direct, wounds_back): chance * chance_back
        for wounds, chance in there.items()
        for wounds_back, chance_back in back.items()
    }


def red_hits(dice: int) -> Ways:
    """The Hits of red dice: 2 faces miss, 3 hit, and the 6 hits and is counted for the critical."""
    ways: defaultdict[int, int] = defaultdict(int)
    for sixes in range(dice + 1):
        for others in range(dice - sixes + 1):
            rest = dice - sixes - others
            here = comb(dice, sixes) * comb(dice - sixes, others) * 3**others * 2**rest
            _count(ways, sixes + others, here, extra=sixes >= CRITICAL)
    return ways


def blue_blocks(dice: int) -> Ways:
    """The Blocks of blue dice: 4 faces block, the 2 misses, and the 1 misses and is counted for the critical."""
    ways: defaultdict[int, int] = defaultdict(int)
    for ones in range(dice + 1):
        for blocks in range(dice - ones + 1):
            here = comb(dice, ones) * comb(dice - ones, blocks) * 4**blocks
            _count(ways, blocks, here, extra=ones >= CRITICAL)
    return ways


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
