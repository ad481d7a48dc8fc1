"""Named rows in a form: a box to tick for every row on offer, and a few rows to type in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.text import slugify

from rules.questions import Column, Row, Rows
from rules.records import is_kept

LONGEST = 40
MOST_DIGITS = 5

TAKE = "-take-"
"""Stands in the name of a box between the question and the row that it takes."""


@dataclass(frozen=True)
class OfferedRow:
    """A row on offer: the name of its box, the end of that name, and whether it is ticked."""

    name: str
    end: str
    row: Row
    checked: bool


@dataclass(frozen=True)
class Cell:
    """One number of a typed row: the name of its field, what it shows and what it can show."""

    name: str
    column: Column
    value: int

    @property
    def choices(self) -> tuple[int, ...]:
        """What can be chosen, 0 first, then upwards, then downwards."""
        return (*range(max(0, self.column.least), self.column.most + 1), *range(-1, self.column.least - 1, -1))


@dataclass(frozen=True)
class TypedRow:
    """A row to type in: the name of the field of its name, what that shows, and its numbers."""

    name: str
    value: str
    cells: tuple[Cell, ...]

    @property
    def is_filled(self) -> bool:
        """Whether anything of it was typed."""
        return bool(self.value) or any(cell.value for cell in self.cells)


@dataclass(frozen=True)
class AskedRows:
    """The rows of one question as the page shows them.

    ``shown`` is the field that says which rows could be ticked: a row that could not follows what is usual.
    """

    shown: str
    offered: tuple[OfferedRow, ...]
    typed: tuple[TypedRow, ...]
    piece: str
    """The piece that they are all about, by its key."""

    @property
    def could_be_ticked(self) -> str:
        """The boxes that can be ticked, as the field says it."""
        return " ".join(o.end for o in self.offered if not o.row.refused)


class RowsWidget(forms.Widget):
    """Gathers everything that was said about a question with rows."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> dict[str, str]:
        """What was said, by the names of its fields."""
        return {field: str(text) for field, text in data.items() if field.startswith(f"{name}-")} | {"": name}


class RowsField(forms.Field):
    """Parses rows; only what is on offer, and what a typed row can say, is taken."""

    widget = RowsWidget

    def __init__(self, rows: Rows) -> None:
        super().__init__(required=False, label=rows.label)
        self.rows = rows

    def clean(self, value: Any) -> list[dict[str, int | str]]:
        """The rows, or a sentence for each that cannot be taken."""
        rows, problems = read_rows(self.rows, value[""], value)
        if problems:
            raise forms.ValidationError(list(problems))
        return rows


def read_rows(rows: Rows, name: str, said: Mapping[str, str]) -> tuple[list[dict[str, int | str]], tuple[str, ...]]:
    """The rows that were said under a name, and a sentence for each that cannot be taken.

    A row that could not be ticked on the page is taken when it is usual.
    """
    shown = said.get(f"{name}-shown", "").split()
    taken: list[dict[str, int | str]] = []
    problems = []
    for end, row in _boxes(rows):
        ticked = _box(name, end) in said
        if ticked or (end not in shown and row.name in rows.usual and not row.typed):
            if row.refused:
                problems.append(row.refused)
            else:
                taken.append(row.answer)
    # On the cards of a page nothing was said of any row, and then no cell need be looked for.
    for number in range(1, rows.typed + 1) if any(key.startswith(f"{name}-") for key in said) else ():
        try:
            typed = _typed(rows, f"{name}-{number}", said)
        except ValueError as problem:
            problems.append(str(problem))
        else:
            taken += [typed] if typed else []
    return taken, tuple(problems)


def answered_rows(rows: Rows, answer: Sequence[Mapping[str, Any]], name: str = "") -> dict[str, str]:
    """What would have to be said for an answer, under a name."""
    said = {"": name}
    offered = {row.name for row in rows.offered if not row.typed}
    again = [row.answer for row in rows.offered if row.typed]
    ticked = {given["name"] for given in answer if not given.get("typed")}
    taken = ((end, row.answer in answer if row.typed else row.name in ticked) for end, row in _boxes(rows))
    said |= {_box(name, end): "on" for end, is_taken in taken if is_taken}
    typed = [given for given in answer if (given.get("typed") or given["name"] not in offered) and given not in again]
    for number, given in enumerate(typed, start=1):
        said |= {f"{name}-{number}-{field}": str(value) for field, value in given.items() if field != "typed"}
    return said


def with_last(rows: Rows, last: Sequence[Mapping[str, Any]]) -> Rows:
    """The rows, and those on offer again that were typed in for the same pieces last time."""
    again = []
    for given in last:
        numbers = tuple((column.name, given[column.name]) for column in rows.columns if column.name in given)
        if numbers and (given.get("typed") or not rows.offered):
            labels = {column.name: column.label for column in rows.columns}
            words = ", ".join(f"{labels[column]} {number}" for column, number in numbers)
            again.append(Row(str(given["name"]), numbers, words, typed=True))
    return replace(rows, offered=(*rows.offered, *again))


def asked_rows(rows: Rows, name: str, said: Mapping[str, str]) -> AskedRows:
    """The rows as the page shows them for what was said."""
    under = said.get("", "")
    return AskedRows(
        f"{name}-shown",
        tuple(OfferedRow(_box(name, end), end, row, _box(under, end) in said) for end, row in _boxes(rows)),
        tuple(
            TypedRow(
                f"{name}-{number}-name",
                said.get(f"{under}-{number}-name", "")[:LONGEST],
                tuple(
                    Cell(f"{name}-{number}-{c.name}", c, whole(said.get(f"{under}-{number}-{c.name}", ""), 0))
                    for c in rows.columns
                ),
            )
            for number in range(1, rows.typed + 1)
        ),
        rows.piece,
    )


def whole(text: str, usual: int) -> int:
    """The small whole number that a text says, or the usual one."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS else usual


def _typed(rows: Rows, name: str, said: Mapping[str, str]) -> dict[str, int | str]:
    called = " ".join(said.get(f"{name}-name", "").split())
    numbers: dict[str, int | str] = {}
    for column in rows.columns:
        text = said.get(f"{name}-{column.name}", "") or "0"
        number = whole(text, column.most + 1)
        if not (number == 0 or column.least <= number <= column.most):
            raise ValueError(
                f"{rows.label}: {column.label} are {column.least} to {column.most}. You entered {text[:20]}."
            )
        if number:
            numbers[column.name] = number
    if not called:
        if numbers:
            raise ValueError(f"{rows.label}: give what you typed a name.")
        return {}
    if len(called) > LONGEST:
        raise ValueError(f"{rows.label}: a name has at most {LONGEST} letters.")
    if not is_kept(called):
        raise ValueError(f"{rows.label}: a name has letters that can be read.")
    return {"name": called, "typed": True, **numbers}


def _boxes(rows: Rows) -> list[tuple[str, Row]]:
    """The rows on offer with the ends of the names of their boxes.

    Names that players typed can be alike but for signs, or nothing but signs: the second one gets a number, after a
    double dash, which no other end has.
    """
    found: dict[str, Row] = {}
    for place, row in enumerate(rows.offered, start=1):
        end = slugify(row.name, allow_unicode=True)
        found[f"{end}--{place}" if not end or end in found else end] = row
    return list(found.items())


def _box(name: str, end: str) -> str:
    return f"{name}{TAKE}{end}"
