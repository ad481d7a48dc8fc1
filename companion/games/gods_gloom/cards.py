"""How a unit's health, traits and effects stand on its card."""

from __future__ import annotations

from collections.abc import Hashable

from django import template

from companion.queries.cards import Card
from companion.queries.table_view import TableView
from rules.gods_gloom.sheet import Unit
from rules.gods_gloom.traits import Use, read

register = template.Library()

STURDY = 4
SWIFT = 4


def beside(card: Card, page: TableView) -> Hashable:
    """Whether a word above what the card says tells already that its unit is done."""
    return card.is_called_done


@register.filter
def silhouette(unit: Unit) -> str:
    """The drawing that its numbers suggest."""
    if unit.guard_blue >= STURDY:
        return "gg-tower"
    if unit.speed >= SWIFT:
        return "gg-boar"
    return "gg-axe" if unit.offence_red > unit.guard_red else "gg-blade"


@register.filter
def traits(unit: Unit) -> list[tuple[Use, str]]:
    """What the app does with the traits of a unit, and the traits with which it does that."""
    found = read(unit.traits)
    groups = {use: [str(trait) for trait in found if trait.use is use] for use in Use}
    return [(use, ", ".join(names)) for use, names in groups.items() if names]


@register.filter
def effects(unit: Unit) -> list[str]:
    """The lasting effects on a unit, in the order of their names."""
    return sorted(unit.effects)
