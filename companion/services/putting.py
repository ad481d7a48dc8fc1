"""Putting a piece on a square while a battle is set up."""

from __future__ import annotations

from typing import Any

from companion.models import Piece
from companion.services.building import building
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.sheets import Stored, key_of, stored
from rules.board import Board, Square
from rules.games import GAMES


def check_free(board: Board, read: Stored, square: Square) -> None:
    """Raise ``Refusal`` where a piece stands on a square already."""
    for key, taken in board.squares:
        if taken == square:
            raise Refusal(f"{read.rows[key]} stands there.")


def put(*, key: str, who: str, seen: int, piece: int, square: Square) -> None:
    """Put a piece, by its id, on a free square of the board."""
    with locked(key) as battle:
        read = stored(battle)
        board = GAMES[battle.game].board(read.sheet, "")
        row = next((row for row in read.rows.values() if isinstance(row, Piece) and row.pk == piece), None)
        if board is None or row is None:
            raise Refusal("That piece is not on a board of this battle.")
        if not (1 <= square.column <= board.columns and 1 <= square.row <= board.rows):
            raise Refusal("There is no such square on this board.")
        if (key_of(row), square) in board.squares:
            return
        check_free(board, read, square)
        with building(key, who, seen, f"{row} stands on {square}."):
            place: dict[str, Any] = {"column": square.column, "row": square.row}
            type(row)._default_manager.filter(pk=row.pk).update(**place)
