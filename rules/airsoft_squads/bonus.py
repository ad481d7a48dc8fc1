"""Granting a BONUS ACTION, which a card or a skill gives (Terms)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.field import why_not_there
from rules.airsoft_squads.pieces import Bonus, Operator, State
from rules.airsoft_squads.sheet import Battle
from rules.asks import Declared
from rules.changes import Change
from rules.game import Illegal, Outcome
from rules.guards import refuse, why_not_under_way
from rules.table import Table

KINDS = (Bonus.ANY, Bonus.ATTACK, Bonus.MOVE, Bonus.MEDIC)


@dataclass(frozen=True, slots=True)
class Grant:
    """An EXHAUSTED operator is given a BONUS ACTION, of any kind or of one."""

    actor: str
    kind: Bonus = Bonus.ANY


def why_not_granted(battle: Battle, operator: Operator) -> str:
    """Why an operator cannot be given a BONUS ACTION; empty when it can. One an operator and TURN is the most."""
    if reason := why_not_under_way(battle) or why_not_there(operator):
        return reason
    if operator.state is not State.EXHAUSTED:
        return f"{operator.name} has not acted this TURN: its ACTION comes first."
    if operator.bonus is Bonus.NONE:
        return ""
    return f"{operator.name} has been given its BONUS ACTION this TURN."


def grant(declared: Declared[Battle, Grant], table: Table) -> Outcome:
    """Give an operator a BONUS ACTION; ``Illegal`` when it cannot have one."""
    battle, given = declared.battle, declared.declaration
    operator = battle.operator(given.actor)
    refuse(why_not_granted(battle, operator))
    if given.kind not in KINDS:
        raise Illegal(f"A BONUS ACTION is one of {', '.join(KINDS)}.")
    return Outcome(
        f"{operator.name} may take a BONUS ACTION: {given.kind}.",
        (Change(operator.key, "bonus", operator.bonus, given.kind),),
    )
