"""Adding to what was declared while it is under way: rows that were forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from companion.models import Declaration, Reply
from companion.services.locking import locked
from companion.services.refusals import Refusal, Stale
from companion.services.under_way import (
    CHANGED,
    added_to,
    check_open,
    find_declaration,
    overtaken,
    replayed,
    replies_shown,
    replies_to,
)
from rules.game import Illegal
from rules.play import still_fit
from rules.records import BadRecord
from rules.replay import Record

LATE = "That would come before something already answered. Take that answer back first, then add it."

LONGEST_LABEL = 60

RowsOf: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]
"""Rows by the names of their questions."""


def add(*, key: str, declaration: int, answer: int, rows: Callable[[Record], RowsOf], who: str) -> None:
    """Add rows to what was declared, if all that was answered since still fits; a second tap does nothing.

    ``rows`` reads what was posted, for the record that the page showed; ``answer`` is the id of the last reply on the
    page, 0 for none.
    """
    with locked(key) as battle:
        row = find_declaration(battle, declaration)
        given = replies_to(row)
        number = replies_shown(given, answer)
        if number is None:
            raise Stale(CHANGED)
        since = next(iter(given[number:]), None)
        if since is None:
            check_open(row)
        elif since.source != Reply.ADDED:
            raise overtaken(since)
        if row.early:
            raise Refusal(LATE)
        record, _ = replayed(row, given[:number])
        added = rows(record)
        if since is not None:
            if since.value == added:
                return
            raise overtaken(since)
        _check_fits(record, row, [*(reply.value for reply in given if reply.source == Reply.ADDED), added])
        names = ", ".join(str(one["name"]) for rows_of in added.values() for one in rows_of)
        Reply.objects.create(
            declaration=row, number=number, label=names[:LONGEST_LABEL], value=added, source=Reply.ADDED, who=who
        )


def _check_fits(record: Record, row: Declaration, added: Sequence[RowsOf]) -> None:
    """Raise ``Refusal`` when the rules do not allow the rows, or the replies do not fit with them."""
    try:
        more = replace(record, declaration=record.procedure.declare(added_to(row.answers, added)))
        fits = still_fit(record.procedure.resolve, record.declared, more.declared, record.replies)
    except (BadRecord, Illegal) as problem:
        raise Refusal(str(problem)) from problem
    if not fits:
        raise Refusal(LATE)
