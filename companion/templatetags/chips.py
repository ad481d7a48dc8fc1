"""The choices of a form's field as buttons, where they are few and short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import template
from django.forms import BoundField, Select

from companion.forms.choosing import Plates

register = template.Library()

MOST_CHIPS = 8
LONGEST_CHIP = 16
MIDDLING = 14
SHORT = 8
ALONE = 24
"""A longer label has the whole width of its form."""


@dataclass(frozen=True)
class Chip:
    """One of a few choices of a field, as a button that is tapped."""

    id: str
    value: str
    label: str
    checked: bool


@register.filter
def chips(field: BoundField) -> tuple[Chip, ...]:
    """The choices of a field where they are so few and short that each can be a button; the first is the usual one."""
    plates = isinstance(field.field.widget, Plates)
    if not plates and type(field.field.widget) is not Select:
        return ()
    choices = [(str(value), str(label)) for value, label in field.field.widget.choices if not isinstance(label, list)]
    if len(choices) < 2 or len(choices) < len(list(field.field.widget.choices)):
        return ()
    if not plates and (len(choices) > MOST_CHIPS or any(len(label) > LONGEST_CHIP for _, label in choices)):
        return ()
    given = "" if field.value() is None else str(field.value())
    chosen = given if given in dict(choices) else choices[0][0]
    return tuple(
        Chip(f"{field.auto_id}-{place}", value, label, value == chosen) for place, (value, label) in enumerate(choices)
    )


@register.filter
def chips_abreast(chips: Sequence[Chip]) -> int:
    """How many of a field's buttons stand side by side."""
    longest = max(len(chip.label) for chip in chips)
    abreast = 4 if longest <= 9 else 3 if longest <= MIDDLING else 2 if longest <= ALONE else 1
    rows = -(-len(chips) // abreast)
    return -(-len(chips) // rows)


@register.filter
def is_wide(chips: Sequence[Chip]) -> bool:
    """Whether a field's buttons take the whole width of its form."""
    return len(chips) > 2 or any(len(chip.label) > SHORT for chip in chips)
