"""The same odds by the rules here and by icepool, a library for dice: for the bench, and for a test that they agree."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import icepool
from icepool.evaluator import size_evaluator

from rules.airsoft_squads.bench import EIGHT
from rules.airsoft_squads.odds import in_a_row
from rules.airsoft_squads.shot import Shot
from rules.asks import Roll
from rules.dice import Bands, Pool, Tally, d, distribution
from rules.distributions import mapped
from rules.gods_gloom.dice import CRITICAL, SUCCESS
from rules.gods_gloom.rerolls import DICE
from rules.mobile_frame_zero.charts import Chart
from rules.mobile_frame_zero.strike import Strike, strike
from rules.odds import odds
from rules.table import Table, end
from rules.troops_and_supplies.matching import LOSSES
from rules.x_wing.dice import ATTACK, DEFENCE, Results
from rules.x_wing.hands import Hand, Hands
from rules.x_wing.means import Means
from rules.x_wing.steps_2_to_4 import uncancelled

Odds: TypeAlias = Mapping[Hashable, Fraction]


@dataclass(frozen=True)
class Beside:
    """One thing whose odds are counted here and by icepool."""

    name: str
    ours: Callable[[], Odds]
    theirs: Callable[[], Odds]


def chances(die: Any) -> Odds:
    """The chance of every outcome of one of icepool's dice."""
    whole = die.denominator()
    return {_plain(outcome): Fraction(die.quantity(outcome), whole) for outcome in die.outcomes()}


def counts_of(sides: Mapping[tuple[int, ...], int]) -> Any:
    """A die that counts several things at once, by how many of its sides show what."""
    return icepool.Die({icepool.Vector(counts): number for counts, number in sides.items()})


def _plain(outcome: Any) -> Hashable:
    return tuple(outcome) if isinstance(outcome, tuple) else outcome


# 14 damage dice behind terrain

STOPPED = 3
MISSED, FOUR, FIVE, SIX = 0, 4, 5, 6
DAMAGE: Any = icepool.Die({MISSED: 3, FOUR: 1, FIVE: 1, SIX: 1})


class BehindTerrain(icepool.MultisetEvaluator[Any, Any]):
    """Hits of the target and of the terrain, read face by face as icepool does it best, with nothing of the rules."""

    def initial_state(self, *given: Any, **more: Any) -> tuple[int, int]:
        """Nothing is hit."""
        return 0, 0

    def next_state(self, state: Any, order: Any, face: Any, /, *counts: Any) -> tuple[int, int]:
        """4s and 5s hit the terrain while it stands; 5s beyond that and 6s hit the target."""
        (target, terrain), (count,) = state, counts
        if face in (MISSED, SIX):
            return target + count * (face == SIX), terrain
        stopped = min(count, STOPPED - terrain)
        return target + (count - stopped) * (face == FIVE), terrain + stopped


def _behind_terrain() -> Odds:
    # A new one each time: it keeps what it has counted once.
    return chances(BehindTerrain().evaluate(DAMAGE.pool(14)))


# Red and green dice with a lock, focus and evade

RED = counts_of({(1, 0): 5, (0, 1): 1, (0, 0): 2})
"""Hits and crits of an attack die, when focus results are hits."""
RED_WITH_LOCK = RED.map(lambda shown: shown if any(shown) else RED)
GREEN = icepool.Die({1: 5, 0: 3})


def hands(dice: int) -> Hands:
    """So many red dice with a lock and focus against as many green ones with focus and an evade."""
    attack = Hand(ATTACK, dice, "attacker", Means(lock=True, focus=1), "defender")
    return Hands(attack, Hand(DEFENCE, dice, "defender", Means(focus=1, evade=1), "attacker"))


def _left(dice: int) -> Odds:
    evades = (dice @ GREEN).map(lambda count: min(dice, count + 1))
    both = icepool.map(_uncancelled, dice @ RED_WITH_LOCK, evades)
    return mapped(chances(both), lambda left: Results(*left))


def _uncancelled(results: Any, evades: int) -> tuple[int, int]:
    hits, crits = results
    return max(0, hits - evades), max(0, crits - max(0, evades - hits))


# 10d12 against 10d12

TEN = (Pool(d(12), 10), Pool(d(12), 10))


