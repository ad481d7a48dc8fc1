"""What known modifiers ask of both units and of the other rows of an attack (ATC.10; MEL.20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rules.gods_gloom.declaration import Attack
from rules.gods_gloom.modifiers import (
    ADVANCE,
    ATTACK_STANCE,
    BATTLE_FOCUS,
    BLIND_SPOT,
    CHARGE,
    CHARGE_BONUS,
    CHARGE_BREAKER,
    COUNTER_CHARGE,
    EXPLOIT_BROKEN,
    EXPLOIT_NEGATIVE,
    FLANKED,
    OVERLOAD,
    OVERLOADED,
    Modifier,
    has,
)
from rules.gods_gloom.sheet import Unit

Needs: TypeAlias = tuple[Mapping[str, str], Mapping[str, str]]

ATTACKERS_NEED: Needs = ({CHARGE_BONUS: CHARGE, ATTACK_STANCE: ADVANCE}, {CHARGE_BREAKER: COUNTER_CHARGE})
DEFENDERS_NEED: Needs = (
    {BLIND_SPOT: FLANKED, CHARGE_BONUS: COUNTER_CHARGE, ATTACK_STANCE: ADVANCE},
    {CHARGE_BREAKER: CHARGE, COUNTER_CHARGE: CHARGE},
)
"""Which rows need another one: among those of their own side, and among those of the other side."""


def why_not_attackers(name: str, attack: Attack, attacker: Unit, target: Unit) -> str:
    """Why the attacker cannot have a modifier of that name; empty when it can."""
    if name == EXPLOIT_BROKEN and harassed(target, attack.modifiers):
        return f"{target.name} must not have Morale tokens."
    if name == EXPLOIT_NEGATIVE and not (target.weak or target.slow):
        return f"{target.name} must be Weak or Slow."
    if name == BATTLE_FOCUS and not attack.boost:
        return "Its Boost is not spent."
    if name == OVERLOAD and attacker.has_effect(OVERLOADED):
        return f"The Overload of {attacker.name} is used up for this game."
    return _lacking(name, ATTACKERS_NEED, attack.modifiers, attack.target_modifiers)


def why_not_defenders(name: str, attack: Attack, target: Unit) -> str:
    """Why the defender cannot have a modifier of that name; empty when it can."""
    if name == FLANKED and "Circular Defence" in target.trait_names:
        return f"Circular Defence protects {target.name}."
    return _lacking(name, DEFENDERS_NEED, attack.target_modifiers, attack.modifiers)


def harassed(unit: Unit, by: tuple[Modifier, ...]) -> int:
    """The Morale tokens of a unit after what the other side's modifiers take before the dice (MEL.20)."""
    return max(0, unit.morale_tokens - sum(modifier.morale for modifier in by))


def _lacking(name: str, needs: Needs, *sides: tuple[Modifier, ...]) -> str:
    for needed, rows in zip(needs, sides, strict=True):
        if name in needed and not has(rows, needed[name]):
            return f"{name} needs “{needed[name]}”."
    return ""
