"""Decisions about pieces: operators, cards and positions as the options of a squad."""

from __future__ import annotations

from dataclasses import dataclass

from rules.airsoft_squads.modifiers import FOR
from rules.airsoft_squads.pieces import Card, Kind, Operator
from rules.airsoft_squads.sheet import Battle
from rules.asks import Choice, Declared, Option
from rules.changes import keyed

BY_HAND = "what it does is set right by hand"


@dataclass(frozen=True, slots=True)
class PieceChoice(Choice[Battle, object, str]):
    """A decision of a squad whose options are keys of pieces, besides a few fixed ones."""

    def option(self, declared: Declared[Battle, object], value: str) -> Option:
        """The piece by its name, and what matters of it."""
        if value in self.OPTIONS:
            return Option(value, *self.OPTIONS[value])
        piece = keyed(declared.battle)[value]
        if isinstance(piece, Card):
            return Option(value, piece.name, BY_HAND if piece.kind is Kind.EFFECT else ", ".join(effects_of(piece)))
        if isinstance(piece, Operator):
            where = f"position {piece.place}" if piece.place else "SAVEZONE"
            return Option(value, piece.name, f"{piece.state}, {where}")
        return Option(value, piece.name)


def effects_of(card: Card) -> tuple[str, ...]:
    """What a card does, an effect each, with whom it is for and its condition."""
    return tuple(
        " ".join(part for part in (m.effect, FOR[m.reach], f"({m.condition})" if m.condition else "") if part)
        for m in card.modifiers
    )
