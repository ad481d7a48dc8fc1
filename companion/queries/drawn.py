"""Drawings of pieces that are kept: most of them look on one page as they did on the page before."""

from __future__ import annotations

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
        self._values: dict[Hashable, Value] = {}
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of a key, made where there is none."""
        with self._lock:
            if (found := self._values.pop(key, None)) is not None:
                self._values[key] = found
                return found
        made = make()
        with self._lock:
            made = self._values.setdefault(key, made)
            while len(self._values) > self._most:
                del self._values[next(iter(self._values))]
        return made


drawings: Kept[str] = Kept(DRAWINGS)
