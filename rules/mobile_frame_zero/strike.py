"""The uncertain part of an attack: how many damage dice, on which chart, and what they hit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.asks import Declared, Roll, Side
from rules.dice import D6, Bands, Face, Pool, Tally
from rules.mobile_frame_zero.charts import BANDS, Chart, Hits, OnChart, damage_dice
from rules.mobile_frame_zero.damage import POSITIONS, CoversPosition, abandons, may_abandon
from rules.mobile_frame_zero.declaration import Attack
from rules.mobile_frame_zero.sheet import Battle, Kind, Range, Terrain
from rules.table import Table, end
from rules.words import counted, without_rank


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


@dataclass(frozen=True, slots=True)
class DamageRoll(Roll[Battle, Attack]):
    """The damage dice of an attack."""

    LABEL = "damage"

    chart: Chart

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Who takes how many dice, on which chart, and behind what."""
        battle, attack = declared.battle, declared.declaration
        dice = counted(self.pools[0].count, "damage die")
        behind = f" ({battle.target(attack.cover).name})" if attack.cover and attack.range != Range.HAND else ""
        return f"{without_rank(battle.target(attack.target).name)} takes {dice}, chart {self.chart.title}{behind}."

    def owners(self, declared: Declared[Battle, Attack]) -> tuple[Side, ...]:
        """The company that attacks."""
        return (declared.battle.frame(declared.declaration.actor).company,)

    def worth(self, face: Face) -> int:
        """Whether it hits the target or its cover."""
        missed, *_ = BANDS[self.chart]
        return int(face not in missed)


def strike(strike: Strike, table: Table) -> Hits:
    """Roll the damage dice and read them on their chart."""
    damage = DamageRoll((Pool(D6, strike.dice),), strike.chart)
    if strike.leaver is None or strike.cover is None:
        return table.roll_rest(damage, damage_dice(strike.chart, strike.cover), end)
    counts = table.roll(damage, Bands(BANDS[strike.chart], _counts))
    on_chart = OnChart(strike.chart, strike.cover)
    if on_chart(counts).cover and abandons(CoversPosition(strike.leaver, POSITIONS), table):
        on_chart = replace(on_chart, abandoned=True)
    missed, _, fives, sixes = counts
    for label, told in on_chart.tell(missed, (5,) * fives + (6,) * sixes):
        table.note(label, told)
    return on_chart(counts)


def _counts(counts: Tally) -> Tally:
    return counts
