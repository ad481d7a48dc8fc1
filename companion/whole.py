"""Requests of which all has arrived, also under a server that hands on what it has."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

CUT_SHORT = "The rest of that did not arrive. Nothing was stored; send it again."


def only_whole(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that refuses a body with fewer bytes than were announced: half a form can pass for a whole one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isdecimal() and len(request.body) < int(announced):
            return HttpResponseBadRequest(CUT_SHORT, content_type="text/plain; charset=utf-8")
        return get_response(request)

    return middleware
