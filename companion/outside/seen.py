"""Every request as it looks from outside: one line of log without secrets, and the figures that a collector reads."""

from __future__ import annotations

import logging
from collections.abc import MutableMapping
from time import perf_counter
from typing import Any, cast

from a2wsgi.asgi_typing import ASGIApp, HTTPScope, Receive, Scope, Send, SendEvent
from django.conf import settings
from django.urls import Resolver404, resolve

from companion.live.access import ADDRESS, SCREEN
from companion.outside.figures import LIVE, count

KEPT = "companion.seen"
"""Under which a request's scope keeps what its page notes of it."""

UNANSWERED = 499
"""What is written where nobody waited for the answer, as nginx does."""

log = logging.getLogger("companion.requests")


def note_game(environ: MutableMapping[str, Any], game: str) -> None:
    """Note which game a request is about, where anybody wants to know."""
    kept = environ.get("asgi.scope", {}).get(KEPT)
    if kept is not None:
        kept["game"] = game


class Seen:
    """An ASGI application that sees how another one answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it answer, and tell of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status, kept = perf_counter(), UNANSWERED, {"game": ""}

        async def seen(message: SendEvent) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(cast(HTTPScope, {**scope, KEPT: kept}), receive, seen)
        finally:
            seconds, page = perf_counter() - began, page_of(scope)
            if settings.LOG_REQUESTS:
                log.info("%s %s %d %.1f ms", scope["method"], page, status, seconds * 1000)
            if settings.FIGURES_FOR:
                count(scope["method"], page, status, seconds, kept["game"])


def page_of(scope: HTTPScope) -> str:
    """The name of what is asked for: an address opens what it leads to, and there are as many as battles."""
    path = scope["path"].removeprefix(scope.get("root_path", ""))
    if found := ADDRESS.fullmatch(path):
        return found[2]
    if SCREEN.fullmatch(path):
        return LIVE
    if path.startswith(f"/{settings.STATIC_URL.strip('/')}/"):
        return "static"
    try:
        return resolve(path).view_name
    except Resolver404:
        return "nothing"
