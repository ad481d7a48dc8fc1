"""The five damage charts, and what damage dice do on them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from rules.dice import Bands

PIECES_PER_DAMAGE = 6
"""The pieces that terrain loses for each damage (rulebook, "When Terrain Takes Damage")."""


class Chart(IntEnum):
    """The damage charts (rulebook, "How Much Damage?", pp. 119-123)."""

    HAND_TO_HAND = 1
    """1 to 3 miss, 4 to 6 hit the target."""
    OPEN = 2
    """1 to 4 miss, 5 and 6 hit the target."""
    TERRAIN = 3
    """1 to 3 miss, 4 and 5 hit the cover, 6 hits the target."""
    FRAME = 4
    """1 to 4 miss, 5 hits the cover, 6 hits the target."""
    AGAINST_TERRAIN = 5
    """1 to 3 miss, 4 to 6 hit the target."""

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

BANDS = {
    Chart.HAND_TO_HAND: ((1, 2, 3), (), (), (4, 5, 6)),
    Chart.OPEN: ((1, 2, 3, 4), (), (), (5, 6)),
    Chart.TERRAIN: ((1, 2, 3), (4,), (5,), (6,)),
    Chart.FRAME: ((1, 2, 3, 4), (), (5,), (6,)),
    Chart.AGAINST_TERRAIN: ((1, 2, 3), (), (), (4, 5, 6)),
}
"""The faces that always miss, the 4s and the 5s that meet cover first, and the faces that always hit the target."""


class Hits(NamedTuple):
    """Damage to the target and to the cover, and how many dice the cover took without harm.

    ``abandoned`` tells that the covering frame left its position and ignored one damage. A named tuple, because odds
    make and compare hundreds of them.
    """

    target: int = 0
    cover: int = 0
    absorbed: int = 0
    abandoned: bool = False


@dataclass(frozen=True, slots=True)
class OnChart:
    """What damage dice do on a chart, read in ascending order: 4s, then 5s, then 6s (rulebook, charts 1 to 5).

    ``cover`` is how many hits ruin the cover (or destroy the covering frame); ``None`` for a frame that absorbs them.
    """

    chart: Chart
    cover: int | None = 0

    def __call__(self, counts: tuple[int, ...]) -> Hits:
        """The hits of dice counted in the chart's bands; what the cover no longer stops is read on chart 2."""
        _, fours, fives, straight = counts
        if self.cover is None:
            return Hits(target=straight, absorbed=fives)
        stopped_fours = min(fours, self.cover)
        stopped_fives = min(fives, self.cover - stopped_fours)
        return Hits(target=straight + fives - stopped_fives, cover=stopped_fours + stopped_fives)


def damage_dice(chart: Chart, cover: int | None = 0) -> Bands[Hits]:
    """The reading of damage dice on a chart, behind cover that stops so many hits."""
    return Bands(BANDS[chart], OnChart(chart, cover))
