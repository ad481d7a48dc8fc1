"""Joining with a code that somebody has said."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion.devices import own_secret, secret_of
from companion.forms.people import CodeForm
from companion.models import Invitation
from companion.services.codes import behind
from companion.spoken import link_of, read_code
from companion.tries import OF_CODES, TooMany, count_try, take_back_try
from companion.views.loading import TooManyTries

NOT_OPEN = "There is no open door with that code. Check that you typed what was said, or ask for another one."

NO_COOKIES = "This browser keeps no cookies, and is let in only with them. Allow them, and type the code again."


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """Ask for a code, and lead to where it says what it allows: nobody is let in before that is tapped."""
    is_told_apart = secret_of(request) is not None
    own_secret(request)
    form = CodeForm(request.POST if request.method == "POST" else None, action=reverse("code"))
    if request.method == "POST" and form.is_valid() and not is_told_apart:
        # Nobody is let in without cookies; what sends none would use up the tries of all behind its router.
        form.add_error("code", NO_COOKIES)
    elif request.method == "POST" and form.is_valid():
        typed = read_code(form.cleaned_data["code"])
        door = _tried(request, typed) if typed else None
        if door:
            return redirect("join", door.pk, link_of(door.salt, typed))
        form.add_error("code", NOT_OPEN)
    return render(request, "code.html", {"form": form}, status=422 if form.errors else 200)


def _tried(request: HttpRequest, code: str) -> Invitation | None:
    """The door that a code opens; ``TooManyTries`` where that is not even looked at."""
    try:
        count_try(request, OF_CODES)
    except TooMany:
        raise TooManyTries from None
    door = behind(code)
    if door:
        take_back_try(request, OF_CODES)
    return door
