"""Questions with what was answered to them once on offer again, whatever is on offer now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.asks import Option
from rules.questions import Answers, AnyQuestion, Count, Question, Row, Rows

NO_NUMBERS = ("name", "typed")
"""What an answered row has besides its numbers."""


def on_offer(question: AnyQuestion, stands: Answers, names: Mapping[str, str]) -> AnyQuestion:
    """A question that offers what stands answered to it; ``names`` are those of pieces, by their keys."""
    if question.name not in stands:
        return question
    answer = stands[question.name]
    if isinstance(question, Rows):
        return _rows(question, answer or ())
    if isinstance(question, Question):
        return _question(question, answer, names)
    return _count(question, answer) if isinstance(answer, int) else question


def _count(count: Count, answer: int) -> Count:
    return replace(count, least=min(answer, count.least), most=max(answer, count.most))


def _question(question: Question, answer: Any, names: Mapping[str, str]) -> Question:
    if str(answer) not in {str(option.value) for option in question.options}:
        told = Option(answer, names.get(str(answer), "none" if answer is None else str(answer)))
        return replace(question, options=(*question.options, told))
    taken = (replace(one, refused="") if str(one.value) == str(answer) else one for one in question.options)
    return replace(question, options=tuple(taken))


def _rows(rows: Rows, answer: Sequence[Mapping[str, Any]]) -> Rows:
    given = {str(one["name"]): one for one in answer if not one.get("typed")}
    offered = tuple(_row(row, given.get(row.name)) for row in rows.offered)
    there = {row.name for row in rows.offered if not row.typed}
    gone = (Row(name, _numbers(one)) for name, one in given.items() if name not in there)
    typed = sum(1 for one in answer if one.get("typed"))
    return replace(rows, offered=(*offered, *gone), typed=max(rows.typed, typed))


def _row(row: Row, given: Mapping[str, Any] | None) -> Row:
    if row.typed or given is None:
        return row
    # What it would do now is told only where that is what it did.
    return replace(row, refused="") if row.answer == given else Row(row.name, _numbers(given))


def _numbers(given: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    return tuple((name, number) for name, number in given.items() if name not in NO_NUMBERS)
