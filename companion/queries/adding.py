"""What can be added to what is under way: the form that the panel shows, and what was posted with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from companion.forms.questions import PREFIX, QuestionForm
from companion.models import Reply
from companion.services.refusals import Refusal
from rules.replay import Record


@dataclass(frozen=True)
class Adding:
    """The form for what can be added now, and the names of what was added so far.

    Where no row can be typed in, its questions say why not.
    """

    form: QuestionForm
    is_possible: bool
    added: tuple[str, ...]


def adding_to(record: Record, replies: Sequence[Reply], said: Mapping[str, Any]) -> Adding | None:
    """What can be added to a record; ``said`` is a posted form that was refused."""
    questions = record.procedure.addable(record.declared, record.replies)
    if not questions:
        return None
    typed = {name: text for name, text in said.items() if name.startswith(f"{PREFIX}-")}
    added = tuple(reply.label for reply in replies if reply.source == Reply.ADDED)
    return Adding(QuestionForm(questions, typed or None, {}), any(rows.typed for rows in questions), added)


def posted_rows(record: Record, data: Mapping[str, Any]) -> dict[str, Any]:
    """The rows of a posted form by the names of their questions; ``Refusal`` when there are none that fit."""
    form = QuestionForm(record.procedure.addable(record.declared, record.replies), data, {})
    if not form.is_valid():
        raise Refusal(" ".join(str(error) for errors in form.errors.values() for error in errors))
    rows_of = {name: rows for name, rows in form.answers().items() if rows}
    if not rows_of:
        raise Refusal("Nothing was added. Type its name, and what it does.")
    for row in chain.from_iterable(rows_of.values()):
        if len(row) == 1:
            raise Refusal(f"Say what “{row['name']}” does.")
    return rows_of
