"""An attack of one frame, from declaration to outcome (rulebook, "Resolving attacks", pp. 119-123)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Choice, Declared, Option
from rules.changes import Change
from rules.game import Outcome
from rules.mobile_frame_zero.charts import PIECES_PER_DAMAGE, Hits
from rules.mobile_frame_zero.damage import in_its_words, may_abandon, suffer
from rules.mobile_frame_zero.declaration import Attack as Attack
from rules.mobile_frame_zero.declaration import check
from rules.mobile_frame_zero.forced import forced_to_act
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Battle, Frame, Terrain
from rules.mobile_frame_zero.strike import strike, strike_of
from rules.table import Table

USE, LEAVE = "use it", "leave it"


@dataclass(frozen=True, slots=True)
class AttackOutcome(Outcome):
    """The end of an attack: damage dice rolled, on which chart, the damage done, and the keys of destroyed frames."""

    dice: int = 0
    chart: str = ""
    damage: int = 0
    cover_damage: int = 0
    destroyed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SpotUsed(Choice[Battle, Attack, str]):
    """Whether the attacker adds the spot on a frame that was forced to act."""

    LABEL = "spot"
    SENTENCE = "Does {actor} use the spot on {target}?"

    def option(self, declared: Declared[Battle, Attack], value: str) -> Option:
        """The attack with it or without."""
        attack = declared.declaration
        spot = declared.battle.frame(attack.target).spot or 0
        return Option(value, value, f"attack {attack.value + (spot if value == USE else 0)}")


@dataclass(frozen=True, slots=True)
class Met:
    """The value of an attack, the defence that it meets, and the changes of the frame that acts and of its spot."""

    value: int
    defence: int
    acted: tuple[Change, ...]
    spent: tuple[Change, ...]


def resolve(declared: Declared[Battle, Attack], table: Table) -> Outcome:
    """Resolve an attack; ``Illegal`` when the frame cannot make it (rulebook, "Resolving attacks")."""
    battle, attack = declared.battle, declared.declaration
    check(battle, attack)
    attacker = battle.frame(attack.actor)
    target = battle.target(attack.target)
    used = _attack_used(attacker, attack)
    if isinstance(target, Terrain):
        return _against_terrain(battle, attack, attacker, target, used, table)

    now = met(battle, attack, target, table)
    value, defence, acted, spent = now.value, now.defence, now.acted, now.spent
    if value <= defence:
        return AttackOutcome(
            f"{attacker.name} misses {target.name}: attack {value} against defence {defence}.",
            with_scores(battle, (*used, *acted, *spent)),
        )

    strike_now = strike_of(battle, attack, value, defence)
    table.note("damage dice", f"{value} - {defence} = {strike_now.dice}")
    table.note("chart", strike_now.chart.title)
    hits = table.play(strike, strike_now)
    cover_line, cover_losses = _cover_suffers(battle, attack, attacker, hits, table)
    table.note("damage to the target", hits.target)
    has_acted, beside_station = target.acted or bool(acted), may_abandon(battle, target, attack.beside)
    suffered = suffer(target, hits.target, attacker.name, table, acted=has_acted, beside_station=beside_station)
    changes = with_scores(battle, (*used, *acted, *spent, *cover_losses, *suffered.changes))
    return AttackOutcome(
        _headline(attacker, target, suffered.line, cover_line),
        changes,
        dice=strike_now.dice,
        chart=strike_now.chart.title,
        damage=suffered.damage,
        cover_damage=hits.cover,
        destroyed=tuple(change.piece for change in changes if change.track == "status"),
    )


def met(battle: Battle, attack: Attack, target: Frame, table: Table) -> Met:
    """Find the attack's value and the frame's defence, which has to act for it unless it has one."""
    attacker = battle.frame(attack.actor)
    defence, acted = (target.defence, ()) if target.defence is not None else forced_to_act(target, table)
    spot = _spot_added(attack, attacker, target, table)
    value = attack.value + spot
    spent = (Change(target.key, "spot", target.spot, None),) if spot else ()
    table.note("attack", f"{attack.value} + spot {spot} = {value}" if spot else value)
    table.note("defence", defence)
    return Met(value, defence, acted, spent)


def _attack_used(attacker: Frame, attack: Attack) -> tuple[Change, ...]:
    return (
        Change(attacker.key, "acted", attacker.acted, True),
        Change(attacker.key, "attacked", attacker.attacked, True),
        Change(attacker.key, "attack", attacker.attack, None),
        Change(attacker.key, "rockets", attacker.rockets, attacker.rockets - attack.rockets),
    )


def _against_terrain(
    battle: Battle, attack: Attack, attacker: Frame, target: Terrain, used: tuple[Change, ...], table: Table
) -> Outcome:
    strike_now = strike_of(battle, attack, attack.value, 0)
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


def _spot_added(attack: Attack, attacker: Frame, target: Frame, table: Table) -> int:
    """The spot that is added: as declared, or as the attacker decides once a frame that was forced to act defends."""
    if target.spot is None:
        return 0
    if target.defence is not None:
        return target.spot if attack.use_spot else 0
    return target.spot if table.choose(SpotUsed(attacker.company, (USE, LEAVE))) == USE else 0


def _terrain_loses(terrain: Terrain, damage: int) -> tuple[str, tuple[Change, ...]]:
    if not damage:
        return "", ()
    left = max(0, terrain.hits_left - damage)
    ruined = " and is ruined" if left == 0 < terrain.hits_left else ""
    line = f"{terrain.name} loses {damage * PIECES_PER_DAMAGE} pieces{ruined}"
    return line, (Change(terrain.key, "hits_left", terrain.hits_left, left),)


def _cover_suffers(
    battle: Battle, attack: Attack, attacker: Frame, hits: Hits, table: Table
) -> tuple[str, tuple[Change, ...]]:
    if attack.cover is None:
        return "", ()
    cover = battle.target(attack.cover)
    if hits.absorbed:
        table.note("absorbed", f"{hits.absorbed} by the two blue systems of {cover.name}")
    if hits.abandoned:
        table.note("abandoned", in_its_words(cover.name))
    if not hits.cover:
        return f"{cover.name} abandons its position" if hits.abandoned else "", ()
    table.note("damage to the cover", hits.cover)
    if isinstance(cover, Terrain):
        return _terrain_loses(cover, hits.cover)
    suffered = suffer(cover, hits.cover, attacker.name, table, acted=cover.acted)
    return f"{cover.name} {'abandons its position and ' if hits.abandoned else ''}{suffered.line}", suffered.changes


def _headline(attacker: Frame, target: Frame, line: str, cover_line: str) -> str:
    first = f"hits {target.name}, which {line}" if line else f"does no damage to {target.name}"
    return f"{attacker.name} {first}" + (f"; {cover_line}." if cover_line else ".")
