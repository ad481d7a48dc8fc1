"""Wounds, and what they leave: Decimated, Destroyed, tokens (ATC.60)."""

from __future__ import annotations

from functools import lru_cache

from rules.gods_gloom.sheet import Opposites, Unit
from rules.remaking import remade
from rules.sheets import Status

DECIMATED = 1
"""The health at which a unit that is wounded down to it gains Weak."""

CANCEL = "its Weak and its Boost cancel"

BRITTLE_BONES = "Brittle Bones"
"""The effect that adds a wound each time its unit is wounded."""


def suffered(unit: Unit, wounds: int) -> int:
    """The wounds that a unit suffers when it is dealt so many at once."""
    return wounds + (wounds > 0 and unit.has_effect(BRITTLE_BONES))


def stricken(unit: Unit, wounds: int, by: str, opposites: Opposites) -> Unit:
    """The unit after wounds and the Status Check that follows; ``by`` is what destroyed it, if it is."""
    return checked(unit, wounded(unit, wounds), by, opposites)


# Odds wound the same unit as often as there are wounds that the other one may suffer.
@lru_cache(maxsize=1024)
def wounded(unit: Unit, wounds: int) -> Unit:
    """The unit after wounds; health does not go below 0."""
    if unit.status is not Status.ACTIVE:
        return unit
    return remade(unit, current_health=max(0, unit.current_health - wounds))


def checked(before: Unit, unit: Unit, by: str, opposites: Opposites) -> Unit:
    """The Status Check of a unit that had wounds: Decimated and Weak at exactly 1 health, Destroyed at 0 (ATC.60)."""
    if unit.current_health == before.current_health:
        return unit
    if unit.current_health == DECIMATED:
        return gaining_weak(unit, opposites)
    return unit if unit.current_health else remade(unit, status=Status.DESTROYED, destroyed_by=by[:60])


def fate(before: Unit, after: Unit) -> tuple[str, ...]:
    """What wounds have made of a unit, in words; nothing when it only has less health."""
    if after.current_health == before.current_health or after.current_health > DECIMATED:
        return ()
    if not after.current_health:
        return (f"{after.name} Destroyed",)
    return (f"{after.name} Decimated", *cancelled(before, after))


def cancelled(before: Unit, after: Unit) -> tuple[str, ...]:
    """That a unit's Weak and Boost took each other away, if they did; it is a setting of the battle."""
    gone = (before.boost and not after.boost and not after.weak) or (before.weak and not after.weak and not after.boost)
    return (CANCEL,) if gone else ()


@lru_cache(maxsize=1024)
def losing_morale(unit: Unit, tokens: int, by: str, opposites: Opposites) -> Unit:
    """The unit after it loses Morale tokens, as many as it has, or suffers a wound when it has none (MEL.50)."""
    if unit.morale_tokens:
        return remade(unit, morale_tokens=max(0, unit.morale_tokens - tokens))
    return stricken(unit, suffered(unit, 1), by, opposites)


def gaining_weak(unit: Unit, opposites: Opposites) -> Unit:
    """The unit with a Weak token, of which it keeps at most one."""
    if unit.boost and opposites is Opposites.CANCEL:
        return remade(unit, boost=False)
    return remade(unit, weak=True)


def gaining_boost(unit: Unit, opposites: Opposites) -> Unit:
    """The unit with a Boost token, of which it keeps at most one."""
    if unit.weak and opposites is Opposites.CANCEL:
        return remade(unit, weak=False)
    return remade(unit, boost=True)
