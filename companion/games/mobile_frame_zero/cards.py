"""How a frame's systems are lettered and coloured on its card."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from django import template

from companion.queries.battle_page import BattlePage
from companion.templatetags.table import Standing
from rules.mobile_frame_zero.sheet import Kind, System

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
def dice(white: Standing, most: int = 2) -> tuple[tuple[bool, bool], ...]:
    """For each white die that there could be whether it is left, and whether it is about to go."""
    return tuple((place < white.now, white.then <= place < white.now) for place in range(most))


@register.filter
def systems(card: Any) -> tuple[tuple[System, bool], ...]:
    """The systems of a frame, each with whether it is about to be lost."""
    then = {system.key: system.lost for system in getattr(card, "then", card.piece).systems}
    return tuple((system, then[system.key] and not system.lost) for system in card.piece.systems)


def beside(card: Any, page: BattlePage) -> Hashable:
    """The name of the company that holds a station, which stands on its card."""
    return next((side.name for side in page.sides if side.key == getattr(card.piece, "owner", None)), None)
