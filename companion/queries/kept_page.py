"""The page of a battle with nothing chosen, kept for a moment: a tap is answered with it, and others fetch it next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
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
    """A page, until when it is good, and what of it was rendered, by what that shows of who looks."""

    page: BattlePage
    until: float
    parts: dict[Hashable, str] = field(default_factory=dict)


_pages: OrderedDict[str, _Kept] = OrderedDict()
_lock = Lock()


def keep(page: BattlePage) -> None:
    """Keep a page on which nothing is chosen."""
    with _lock:
        _pages[page.battle.key] = _Kept(page, monotonic() + FRESH)
        _pages.move_to_end(page.battle.key)
        while len(_pages) > KEPT:
            _pages.popitem(last=False)


def kept(key: str, version: str) -> BattlePage | None:
    """The page of a battle, where the one that is kept shows this version."""
    found = _found(key, version)
    return found.page if found else None


def rendered(page: BattlePage, what: Hashable, render: Callable[[], str]) -> str:
    """What is rendered of a page, once for all who see it alike where the page is kept.

    ``what`` is all of it that does not come from the page itself.
    """
    found = _pages.get(page.battle.key)
    parts = found.parts if found and found.page is page else {}
    if what not in parts:
        parts[what] = render()
    return parts[what]


def _found(key: str, version: str) -> _Kept | None:
    found = _pages.get(key)
    return found if found and found.page.version == version and monotonic() < found.until else None
