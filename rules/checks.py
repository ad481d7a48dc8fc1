"""What the sheets of every game check besides their numbers: keys that are unique and lead somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Protocol, TypeVar

from rules.game import Illegal


class Keyed(Protocol):
    """Anything with a key in its battle."""

    @property
    def key(self) -> str:
        """Its key."""


K = TypeVar("K", bound=Keyed)


def unique(keys: Iterable[str]) -> None:
    """Raise ``ValueError`` where a key is empty or used twice."""
    listed = list(keys)
    if len(once := set(listed)) == len(listed) and "" not in once:
        return
    for key, uses in Counter(listed).items():
        if not key:
            raise ValueError("a key must not be empty")
        if uses > 1:
            raise ValueError(f"the key {key!r} is used {uses} times")


def known(keys: Iterable[str | None], parts: Iterable[Keyed], what: str) -> None:
    """Raise ``ValueError`` where a key leads to none of the parts; ``None`` leads nowhere."""
    there = {part.key for part in parts}
    for key in keys:
        if key is not None and key not in there:
            raise ValueError(f"no {what} has the key {key!r}")


def found(pieces: Iterable[K], key: str, what: str) -> K:
    """The piece with that key; ``Illegal`` if there is none."""
    for piece in pieces:
        if piece.key == key:
            return piece
    raise Illegal(f"That {what} is not in this battle.")
