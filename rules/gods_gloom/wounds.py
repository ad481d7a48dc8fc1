"""Wounds, and what they leave: Decimated, Destroyed, tokens (ATC.60)."""

from __future__ import annotations

from dataclasses import replace

from rules.gods_gloom.sheet import Opposites, Status, Unit

DECIMATED = 1
"""The health at which a unit that is wounded down to it gains Weak."""


def wounded(unit: Unit, wounds: int) -> Unit:
    """The unit with its wounds and before any check; health does not go below 0."""
    return replace(unit, current_health=max(0, unit.current_health - wounds))


def checked(unit: Unit, wounds: int, by: str, opposites: Opposites) -> Unit:
    """The unit after the status check that follows its wounds: Destroyed at 0, Decimated and Weak at exactly 1."""
    if not wounds or unit.status is not Status.ACTIVE:
        return unit
    if unit.current_health == 0:
        return replace(unit, status=Status.DESTROYED, destroyed_by=by[:60])
    return gaining_weak(unit, opposites) if unit.current_health == DECIMATED else unit


def fate(unit: Unit, wounds: int) -> tuple[str, ...]:
    """What wounds have made of a unit, in words; nothing when it only has less health."""
    if not wounds or unit.current_health > DECIMATED:
        return ()
    return (f"{unit.name} {'Decimated' if unit.current_health else 'Destroyed'}",)


def losing_morale(unit: Unit, by: str, opposites: Opposites) -> Unit:
    """The unit after it loses a Morale token, or suffers a wound when it has none (MEL.50)."""
    if unit.morale_tokens:
        return replace(unit, morale_tokens=unit.morale_tokens - 1)
    return checked(wounded(unit, 1), 1, by, opposites)


def gaining_weak(unit: Unit, opposites: Opposites) -> Unit:
    """The unit with a Weak token, of which it keeps at most one."""
    if unit.boost and opposites is Opposites.CANCEL:
        return replace(unit, boost=False)
    return replace(unit, weak=True)


def gaining_boost(unit: Unit, opposites: Opposites) -> Unit:
    """The unit with a Boost token, of which it keeps at most one."""
    if unit.weak and opposites is Opposites.CANCEL:
        return replace(unit, weak=False)
    return replace(unit, boost=True)
