"""Whether a unit may do something now, and why not; every reason is a sentence for the player, empty when it may."""

from __future__ import annotations

from rules.guards import why_not_an_enemy, why_not_now
from rules.troops_and_supplies.armies import supplies_in_words
from rules.troops_and_supplies.sheet import Battle, Turns, Unit
from rules.words import counted


def why_not_its_turn(battle: Battle, unit: Unit) -> str:
    """Why a unit cannot use its attack: one attack for each unit in its army's turn (RULINGS)."""
    if reason := why_not_now(battle, unit):
        return reason
    if battle.settings.turns is Turns.BY_ARMY and battle.turn is not None and unit.army != battle.turn:
        return f"It is the turn of {battle.army(battle.turn).name}."
    if unit.attacked:
        return f"{unit.name} has used its attack this turn."
    if unit.fired:
        return f"{unit.name} has fired this turn."
    return "" if unit.square else f"{unit.name} is not on the board."


def why_not_pay(unit: Unit) -> str:
    """Why a unit cannot pay for an attack; just enough is enough (Attacking, paragraph 3)."""
    if unit.supplies >= unit.ammunition_cost:
        return ""
    return f"{unit.name} has {supplies_in_words(unit.supplies)}; an attack costs {unit.ammunition_cost}."


def why_not_reach(unit: Unit, target: Unit) -> str:
    """Why a target is not in range: orthogonal squares, one at least (Attacking, paragraph 1; RULINGS)."""
    here, there = unit.square, target.square
    if here is None or there is None:
        return f"{(target if here else unit).name} is not on the board."
    steps = here.steps_to(there)
    if not steps:
        return f"{target.name} is on the same square."
    if steps > unit.attack_range:
        return f"{target.name} is out of range of {unit.name}: {counted(steps, 'square')}, reach {unit.attack_range}."
    return ""


def why_not_attack(battle: Battle, unit: Unit) -> str:
    """Why a unit cannot attack."""
    return why_not_its_turn(battle, unit) or why_not_pay(unit)


def why_not_target(battle: Battle, unit: Unit, target: Unit) -> str:
    """Why a unit cannot attack a target."""
    return why_not_an_enemy(unit, target) or why_not_reach(unit, target)


def why_not_answer(attacker: Unit, target: Unit) -> str:
    """Why a target cannot counterattack: its own range and its own supplies (Attacking, paragraph 7)."""
    return why_not_reach(target, attacker) or why_not_pay(target)


def why_not_call_in(battle: Battle, spotter: Unit) -> str:
    """Why a unit cannot call an attack in; it needs no supplies of its own (Attacking, paragraph 8)."""
    if reason := why_not_its_turn(battle, spotter):
        return reason
    reasons = [why_not_fire(battle, spotter, unit) for unit in _indirect(battle, spotter)]
    if not reasons:
        return f"{spotter.name} has no other unit with indirect fire on its side."
    return "" if "" in reasons else reasons[0]


def why_not_fire(battle: Battle, spotter: Unit, unit: Unit) -> str:
    """Why a unit cannot be called in at all, whatever the target."""
    if unit.key == spotter.key:
        return f"{unit.name} cannot call itself in."
    if unit.army != spotter.army:
        return f"{unit.name} is not on the same side."
    if not unit.indirect_fire:
        return f"{unit.name} has no indirect fire."
    if reason := why_not_now(battle, unit):
        return reason
    if unit.fired:
        return f"{unit.name} has fired this turn."
    return why_not_pay(unit) or ("" if unit.square else f"{unit.name} is not on the board.")


def why_not_spotted(battle: Battle, spotter: Unit, target: Unit) -> str:
    """Why an attack on a target cannot be called in: in range of the spotter, and of a unit that can fire."""
    if reason := why_not_target(battle, spotter, target):
        return reason
    able = [unit for unit in _indirect(battle, spotter) if not why_not_fire(battle, spotter, unit)]
    reasons = [why_not_reach(unit, target) for unit in able]
    if "" in reasons:
        return ""
    return reasons[0] if len(reasons) == 1 else f"{target.name} is out of range of every unit that could fire."


def _indirect(battle: Battle, spotter: Unit) -> list[Unit]:
    return [unit for unit in battle.units_left(spotter.army) if unit.indirect_fire and unit.key != spotter.key]
