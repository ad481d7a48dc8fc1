"""Requests whose letters a database can keep."""

from __future__ import annotations

import codecs
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest


def only_utf8(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that refuses requests in another encoding than UTF-8, and a NUL in an address or a cookie.

    Python knows encodings that give half characters, and some that are no text at all. A session is looked up by its
    cookie, and a list of the admin by its address, before any form has checked them; PostgreSQL takes no NUL.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if _in_another_encoding(request) or _with_nul(request):
            return HttpResponseBadRequest("Send plain UTF-8.", content_type="text/plain; charset=utf-8")
        return get_response(request)

    return middleware


def _in_another_encoding(request: HttpRequest) -> bool:
    return bool(request.encoding) and codecs.lookup(str(request.encoding)).name != "utf-8"


def _with_nul(request: HttpRequest) -> bool:
    return "%00" in request.META["QUERY_STRING"] or any("\0" in cookie for cookie in request.COOKIES.values())
