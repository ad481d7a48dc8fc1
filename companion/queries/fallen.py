"""Where on a board of squares the pieces fell that stand no more, as the log tells it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from heapq import merge
from operator import itemgetter, or_
from typing import Any, TypeAlias

from django.db.models import Exists, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast

from companion.models import Battle, Event, Version
from companion.services.writing import AMENDED
from rules.board import Square
from rules.sheets import PieceSheet

ONE = 1
"""How many entries are fetched at once: for more than are needed the database would look through the whole log."""

_Told: TypeAlias = Iterator[tuple[int, Iterable[Mapping[str, Any]]]]
"""The numbers of entries with what they change, the newest first."""


def fell_on(battle: Battle, pieces: Iterable[PieceSheet]) -> Mapping[str, Square]:
    """The square that each piece which does not stand any more was taken from, by its key: in two queries, or none.

    Of the log those entries are read that tell of these pieces, from the newest back to where the last of them fell.
    """
    gone = {piece.key for piece in pieces if not piece.standing}
    found: dict[str, Square] = {}
    if not gone:
        return found
    for _, changes in merge(*_told_of(battle, gone), key=itemgetter(0), reverse=True):
        found = {key: square for key, square in _left(changes).items() if key in gone} | found
        if len(found) == len(gone):
            break
    return found


def _told_of(battle: Battle, keys: Iterable[str]) -> tuple[_Told, _Told]:
    """The entries that take pieces off the board, as they were made and as they stand since they were corrected."""
    standing = Version.objects.filter(amendment__undone_by=None)
    later = standing.filter(of=OuterRef("of"), amendment__number__gt=OuterRef("amendment__number"))
    entries = Event.objects.filter(battle=battle, undone_by=None).exclude(kind=AMENDED)
    as_made = _naming(entries.exclude(Exists(standing.filter(of=OuterRef("pk")))), keys)
    corrected = _naming(standing.filter(amendment__battle=battle).exclude(Exists(later)), keys)
    return (
        as_made.order_by("-number").values_list("number", "changes").iterator(ONE),
        corrected.order_by("-of__number").values_list("of__number", "changes").iterator(ONE),
    )


def _naming(rows: QuerySet[Any], keys: Iterable[str]) -> QuerySet[Any]:
    """The rows whose changes name a piece and a column; the database tells them apart by their text."""
    named = reduce(or_, (Q(told__contains=f'"{key}"') for key in keys))
    naming: QuerySet[Any] = rows.alias(told=Cast("changes", TextField())).filter(named, told__contains='"column"')
    return naming


def _left(changes: Iterable[Mapping[str, Any]]) -> Mapping[str, Square]:
    """The squares that some changes take pieces from, and off the board."""
    left = {(one["piece"], one["track"]): one["before"] for one in changes if one["after"] is None}
    return {
        piece: Square(column, left[piece, "row"])
        for (piece, track), column in left.items()
        if track == "column" and isinstance(column, int) and isinstance(left.get((piece, "row")), int)
    }
