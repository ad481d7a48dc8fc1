"""An attack of one unit on another, with its counterattack, and an attack that is called in (Attacking)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asks import Declared
from rules.changes import Change, merged
from rules.game import Illegal, Outcome
from rules.guards import refuse
from rules.sheets import Status
from rules.table import Table
from rules.troops_and_supplies.allowed import (
    why_not_answer,
    why_not_attack,
    why_not_call_in,
    why_not_fire,
    why_not_reach,
    why_not_target,
)
from rules.troops_and_supplies.declaration import Attack as Attack
from rules.troops_and_supplies.declaration import CallIn as CallIn
from rules.troops_and_supplies.exchange import Exchange, Force, exchange
from rules.troops_and_supplies.sheet import Battle, Unit
from rules.words import count_or_no


def attack(declared: Declared[Battle, Attack], table: Table) -> Outcome:
    """Pay, roll, take the losses, and let the target answer; ``Illegal`` when the unit cannot attack (Attacking)."""
    battle = declared.battle
    attacker, target = checked_attack(battle, declared.declaration)
    table.note("supplies spent", attacker.ammunition_cost)
    left = table.play(exchange, exchange_of(battle, attacker, target))
    paid = attacker.ammunition_cost
    changes = [
        Change(attacker.key, "supplies", attacker.supplies, attacker.supplies - paid),
        Change(attacker.key, "attacked", attacker.attacked, True),
        Change(attacker.key, "fired", attacker.fired, True),
        *_suffers(target, left.target, attacker.name),
    ]
    headline = f"{attacker.name} attacks {target.name}: {_summary(target, left.target)}"
    if left.countered:
        rest = target.supplies - target.ammunition_cost
        changes.append(Change(target.key, "supplies", target.supplies, rest))
        changes += _suffers(attacker, left.attacker, target.name, attacker.supplies - paid)
        headline += f"; {target.name} counterattacks: {_summary(attacker, left.attacker)}"
    return Outcome(f"{headline}.", merged(changes))


def call_in(declared: Declared[Battle, CallIn], table: Table) -> Outcome:
    """Let a unit with indirect fire make the attack, unanswered; ``Illegal`` when it cannot (Attacking)."""
    battle = declared.battle
    spotter, target, fires = checked_call_in(battle, declared.declaration)
    table.note("supplies spent", fires.ammunition_cost)
    left = table.play(exchange, Exchange(force(fires), force(target)))
    changes = [
        Change(spotter.key, "attacked", spotter.attacked, True),
        Change(fires.key, "supplies", fires.supplies, fires.supplies - fires.ammunition_cost),
        Change(fires.key, "fired", fires.fired, True),
        *_suffers(target, left.target, fires.name),
    ]
    headline = f"{spotter.name} calls in {fires.name} against {target.name}: {_summary(target, left.target)}."
    return Outcome(headline, merged(changes))


def checked_attack(battle: Battle, attack: Attack) -> tuple[Unit, Unit]:
    """The attacker and the target; ``Illegal`` when the attack cannot be made."""
    attacker, target = battle.unit(attack.actor), battle.unit(attack.target)
    refuse(why_not_attack(battle, attacker) or why_not_target(battle, attacker, target))
    return attacker, target


def checked_call_in(battle: Battle, call: CallIn) -> tuple[Unit, Unit, Unit]:
    """The spotter, the target and the unit that fires; ``Illegal`` when the attack cannot be called in."""
    spotter, target = battle.unit(call.actor), battle.unit(call.target)
    refuse(why_not_call_in(battle, spotter) or why_not_target(battle, spotter, target))
    if call.fires is None:
        raise Illegal("Choose the unit that fires.")
    fires = battle.unit(call.fires)
    refuse(why_not_fire(battle, spotter, fires) or why_not_reach(fires, target))
    return spotter, target, fires


def exchange_of(battle: Battle, attacker: Unit, target: Unit) -> Exchange:
    """The attack as the dice see it, with the side that may order a counterattack if one can be made."""
    answers = None if why_not_answer(attacker, target) else target.army
    return Exchange(force(attacker), force(target), answers, battle.settings.answering)


def force(unit: Unit) -> Force:
    """A unit as the dice see it."""
    return Force(unit.strength, unit.battle_die)


def _suffers(unit: Unit, left: int, by: str, supplies: int | None = None) -> Iterator[Change]:
    """What losses do to a unit; without strength it leaves the board and its supplies are lost (Attacking)."""
    yield Change(unit.key, "strength", unit.strength, left)
    if left:
        return
    yield Change(unit.key, "status", unit.status, Status.DESTROYED)
    yield Change(unit.key, "destroyed_by", unit.destroyed_by, by)
    yield Change(unit.key, "supplies", unit.supplies if supplies is None else supplies, 0)
    yield Change(unit.key, "column", unit.column, None)
    yield Change(unit.key, "row", unit.row, None)


def _summary(unit: Unit, left: int) -> str:
    lost = count_or_no(unit.strength - left, "loss", "losses")
    return f"{lost}, {left} left" if left else f"{lost}, destroyed"
