"""The field: range along the two facing rows, and who may act or be attacked (Terms; Actions)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.airsoft_squads.pieces import Bonus, Operator, State
from rules.airsoft_squads.sheet import Battle
from rules.guards import why_not_under_way


def in_range(one: Operator, other: Operator) -> bool:
    """Whether two operators are in range: neighbours of the own row, the opposite and its neighbours of the other."""
    if one.place is None or other.place is None or one.key == other.key:
        return False
    return abs(one.place - other.place) <= 1


def own_in_range(battle: Battle, operator: Operator) -> Iterator[Operator]:
    """The face-up operators of its squad that are in range of an operator."""
    return (o for o in battle.operators if o.squad == operator.squad and o.active and in_range(operator, o))


def team_mate(battle: Battle, operator: Operator) -> Operator | None:
    """A team mate in range, for TEAMWORK (Modify, step 3)."""
    team = operator.team.casefold()
    if not team:
        return None
    return next((o for o in own_in_range(battle, operator) if o.team.casefold() == team), None)


def why_not_act(battle: Battle, operator: Operator, action: Bonus) -> str:
    """Why an operator cannot take an ACTION now; empty when it can, be it as its BONUS ACTION."""
    reason = why_not_under_way(battle) or why_not_there(operator)
    if reason or operator.state is State.NORMAL:
        return reason
    if operator.bonus is Bonus.USED:
        return f"{operator.name} has taken its BONUS ACTION this TURN."
    if operator.bonus is Bonus.NONE:
        return f"{operator.name} is EXHAUSTED: it takes a BONUS ACTION to act again."
    if operator.bonus not in (Bonus.ANY, action):
        return f"The BONUS ACTION of {operator.name} is limited to {operator.bonus}."
    return ""


def why_not_there(operator: Operator) -> str:
    """Why an operator is not on the field with its face up; empty when it is."""
    if not operator.face_up:
        return f"{operator.name} is {operator.state}."
    return "" if operator.active else f"{operator.name} is in the SAVEZONE."


def why_not_target(attacker: Operator, target: Operator) -> str:
    """Why an operator cannot be attacked by another; empty when it can (Actions)."""
    if target.squad == attacker.squad:
        return f"{target.name} is on the same side."
    return why_not_there(target) or why_not_in_range(attacker, target)


def why_not_in_range(one: Operator, other: Operator) -> str:
    """Why an operator does not reach another; empty when it does."""
    if in_range(one, other):
        return ""
    if one.place is None or other.place is None or one.key == other.key:
        return f"{other.name} is not on the field beside {one.name}."
    return f"{other.name} is out of range: position {other.place}, and {one.name} stands on {one.place}."
