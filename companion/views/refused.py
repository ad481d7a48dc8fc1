"""What the browser sent cannot be taken at all."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.views import defaults

from companion.line.bodies import too_much

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)

OTHER_NAME = (
    "The companion does not answer to the name in this address. Open the address that it printed when it started. "
    "Whoever runs it can add a name: ALLOWED_HOSTS=name.example\n"
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that too much was sent at once or that this name is none of ours; other requests get Django's answer."""
    if isinstance(exception, DisallowedHost):
        return HttpResponseBadRequest(OTHER_NAME, content_type="text/plain; charset=utf-8")
    if isinstance(exception, TOO_MUCH):
        return render(request, "413.html", status=413)
    return defaults.bad_request(request, exception)


def too_much_for_the_line(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that says the same of what was refused while it arrived."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if too_much(request.META):
            return render(request, "413.html", status=413)
        return get_response(request)

    return middleware