def _through() -> Odds:
    left = icepool.d(12).pool(10).max_pair_drop("<=", icepool.d(12).pool(10))
    # Its own evaluator keeps what it has counted once.
    return chances(type(size_evaluator)()(left))


# Eight shots on one hit counter


def _shots() -> Odds:
    counter: Any = icepool.Die([0])
    found: dict[Hashable, Fraction] = {}
    for number, (shot, dp) in enumerate(EIGHT):
        power = icepool.map(lambda *faces, shot=shot: _best(shot, faces), *[icepool.d6] * shot.attack_dice)
        excess = icepool.map(lambda ap, face, shot=shot: max(0, ap - shot.evasion - face), power, icepool.d6)
        counter = icepool.map(lambda now, more, dp=dp: min(dp, now + more), counter, excess)
        found[number] = Fraction(counter.quantity(dp), counter.denominator())
    return found


def _best(shot: Shot, faces: tuple[int, ...]) -> int:
    """The most AP of a roll, each 6 added or doubled."""
    sixes, others = faces.count(6), sum(face for face in faces if face < 6)
    return max(shot.ap(doubled) + others + 6 * (sixes - doubled) for doubled in range(sixes + 1))


# Five red and five blue dice on both sides

RED_DIE = counts_of({(0, 1): 3, (1, 1): 1, (0, 0): 2})
"""Sixes and Hits of a red die."""
BLUE_DIE = counts_of({(0, 1): 4, (1, 0): 1, (0, 0): 1})
"""Ones and Blocks of a blue die."""
EXTRA = icepool.Die({1: 4, 0: 2})


OF_COLOUR = {"red": ((6,), (1, 2), (3, 4, 5)), "blue": ((1,), (2,), (3, 4, 5, 6))}
"""The faces that count for the critical, that fail and that succeed otherwise."""


def both_wounded(dice: int, table: Table) -> tuple[int, int]:
    """The wounds of both units, so many red and blue dice on each side, colour by colour."""
    return table.rest_both(through, dice, through, dice, lambda there, back: (there, back))


def through(dice: int, table: Table) -> int:
    """The Hits that no Block cancels."""
    return table.rest_both(
        of_colour, ("red", dice), of_colour, ("blue", dice), lambda hits, blocks: max(0, hits - blocks)
    )


def of_colour(lot: tuple[str, int], table: Table) -> int:
    """The successes of so many dice of a colour."""
    colour, dice = lot

    def read(shown: Tally) -> tuple[str, bool, int]:
        return colour, shown[0] >= CRITICAL, shown[2] + (shown[0] if colour == "red" else 0)

    return table.roll_rest(Roll((Pool(DICE[colour], dice),)), Bands(OF_COLOUR[colour], read), with_extra)


def with_extra(fell: tuple[str, bool, int], table: Table) -> int:
    """The successes with the extra die of a critical."""
    colour, is_critical, made = fell
    if not is_critical:
        return made
    return table.roll_rest(Roll((Pool(DICE[colour], 1),)), lambda shown: made + sum(shown[SUCCESS - 1 :]), end)


def _wounds() -> Odds:
    hits, blocks = (
        (5 @ die).map(lambda critical, count: count + EXTRA if critical >= 2 else count, star=True)
        for die in (RED_DIE, BLUE_DIE)
    )
    through = icepool.map(lambda hit, block: max(0, hit - block), hits, blocks)
    return chances(icepool.tupleize(through, through))


BESIDE = (
    Beside(
        "14 damage dice behind terrain",
        lambda: mapped(odds(strike, Strike(14, Chart.TERRAIN, STOPPED)), lambda hits: hits[:2]),
        _behind_terrain,
    ),
    *(
        Beside(
            f"{dice} red v {dice} green, lock, focus and evade",
            lambda dice=dice: odds(uncancelled, hands(dice)),
            lambda dice=dice: _left(dice),
        )
        for dice in (3, 6)
    ),
    Beside("10d12 v 10d12", lambda: distribution(TEN, LOSSES), _through),
    Beside("eight shots on one counter", lambda: dict(enumerate(in_a_row(EIGHT, 0))), _shots),
    Beside("5+5 v 5+5", lambda: odds(both_wounded, 5), _wounds),
)
