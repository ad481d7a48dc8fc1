"""The door: who is let in, and who has to go, when there are too many connections."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection
from typing import Protocol

from companion.line.limits import Limits

QUIET = 600.0
"""Seconds before it is said again that there are too many: a line for each of them would fill the disk."""

log = logging.getLogger(__name__)


class Connection(Protocol):
    """What the door knows of a connection."""

    address: str
    since: float

    @property
    def waits(self) -> bool:
        """Whether nothing whole was asked yet, so that nobody's answer is lost with it."""

    def let_go(self) -> None:
        """Close it at once."""


class Door:
    """Keeps to the limits: for a new connection too many, the one that has waited longest for its request goes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._said = float("-inf")

    def lets_in(self, address: str, inside: Collection[Connection]) -> bool:
        """Whether one more may come in, somebody else having gone for it if need be."""
        crowd = [other for other in inside if other.address == address] if self._limits.of_one else []
        if crowd and len(crowd) >= self._limits.of_one:
            self._say(f"{address} has {len(crowd)} connections, the most that one address may have")
        elif len(inside) >= self._limits.in_all:
            crowd = list(inside)
            self._say(f"there are {len(crowd)} connections, the most that this process takes")
        else:
            return True
        longest = min((other for other in crowd if other.waits), key=lambda other: other.since, default=None)
        if longest:
            longest.let_go()
        return longest is not None

    def _say(self, what: str) -> None:
        now = time.monotonic()
        if now - self._said > QUIET:
            self._said = now
            log.warning("Too many at the door: %s. Those that ask nothing are let go.", what)
