"""The server that `play` and `serve` start."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
from contextlib import suppress
from functools import partial
from select import select
from typing import Any, cast

import uvicorn
from a2wsgi.asgi_typing import ASGIApp
from django.conf import settings
from django.core.management.base import CommandError

from companion.line.door import Door
from companion.line.limits import FILES, MOST, Limits, file_limit, limits, memory_limit
from companion.line.protocol import Line
from companion.live.stream import Live

SELDOM = 20_000
"""So many things have to be made, and be there still, before the garbage collector looks through them."""

KEEP_ALIVE = 5
"""Seconds for which a connection is kept that asks nothing more."""

A_MOMENT = 2
"""Seconds in which whoever has connected to a server that was told to stop says what they want."""

LAST_ANSWERS = 10
"""Seconds for which a server that was told to stop goes on with what it has begun: a writer may wait for four."""


class Server(uvicorn.Server):
    """A server that ends the live streams when it stops: it would wait for every tablet that holds one open."""

    def __init__(self, config: uvicorn.Config, live: Live) -> None:
        super().__init__(config)
        self._live = live

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, once all are answered who had connected: what a proxy has sent here it may send to no other."""
        self._live.watcher.hang_up()
        listening = [one for server in self.servers for one in server.sockets]
        while select(listening, (), (), 0)[0]:
            await asyncio.sleep(0)
        for server in self.servers:
            server.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(A_MOMENT):
                while any(line.cycle is None for line in cast(set[Line], self.server_state.connections)):
                    await asyncio.sleep(0.01)
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; CommandError with one sentence where that cannot be."""
    if not 0 <= port <= 65535:
        raise CommandError("A port is a number from 0 to 65535.")
    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            taken = f"Port {port} is already in use, perhaps by another `play`. Choose another with --port."
            raise CommandError(taken) from problem
        raise CommandError(f"Cannot serve on port {port} of {host}: {problem.strerror}.") from problem
    # Head and body of an answer are sent apart; Nagle's algorithm would hold the body back until the head is
    # acknowledged, which takes 40 ms. asyncio turns it off only on sockets that it has made itself.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def within(kept: Limits, live: Live, app: ASGIApp, **more: Any) -> Server:
    """A server of the app that keeps to limits, its streams too."""
    line = cast(type[Line], partial(Line, door=Door(kept)))
    live.most = kept.streams
    config = uvicorn.Config(
        app,
        http=line,
        ws="none",
        log_config=None,
        log_level="warning",
        backlog=kept.at_once,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=LAST_ANSWERS,
        **more,
    )
    return Server(config, live)


def keep_what_is_loaded() -> None:
    """Let the garbage collector leave alone what was loaded: going through it took a tenth of a second of a page.

    What is made later is looked through seldom: sheets and changes are no circles, and a fold makes thousands of them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM)


def kept_to() -> Limits:
    """The limits that this process keeps to here."""
    of_one = 0 if settings.BEHIND_PROXY else settings.CONNECTIONS_OF_ONE_ADDRESS
    return limits(file_limit(), memory_limit(), of_one)


def told(kept: Limits) -> str:
    """How many devices may look on, and what keeps them to fewer than there could be."""
    said = f"Up to {kept.streams:,} devices can follow battles at once"
    if (files := file_limit()) < FILES:
        return f"{said}: only {files:,} files may be open here (`ulimit -n {FILES}` would allow for more)."
    return f"{said}." if kept.in_all == MOST else f"{said}: there is not more memory."


def loaded() -> Server:
    """The server of the app, with all that its first answer takes."""
    from companion.asgi import application, live

    # Without a proxy, whoever says that it passes on somebody else's request is not believed.
    server = within(kept_to(), live, application, proxy_headers=settings.BEHIND_PROXY)
    keep_what_is_loaded()
    return server


def serve(server: Server, listener: socket.socket) -> None:
    """Serve on a socket until stopped."""
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listener])
