"""One thread for each process that serves streams: it notices commits and tells the streams what has changed."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain

from django.db import Error, connection

from companion.live.commits import commits
from companion.live.versions import Told, told_with_doors

GONE = "gone"
"""The version of a battle that was deleted."""

NOTHING = Told("", "")

TICK = 0.1
AFTER_TROUBLE = 1.0

log = logging.getLogger(__name__)


class News:
    """The newest version that one stream has not sent yet, and who is here; what is older is forgotten.

    ``shown_as_of`` is how often its campaign had regrouped when its page was shown; empty for a link to look on.
    """

    def __init__(self, shown_as_of: str = "") -> None:
        self.shown_as_of = shown_as_of
        self.over = False
        self._version = ""
        self._here = self._heard = ""
        self._arrived = asyncio.Event()

    def tell(self, version: str) -> None:
        """Replace what was not sent yet."""
        if version != self._version:
            self._version = version
            self._arrived.set()

    def tell_here(self, said: str) -> None:
        """Say who is here, whatever was said of that before."""
        if said != self._here:
            self._here = said
            self._arrived.set()

    def here(self) -> str:
        """Who is here, once; empty where nobody else has come or gone since, and for whom it is not known to be."""
        if self.over or not self._version:
            return ""
        said = "" if self._here == self._heard else self._here
        self._heard = self._here
        return said

    def end(self) -> None:
        """Say that nothing will follow."""
        self.over = True
        self._arrived.set()

    @property
    def is_all_said(self) -> bool:
        """Whether nothing will follow, and what came last was taken."""
        return self.over and not self._arrived.is_set()

    async def next(self) -> str:
        """Wait for what was not returned before, or for the end; the newest version."""
        await self._arrived.wait()
        self._arrived.clear()
        return self._version


class Watcher:
    """Watches the battles that somebody listens to, with one thread and one database connection, and none for nobody.

    Everything but the thread's own work happens in the event loop; what both look at is replaced, never changed.
    """

    def __init__(self) -> None:
        self._listening: dict[str, set[News]] = {}
        self._known: dict[str, Told] = {}
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    @property
    def open(self) -> int:
        """How many streams are open."""
        return sum(map(len, self._listening.values()))

    def known(self, key: str) -> str:
        """The version of a battle that somebody listens to; empty where it is not known."""
        return self._known.get(key, NOTHING).version

    def is_shut(self, key: str, shown_as_of: str) -> bool:
        """Whether a stream is for members only, and its page was shown to somebody who may be none any more."""
        return is_outside(self._known.get(key, NOTHING), shown_as_of)

    def open_at(self, key: str) -> int:
        """How many streams of a battle are open."""
        return len(self._listening.get(key, ()))

    @contextmanager
    def listening(self, key: str, shown_as_of: str = "") -> Iterator[News]:
        """The news of a battle, its present version first."""
        news = News(shown_as_of)
        if key in self._known:
            news.tell(self.known(key))
        self._listening = {**self._listening, key: self._listening.get(key, set()) | {news}}
        if self._stop.is_set() or not any(thread.is_alive() for thread in self._threads[-1:]):
            self._start()
        try:
            yield news
        finally:
            left = {**self._listening, key: self._listening[key] - {news}}
            self._listening = {battle: streams for battle, streams in left.items() if streams}
            self._known = {battle: version for battle, version in self._known.items() if battle in self._listening}
            if not self._listening:
                self._stop.set()

    def hang_up(self) -> None:
        """End all streams; their pages come back by themselves."""
        for news in chain.from_iterable(self._listening.values()):
            news.end()

    def join(self) -> None:
        """Wait until all threads have ended, once nobody listens; one that was told to stop may be at work still."""
        for thread in self._threads:
            thread.join()

    def _start(self) -> None:
        self._stop = threading.Event()
        arguments = (asyncio.get_running_loop(), self._stop)
        thread = threading.Thread(target=self._watch, args=arguments, name="live", daemon=True)
        self._threads = [*(before for before in self._threads if before.is_alive()), thread]
        thread.start()

    def _watch(self, loop: asyncio.AbstractEventLoop, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                self._watch_while_it_works(loop, stop)
            except Error as problem:
                log.warning("The live watcher starts again: %s", problem)
                stop.wait(AFTER_TROUBLE)
            finally:
                with suppress(Error):
                    connection.close()

    def _watch_while_it_works(self, loop: asyncio.AbstractEventLoop, stop: threading.Event) -> None:
        committed = commits()
        # Whatever was committed before, while nobody looked, is told as well.
        changed = True
        while not stop.is_set():
            watched = set(self._listening)
            if changed or watched - set(self._known):
                self._hand_over(loop, watched)
            changed = committed(TICK)

    def _hand_over(self, loop: asyncio.AbstractEventLoop, watched: set[str]) -> None:
        found = told_with_doors(watched)
        # The loop may have ended since; then nobody is left to tell.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self._tell, {key: found.get(key, Told(GONE, "")) for key in watched})

    def _tell(self, found: Mapping[str, Told]) -> None:
        self._known = {key: told for key, told in found.items() if key in self._listening}
        for key, told in self._known.items():
            for news in self._listening[key]:
                news.tell(told.version)
                if told.version == GONE or is_outside(told, news.shown_as_of):
                    news.end()


def is_outside(told: Told, shown_as_of: str) -> bool:
    """Whether a page that was shown then has to ask anew whether it is for whoever looks at it."""
    return bool(told.door and shown_as_of) and told.door != shown_as_of
