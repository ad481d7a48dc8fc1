"""In front of all pages: what of a request can be read, and what nobody keeps of an answer."""

from __future__ import annotations

import codecs
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest


def front(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that refuses requests in another encoding than UTF-8, and a NUL in an address or a cookie.

    Python knows encodings that give half characters, and some that are no text at all. A session is looked up by its
    cookie, and a list of the admin by its address, before any form has checked them; PostgreSQL takes no NUL.

    Pages carry keys, and the names of those who play: nobody keeps a copy of an answer that does not say itself how
    long it is good.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if _can_be_read(request):
            response = get_response(request)
        else:
            response = HttpResponseBadRequest("Send plain UTF-8.", content_type="text/plain; charset=utf-8")
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def _can_be_read(request: HttpRequest) -> bool:
    if request.encoding and codecs.lookup(str(request.encoding)).name != "utf-8":
        return False
    return "%00" not in request.META["QUERY_STRING"] and not any("\0" in cookie for cookie in request.COOKIES.values())
