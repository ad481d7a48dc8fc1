"""Whose sides a tap concerns, by their keys: nobody's alone where it concerns the battle itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.models import Battle, Declaration, Event
from companion.services.refusals import Refusal
from companion.services.under_way import replayed, shown_to
from companion.sheets import stored
from rules.asks import Choice
from rules.changes import keyed
from rules.play import Waiting
from rules.records import BadRecord


def of_part(battle: Battle, key: str) -> tuple[str, ...]:
    """The side of a piece, or of what is a part of one."""
    return _of_pieces(stored(battle).sheet, {key})


def of_piece(battle: Battle, pk: int) -> tuple[str, ...]:
    """The side of a piece by the id of its row."""
    read = stored(battle)
    return _of_pieces(read.sheet, {piece.key for piece in read.sheet.pieces if read.rows[piece.key].pk == pk})


def of_rows(battle: Battle, rows: Iterable[object]) -> tuple[str, ...]:
    """The sides among rows of a battle, and those of its pieces and of their parts."""
    read = stored(battle)
    given = list(rows)
    keys = {key for key, row in read.rows.items() if row in given}
    sides = (side.key for side in read.sheet.sides if side.key in keys)
    return (*sides, *_of_pieces(read.sheet, keys))


def of_side(battle: Battle, pk: int) -> tuple[str, ...]:
    """A side by the id of its row."""
    read = stored(battle)
    return tuple(side.key for side in read.sheet.sides if read.rows[side.key].pk == pk)


def of_key(battle: Battle, key: str) -> tuple[str, ...]:
    """A side by its key."""
    return tuple(side.key for side in stored(battle).sheet.sides if side.key == key)


def of_declaration(battle: Battle, pk: int) -> tuple[str, ...]:
    """The sides of who acts and of whom it is done to."""
    row = Declaration.objects.filter(battle=battle, pk=pk).first()
    if row is None:
        return ()
    row.battle = battle
    try:
        return _of_pieces(shown_to(row), _named(row.answers))
    except BadRecord:
        return ()


def of_choice(battle: Battle, pk: int) -> tuple[str, ...]:
    """The side that decides now what is under way; else as of all that is declared."""
    row = Declaration.objects.filter(battle=battle, pk=pk).prefetch_related("replies").first()
    if row is None:
        return ()
    row.battle = battle
    try:
        record, played = replayed(row, list(row.replies.all()))
    except Refusal:
        return of_declaration(battle, pk)
    ask = played.ask if isinstance(played, Waiting) else None
    if isinstance(ask, Choice) and ask.by in {side.key for side in record.battle.sides}:
        return (ask.by,)
    return of_declaration(battle, pk)


def of_event(battle: Battle, number: int) -> tuple[str, ...]:
    """The sides of what an entry of the log was declared for."""
    event = Event.objects.filter(battle=battle, number=number).select_related("undoes").first()
    told = event.undoes if event and event.undoes else event
    return of_declaration(battle, told.declaration_id) if told and told.declaration_id else ()


def _named(answers: Mapping[str, Any]) -> set[str]:
    return {answers[name] for name in ("actor", "target") if isinstance(answers.get(name), str)}


def _of_pieces(sheet: Any, keys: set[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.side for piece in sheet.pieces if piece.side and keys & keyed(piece).keys()))
