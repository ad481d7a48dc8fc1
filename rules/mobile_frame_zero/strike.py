"""The uncertain part of an attack: how many damage dice, on which chart, and what they hit."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dice import D6, Bands, Pool
from rules.mobile_frame_zero.charts import BANDS, Chart, Hits, OnChart, damage_dice
from rules.mobile_frame_zero.declaration import Attack
from rules.mobile_frame_zero.sheet import Abandoning, Battle, Frame, Kind, Range, Terrain
from rules.table import Side, Table

HOLD, ABANDON = "hold", "abandon"
POSITIONS = (HOLD, ABANDON)


@dataclass(frozen=True, slots=True)
class Strike:
    """So many damage dice on a chart, and how many hits the cover stops; ``None`` for a frame that absorbs them.

    ``leaver`` is the side whose covering frame can abandon its position to ignore one damage.
    """

    dice: int
    chart: Chart
    cover: int | None = 0
    leaver: Side | None = None


def strike_of(battle: Battle, attack: Attack, value: int, defence: int) -> Strike:
    """The damage dice, the chart and the cover when ``value`` beats ``defence`` (rulebook, "How Much Damage?")."""
    dice = value - defence
    if isinstance(battle.target(attack.target), Terrain):
        return Strike(dice, Chart.AGAINST_TERRAIN)
    if attack.range == Range.HAND:
        return Strike(dice, Chart.HAND_TO_HAND)
    if attack.cover is None:
        return Strike(dice, Chart.OPEN)
    cover = battle.target(attack.cover)
    if isinstance(cover, Terrain):
        return Strike(dice, Chart.TERRAIN, cover.hits_left)
    if cover.count(Kind.BLUE) >= 2:
        return Strike(dice, Chart.FRAME, None)
    leaver = cover.company if may_abandon(battle, cover, attack.cover_beside) else None
    return Strike(dice, Chart.FRAME, len(cover.working) + cover.white, leaver)


def may_abandon(battle: Battle, frame: Frame, beside: str | None) -> bool:
    """Whether a frame may abandon the station that it is beside (rulebook, "When a Mobile Frame Takes Damage")."""
    if beside is None:
        return False
    if battle.settings.abandoning is Abandoning.ANY:
        return True
    return any(station.key == beside and station.owner == frame.company for station in battle.stations)


def strike(strike: Strike, table: Table) -> Hits:
    """Roll the damage dice and read them on their chart."""
    pool = Pool(D6, strike.dice)
    if strike.leaver is None or strike.cover is None:
        return table.roll("damage", pool, read=damage_dice(strike.chart, strike.cover))
    holding, leaving = table.roll("damage", pool, read=_holding_or_leaving(strike.chart, strike.cover))
    if not holding.cover:
        return holding
    if table.choose("covering frame's position", strike.leaver, POSITIONS) == HOLD:
        return holding
    return leaving


@dataclass(frozen=True, slots=True)
class _HoldingOrLeaving:
    """The hits when the covering frame holds its position, and when it abandons it to ignore one damage."""

    chart: Chart
    cover: int

    def __call__(self, counts: tuple[int, ...]) -> tuple[Hits, Hits]:
        holding = OnChart(self.chart, self.cover)(counts)
        leaving = OnChart(self.chart, self.cover + 1)(counts)
        return holding, leaving._replace(cover=max(0, leaving.cover - 1), abandoned=True)


def _holding_or_leaving(chart: Chart, cover: int) -> Bands[tuple[Hits, Hits]]:
    return Bands(BANDS[chart], _HoldingOrLeaving(chart, cover))
