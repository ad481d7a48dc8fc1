"""Whose sides a tap concerns, by their keys: nobody's alone where it concerns the battle itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.models import Battle, Declaration, Event
from companion.services.under_way import replies_shown
from companion.services.undoing import AMENDED
from companion.services.whose import (
    Asked,
    Sides,
    acting_in,
    answered_last,
    asked_in,
    concerned_by,
    sides_of,
)
from companion.sheets import stored
from rules.dice import Face

DECLARED = ("declaration", "undoes__declaration")


def of_part(battle: Battle, key: str) -> Sides:
    """The side of a piece, or of what is a part of one."""
    return sides_of(stored(battle).sheet, {key})


def of_piece(battle: Battle, pk: int) -> Sides:
    """The side of a piece by the id of its row."""
    read = stored(battle)
    return sides_of(read.sheet, {piece.key for piece in read.sheet.pieces if read.rows[piece.key].pk == pk})


def of_rows(battle: Battle, rows: Iterable[object]) -> Sides:
    """The sides among rows of a battle, and those of its pieces and of their parts."""
    read = stored(battle)
    given = list(rows)
    keys = {key for key, row in read.rows.items() if row in given}
    sides = (side.key for side in read.sheet.sides if side.key in keys)
    return (*sides, *sides_of(read.sheet, keys))


def of_side(battle: Battle, pk: int) -> Sides:
    """A side by the id of its row."""
    read = stored(battle)
    return tuple(side.key for side in read.sheet.sides if read.rows[side.key].pk == pk)


def of_key(battle: Battle, key: str) -> Sides:
    """A side by its key."""
    return tuple(side.key for side in stored(battle).sheet.sides if side.key == key)


def of_declaration(battle: Battle, pk: int) -> Sides:
    """The sides of who acts and of whom it is done to."""
    row = _row(battle, pk)
    return concerned_by(row) if row else ()


def of_actor(battle: Battle, pk: int) -> Sides:
    """The side of who acts."""
    row = _row(battle, pk)
    return acting_in(row) if row else ()


def of_answer(battle: Battle, pk: int, answer: int) -> Sides:
    """The side that decides what a page asks whose last reply has the id ``answer``."""
    return _asked(battle, pk, answer).answers


def of_throw(battle: Battle, pk: int, answer: int) -> Sides:
    """The side that lets the app roll what such a page asks for."""
    return _asked(battle, pk, answer).throws


def of_dice(battle: Battle, pk: int, answer: int, faces: Sequence[Sequence[Face]]) -> Sides:
    """The sides whose dice were typed on such a page."""
    pools = _asked(battle, pk, answer).pools
    return tuple(dict.fromkeys(side for side, typed in zip(pools, faces, strict=False) if typed and side))


def of_last_answer(battle: Battle, pk: int, answer: int, waiting: int) -> Sides:
    """The sides that gave the answer which such a page takes back."""
    row = _row(battle, pk)
    return answered_last(row, list(row.replies.all()), answer, waiting) if row else ()


def of_event(battle: Battle, number: int) -> Sides:
    """The sides of what an entry of the log was declared for, who may correct it."""
    told = _told(Event.objects.filter(battle=battle, number=number).select_related("undoes", *DECLARED).first())
    return concerned_by(_declared(battle, told)) if told and told.declaration else ()


def of_entry(battle: Battle, number: int) -> Sides:
    """The sides that take an entry of the log back and do it again."""
    told = Event.objects.filter(battle=battle, number=number).select_related("undoes", *DECLARED).first()
    return entered_by(battle, told, lambda: stored(battle).sheet)


def entered_by(battle: Battle, event: Event | None, sheet: Callable[[], Any]) -> Sides:
    """The side that acted in an entry, those that may correct what a correction corrected, or those of edited pieces.

    An entry that takes another back is that one's. ``sheet`` reads the battle as it stands.
    """
    told = _told(event)
    if told is None:
        return ()
    if told.declaration:
        return acting_in(_declared(battle, told))
    if told.kind == AMENDED:
        corrected = told.versions.order_by("of__number").values_list("of__number", flat=True).first()
        return of_event(battle, corrected) if corrected else ()
    return sides_of(sheet(), {change["piece"] for change in told.changes})


def _told(event: Event | None) -> Event | None:
    return event.undoes if event and event.undoes else event


def _declared(battle: Battle, event: Event) -> Declaration:
    assert event.declaration
    event.declaration.battle = battle
    return event.declaration


def _row(battle: Battle, pk: int) -> Declaration | None:
    row = Declaration.objects.filter(battle=battle, pk=pk).prefetch_related("replies").first()
    if row:
        row.battle = battle
    return row


def _asked(battle: Battle, pk: int, answer: int) -> Asked:
    row = _row(battle, pk)
    if row is None:
        return Asked(())
    given = list(row.replies.all())
    return asked_in(row, given[: replies_shown(given, answer)])
