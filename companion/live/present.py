"""Who has a battle open now: those whose pages hold a stream of it, told to all of them whenever it changes."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import quote, unquote

from django.core import signing

from companion.live.watcher import News
from rules.words import counted, listed

SALT = "companion.here"
GIVEN = "&as="
"""What stands in the address of a stream before the one who opens it says who that is."""

GRACE = 3.0
"""Seconds after which somebody has left: a page that is loaded again is gone for less."""


class Visitor(NamedTuple):
    """Who has a page open: a member, on however many devices; without one it is a device."""

    member: int
    name: str


def visitor(at: str, member: int = 0, name: str = "") -> str:
    """What a page says of who looks at it, signed for what the page is ``at``: nobody passes for a member elsewhere."""
    return quote(signing.Signer(salt=SALT).sign_object([at, member, name]), safe="")


def page_at(key: str, shown_as_of: str) -> str:
    """What a page of a battle is at: the battle, and its campaign with the people that it has."""
    return f"{key}.{shown_as_of}"


def given_in(query: str) -> tuple[str, str]:
    """The token in the address of a stream, and what is said there of who opens it; a page of before says nothing."""
    token, _, given = query.partition(GIVEN)
    return token, unquote(given)


def visitor_in(given: str, at: str) -> Visitor | None:
    """Who opens the stream of a page, where that is said for this one."""
    try:
        there, member, name = signing.Signer(salt=SALT).unsign_object(given)
    except (signing.BadSignature, ValueError):
        # One of an earlier version says nothing of where it is.
        return None
    return Visitor(member, name) if there == at else None


class Present:
    """Who is at which battle, as far as this process holds their streams; all of it happens in the event loop."""

    def __init__(self) -> None:
        self._at: dict[str, dict[News, Visitor]] = {}

    @contextmanager
    def here(self, key: str, who: Visitor | None, news: News) -> Iterator[None]:
        """Count somebody as being there, and tell the others."""
        if who is None:
            yield
            return
        self._at[key] = {**self._at.get(key, {}), news: who}
        self._tell(key)
        try:
            yield
        finally:
            left = {other: whose for other, whose in self._at[key].items() if other is not news}
            self._at = {battle: there for battle, there in {**self._at, key: left}.items() if there}
            asyncio.get_running_loop().call_later(GRACE, self._tell, key)

    def _tell(self, key: str) -> None:
        there = self._at.get(key, {})
        said = _said(there.values())
        for news in there:
            news.tell_here(said)


def _said(visitors: Collection[Visitor]) -> str:
    names = sorted(" ".join(name.split()) for member, name in set(visitors) if member)
    devices = sum(not one.member for one in visitors)
    others = [counted(devices, "other device" if names else "device")] if devices else []
    return listed([*names, *others]) if visitors else ""
