"""What belongs to the device: its name in the log and its colours."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from companion.forms.campaigns import WhoForm

WHO = "who"
THEMES = ("auto", "light", "dark")
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def who_of(request: HttpRequest) -> str:
    """The name that the log shows: a signed-in user's, or the device's."""
    if request.user.is_authenticated:
        return request.user.get_username()
    if WHO not in request.session:
        request.session[WHO] = "Guest " + "".join(secrets.choice(LETTERS) for _ in range(2))
    name: str = request.session[WHO]
    return name


@require_POST
def who(request: HttpRequest) -> HttpResponse:
    """Name this device."""
    form = WhoForm(request.POST, action="")
    if form.is_valid():
        request.session[WHO] = form.cleaned_data["who"]
    return redirect(_back(request))


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Choose light, dark or the device's own colours."""
    response = redirect(_back(request))
    chosen = request.POST.get("theme")
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=365 * 24 * 60 * 60, httponly=True, samesite="Lax")
    return response


def _back(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    return page if url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()) else "/"
