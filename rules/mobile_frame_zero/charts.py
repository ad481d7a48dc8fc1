"""The five damage charts, and what damage dice do on them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from rules.dice import Bands

BANDS = ((1, 2, 3), (4,), (5,), (6,))
"""1 to 3 miss on every chart, so damage dice are told apart only as 1-3, 4, 5 and 6."""

PIECES_PER_DAMAGE = 6


class Chart(IntEnum):
    """The damage charts of the seed, "How Much Damage?"."""

    HAND_TO_HAND = 1
    OPEN = 2
    TERRAIN = 3
    FRAME = 4
    AGAINST_TERRAIN = 5

    @property
    def title(self) -> str:
        """The chart's number and name."""
        return f"{self.value}, {TITLES[self]}"


TITLES = {
    Chart.HAND_TO_HAND: "hand-to-hand",
    Chart.OPEN: "ranged, no cover",
    Chart.TERRAIN: "ranged, behind terrain",
    Chart.FRAME: "ranged, behind a frame",
    Chart.AGAINST_TERRAIN: "against terrain",
}


@dataclass(frozen=True, slots=True)
class Hits:
    """Damage to the target and to the cover, and how many dice the cover took without harm."""

    target: int = 0
    cover: int = 0
    absorbed: int = 0


@dataclass(frozen=True, slots=True)
class OnChart:
    """What damage dice do on a chart, read in ascending order: 4s, then 5s, then 6s (seed, charts 1 to 5).

    ``cover`` is how many hits ruin the cover (or destroy the covering frame); ``None`` for a frame that absorbs them.
    """

    chart: Chart
    cover: int | None = 0

    def __call__(self, counts: tuple[int, ...]) -> Hits:
        """The hits of dice counted in ``BANDS``."""
        _, fours, fives, sixes = counts
        if self.chart in (Chart.HAND_TO_HAND, Chart.AGAINST_TERRAIN):
            return Hits(target=fours + fives + sixes)
        if self.chart is Chart.OPEN or self.cover == 0:
            return Hits(target=fives + sixes)
        if self.cover is None:
            return Hits(target=sixes, absorbed=fives)
        stopped_fours = min(fours, self.cover) if self.chart is Chart.TERRAIN else 0
        stopped_fives = min(fives, self.cover - stopped_fours)
        return Hits(target=sixes + fives - stopped_fives, cover=stopped_fours + stopped_fives)


def damage_dice(chart: Chart, cover: int | None) -> Bands[Hits]:
    """The reading of damage dice on a chart."""
    return Bands(BANDS, OnChart(chart, cover))
