"""One connection: uvicorn's own, with a time for every head, an end for whoever reads nothing, and a door in front."""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from companion.line.door import Door
from companion.line.limits import holder

HEAD = 10.0
"""Seconds in which a request's head has to be there, from the connection or from its first byte."""

UNREAD = 30.0
"""Seconds after which a device is let go that takes nothing of what it was sent."""


class Line(H11Protocol):
    """A connection that cannot be held open for nothing."""

    def __init__(self, *args: Any, door: Door, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._door = door
        self.address = ""
        self.since = 0.0
        self._inside = False
        self._head: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    @property
    def waits(self) -> bool:
        """Whether nothing whole was asked yet."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or turn it away."""
        client = get_remote_addr(transport)
        self.address = holder(client[0]) if client else ""
        if not self._door.lets_in(self.address, cast(set["Line"], self.connections)):
            transport.abort()
            return
        self._inside = True
        self.since = time.monotonic()
        super().connection_made(transport)
        # Whatever the other end does not take at once makes it slow, also the last bytes before the line is closed.
        transport.set_write_buffer_limits(high=0)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        if not self._inside:
            return
        for timer in (self._head, self._unread):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def let_go(self) -> None:
        """Close it at once, and count it no longer."""
        self.connections.discard(self)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what comes, and see whether a head is unfinished."""
        super().data_received(data)
        self._watch_head()

    def on_response_complete(self) -> None:
        """Wait for the next request, as long as a quiet connection is kept."""
        self.since = time.monotonic()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Give the other end a time to read."""
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD, self.transport.abort)

    def resume_writing(self) -> None:
        """It has read."""
        super().resume_writing()
        if self._unread:
            self._unread.cancel()

    def _watch_head(self) -> None:
        unfinished = self.conn.their_state is h11.IDLE
        if unfinished and not self._head:
            self._head = self.loop.call_later(HEAD, self.transport.close)
        elif self._head and not unfinished:
            self._head.cancel()
            self._head = None
