"""How a frame's systems are lettered and coloured on its card."""

from __future__ import annotations

from django import template

from rules.mobile_frame_zero.sheet import Kind

register = template.Library()

LETTERS = {
    Kind.HAND: "Rh",
    Kind.DIRECT: "Rd",
    Kind.ARTILLERY: "Ra",
    Kind.BLUE: "B",
    Kind.YELLOW: "Y",
    Kind.GREEN: "G",
}


@register.filter
def letters(kind: Kind) -> str:
    """The letters of a kind of system: its colour, and for a weapon its range."""
    return LETTERS[kind]


@register.filter
def colour(kind: Kind) -> str:
    """The colour of the dice that a kind of system adds."""
    return {"R": "red", "B": "blue", "Y": "yellow", "G": "green"}[LETTERS[kind][0]]


@register.filter
def dice(count: int, most: int = 2) -> tuple[bool, ...]:
    """One entry for each die that there could be, true for those that are left."""
    return tuple(place < count for place in range(most))
