"""How the two rows of operators are laid out, and the numbers on their cards."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from django import template

from companion.queries.cards import Card, SideView
from companion.queries.table_view import CardsView, TableView
from rules.airsoft_squads.effects import base, current
from rules.airsoft_squads.modifiers import FOR, Modifier, Stat, While
from rules.airsoft_squads.pieces import Card as CardSheet
from rules.airsoft_squads.pieces import Kind, Lies, Operator, Position
from rules.airsoft_squads.staying import stays_up

register = template.Library()

PRINTED = (Stat.AP, Stat.EP, Stat.DP, Stat.MP)
WHEN = {While.ATTACKER: "attacking", While.TARGET: "attacked", While.ALWAYS: ""}
ICONS = {
    Kind.ATTACK: "attack",
    Kind.DEFENCE: "defence",
    Kind.ITEM: "item",
    Kind.STRATEGY: "strategy",
    Kind.EFFECT: "changed",
}


@dataclass(frozen=True)
class Slot:
    """A place of a row: its field position, and the operator that stands on it."""

    place: int
    position: Card | None
    operator: Card | None


@dataclass(frozen=True)
class Row:
    """A side as a row of slots, its SAVEZONE, what lies on its STRATEGY position, its other cards, and who is OUT."""

    side: SideView
    slots: tuple[Slot, ...]
    saved: tuple[Card, ...]
    laid: tuple[Card, ...]
    apart: tuple[Card, ...]
    out: tuple[Card, ...]

    @property
    def has_chosen_apart(self) -> bool:
        """Whether who is chosen lies among the other cards, which are folded away."""
        return any(card.role for card in self.apart)

    @property
    def has_changed_apart(self) -> bool:
        """Whether what a step of a replay changed lies among the other cards, which are folded away."""
        return any(card.changed for card in self.apart)


@dataclass(frozen=True)
class Number:
    """A number of an operator: what it is now, and the printed VALUE."""

    name: str
    now: int
    printed: int


@register.simple_tag
def rows(page: TableView) -> tuple[Row, ...]:
    """The sides of a battle of operators as rows that face each other."""
    places = max((c.piece.place for side in page.sides for c in side.cards if isinstance(c.piece, Position)), default=0)
    return tuple(_row(side, places) for side in page.sides)


@register.simple_tag
def numbers(operator: Operator, page: Any = None) -> tuple[Number, ...]:
    """The numbers of an operator as they are now in a battle, or as printed where no battle is shown."""
    sheet = page.panel.chosen.sheet if isinstance(page, CardsView) else None
    return tuple(
        Number(stat.value, current(sheet, operator, stat) if sheet else base(operator, stat), base(operator, stat))
        for stat in PRINTED
    )


@register.simple_tag
def worn(operator: Operator, page: Any = None) -> CardSheet | None:
    """The card that is attached to an operator of the battle that is shown."""
    return page.panel.chosen.sheet.attached(operator) if isinstance(page, CardsView) else None


@register.simple_tag
def staying(operator: Operator, page: Any = None) -> str:
    """For how long an operator of the battle that is shown stays up by a condition, and with which DP."""
    return stays_up(page.panel.chosen.sheet, operator) if isinstance(page, CardsView) else ""


def beside(card: Any, page: TableView) -> Hashable:
    """What the card of an operator shows that others give it: its numbers, the card attached to it, how it stays up."""
    piece = card.piece
    if not isinstance(piece, Operator):
        return None
    return (numbers(piece, page), worn(piece, page), staying(piece, page))


@register.filter
def effect(given: Modifier) -> str:
    """What a skill or a card does, in few words."""
    asked = ", asked after the dice" if given.after_dice else ""
    condition = f"if {given.condition}{asked}" if given.condition else ""
    return " ".join(part for part in (given.effect, WHEN[given.side], FOR[given.reach], condition) if part)


@register.filter
def effects(modifiers: tuple[Modifier, ...]) -> tuple[str, ...]:
    """What skills or cards do, in few words each."""
    return tuple(map(effect, modifiers))


@register.simple_tag
def teamwork(page: TableView) -> tuple[str, ...]:
    """What TEAMWORK gives in the battle that is shown."""
    return effects(page.panel.chosen.sheet.teamwork)


@register.filter
def icon_of(card: CardSheet) -> str:
    """The picture of a kind of card."""
    return ICONS[card.kind]


def _row(side: SideView, places: int) -> Row:
    standing = {c.piece.place: c for c in (*side.cards, *side.destroyed) if isinstance(c.piece, Operator)}
    positions = {c.piece.place: c for c in side.cards if isinstance(c.piece, Position)}
    cards = [c for c in side.cards if isinstance(c.piece, CardSheet)]
    return Row(
        side=side,
        slots=tuple(Slot(n, positions.get(n), standing.get(n)) for n in range(1, places + 1)),
        saved=tuple(c for c in side.cards if isinstance(c.piece, Operator) and c.piece.saved),
        laid=tuple(c for c in cards if c.piece.lies is Lies.LAID),
        apart=tuple(c for c in cards if c.piece.lies is not Lies.LAID),
        out=tuple(c for c in side.destroyed if c.piece.place is None),
    )
