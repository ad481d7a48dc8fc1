"""Drawings of pieces that are kept: most of them look on one page as they did on the page before."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")

DRAWINGS = 4096
"""Drawings that are kept, each of some 1 KiB, and the pieces that they are known by."""


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


drawings: Kept[str] = Kept(DRAWINGS)
