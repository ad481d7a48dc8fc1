"""The odds of an exchange in closed form: the same fractions as the resolver's, in a thirtieth of the time.

The dice that can stop an attack die of face v are the defence dice of v and above, which are nested sets; so by Hall's
theorem the losses are the most by which the attack dice of v and above outnumber the defence dice of v and above, over
all v. With the faces going down, defence dice of a face first, that is the highest point of a walk. The walks that
never rise above k are counted for all strengths at once, and for every k in one large integer of ``slot`` bits a k.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from operator import mul
from types import MappingProxyType

from rules.distributions import mapped, summed
from rules.troops_and_supplies.exchange import Exchange, Left
from rules.troops_and_supplies.sheet import MOST_STRENGTH, Answering

BINOMIALS = tuple(tuple(comb(n, r) for r in range(n + 1)) for n in range(MOST_STRENGTH + 1))
DOWN = range(MOST_STRENGTH, 0, -1)


@dataclass(frozen=True, slots=True)
class _Walks:
    """For each number of attack and defence dice the rolls with at most k losses, packed by k."""

    slot: int
    packed: tuple[tuple[int, ...], ...]

    def losses(self, attack: int, defence: int) -> list[int]:
        """The number of rolls with exactly 0, 1, 2 … losses."""
        mask = (1 << self.slot) - 1
        at_most = [self.packed[attack][defence] >> self.slot * k & mask for k in range(attack + 1)]
        return [ways - fewer for ways, fewer in zip(at_most, (0, *at_most), strict=False)]


@lru_cache(maxsize=64)
def _walks(attack_die: int, defence_die: int) -> _Walks:
    slot = (max(attack_die, defence_die) ** (2 * MOST_STRENGTH)).bit_length() + 1
    common = min(attack_die, defence_die)
    rows = _above_both(attack_die - common, defence_die - common, slot)
    for _ in range(common):
        for row in rows:
            for j in DOWN:
                row[j] = sum(map(mul, BINOMIALS[j], row))
        columns = [list(column) for column in zip(*rows, strict=True)]
        for j, column in enumerate(columns):
            for i in DOWN:
                column[i] = _allowed(sum(map(mul, BINOMIALS[i], column)), i - j, slot)
        rows = [list(row) for row in zip(*columns, strict=True)]
    return _Walks(slot, tuple(map(tuple, rows)))


def _above_both(attack_faces: int, defence_faces: int, slot: int) -> list[list[int]]:
    """The ways to roll i attack and j defence dice above the faces that both dice have; only one side can."""
    each = sum(1 << slot * k for k in range(MOST_STRENGTH + 1))
    dice = range(MOST_STRENGTH + 1)
    return [[_allowed(each * attack_faces**i * defence_faces**j, i - j, slot) for j in dice] for i in dice]


def _allowed(packed: int, losses: int, slot: int) -> int:
    """Only the walks that have not risen above k: those of every k from ``losses`` on."""
    return packed >> slot * losses << slot * losses if losses > 0 else packed


def loss_odds(attack: int, attack_die: int, defence: int, defence_die: int) -> Mapping[int, Fraction]:
    """The exact chance of each number of losses of ``attack`` dice against ``defence`` dice; the chances sum to 1."""
    rolls = attack_die**attack * defence_die**defence
    ways = _walks(attack_die, defence_die).losses(attack, defence)
    return {losses: Fraction(count, rolls) for losses, count in enumerate(ways) if count}


@lru_cache(maxsize=1024)
def exchange_odds(exchange: Exchange) -> Mapping[Left, Fraction]:
    """The exact chance of the strengths that an exchange leaves, with the counterattack wherever it can be made."""
    return MappingProxyType(summed(_ends(exchange)))


def _ends(exchange: Exchange) -> Iterator[tuple[Left, Fraction]]:
    attacker, target = exchange.attacker, exchange.target
    for lost, chance in loss_odds(attacker.strength, attacker.die, target.strength, target.die).items():
        left = max(0, target.strength - lost)
        if not left or exchange.answers is None:
            yield Left(attacker.strength, left), chance
            continue
        answer = left if exchange.answering is Answering.LEFT else target.strength
        for end, part in answer_odds(exchange, left, answer).items():
            yield end, chance * part


def answer_odds(exchange: Exchange, left: int, dice: int) -> Mapping[Left, Fraction]:
    """The exact chance of the strengths that are left when a target of strength ``left`` answers with so many dice.

    With none it does not counterattack.
    """
    attacker, target = exchange.attacker, exchange.target
    if not dice:
        return {Left(attacker.strength, left): Fraction(1)}
    lost = loss_odds(dice, target.die, attacker.strength, attacker.die)
    return mapped(lost, lambda number: Left(max(0, attacker.strength - number), left, countered=True))
