"""The streams themselves, in front of the pages: a stream costs a coroutine, never a thread of the pages' pool."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from contextlib import suppress

from a2wsgi.asgi_typing import ASGIApp, HTTPResponseBodyEvent, HTTPScope, Receive, Scope, Send
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import Error
from django.http import HttpRequest

from companion.line.bodies import announces_body
from companion.line.limits import sender
from companion.live.access import ADDRESS, SCREEN, shown_on_screen, shown_to
from companion.live.parts import Parts, Render
from companion.live.present import Present, Visitor, given_in, page_at, visitor_in
from companion.live.versions import unpinned
from companion.live.watcher import News, Watcher
from companion.trouble import RETRY_AFTER, trouble_of

MOST = 1000
"""Streams that one process holds."""

HEARTBEAT = 15.0
"""Seconds of silence before a comment is sent, so that a line that has died is noticed at both ends."""

SLOWEST = 10.0
"""Seconds after which a device that does not read is let go; its page comes back by itself."""

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]

END: HTTPResponseBodyEvent = {"type": "http.response.body", "body": b"", "more_body": False}

log = logging.getLogger(__name__)


class Live:
    """An ASGI application that answers for the streams and the parts, and leaves everything else to the pages."""

    def __init__(self, pages: ASGIApp, render: Render, most: int = MOST) -> None:
        self._pages = pages
        self._parts = Parts(render)
        self._held: Counter[str] = Counter()
        self._at: Counter[tuple[str, str]] = Counter()
        self.most = most
        self.watcher = Watcher()
        self.present = Present()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one stream, one part, or one request for a page."""
        if scope["type"] != "http" or not _may_be_line(scope):
            await self._pages(scope, receive, send)
            return
        try:
            await self._lines_or_pages(scope, receive, send)
        except Error as problem:
            # Nothing was sent yet: only what is looked up and rendered before it asks the database.
            trouble = trouble_of(problem)
            if trouble is None:
                raise
            log.error("%s: %s (%s)", _path(scope), trouble, problem)
            await _refuse(send, 503)

    async def _lines_or_pages(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Serve what the address says; an ``Error`` of the database where that keeps it from being served."""
        if found := ADDRESS.fullmatch(_path(scope)):
            await self._line(found[1], found[2], scope, receive, send)
        elif found := SCREEN.fullmatch(_path(scope)):
            key = await asyncio.to_thread(shown_on_screen, *found.groups()) if _is_meant(scope) else None
            await (self._stream(key, None, "", scope, receive, send) if key else _refuse(send, 403))
        else:
            await self._pages(scope, receive, send)

    async def _line(self, key: str, what: str, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """The stream or the part of a page that was shown to whoever asks."""
        token, given = given_in(scope["query_string"].decode("latin-1"))
        seen_as = shown_to(key, token) if _is_meant(scope) else None
        if seen_as is None:
            await _refuse(send, 403)
        elif what == "part":
            await self._parts.answer(key, seen_as, unpinned(self.watcher.known(key)), scope, send)
        else:
            shown_as_of = seen_as.partition(".")[0]
            shut, who = self.watcher.is_shut(key, shown_as_of), visitor_in(given, page_at(key, shown_as_of))
            await (_refuse(send, 403) if shut else self._stream(key, who, shown_as_of, scope, receive, send))

    async def _stream(
        self, key: str, who: Visitor | None, shown_as_of: str, scope: HTTPScope, receive: Receive, send: Send
    ) -> None:
        """Hold a stream open, unless there are too many, as long as its page is for whoever it was shown to."""
        address = sender(scope)
        if self._too_many(key, address):
            await _refuse(send, 503)
            return
        self._held[address] += 1
        self._at[key, address] += 1
        try:
            with self.watcher.listening(key, shown_as_of) as news, self.present.here(key, who, news):
                await _while_connected(receive, send, news)
        finally:
            self._held[address] -= 1
            self._at[key, address] -= 1
            # Without the zeros: whoever comes and goes would leave one for each address.
            self._held, self._at = +self._held, +self._at

    def _too_many(self, key: str, address: str) -> bool:
        """Whether nobody, or not this holder, may have one more."""
        return (
            self.watcher.open >= self.most
            or self.watcher.open_at(key) >= settings.STREAMS_OF_ONE_BATTLE
            or (address != "" and self._held[address] >= self._most_of_one())
            or (address != "" and self._at[key, address] >= self._most_of_one_at_a_battle())
        )

    def _most_of_one(self) -> int:
        """Streams of one address: at most half, also where a process may open few files."""
        return min(int(settings.STREAMS_OF_ONE_ADDRESS), self.most // 2)

    def _most_of_one_at_a_battle(self) -> int:
        """Streams of one address at one battle: some are always left to the others who play it."""
        most = int(settings.STREAMS_OF_ONE_BATTLE)
        return most - most // 5


def _may_be_line(scope: HTTPScope) -> bool:
    """Whether a request may be for a stream or a part: it reads, and nothing comes after its head."""
    return scope["method"] == "GET" and not announces_body(list(scope["headers"]))


def _path(scope: HTTPScope) -> str:
    return scope["path"].removeprefix(scope.get("root_path", ""))


def _is_meant(scope: HTTPScope) -> bool:
    """Whether the name that was asked for is one of this server's."""
    for name, value in scope["headers"]:
        if name == b"host":
            asked = HttpRequest()
            asked.META["HTTP_HOST"] = value.decode("latin-1")
            try:
                asked.get_host()
            except DisallowedHost:
                return False
    return True


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"cache-control", b"no-store")]
    if status == 503:
        headers.append((b"retry-after", b"%d" % RETRY_AFTER))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send(END)


async def _while_connected(receive: Receive, send: Send, news: News) -> None:
    tasks = [asyncio.ensure_future(_disconnected(receive)), asyncio.ensure_future(_pass_on(news, send))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except asyncio.CancelledError:
        # The server stops and has waited long enough; it wants a whole answer, not an error.
        await send(END)
    finally:
        for task in tasks:
            task.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _pass_on(news: News, send: Send) -> None:
    # Whoever hears nothing for that long will not miss the end either.
    with suppress(TimeoutError, OSError):
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        while not news.is_all_said:
            version = await _next(news)
            here = news.here()
            told = (f"data: {version}\n\n" if version else "", f"event: here\ndata: {here}\n\n" if here else "")
            line = "".join(told) or ":\n\n"
            async with asyncio.timeout(SLOWEST):
                await send({"type": "http.response.body", "body": line.encode(), "more_body": True})
        await send(END)


async def _next(news: News) -> str:
    """The next version, or nothing after a while of silence."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            return await news.next()
    except TimeoutError:
        return ""
