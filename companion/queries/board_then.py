"""A battle's board with changes on it: the cards that become others, and the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.looks import NOBODY, Look
from companion.queries.cards import Card
from companion.queries.preview import preview_of
from companion.sheets import battle_model
from rules.changes import Change
from rules.game import Game


@dataclass(frozen=True)
class SideThen:
    """One side: its name and look, its score, and what that becomes."""

    name: str
    look: Look
    score: int | None
    becomes: int | None


@dataclass(frozen=True)
class BoardThen:
    """The board as it will stand: the sides, the cards of what changes, and the names of the pieces that do not."""

    sides: tuple[SideThen, ...]
    cards: tuple[Card, ...]
    unchanged: tuple[str, ...]


def board_then(game: Game[Any], sheet: Any, changes: Sequence[Change], looks: Mapping[str, Look]) -> BoardThen:
    """The board of a sheet with what some changes would make of it."""
    preview = preview_of(game, sheet, changes)
    cards, unchanged = [], []
    for piece in sheet.pieces:
        after = preview.after.get(piece.key, piece)
        if after != piece or preview.told_of(piece, ()):
            becomes = preview.told_of(piece, battle_model(game.slug).IN_PLACE)
            falls = preview.falls.get(piece.key, "")
            cards.append(Card.of(game, piece, looks, becomes=becomes, falls=falls, after=after))
        elif piece.standing:
            unchanged.append(piece.name)
    sides = tuple(
        SideThen(side.name, looks.get(side.key, NOBODY), getattr(side, "score", None), preview.scores.get(side.key))
        for side in sheet.sides
    )
    return BoardThen(sides, tuple(cards), tuple(unchanged))
