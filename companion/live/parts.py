"""The part of a battle's page that changes: rendered once for all who see the same, however many fetch it."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic

from a2wsgi.asgi_typing import HTTPScope, Send
from django.db import close_old_connections

from companion.live.answering import answered

KEPT = 256
"""Parts that are kept in memory, each of some 30 KiB."""

FRESH = 10.0
"""Seconds for which a part is kept: whoever wakes later sees also what makes no other version, as a new name."""

RENDERERS = 2
"""Threads that render parts."""

SHOWN = b"battle-version"
"""The header by which a page says which version it shows."""

HEADERS = [
    (b"content-type", b"text/html; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"vary", b"Accept-Encoding"),
]


@dataclass(frozen=True)
class Rendered:
    """A part, and the version of the battle that it shows."""

    version: str
    html: str


ANEW = Rendered("", "")
"""Stands for the part of a page that was shown to somebody who is another now: it has to ask itself for whom it is."""

Render = Callable[[str, str, str], Rendered | None]
"""Renders the part of a battle, by its key, as it is shown to somebody; ``None`` for a battle that is not there.

It is told the newest version that is known, empty where none is.
"""


@dataclass
class Kept:
    """A part in memory, and the versions for which it is the newest."""

    versions: set[str]
    shows: str
    plain: bytes
    packed: bytes
    until: float

    def is_good_for(self, version: str) -> bool:
        """Whether there is nothing newer yet."""
        return version in self.versions and monotonic() < self.until


class Parts:
    """The parts that one process keeps; everything but the rendering happens in the event loop."""

    def __init__(self, render: Render) -> None:
        self._render = render
        self._kept: OrderedDict[tuple[str, str], Kept] = OrderedDict()
        self._coming: dict[tuple[str, str, str], asyncio.Future[Kept | None]] = {}
        self._threads = ThreadPoolExecutor(RENDERERS, thread_name_prefix="parts")

    async def answer(self, key: str, seen_as: str, version: str, scope: HTTPScope, send: Send) -> None:
        """Answer one device; ``version`` is the newest that is known of the battle, empty where none is."""
        headers = dict(scope["headers"])
        if version and headers.get(SHOWN, b"").decode("latin-1") == version:
            await _send(send, 204, [(b"cache-control", b"no-store")], b"")
            return
        part = await self.part(key, seen_as, version)
        if part is None:
            await _send(send, 404, [(b"cache-control", b"no-store")], b"")
        elif not part.plain:
            await _send(send, 303, [(b"location", b"../"), (b"cache-control", b"no-store")], b"")
        elif b"gzip" in headers.get(b"accept-encoding", b""):
            await _send(send, 200, [*HEADERS, (b"content-encoding", b"gzip")], part.packed)
        else:
            await _send(send, 200, HEADERS, part.plain)

    async def part(self, key: str, seen_as: str, version: str) -> Kept | None:
        """The part as it is now, from memory where it is good for this version."""
        kept = self._kept.get((key, seen_as))
        if version and kept and kept.is_good_for(version):
            return kept
        asked = (key, seen_as, version)
        coming = self._coming.get(asked)
        if coming is None:
            coming = self._coming[asked] = asyncio.ensure_future(self._rendered(*asked))
            coming.add_done_callback(lambda _: self._coming.pop(asked))
        # Whoever hangs up leaves the others what they wait for.
        return await asyncio.shield(coming)

    def _in_a_thread(self, key: str, seen_as: str, version: str) -> Rendered | None:
        """Render; the thread keeps no connection longer than a page does."""
        close_old_connections()
        try:
            return self._render(key, seen_as, version)
        finally:
            close_old_connections()

    async def _rendered(self, key: str, seen_as: str, version: str) -> Kept | None:
        asked = (key, seen_as, version)
        await answered(key)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, self._in_a_thread, *asked)
        if found is None:
            return None
        plain = found.html.encode()
        # What was committed while it was rendered is in it already.
        known = {version, found.version} - {""}
        kept = Kept(known, found.version, plain, gzip.compress(plain, 6), monotonic() + FRESH)
        self._kept[key, seen_as] = kept
        self._kept.move_to_end((key, seen_as))
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept


async def _send(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    length = [(b"content-length", str(len(body)).encode())] if status != 204 else []
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *length]})
    await send({"type": "http.response.body", "body": body, "more_body": False})
