"""Cards and tokens that are drawn once for as long as they look the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from companion.own import own
from companion.queries.battle_page import BattlePage
from companion.queries.cards import Card
from companion.queries.drawn import drawings
from companion.queries.kept_page import rendered

register = template.Library()

INDENTED = re.compile(r"\n\s+")


@register.filter
def lean(drawing: str) -> SafeString:
    """What was rendered without the blank lines and indents that templates have for who reads them: they weigh, too."""
    return mark_safe(INDENTED.sub("\n", drawing))  # noqa: S308 - it was escaped as it was rendered


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str, card: Card, place: str = "") -> SafeString:
    """A card as a template draws it, of which a battle's page may have been given the same before.

    A template reads nothing but its card, what the game says that cards show besides (``beside`` in its ``cards``),
    whether an attack is chosen and whether there is a board of squares, and the place.
    """
    page = context.get("page")
    if not isinstance(page, BattlePage):
        return _drawing(context, name, card, place)
    shown = (name, place, page.is_attack, *card.drawn_by, *_besides(page, card))
    return SafeString(drawings.get(shown, lambda: _drawing(context, name, card, place)))


@register.simple_tag(takes_context=True)
def alike(context: Context, name: str, *sight: Hashable) -> SafeString:
    """A template that shows nothing of who looks but what is named: drawn once for all who see that of a page alike."""
    engine = context.template.engine  # type: ignore[union-attr]
    drawing = rendered(context["page"], (name, *sight), lambda: lean(engine.get_template(name).render(context)))
    return mark_safe(drawing)  # noqa: S308 - it was escaped as it was rendered


@register.simple_tag(takes_context=True)
def inside(context: Context, card: Card) -> SafeString:
    """What a card says of its piece, whatever a tap on it does."""
    page = context.get("page")
    if not isinstance(page, BattlePage):
        return _drawing(context, card.template, card)
    shown = (card.template, card.piece, card.after, *_besides(page, card))
    return SafeString(drawings.get(shown, lambda: _drawing(context, card.template, card)))


def _besides(page: BattlePage, card: Card) -> tuple[Hashable, ...]:
    """What a drawing shows of the table beside the card's own piece."""
    return (bool(page.squares), _beside(page.game.slug)(card, page))


@cache
def _beside(game: str) -> Callable[[Any, BattlePage], Hashable]:
    found: Callable[[Any, BattlePage], Hashable] = getattr(own(game, "cards"), "beside", _nothing)
    return found


def _nothing(card: Any, page: BattlePage) -> Hashable:
    return None


def _drawing(context: Context, name: str | Sequence[str], card: Card, place: str = "") -> SafeString:
    engine = context.template.engine  # type: ignore[union-attr]
    found = engine.get_template(name) if isinstance(name, str) else engine.select_template(list(name))
    with context.push(card=card, place=place):
        return lean(found.render(context))
