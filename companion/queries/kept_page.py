"""The page of a battle with nothing chosen, kept for a moment: a tap is answered with it, and others fetch it next."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from time import monotonic

from companion.queries.battle_page import BattlePage

KEPT = 64
"""Pages that are kept in memory, one for each battle."""

FRESH = 2.0
"""Seconds for which one is kept: those who follow the battle have fetched what it shows by then."""

_pages: OrderedDict[str, tuple[float, BattlePage]] = OrderedDict()
_lock = Lock()


def keep(page: BattlePage) -> None:
    """Keep a page on which nothing is chosen."""
    with _lock:
        _pages[page.battle.key] = (monotonic() + FRESH, page)
        _pages.move_to_end(page.battle.key)
        while len(_pages) > KEPT:
            _pages.popitem(last=False)


def kept(key: str, version: str) -> BattlePage | None:
    """The page of a battle, where the one that is kept shows this version."""
    until, page = _pages.get(key, (0.0, None))
    return page if page and page.version == version and monotonic() < until else None
