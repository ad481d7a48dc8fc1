"""Where cards lie: attached, discarded, or still to be played (Card types)."""

from __future__ import annotations

from rules.airsoft_squads.pieces import Card, Kind, Lies, Operator
from rules.airsoft_squads.sheet import Battle
from rules.changes import Change


def attach(card: Card, operator: Operator) -> tuple[Change, ...]:
    """The changes that attach a card to an operator."""
    return (Change(card.key, "lies", card.lies, Lies.ATTACHED), Change(card.key, "bearer", card.bearer, operator.key))


def discard(card: Card) -> tuple[Change, ...]:
    """The changes that discard a card."""
    return (Change(card.key, "lies", card.lies, Lies.DISCARDED), Change(card.key, "bearer", card.bearer, None))


def playable(battle: Battle, squad: str, kind: Kind) -> tuple[Card, ...]:
    """The cards of a kind that a squad may still have in its hand."""
    return tuple(card for card in battle.cards if (card.squad, card.kind, card.lies) == (squad, kind, Lies.APART))
