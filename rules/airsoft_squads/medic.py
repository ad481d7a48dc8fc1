"""MEDIC: DP for an operator with a hit counter in range (Actions, of which the end is not known)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.actions import ended
from rules.airsoft_squads.effects import MEDIC_GIVES, current
from rules.airsoft_squads.field import why_not_act, why_not_in_range, why_not_there
from rules.airsoft_squads.modifiers import Stat
from rules.airsoft_squads.performance import rewards
from rules.airsoft_squads.pieces import MOST_MEDICS, Bonus, Operator
from rules.airsoft_squads.settings import Medicine
from rules.airsoft_squads.sheet import Battle
from rules.asks import Declared
from rules.changes import Change, apply
from rules.game import Outcome
from rules.guards import refuse
from rules.table import Table

MEDICS = 1
"""MEDICs of a player in a TURN, BONUS ones too (Actions)."""

LASTS = {Medicine.TURN: "to the end of the TURN", Medicine.STAYS: "until taken off by hand"}


@dataclass(frozen=True, slots=True)
class Medic:
    """An operator helps another one of its squad."""

    actor: str
    target: str


def why_not_medic(battle: Battle, operator: Operator) -> str:
    """Why an operator cannot be a MEDIC now; empty when it can."""
    squad = battle.squad(operator.squad)
    reason = why_not_act(battle, operator, Bonus.MEDIC)
    if reason or squad.medics < MEDICS:
        return reason
    return f"{squad.name} has used its MEDIC this TURN."


def why_not_helped(operator: Operator, patient: Operator) -> str:
    """Why an operator cannot be helped by another; empty when it can."""
    if patient.squad != operator.squad:
        return f"{patient.name} is on the other side."
    if patient.key == operator.key:
        return f"{operator.name} helps others in its range, not itself."
    reason = why_not_there(patient) or why_not_in_range(operator, patient)
    if reason or not patient.hits:
        return reason or f"{patient.name} has no hit counter."
    if patient.medics >= MOST_MEDICS:
        return f"{patient.name} has {MOST_MEDICS} MEDICs on it, and no more are counted."
    return ""


def medic(declared: Declared[Battle, Medic], table: Table) -> Outcome:
    """Give an operator the DP of a MEDIC; ``Illegal`` when the other one cannot."""
    battle, declaration = declared.battle, declared.declaration
    operator, patient = battle.operator(declaration.actor), battle.operator(declaration.target)
    refuse(why_not_medic(battle, operator))
    refuse(why_not_helped(operator, patient))
    squad = battle.squad(operator.squad)
    changes: tuple[Change, ...] = (
        Change(patient.key, "medics", patient.medics, patient.medics + 1),
        Change(squad.key, "medics", squad.medics, squad.medics + 1),
    )
    helped = apply(battle, changes)
    now = current(helped, helped.operator(patient.key), Stat.DP)
    lasts = LASTS[battle.settings.medicine]
    table.note("DP", f"{current(battle, patient, Stat.DP)} + {MEDIC_GIVES} = {now}")
    table.note("agreed: MEDIC", f"the DP stay {lasts}")
    line, changes = ended(battle, operator.key, changes, table)
    told = f"{operator.name} helps {patient.name}: DP {now} {lasts}." + (f" {line}." if line else "")
    return Outcome(told + rewards(battle, changes), changes)
