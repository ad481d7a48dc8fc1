"""What the browser sent cannot be taken at all."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.views import defaults

from companion.line.bodies import too_much
from companion.tries import SECONDS
from companion.views.loading import NotAllowed, TooManyTries

TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)

TAKES_PLACE = "Takes-Place"
"""Says in an answer that refuses that it takes the place of the part that was tapped."""

SWAPPED = ("battle", "setup", "correct", "replay")
"""The parts of pages that the answer to a tap takes the place of."""

OTHER_NAME = (
    "The app does not answer to the name in this address. Open the address that it printed when it started. "
    "To add a name: ALLOWED_HOSTS=name.example\n"
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that too much was sent at once or that this name is none of ours; other requests get Django's answer."""
    if isinstance(exception, DisallowedHost):
        return HttpResponseBadRequest(OTHER_NAME, content_type="text/plain; charset=utf-8")
    if isinstance(exception, TOO_MUCH):
        return render(request, "413.html", status=413)
    return defaults.bad_request(request, exception)


def too_often(request: HttpRequest) -> HttpResponse:
    """Say that an address asks for this too often; django-allauth counts."""
    return render(request, "429.html", status=429)


class Allowed:
    """Middleware that says why a visitor may not do that, and leads on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as usual."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """Answer what is not allowed with a page; where a tap was to swap a part of a page, in its place."""
        if not isinstance(problem, NotAllowed):
            return None
        place = request.headers.get("HX-Target", "")
        context = {"refused": problem, "place": place if place in SWAPPED else "page"}
        response = render(request, "403.html", context, status=problem.status)
        if isinstance(problem, TooManyTries):
            response["Retry-After"] = str(SECONDS)
        if place in SWAPPED:
            response[TAKES_PLACE] = place
        return response


def too_much_for_the_line(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that says the same of what was refused while it arrived."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if too_much(request.META):
            return render(request, "413.html", status=413)
        return get_response(request)

    return middleware
