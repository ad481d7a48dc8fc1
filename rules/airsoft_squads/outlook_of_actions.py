"""What follows from a MOVE and from a MEDIC, before it is made."""

from __future__ import annotations

from rules.airsoft_squads.effects import MEDIC_GIVES, MOVE_COSTS, current
from rules.airsoft_squads.medic import LASTS, Medic, why_not_helped, why_not_medic
from rules.airsoft_squads.modifiers import Stat
from rules.airsoft_squads.move import MOVES, Move, why_not_move
from rules.airsoft_squads.performance import is_hit
from rules.airsoft_squads.pieces import Operator
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.status import out_of_order
from rules.asks import Declared, Outlook
from rules.changes import Change, apply
from rules.guards import refuse


def move_outlook(declared: Declared[Battle, Move]) -> Outlook:
    """What a MOVE costs, and whether the mover goes HIT by it; ``Illegal`` when it cannot move."""
    battle, operator = declared.battle, declared.battle.operator(declared.declaration.actor)
    refuse(why_not_move(battle, operator))
    paid = apply(battle, (Change(operator.key, "moved", operator.moved, operator.moved + 1),))
    moved = paid.operator(operator.key)
    costs = ", ".join(f"{stat} {current(battle, operator, stat)} → {current(paid, moved, stat)}" for stat in MOVE_COSTS)
    squad = battle.squad(operator.squad)
    left = MOVES - squad.moves
    return Outlook(
        f"{costs} to the end of the TURN.",
        f"Hit counter {operator.hits}: {_fate(paid, moved)}",
        more=(
            f"{'The last MOVE' if left == 1 else f'One of {left} MOVEs'} of {squad.name} this TURN.",
            *out_of_order(battle, operator),
        ),
    )


def medic_outlook(declared: Declared[Battle, Medic]) -> Outlook:
    """What a MEDIC gives, and for how long; ``Illegal`` when it cannot help."""
    battle = declared.battle
    operator, patient = (battle.operator(key) for key in (declared.declaration.actor, declared.declaration.target))
    refuse(why_not_medic(battle, operator))
    refuse(why_not_helped(operator, patient))
    now = current(battle, patient, Stat.DP)
    return Outlook(
        f"DP {now} → {now + MEDIC_GIVES} {LASTS[battle.settings.medicine]}.",
        f"Hit counter {patient.hits} stays.",
        more=(f"The only MEDIC of {battle.squad(operator.squad).name} this TURN.", *out_of_order(battle, operator)),
    )


def _fate(battle: Battle, moved: Operator) -> str:
    if is_hit(battle, moved):
        return f"{moved.name} goes HIT by it, and comes no further."
    return f"{moved.name} stays up."
