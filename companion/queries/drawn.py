"""Drawings of pieces that are kept: most of them look on one page as they did on the page before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from itertools import count
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")

TABLES = 256
"""Tables, each as it lay once, that are known again."""

DRAWINGS = 8192
"""Drawings that are kept, each of some 1 KiB."""


class Kept(Generic[Value]):
    """The values of so many keys, those that were asked for last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of a key, made where there is none."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        made = make()
        with self._lock:
            made = self._values.setdefault(key, made)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return made


_numbers = count()
_tables: Kept[int] = Kept(TABLES)
drawings: Kept[str] = Kept(DRAWINGS)


def number_of(table: Hashable) -> int:
    """A number for a table as it lies: the same as long as it is known again, and no other table's ever."""
    return _tables.get(table, lambda: next(_numbers))
