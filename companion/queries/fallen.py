"""Where on a board of squares the pieces fell that stand no more, as the log tells it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.models import Battle, Event
from companion.services.timeline import versions_of
from rules.board import Square
from rules.sheets import PieceSheet


def fell_on(battle: Battle, pieces: Iterable[PieceSheet]) -> Mapping[str, Square]:
    """The square that each piece which does not stand any more was taken from, by its key: in two queries, or none."""
    gone = {piece.key for piece in pieces if not piece.standing}
    if not gone:
        return {}
    versions = versions_of(battle)
    rows = Event.objects.filter(battle=battle, undone_by=None).order_by("number").values_list("pk", "changes")
    found: dict[str, Square] = {}
    for event, changes in rows:
        found |= _left(versions[event].changes if event in versions else changes)
    return {key: square for key, square in found.items() if key in gone}


def _left(changes: Iterable[Mapping[str, Any]]) -> Mapping[str, Square]:
    """The squares that some changes take pieces from, and off the board."""
    left = {(one["piece"], one["track"]): one["before"] for one in changes if one["after"] is None}
    return {
        piece: Square(column, left[piece, "row"])
        for (piece, track), column in left.items()
        if track == "column" and isinstance(column, int) and isinstance(left.get((piece, "row")), int)
    }
