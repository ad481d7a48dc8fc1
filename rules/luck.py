"""How lucky a roll was: the exact chance of doing at least as well, and what many of them together tell.

What "well" means each game says for its own dice: a number for every face, of which more is better for the side that
rolls. The numbers of all dice that a side rolls together are added up. A roll is rated by the chance of a better one
and the chance of one as good; those of many rolls are spread evenly between 0 and 1 if the dice are fair, once each is
spread over all that lies between its two chances.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import log, sqrt
from typing import TypeAlias

from rules.asks import B, D, Declared, Roll
from rules.play import Recorded, played
from rules.replay import Record
from rules.table import Dice, Source

FEW = 30
"""With fewer rolls nobody can tell luck from chance."""

ONE_IN = 20
"""Fair dice leave the band once in so many times."""

RARE = Fraction(1, 20)
"""What falls so seldom went against the odds."""

Chances: TypeAlias = tuple[Fraction, Fraction]
"""The chance of a better roll, and that of one as good."""

STEPS = 100
"""At how many places the rolls are held against what is expected."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A roll of a side: the chance of a better one, and that of one as good; ``source`` is where the dice came from."""

    side: str
    source: Source
    better: Fraction
    as_good: Fraction

    @property
    def at_least(self) -> Fraction:
        """The chance of doing at least as well."""
        return self.better + self.as_good

    @property
    def went_well(self) -> bool:
        """Whether it was rather a good roll than a bad one for whoever rolled."""
        return self.at_least <= 1 - self.better

    @property
    def rarity(self) -> Fraction:
        """The chance of one as far from what was to be expected: at least as good, or at least as bad."""
        return min(self.at_least, 1 - self.better)


class Telling(StrEnum):
    """What some rolls tell."""

    TOO_FEW = "too few"
    FAIR = "as expected"
    LUCKY = "lucky"
    UNLUCKY = "unlucky"


@dataclass(frozen=True, slots=True)
class Point:
    """The share of rolls that are among the best so many of all that could fall, and the band that it may be in."""

    best: Fraction
    share: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Luck:
    """What some rolls tell together: how many they are, the points of their curve, and by how much it may stray."""

    rolls: int
    points: tuple[Point, ...]
    telling: Telling

    @property
    def mean(self) -> float:
        """How likely it is on average to do as well or better, a roll as good counted half: 0.5 for fair dice."""
        shares = [point.share for point in self.points]
        return 1 - sum((one + other) / 2 for one, other in pairwise(shares)) / STEPS


def rated(record: Record) -> tuple[Rated, ...]:
    """All rolls of a record by how lucky they were for whom; what could fall in only one way is left out.

    Raises ``BadReply`` or ``Illegal`` where the record does not fit the rules.
    """
    table = Recorded(record.replies)
    played(record.procedure.resolve, record.declared, table)
    return tuple(
        one
        for ask, reply in zip(table.answered, record.replies, strict=False)
        if isinstance(ask, Roll) and isinstance(reply, Dice)
        for one in ratings(ask, record.declared, reply)
    )


def rarest(rolls: Iterable[Rated]) -> Rated | None:
    """The roll that went most against the odds, if any did."""
    rare = [one for one in rolls if one.rarity <= RARE]
    return min(rare, key=lambda one: one.rarity, default=None)


def luck_of(rolls: Mapping[Chances, int] | Iterable[Chances]) -> Luck:
    """What rolls tell, by the chances of a better one and of one as good: one by one, or how many are alike."""
    places = [Fraction(step, STEPS) for step in range(STEPS + 1)]
    alike = Counter(rolls)
    total = alike.total()
    if not total:
        return Luck(0, (), Telling.TOO_FEW)
    stray = sqrt(log(2 * ONE_IN) / (2 * total))
    shares = _shares(alike, [float(place) for place in places])
    points = tuple(
        Point(place, share, max(0.0, float(place) - stray), min(1.0, float(place) + stray))
        for place, share in zip(places, shares, strict=True)
    )
    return Luck(total, points, _telling(points, total))


def _telling(points: Sequence[Point], rolls: int) -> Telling:
    if rolls < FEW:
        return Telling.TOO_FEW
    farthest = max(points, key=lambda point: abs(point.share - float(point.best)))
    if farthest.low <= farthest.share <= farthest.high:
        return Telling.FAIR
    return Telling.LUCKY if farthest.share > farthest.best else Telling.UNLUCKY


def _shares(alike: Mapping[Chances, int], places: Sequence[float]) -> list[float]:
    """The share of the rolls up to each place, where each is spread over all between its two chances."""
    total = sum(alike.values())
    found = [0.0] * len(places)
    beyond = [0] * (len(places) + 1)
    for chances, times in alike.items():
        better, as_good = map(float, chances)
        first, last = bisect_left(places, better), bisect_left(places, better + as_good)
        for place in range(first, min(last, len(places))):
            found[place] += times * (places[place] - better) / as_good
        beyond[last] += times
    passed = 0
    for place in range(len(places)):
        passed += beyond[place]
        found[place] = min(1.0, (found[place] + passed) / total)
    found[-1] = 1.0
    return found


def ratings(ask: Roll[B, D], declared: Declared[B, D], reply: Dice) -> Iterator[Rated]:
    """A roll as each side that has dice in it sees it; nothing where all that could fall is worth as much."""
    by_side: defaultdict[str, list[int]] = defaultdict(list)
    for place, side in enumerate(ask.owners(declared)):
        by_side[side].append(place)
    for side, own in by_side.items():
        pools = [ask.pools[place] for place in own]
        dice = tuple((tuple(sorted(Counter(map(ask.worth, pool.die.faces)).items())), pool.count) for pool in pools)
        ways = _ways(dice)
        if len(ways) < 2:
            continue
        had, whole = sum(ask.worth(face) for place in own for face in reply.faces[place]), sum(ways.values())
        better = sum(times for worth, times in ways.items() if worth > had)
        yield Rated(side, reply.source, Fraction(better, whole), Fraction(ways[had], whole))


@lru_cache(maxsize=4096)
def _ways(dice: tuple[tuple[tuple[tuple[int, int], ...], int], ...]) -> Mapping[int, int]:
    """In how many ways dice are worth how much together; each kind with the worths of its faces and how many it is."""
    ways = {0: 1}
    for faces, count in dice:
        for _ in range(count):
            after: defaultdict[int, int] = defaultdict(int)
            for worth, times in ways.items():
                for more, sides in faces:
                    after[worth + more] += times * sides
            ways = dict(after)
    return ways
