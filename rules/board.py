"""A board of squares: where pieces stand on it, and how far apart."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase


@dataclass(frozen=True, slots=True)
class Square:
    """A square by its column and row, both counted from 1."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{column_name(self.column)}{self.row}"

    def steps_to(self, other: Square) -> int:
        """How many orthogonal steps lead to another square; a diagonal takes two."""
        return abs(self.column - other.column) + abs(self.row - other.row)


@dataclass(frozen=True, slots=True)
class Board:
    """What a page draws of a board: its size, the square of each piece on it, and the squares to mark.

    ``put`` is the procedure that puts the chosen piece on a square; it asks for a ``column`` and a ``row``.
    """

    columns: int
    rows: int
    squares: tuple[tuple[str, Square], ...]
    marked: frozenset[Square] = frozenset()
    put: str = ""


def column_name(column: int) -> str:
    """The letter of a column, counted from 1."""
    return ascii_uppercase[column - 1]
