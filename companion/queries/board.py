"""The board of squares on the battle page: what stands where, and where a tap on a square leads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.queries.selection import Chosen
from rules.board import Board, Square, column_name

C = TypeVar("C")


@dataclass(frozen=True)
class SquareView(Generic[C]):
    """One square: the cards that stand on it, whether an aim reaches it, whether it is chosen, and where a tap leads.

    ``fallen`` are the cards of those that fell there.
    """

    name: str
    cards: tuple[C, ...]
    marked: bool
    chosen: bool
    url: str
    fallen: tuple[C, ...] = ()


@dataclass(frozen=True)
class RowView(Generic[C]):
    """One row of squares."""

    name: str
    squares: tuple[SquareView[C], ...]


@dataclass(frozen=True)
class BoardView(Generic[C]):
    """The whole board, its last row first."""

    columns: tuple[str, ...]
    rows: tuple[RowView[C], ...]


def board_view(
    board: Board,
    cards: Mapping[str, C],
    picked: Chosen,
    said: Mapping[str, str],
    tappable: bool,
    fell: Mapping[str, Square],
) -> BoardView[C]:
    """The board with the cards of the pieces that stand on it; ``said`` may name a square to put a piece on.

    ``fell`` are the squares of those that fell, by their keys.
    """
    standing: defaultdict[Square, list[C]] = defaultdict(list)
    for key, square in board.squares:
        standing[square].append(cards[key])
    puts = picked.putting(board.put) if tappable and may_put(board, picked) else None

    def view(square: Square) -> SquareView[C]:
        return SquareView(
            name=str(square),
            cards=tuple(standing[square]),
            marked=square in board.marked and bool(picked.targets),
            chosen=(said.get("column"), said.get("row")) == (str(square.column), str(square.row)),
            url=puts(square) if puts and not standing[square] else "",
            fallen=tuple(cards[key] for key, place in fell.items() if place == square),
        )

    columns = range(1, board.columns + 1)
    return BoardView(
        columns=tuple(map(column_name, columns)),
        rows=tuple(
            RowView(str(row), tuple(view(Square(column, row)) for column in columns))
            for row in range(board.rows, 0, -1)
        ),
    )


def may_put(board: Board, picked: Chosen) -> bool:
    """Whether the chosen piece can be put on another square."""
    if not board.put or not picked.attacker:
        return False
    actions = picked.actions(picked.attacker)
    return any(procedure.slug == board.put and not reason for procedure, reason in actions)
