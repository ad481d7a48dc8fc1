"""Pieces that leave a battle, into the next one or home to their roster: what each game says of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.own import own
from rules.changes import Change
from rules.game import as_it_is
from rules.sheets import Status


def has_fallen(piece: Any) -> bool:
    """Whether a piece was destroyed or removed."""
    return not piece.standing or getattr(piece, "status", None) is Status.DESTROYED


def removed(piece: Any) -> Any | None:
    """A piece that its roster has lost; ``None`` for one of a kind that is never destroyed."""
    return replace(piece, status=Status.REMOVED) if hasattr(piece, "status") else None


def nothing_beside(roster: object, battle: object, names: Mapping[str, str]) -> tuple[Change, ...]:
    """Nothing lies by pieces that is no part of them."""
    return ()


@dataclass(frozen=True)
class Leaving:
    """What a game says of pieces that leave a battle; ``LEAVING`` in its module of this name, or as usual."""

    rested: Callable[[Any], Any] = as_it_is
    """A piece as it comes out of a battle into the next one: with its losses, and nothing done this round."""
    fell: Callable[[Any], bool] = has_fallen
    """Whether a piece does not come home by itself."""
    lost: Callable[[Any], Any | None] = removed
    """A piece as a roster that has lost it shows it; ``None`` for one that cannot be lost, and comes home as it was."""
    beside: Callable[[Any, Any, Mapping[str, str]], tuple[Change, ...]] = nothing_beside
    """What changes beside pieces of a roster that come home as they stood, by its sheet and that of the battle; the
    names are the keys in the roster of what is in the battle."""


@cache
def leaving_of(game: str) -> Leaving:
    """What a game says of pieces that leave a battle."""
    module = own(game, "leaving")
    found: Leaving = module.LEAVING if module else Leaving()
    return found
