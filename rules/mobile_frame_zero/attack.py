"""An attack of one frame, from declaration to outcome (seed, "Resolving attacks")."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.changes import Change
from rules.dice import D6, Bands, Pool
from rules.game import Declared, Illegal, Outcome
from rules.mobile_frame_zero.charts import BANDS, PIECES_PER_DAMAGE, Chart, Hits, OnChart, damage_dice
from rules.mobile_frame_zero.damage import suffer
from rules.mobile_frame_zero.pool import usable_ranges
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Abandoning, Battle, Frame, Kind, Range, Terrain
from rules.mobile_frame_zero.turn import forced_to_act
from rules.table import Side, Table

HOLD, ABANDON = "hold", "abandon"


@dataclass(frozen=True, slots=True)
class Attack:
    """What is declared: who attacks whom at which range with which attack die, and what lies between.

    ``cover`` is the terrain or the frame that covers the target; ``beside`` and ``cover_beside`` are the stations within
    hand-to-hand range of the target and of the covering frame; ``rockets`` are fired now, when no pool was rolled.
    """

    actor: str
    target: str
    range: Range
    value: int
    use_spot: bool = False
    cover: str | None = None
    beside: str | None = None
    cover_beside: str | None = None
    rockets: int = 0


@dataclass(frozen=True, slots=True)
class AttackOutcome(Outcome):
    """The end of an attack: damage dice rolled, on which chart, and the damage done."""

    dice: int = 0
    chart: str = ""
    damage: int = 0
    cover_damage: int = 0
    destroyed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Strike:
    """The uncertain part of an attack: how many damage dice, on which chart, behind how much cover.

    ``leaver`` is the side whose covering frame can abandon its position to ignore one damage.
    """

    dice: int
    chart: Chart
    cover: int | None = 0
    leaver: Side | None = None


def resolve(declared: Declared[Battle, Attack], table: Table) -> Outcome:
    """Resolve an attack; ``Illegal`` when the frame cannot make it."""
    battle, attack = declared.battle, declared.declaration
    check(battle, attack)
    attacker = battle.frame(attack.actor)
    target = battle.target(attack.target)
    used = _turn_used(attacker, attack)
    if isinstance(target, Terrain):
        return _against_terrain(battle, attack, attacker, target, used, table)

    defence, acted = (target.defence, ()) if target.defence is not None else forced_to_act(target, table)
    value = attack_value(attack, target)
    spent = (Change(target.key, "spot", target.spot, None),) if attack.use_spot else ()
    table.note("attack", f"{attack.value} + spot {target.spot} = {value}" if attack.use_spot else value)
    table.note("defence", defence)
    if value <= defence:
        return AttackOutcome(
            f"{attacker.name} misses {target.name}: attack {value} against defence {defence}.",
            with_scores(battle, (*used, *acted, *spent)),
        )

    strike_now = strike_of(battle, attack, target, defence)
    table.note("damage dice", f"{value} - {defence} = {strike_now.dice}")
    table.note("chart", strike_now.chart.title)
    hits = table.play(strike, strike_now)
    cover_line, cover_changes = _cover_suffers(battle, attack, attacker, hits, table)
    damage = _after_abandoning(battle, target, attack.beside, hits.target, table)
    line, losses = suffer(target, damage, attacker.name, table) if damage else ("", ())
    changes = with_scores(battle, (*used, *acted, *spent, *cover_changes, *losses))
    destroyed = tuple(c.piece for c in changes if c.track == "status")
    return AttackOutcome(
        _headline(attacker, target, hits, damage, line, cover_line),
        changes,
        dice=strike_now.dice,
        chart=strike_now.chart.title,
        damage=damage,
        cover_damage=hits.cover,
        destroyed=destroyed,
    )


def check(battle: Battle, attack: Attack) -> None:
    """Raise ``Illegal`` with a sentence when the attack cannot be made."""
    attacker = _frame_of(battle, attack.actor)
    reason = why_not_attack(battle, attacker)
    if reason:
        raise Illegal(reason)
    reason = why_not_target(battle, attacker, attack.target)
    if reason:
        raise Illegal(reason)
    if attacker.attack is not None and attack.value != attacker.attack:
        raise Illegal(f"{attacker.name} assigned an attack die of {attacker.attack}, not {attack.value}.")
    if not 1 <= attack.value <= 8:
        raise Illegal(f"An attack die shows 1 to 8. You entered {attack.value}.")
    if not 0 <= attack.rockets <= attacker.rockets:
        raise Illegal(f"{attacker.name} has {attacker.rockets} rockets, not {attack.rockets}.")
    if attack.rockets and attack.range != Range.DIRECT:
        raise Illegal("Rockets are direct fire.")
    reason = why_not_range(attacker, attack.range, attack.rockets)
    if reason:
        raise Illegal(reason)
    target = battle.target(attack.target)
    if attack.use_spot and (isinstance(target, Terrain) or target.spot is None):
        raise Illegal(f"There is no spot on {target.name}.")
    if attack.cover is not None:
        _check_cover(battle, attack)
    for station in (attack.beside, attack.cover_beside):
        if station is not None and station not in {piece.key for piece in battle.stations}:
            raise Illegal("That station is not in this battle.")


def why_not_attack(battle: Battle, frame: Frame) -> str:
    """Why a frame cannot attack now; empty when it can."""
    if battle.over:
        return "The battle is over."
    if not battle.started:
        return "The battle has not started."
    if not frame.standing:
        return f"{frame.name} is destroyed."
    if frame.attacked:
        return f"{frame.name} has used its attack this round."
    if frame.rolled:
        return f"{frame.name} has rolled its pool: assign its dice first."
    return ""


def why_not_target(battle: Battle, attacker: Frame, key: str) -> str:
    """Why a piece cannot be the target; empty when it can."""
    try:
        target = battle.target(key)
    except KeyError:
        return "That piece cannot be attacked."
    if isinstance(target, Terrain):
        return "" if target.hits_left else f"{target.name} is ruined already."
    if target.company == attacker.company:
        return f"{target.name} is on the same side."
    return "" if target.standing else f"{target.name} is destroyed."


def why_not_range(frame: Frame, reach: Range, rockets: int = 0) -> str:
    """Why a frame cannot attack at a range; the range that it named for its turn holds, whatever it has lost since."""
    if frame.range is not None:
        return "" if reach == frame.range else f"{frame.name} named {frame.range} for this turn."
    if reach not in usable_ranges(frame):
        return f"{frame.name} has no {reach} weapon left."
    if reach == Range.DIRECT and not frame.count(reach) and not rockets:
        return f"{frame.name} has no direct fire weapon left: it must fire a rocket."
    return ""


def attack_value(attack: Attack, target: Frame) -> int:
    """The attack die and, when it is used, the spot on the target."""
    return attack.value + (target.spot or 0 if attack.use_spot else 0)


def strike_of(battle: Battle, attack: Attack, target: Frame | Terrain, defence: int) -> Strike:
    """The damage dice, the chart and the cover of an attack that hits (seed, "How Much Damage?")."""
    if isinstance(target, Terrain):
        return Strike(attack.value, Chart.AGAINST_TERRAIN)
    dice = attack_value(attack, target) - defence
    if attack.range == Range.HAND:
        return Strike(dice, Chart.HAND_TO_HAND)
    if attack.cover is None:
        return Strike(dice, Chart.OPEN)
    cover = battle.target(attack.cover)
    if isinstance(cover, Terrain):
        return Strike(dice, Chart.TERRAIN, cover.hits_left)
    if cover.count(Kind.BLUE) >= 2:
        return Strike(dice, Chart.FRAME, None)
    leaver = cover.company if _may_abandon(battle, cover, attack.cover_beside) else None
    return Strike(dice, Chart.FRAME, len(cover.working) + cover.white, leaver)


def strike(strike: Strike, table: Table) -> Hits:
    """Roll the damage dice and read them on their chart."""
    pool = Pool(D6, strike.dice)
    if strike.leaver is None or strike.cover is None:
        return table.roll("damage", pool, read=damage_dice(strike.chart, strike.cover))
    staying, leaving = table.roll("damage", pool, read=_holding_or_leaving(strike.chart, strike.cover))
    if not staying.cover:
        return staying
    if table.choose("covering frame's position", strike.leaver, (HOLD, ABANDON)) == HOLD:
        return staying
    return replace(leaving, cover=leaving.cover - 1)


@dataclass(frozen=True, slots=True)
class _HoldingOrLeaving:
    """The hits when the covering frame holds its position, and when it abandons it to ignore one damage."""

    holding: OnChart
    leaving: OnChart

    def __call__(self, counts: tuple[int, ...]) -> tuple[Hits, Hits]:
        return self.holding(counts), self.leaving(counts)


def _holding_or_leaving(chart: Chart, cover: int) -> Bands[tuple[Hits, Hits]]:
    return Bands(BANDS, _HoldingOrLeaving(OnChart(chart, cover), OnChart(chart, cover + 1)))


def _frame_of(battle: Battle, key: str) -> Frame:
    try:
        return battle.frame(key)
    except KeyError:
        raise Illegal("That frame is not in this battle.") from None


def _check_cover(battle: Battle, attack: Attack) -> None:
    try:
        cover = battle.target(str(attack.cover))
    except KeyError:
        raise Illegal("That cover is not in this battle.") from None
    if isinstance(battle.target(attack.target), Terrain):
        raise Illegal("Terrain has no cover.")
    if attack.cover in (attack.target, attack.actor):
        raise Illegal(f"{cover.name} cannot be the cover.")
    if isinstance(cover, Terrain) and not cover.hits_left:
        raise Illegal(f"{cover.name} is ruined and covers nobody.")
    if isinstance(cover, Frame) and not cover.standing:
        raise Illegal(f"{cover.name} is destroyed and covers nobody.")


def _turn_used(attacker: Frame, attack: Attack) -> tuple[Change, ...]:
    return (
        Change(attacker.key, "acted", attacker.acted, True),
        Change(attacker.key, "attacked", attacker.attacked, True),
        Change(attacker.key, "attack", attacker.attack, None),
        Change(attacker.key, "rockets", attacker.rockets, attacker.rockets - attack.rockets),
    )


def _against_terrain(
    battle: Battle, attack: Attack, attacker: Frame, target: Terrain, used: tuple[Change, ...], table: Table
) -> Outcome:
    strike_now = strike_of(battle, attack, target, 0)
    table.note("damage dice", strike_now.dice)
    table.note("chart", strike_now.chart.title)
    damage = table.play(strike, strike_now).target
    line, losses = _terrain_loses(target, damage)
    return AttackOutcome(
        f"{attacker.name} attacks {target.name}: {line or 'no damage'}.",
        with_scores(battle, (*used, *losses)),
        dice=strike_now.dice,
        chart=strike_now.chart.title,
        damage=damage,
    )


def _terrain_loses(terrain: Terrain, damage: int) -> tuple[str, tuple[Change, ...]]:
    if not damage:
        return "", ()
    left = max(0, terrain.hits_left - damage)
    line = f"{terrain.name} loses {damage * PIECES_PER_DAMAGE} pieces" + ("" if left else " and is ruined")
    return line, (Change(terrain.key, "hits_left", terrain.hits_left, left),)


def _cover_suffers(
    battle: Battle, attack: Attack, attacker: Frame, hits: Hits, table: Table
) -> tuple[str, tuple[Change, ...]]:
    if attack.cover is None:
        return "", ()
    cover = battle.target(attack.cover)
    if hits.absorbed:
        table.note("absorbed", f"{hits.absorbed} by the two blue systems of {cover.name}")
    if not hits.cover:
        return "", ()
    table.note("damage to the cover", hits.cover)
    if isinstance(cover, Terrain):
        return _terrain_loses(cover, hits.cover)
    line, changes = suffer(cover, hits.cover, attacker.name, table)
    return f"{cover.name} {line}", changes


def _may_abandon(battle: Battle, frame: Frame, beside: str | None) -> bool:
    if beside is None:
        return False
    if battle.settings.abandoning is Abandoning.ANY:
        return True
    return any(station.key == beside and station.owner == frame.company for station in battle.stations)


def _after_abandoning(battle: Battle, frame: Frame, beside: str | None, damage: int, table: Table) -> int:
    """The damage left when the owner has decided whether the frame abandons the station for one damage."""
    table.note("damage to the target", damage)
    if not damage or not _may_abandon(battle, frame, beside):
        return damage
    if table.choose("target's position", frame.company, (HOLD, ABANDON)) == HOLD:
        return damage
    table.note("abandoned", f"{frame.name} moves 1 unit away from the station and ignores one damage")
    return damage - 1


def _headline(attacker: Frame, target: Frame, hits: Hits, damage: int, line: str, cover_line: str) -> str:
    if line:
        first = f"{attacker.name} hits {target.name}, which {line}"
    elif hits.target > damage:
        first = f"{attacker.name} hits {target.name}, which abandons its position and takes no damage"
    else:
        first = f"{attacker.name} does no damage to {target.name}"
    return f"{first}; {cover_line}." if cover_line else f"{first}."


