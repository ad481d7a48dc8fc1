"""What can be added to what is under way: the form that the panel shows, and what was posted with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.forms.questions import PREFIX, QuestionForm
from companion.models import Reply
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
