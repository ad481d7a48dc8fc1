"""Who stays up only by DP that a condition gave it in an attack, to the end of the TURN (RULINGS)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.airsoft_squads.effects import Effect, current, kept_up_by
from rules.airsoft_squads.modifiers import Stat, While
from rules.airsoft_squads.pieces import Operator
from rules.airsoft_squads.sheet import Battle
from rules.changes import NAMED, Change
from rules.words import listed

HELD = f"held{NAMED}"
"""What the track of a condition that keeps an operator up begins with; the key of its modifier follows."""


def kept(battle: Battle, target: Operator, effects: Iterable[Effect]) -> tuple[Change, ...]:
    """The changes that let the conditions of an attack keep its target up, where nothing else does.

    ``effects`` are those that counted in the attack. What kept the target up before was asked anew in it.
    """
    needed = _spare(battle, target) <= 0
    holds = {
        effect.modifier.key
        for effect in effects
        if needed and effect.modifier.condition and _is_dp_of_the_attacked(effect)
    }
    return tuple(
        Change(target.key, f"{HELD}{key}", key in target.held, key in holds) for key in sorted(target.held | holds)
    )


def released(operator: Operator) -> tuple[Change, ...]:
    """The changes of an operator that no condition keeps up any more."""
    return tuple(Change(operator.key, f"{HELD}{key}", True, False) for key in sorted(operator.held))


def outlived(before: Battle, now: Battle) -> tuple[Change, ...]:
    """The changes that end what kept operators up, where something done by hand takes away the need for it.

    An operator that it puts no further below its DP keeps what play left it, to the end of the TURN.
    """
    older = {operator.key: operator for operator in before.operators}
    return tuple(
        change
        for operator in now.operators
        if operator.held and _spare(now, operator) > max(0, _spare(before, older.get(operator.key, operator)))
        for change in released(operator)
    )


def stays_up(battle: Battle, operator: Operator) -> str:
    """For how long an operator stays up by what, and with which DP, in words; empty where no condition keeps it up."""
    named = [effect.named for effect in kept_up_by(battle, operator)]
    if not named:
        return ""
    return f"to the end of the TURN: DP {current(battle, operator, Stat.DP)} by {listed(named)}"


def _spare(battle: Battle, operator: Operator) -> int:
    """How far a hit counter is below the DP that count without what keeps the operator up."""
    return current(battle, replace(operator, held=frozenset()), Stat.DP) - operator.hits


def _is_dp_of_the_attacked(effect: Effect) -> bool:
    return effect.modifier.stat is Stat.DP and effect.modifier.side is While.TARGET
