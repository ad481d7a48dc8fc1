"""In front of the pages: a request reaches a thread when all of it is there, and only if it is of a decent size."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, cast

from a2wsgi.asgi_typing import ASGIApp, HTTPScope, Receive, ReceiveEvent, Scope, Send, SendEvent
from django.conf import settings

from companion.line.limits import sender
from companion.line.room import NoRoom, Place, Room
from companion.line.sizes import MOST, most_taken

SECONDS = 30.0
"""How long a body may take; nobody but its sender waits for it."""

LINGER = 5.0
LINGER_BYTES = 8 * 1024 * 1024
"""How long, and for how much, a refused upload is still listened to.

A line that is closed while its sender still sends is reset, and the answer is lost before anybody has read it.
"""

REFUSED = "companion.refused"
CLOSE = (b"connection", b"close")
SESSION = settings.SESSION_COOKIE_NAME.encode() + b"="
OF_THE_BODY = (b"content-length", b"transfer-encoding")

TOO_SLOW = b"The rest of that did not arrive. Nothing was stored; send it again."
NO_ROOM = b"Too much is being sent to this server at once. Nothing was stored; send it again in a minute."

Headers = list[tuple[bytes, bytes]]


class HungUp(Exception):
    """The sender has left before all was there."""


class TooMuch(Exception):
    """More was sent, or announced, than the address takes."""


class WholeBodies:
    """An ASGI application that hands whole requests to the pages, without headers that could pass for others."""

    def __init__(self, pages: ASGIApp) -> None:
        self._pages = pages
        self._room = Room()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand one request on, once it is whole."""
        if scope["type"] != "http":
            await self._pages(scope, receive, send)
            return
        # WSGI gives X_Forwarded_Proto and X-Forwarded-Proto one name, and a proxy sets only the second.
        headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
        if not announces_body(headers):
            await self._pages(_with(scope, headers), receive, send)
            return
        with self._room.place(sender(scope)) as place:
            await self._take(_with(scope, headers), receive, send, place)

    async def _take(self, scope: HTTPScope, receive: Receive, send: Send, place: Place) -> None:
        """Hand a request with a body on, when all of it has come."""
        headers = cast(Headers, scope["headers"])
        bare = [(name, value) for name, value in headers if name not in OF_THE_BODY]
        try:
            async with asyncio.timeout(SECONDS):
                body = await _whole(scope, headers, receive, place)
        except HungUp:
            return
        except TimeoutError:
            await _give_up(send, 408, TOO_SLOW)
        except NoRoom:
            await _give_up(send, 503, NO_ROOM)
        except TooMuch:
            await self._refuse(_with(scope, bare, refused=True), receive, send)
        else:
            # Chunks announce no length, and without one a page reads nothing.
            length = (b"content-length", str(len(body)).encode())
            await self._pages(_with(scope, [*bare, length]), _given(body, receive), send)

    async def _refuse(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Let the pages say in words that it was too much, and close the line once that could be read."""

        async def without_end(message: SendEvent) -> None:
            changed: Mapping[str, Any] = {"more_body": True}
            if message["type"] == "http.response.start":
                changed = {"headers": [*message["headers"], CLOSE]}
            await send(cast(SendEvent, {**message, **changed}))

        await self._pages(scope, _given(b"", receive), without_end)
        await _linger(receive)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def announces_body(headers: Headers) -> bool:
    """Whether something comes after the head."""
    return any(name in OF_THE_BODY and value != b"0" for name, value in headers)


def too_much(environ: Mapping[str, Any]) -> bool:
    """Whether a request stands only for one that was refused; no visitor can say so."""
    return REFUSED in environ.get("asgi.scope", ())


def _with(scope: HTTPScope, headers: Headers, *, refused: bool = False) -> HTTPScope:
    return cast(HTTPScope, {**scope, "headers": headers, **({REFUSED: True} if refused else {})})


async def _whole(scope: HTTPScope, headers: Headers, receive: Receive, place: Place) -> bytes:
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    has_session = any(name == b"cookie" and SESSION in value for name, value in headers)

    def measure(size: int) -> None:
        if size > MOST and size > most_taken(path, has_session=has_session):
            raise TooMuch

    announced = [int(value) for name, value in headers if name == b"content-length"]
    measure(max(announced, default=0))
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise HungUp
        body += message.get("body", b"")
        measure(len(body))
        # For what players tap there is always room.
        if len(body) > MOST:
            place.grow(len(body))
        more = message.get("more_body", False)
    return bytes(body)


def _given(body: bytes, receive: Receive) -> Receive:
    """What receives a body that is there already, and then whatever comes."""
    given = [body]

    async def receive_given() -> ReceiveEvent:
        if given:
            return {"type": "http.request", "body": given.pop(), "more_body": False}
        return await receive()

    return receive_given


async def _give_up(send: Send, status: int, why: bytes) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(why)), CLOSE]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": why})


async def _linger(receive: Receive) -> None:
    left = LINGER_BYTES
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            while left > 0:
                message = await receive()
                if message["type"] != "http.request" or not message.get("more_body"):
                    return
                left -= len(message.get("body", b""))
