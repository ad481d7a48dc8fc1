"""What is not answered with a page: what cannot be taken at all, what is not allowed, and what the database cannot."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseNotAllowed
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views import defaults

from companion.behind import page_behind
from companion.line.bodies import too_much
from companion.tries import SECONDS
from companion.trouble import RETRY_AFTER, Trouble, trouble_of
from companion.views.loading import NotAllowed, TooManyTries

CUT_SHORT = "The rest of that did not arrive. Nothing was stored; send it again."

TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field

log = logging.getLogger(__name__)

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
    """Say that an address asks for this too often, and how long to wait; django-allauth counts."""
    match = request.resolver_match
    rate = settings.ACCOUNT_RATE_LIMITS.get(((match and match.url_name) or "").removeprefix("account_")) or ""
    wait, seconds = ("a minute", 60) if "/m/" in rate else ("an hour", 3600)
    answer = render(request, "429.html", {"wait": wait}, status=429)
    answer["Retry-After"] = str(seconds)
    return answer


class Refused:
    """Middleware that says why something is not done, and leads on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as usual, but for what was refused while it arrived, and a body with fewer bytes than were announced.

        A server may hand on what it has, and half a form can pass for a whole one. Where an address only takes taps,
        a page leads to the one that has them.
        """
        if too_much(request.META):
            return render(request, "413.html", status=413)
        announced = request.META.get("CONTENT_LENGTH") or "0"
        if announced.isdecimal() and len(request.body) < int(announced):
            return HttpResponseBadRequest(CUT_SHORT, content_type="text/plain; charset=utf-8")
        answer = self._get_response(request)
        if isinstance(answer, HttpResponseNotAllowed):
            answer.content = render_to_string("405.html", {"way": page_behind(request.path)}, request)
        return answer

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """Answer with what is not allowed, or with the trouble of the database, if that is what it was."""
        if isinstance(problem, NotAllowed):
            return _not_allowed(request, problem)
        trouble = trouble_of(problem)
        if trouble is None:
            return None
        log.error("%s %s: %s (%s)", request.method, request.path, trouble, problem)
        return _in_trouble(request, trouble)


def _not_allowed(request: HttpRequest, why: NotAllowed) -> HttpResponse:
    """A page that says so; where a tap was to swap a part of a page, in its place."""
    place = request.headers.get("HX-Target", "")
    context = {"refused": why, "place": place if place in SWAPPED else "page"}
    response = render(request, "403.html", context, status=why.status)
    if isinstance(why, TooManyTries):
        response["Retry-After"] = str(SECONDS)
    if place in SWAPPED:
        response[TAKES_PLACE] = place
    return response


def _in_trouble(request: HttpRequest, trouble: Trouble) -> HttpResponse:
    """A page that can send the same once more."""
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name != TOKEN]
    secret = any("password" in name for name, _ in sent)
    context = {"trouble": trouble, "sent": sent, "can_be_sent_again": not (secret or request.FILES)}
    response = render(request, "503.html", context, status=503)
    response["Retry-After"] = str(RETRY_AFTER)
    return response
