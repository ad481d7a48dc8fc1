"""MOVE: swap with a squad mate, or advance on the objective (Actions)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.actions import ended
from rules.airsoft_squads.effects import current
from rules.airsoft_squads.field import why_not_act, why_not_there
from rules.airsoft_squads.modifiers import Stat
from rules.airsoft_squads.performance import goes_hit, is_hit, perform, rewards
from rules.airsoft_squads.pieces import MOST_COUNTED, MOST_MOVED, Aim, Bonus, Operator
from rules.airsoft_squads.sheet import Battle
from rules.asks import Declared
from rules.changes import Change, apply
from rules.game import Illegal, Outcome
from rules.guards import refuse
from rules.table import Table

MOVES = 2
"""MOVEs of a player in a TURN, BONUS ones too (Actions)."""

SWAP_MP = 4
"""The MP that two operators need together to swap (Actions)."""


@dataclass(frozen=True, slots=True)
class Move:
    """An operator moves: with the squad mate that it swaps with, or ``None`` to advance on its objective."""

    actor: str
    partner: str | None = None


def why_not_move(battle: Battle, operator: Operator) -> str:
    """Why an operator cannot MOVE now; empty when it can."""
    squad = battle.squad(operator.squad)
    reason = why_not_act(battle, operator, Bonus.MOVE)
    if not reason and squad.moves >= MOVES:
        reason = f"{squad.name} has made its {MOVES} MOVEs this TURN."
    if not reason and operator.moved >= MOST_MOVED:
        reason = f"{operator.name} has made {MOST_MOVED} MOVEs this TURN, and no more are counted."
    if (
        not reason
        and why_not_advance(battle, operator)
        and not any(not why_not_swap(battle, operator, other) for other in battle.operators)
    ):
        reason = f"{operator.name} has nobody to swap with, and no objective to advance on."
    return reason


def why_not_advance(battle: Battle, operator: Operator) -> str:
    """Why an operator cannot advance on an objective; empty when it can."""
    position = battle.position_of(operator)
    if position is None:
        return f"The position of {operator.name} has no objective."
    return f"The objective of {position.name} is CAPTURED." if position.aim is Aim.CAPTURED else ""


def why_not_swap(battle: Battle, operator: Operator, partner: Operator) -> str:
    """Why two operators cannot swap; empty when they can."""
    if partner.key == operator.key or partner.squad != operator.squad:
        return f"{operator.name} swaps with another operator of its squad."
    reason = why_not_there(partner)
    together = current(battle, operator, Stat.MP) + current(battle, partner, Stat.MP)
    if not reason and together < SWAP_MP:
        return f"{operator.name} and {partner.name} have {together} MP together, and a swap takes {SWAP_MP}."
    return reason


def move(declared: Declared[Battle, Move], table: Table) -> Outcome:
    """Move an operator; ``Illegal`` when it cannot.

    The MOVE costs EP and DP first: an operator that goes HIT by that does not come any further (RULINGS).
    """
    battle, declaration = declared.battle, declared.declaration
    operator = battle.operator(declaration.actor)
    refuse(why_not_move(battle, operator))
    partner = battle.operator(declaration.partner) if declaration.partner is not None else None
    refuse(why_not_swap(battle, operator, partner) if partner else why_not_advance(battle, operator))
    squad = battle.squad(operator.squad)
    changes: tuple[Change, ...] = (
        Change(operator.key, "moved", operator.moved, operator.moved + 1),
        Change(squad.key, "moves", squad.moves, squad.moves + 1),
    )
    paid = apply(battle, changes)
    moved = paid.operator(operator.key)
    for stat in (Stat.EP, Stat.DP):
        table.note(stat, f"{current(battle, operator, stat)} → {current(paid, moved, stat)} to the end of the TURN")
    if is_hit(paid, moved):
        line = f"{operator.name} moves and goes HIT by it"
        changes += goes_hit(paid, moved, "its own MOVE", table)
    elif partner:
        line = f"{operator.name} swaps with {partner.name}"
        changes += (
            Change(operator.key, "place", operator.place, partner.place),
            Change(partner.key, "place", partner.place, operator.place),
        )
    else:
        line, advanced = _advance(paid, moved, table)
        changes += advanced
    last, changes = ended(battle, operator.key, changes, table)
    told = ". ".join(part for part in (line, last) if part)
    return Outcome(f"{told}.{rewards(battle, changes)}", changes)


def _advance(battle: Battle, operator: Operator, table: Table) -> tuple[str, tuple[Change, ...]]:
    position = battle.position_of(operator)
    if position is None:
        raise Illegal(why_not_advance(battle, operator))
    if position.aim is Aim.REACHED:
        return f"{operator.name} captures the objective of {position.name}", (
            Change(position.key, "aim", position.aim, Aim.CAPTURED),
        )
    counter = max(0, min(MOST_COUNTED, operator.objective + current(battle, operator, Stat.MP)))
    table.note("objective counter", f"{operator.objective} → {counter} of {position.objective}")
    counted = (Change(operator.key, "objective", operator.objective, counter),)
    if counter < position.objective:
        return f"{operator.name} advances on its objective: {counter} of {position.objective}", counted
    changes = (*counted, Change(position.key, "aim", position.aim, Aim.REACHED))
    reward = perform(apply(battle, changes), battle.squad(operator.squad), table)
    return f"{operator.name} reaches the objective of {position.name}", (*changes, *reward)
