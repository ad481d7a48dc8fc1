"""The five damage charts, and what damage dice do on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from rules.dice import Bands, Tally
from rules.words import counted, listed, noun

PAGES = "rulebook, pp. 119-123"
"""Where the charts stand."""

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
    """What damage dice do on a chart, read in ascending order: 4s, then 5s, then 6s (rulebook, "How Much Damage?").

    ``cover`` is how many hits ruin the cover (or destroy the covering frame), ``None`` for a frame that absorbs them;
    ``abandoned`` tells that it leaves its position and ignores the first of them.
    """

    chart: Chart
    cover: int | None = 0
    abandoned: bool = False

    def __call__(self, counts: Tally) -> Hits:
        """The hits of dice counted in the chart's bands; what the cover no longer stops is read on chart 2."""
        _, fours, fives, straight = counts
        if self.cover is None:
            return Hits(straight, 0, fives)
        most = self.cover + self.abandoned
        stopped = min(fours + fives, most)
        through = fives if stopped <= fours else fours + fives - stopped
        return Hits(straight + through, stopped - self.abandoned if stopped else 0, 0, self.abandoned)

    def tell(self, missed: int, hits: Sequence[int]) -> Iterator[tuple[str, str]]:
        """What every die does, chart by chart: so many miss, and the ``hits`` show these faces, the lowest first."""
        _, fours, fives, _ = BANDS[self.chart]
        meeting = [face for face in hits if face in (*fours, *fives)]
        most = len(meeting) if self.cover is None else self.cover + self.abandoned
        stopped, rest = meeting[:most], hits[len(meeting[:most]) :]
        falls = self.cover is not None and len(stopped) == most > 0
        lines = [f"{counted(missed, 'die')} {noun(missed, 'misses', 'miss')}"] if missed else []
        lines += (
            [f"{_dice(stopped)} {noun(len(stopped), 'hits', 'hit')} the cover{self._becoming(falls)}"]
            if stopped
            else []
        )
        if not falls:
            yield self._read(self.chart, [*lines, *_on_target(rest)])
            return
        yield self._read(self.chart, lines)
        if rest:
            left = [face for face in rest if face in fours]
            missing = [f"{_dice(left)} {noun(len(left), 'misses', 'miss')}"] if left else []
            yield self._read(Chart.OPEN, [*missing, *_on_target(rest[len(left) :])])

    def _becoming(self, falls: bool) -> str:
        if self.cover is None:
            return ", which takes no damage"
        parts = ["ignores one"] if self.abandoned else []
        parts += [f"is {'ruined' if self.chart is Chart.TERRAIN else 'destroyed'}"] if falls else []
        return f", which {' and '.join(parts)}" if parts else ""

    @staticmethod
    def _read(chart: Chart, lines: list[str]) -> tuple[str, str]:
        return f"chart {chart.value} ({PAGES})", "; ".join(lines)


def _on_target(faces: Sequence[int]) -> list[str]:
    return [f"{_dice(faces)} {noun(len(faces), 'hits', 'hit')} the target"] if faces else []


def _dice(faces: Sequence[int]) -> str:
    return listed([str(face) for face in faces])


def damage_dice(chart: Chart, cover: int | None = 0) -> Bands[Hits]:
    """The reading of damage dice on a chart, behind cover that stops so many hits."""
    on_chart = OnChart(chart, cover)

    def tell(tally: Tally) -> Iterator[tuple[str, str]]:
        misses = BANDS[chart][0]
        faces = [face for face, count in enumerate(tally, 1) for _ in range(count)]
        hits = [face for face in faces if face not in misses]
        return on_chart.tell(len(faces) - len(hits), hits)

    return Bands(BANDS[chart], on_chart, tell)
