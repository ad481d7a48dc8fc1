"""Requests whose letters a database can keep."""

from __future__ import annotations

import codecs
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest


def only_utf8(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that refuses requests in another encoding than UTF-8, and cookies with a NUL.

    Python knows encodings that give half characters, and some that are no text at all; a session is looked up by its
    cookie before any form has checked it, and PostgreSQL takes no NUL.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        strange = request.encoding and codecs.lookup(request.encoding).name != "utf-8"
        if strange or any("\0" in cookie for cookie in request.COOKIES.values()):
            return HttpResponseBadRequest("Send plain UTF-8.", content_type="text/plain; charset=utf-8")
        return get_response(request)

    return middleware
