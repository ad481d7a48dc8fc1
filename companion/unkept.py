"""Pages carry keys, and the names of those who play: whatever keeps a copy of them would give these away."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def unkept(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that lets nobody keep a copy of an answer which does not say itself how long it is good."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware
