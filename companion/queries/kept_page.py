"""The page of a battle with nothing chosen, kept for a moment: a tap is answered with it, and others fetch it next."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from companion.queries.battle_page import BattlePage

KEPT = 256
"""Pages that are kept in memory, one for each battle."""

FRESH = 2.0
"""Seconds for which one is kept: those who follow the battle have fetched what it shows by then."""


@dataclass(frozen=True)
class _Kept:
    """A page, until when it is good, and what of it was rendered, by as what it is seen."""

    page: BattlePage
    until: float
    parts: dict[str, str] = field(default_factory=dict)


_pages: OrderedDict[str, _Kept] = OrderedDict()
_lock = Lock()


def keep(page: BattlePage, seen_as: str = "", part: str = "") -> None:
    """Keep a page on which nothing is chosen, and the part of it that changes as somebody sees it."""
    with _lock:
        _pages[page.battle.key] = _Kept(page, monotonic() + FRESH, {seen_as: part} if part else {})
        _pages.move_to_end(page.battle.key)
        while len(_pages) > KEPT:
            _pages.popitem(last=False)


def kept(key: str, version: str) -> BattlePage | None:
    """The page of a battle, where the one that is kept shows this version."""
    found = _found(key, version)
    return found.page if found else None


def kept_part(key: str, version: str, seen_as: str) -> str:
    """What was rendered of that page for who sees it so; empty where nothing was."""
    found = _found(key, version)
    return found.parts.get(seen_as, "") if found else ""


def _found(key: str, version: str) -> _Kept | None:
    found = _pages.get(key)
    return found if found and found.page.version == version and monotonic() < found.until else None
