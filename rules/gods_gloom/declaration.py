"""What is declared in an attack, and which units can attack and be attacked (ARP; MEL.10; RNG.10)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.gods_gloom.modifiers import Modifier
from rules.gods_gloom.sheet import Battle, Kind, Unit
from rules.guards import why_not_now


@dataclass(frozen=True, slots=True)
class Attack:
    """What is declared: who attacks whom in which way, whether a Boost is spent, and the modifiers of both units."""

    actor: str
    target: str
    kind: Kind
    boost: bool = False
    modifiers: tuple[Modifier, ...] = ()
    target_modifiers: tuple[Modifier, ...] = ()


def why_not_attack(battle: Battle, unit: Unit) -> str:
    """Why a unit cannot attack now, in either way; empty when it can."""
    reasons = [why_not_kind(unit, kind) for kind in Kind]
    return why_not_now(battle, unit) or ("" if "" in reasons else reasons[0])


def why_not_kind(unit: Unit, kind: Kind) -> str:
    """Why a unit cannot attack in a way; empty when it can.

    Melee is an action of its activation and needs a Morale token; a ranged attack comes once a round.
    """
    if kind is Kind.RANGED:
        again = unit.shot and "Move and Fire" not in unit.trait_names
        return f"{unit.name} already made a ranged attack this round." if again else ""
    if unit.activated:
        return f"The activation of {unit.name} is over this round."
    if not unit.morale_tokens and "Blind Rage" not in unit.trait_names:
        return f"Without a Morale token {unit.name} cannot make a melee attack."
    return ""
