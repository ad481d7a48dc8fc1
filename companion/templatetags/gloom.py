"""How a unit's health and effects stand on its card."""

from __future__ import annotations

from django import template

from rules.gods_gloom.sheet import Unit

register = template.Library()


@register.filter
def hearts(unit: Unit) -> tuple[bool, ...]:
    """One entry for each health that the unit can have, true for those that are left."""
    return tuple(place < unit.current_health for place in range(unit.health))


@register.filter
def effects(unit: Unit) -> list[str]:
    """The lasting effects on a unit, in the order of their names."""
    return sorted(unit.effects)
