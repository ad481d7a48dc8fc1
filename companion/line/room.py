"""How much of the large bodies is held in memory at once, of all who send and of one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

MOST = 64 * 1024 * 1024
"""Bytes of all large bodies that are arriving or being read; half of them for one address."""


class NoRoom(Exception):
    """More is being sent than there is room for."""


class Place:
    """What one body takes."""

    def __init__(self, room: Room, address: str) -> None:
        self._room = room
        self._address = address
        self.size = 0

    def grow(self, size: int) -> None:
        """Take as much as that; ``NoRoom`` where others have taken it already."""
        self._room.take(self._address, size - self.size)
        self.size = size


class Room:
    """All that is held."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def place(self, address: str) -> Iterator[Place]:
        """Room for one body, free again when it was read."""
        place = Place(self, address)
        try:
            yield place
        finally:
            self._held[address] -= place.size
            # Without the zeros: whoever has sent something once would leave one.
            self._held = +self._held

    def take(self, address: str, more: int) -> None:
        """Hold so many bytes more for an address."""
        of_one = self._most // 2 if address else self._most
        if self._held.total() + more > self._most or self._held[address] + more > of_one:
            raise NoRoom
        self._held[address] += more
