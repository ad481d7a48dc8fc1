"""How a unit is drawn on its card and on the board."""

from __future__ import annotations

from django import template

from rules.troops_and_supplies.sheet import Unit

register = template.Library()

HEAVY_DIE = 10
LIGHT_DIE = 4
LONG_RANGE = 3


@register.filter
def silhouette(unit: Unit) -> str:
    """The drawing that its numbers suggest."""
    if unit.indirect_fire:
        return "unit-mortar"
    if unit.attack_range >= LONG_RANGE:
        return "unit-gun"
    if unit.battle_die >= HEAVY_DIE:
        return "unit-tank"
    return "unit-scout" if unit.battle_die <= LIGHT_DIE else "unit-rifle"
