"""Cards and tokens that are drawn once for as long as they look the same."""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from companion.queries.battle_page import BattlePage
from companion.queries.cards import Card
from companion.queries.drawn import drawings

register = template.Library()


@register.simple_tag(takes_context=True)
def drawn(context: Context, name: str | Sequence[str], card: Card, place: str = "") -> SafeString:
    """A card as a template draws it, of which a battle's page may have been given the same before.

    A template reads nothing but its card, what lies on the table, whether an attack is chosen, and the place.
    """
    page = context.get("page")
    if not isinstance(page, BattlePage):
        return _drawing(context, name, card, place)
    shown = (page.number, page.is_attack, name, place, card.as_shown)
    return SafeString(drawings.get(shown, lambda: _drawing(context, name, card, place)))


@register.simple_tag(takes_context=True)
def inside(context: Context, card: Card) -> SafeString:
    """What a card says of its piece, whatever a tap on it does."""
    page = context.get("page")
    if not isinstance(page, BattlePage):
        return _drawing(context, card.template, card)
    return SafeString(drawings.get((page.number, card.key), lambda: _drawing(context, card.template, card)))


def _drawing(context: Context, name: str | Sequence[str], card: Card, place: str = "") -> SafeString:
    engine = context.template.engine  # type: ignore[union-attr]
    found = engine.get_template(name) if isinstance(name, str) else engine.select_template(list(name))
    with context.push(card=card, place=place):
        return found.render(context)
