"""Queries that are asked at every tap: Django writes their SQL once, which takes longer than to ask for a few rows."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import QuerySet

Row = TypeVar("Row")

LARGEST = 2**63 - 1
"""The largest number that a database keeps; no row has one beyond it."""

STAND_IN = 1_900_000_000
"""Stands for the first value where the SQL is written, and is found again by that; the next number for the next."""


@dataclass(frozen=True)
class _Written:
    """A query as Django wrote it, which value each parameter is, or what it always is, and how columns are read."""

    rows: QuerySet[Any, Any]
    compiler: Any
    text: str
    places: tuple[tuple[int | None, Any], ...]
    converters: Any

    def asked(self, values: tuple[Any, ...]) -> QuerySet[Any, Any]:
        """The query for these values: not to be changed any more, as it would not be written anew."""
        compiler = copy(self.compiler)
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        given = tuple(always if place is None else values[place] for place, always in self.places)
        compiler.as_sql = lambda *_, **__: (self.text, given)
        compiler.get_converters = lambda _: self.converters
        rows = self.rows.all()
        rows.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
        return rows


class Prepared(Generic[Row]):
    """A query that is the same each time but for some values, which are numbers or texts."""

    def __init__(self, build: Callable[..., QuerySet[Any, Row]], values: int = 1) -> None:
        """Prepare what ``build`` makes of so many values."""
        self._build = build
        self._values = range(values)
        self._written: _Written | None = None

    def __call__(self, *values: Any) -> list[Row]:
        """The rows for these values."""
        if any(isinstance(value, int) and abs(value) > LARGEST for value in values):
            return []
        return list(self._as_written().asked(values))

    def one(self, *values: Any) -> Row:
        """The row for these values; the ``DoesNotExist`` of its model where there is none."""
        for row in self(*values):
            return row
        raise self._as_written().rows.model.DoesNotExist("there is no such row")

    def first(self, *values: Any) -> Row | None:
        """The first row for these values, if there is any."""
        return next(iter(self(*values)), None)

    def _as_written(self) -> _Written:
        if self._written is None:
            self._written = self._write()
        return self._written

    def _write(self) -> _Written:
        names = {str(STAND_IN + number): number for number in self._values}
        rows = self._build(*(STAND_IN + number for number in self._values))
        compiler: Any = rows.query.get_compiler(connection=connections[DEFAULT_DB_ALIAS])
        text, given = compiler.as_sql()
        places = tuple((names.get(str(one)), one) for one in given)
        assert {place for place, _ in places if place is not None} == set(self._values), "a value is no parameter"
        converters = compiler.get_converters([column for column, *_ in compiler.select[: compiler.col_count]])
        return _Written(rows, compiler, text, places, converters)
