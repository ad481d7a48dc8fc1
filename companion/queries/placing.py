"""The board of squares on the set-up page: what stands where, and where the piece in hand can be put."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.board import Square, column_name
from rules.game import Game

C = TypeVar("C")


@dataclass(frozen=True)
class Spot(Generic[C]):
    """One square, and the cards of the pieces that stand on it."""

    square: Square
    cards: tuple[C, ...]


@dataclass(frozen=True)
class Placing(Generic[C]):
    """The whole board, its last row first, and the card of the piece in hand, if there is one."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Spot[C], ...], ...]
    hand: C | None


def free_square(game: Game[Any], sheet: Any) -> Square | None:
    """The first square of the board on which nothing stands; ``None`` where there is none, or no board."""
    board = game.board(sheet, "")
    if board is None:
        return None
    taken = {square for _, square in board.squares}
    squares = (Square(column, row) for row in range(1, board.rows + 1) for column in range(1, board.columns + 1))
    return next((square for square in squares if square not in taken), None)


def placing(game: Game[Any], sheet: Any, cards: Mapping[str, C], side: str, hand: str) -> Placing[C] | None:
    """The board of a battle that is set up; in hand is the piece of that key, or else the last one of the side."""
    board = game.board(sheet, "")
    if board is None:
        return None
    standing = dict(board.squares)
    own = [piece.key for piece in sheet.pieces if piece.side == side]
    held = hand if hand in cards else next(reversed(own), "")
    columns = range(1, board.columns + 1)

    def spot(square: Square) -> Spot[C]:
        return Spot(square, tuple(cards[key] for key, there in standing.items() if there == square))

    return Placing(
        tuple(map(column_name, columns)),
        tuple(tuple(spot(Square(column, row)) for column in columns) for row in range(board.rows, 0, -1)),
        cards.get(held),
    )
