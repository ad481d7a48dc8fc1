"""What belongs to the device: its name in the log, its colours and the hand that taps."""

from __future__ import annotations

from collections.abc import Container

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST

from companion.devices import YEAR, name_device
from companion.forms.campaigns import WhoForm
from companion.who import who_of

THEMES = ("auto", "light", "dark")
HANDS = ("right", "left")
LONGEST_ADDRESS = 2000


@require_http_methods(["GET", "HEAD", "POST"])
def who(request: HttpRequest) -> HttpResponse:
    """Name this device."""
    if request.method == "POST":
        form = WhoForm(request.POST, action=reverse("who"))
        if form.is_valid():
            name_device(request, form.cleaned_data["who"])
            return HttpResponseRedirect(_back(request))
    else:
        form = WhoForm(initial={"who": who_of(request)}, action=reverse("who"))
    return render(request, "who.html", {"form": form}, status=422 if form.errors else 200)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Choose light, dark or the device's own colours."""
    return _chosen(request, "theme", THEMES)


@require_POST
def hand(request: HttpRequest) -> HttpResponse:
    """Choose the hand that taps: what is next lies on its side."""
    return _chosen(request, "hand", HANDS)


def _chosen(request: HttpRequest, name: str, choices: Container[str]) -> HttpResponse:
    response = HttpResponseRedirect(_back(request))
    chosen = request.POST.get(name, "")
    if chosen in choices:
        response.set_cookie(name, chosen, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def _back(request: HttpRequest) -> str:
    page = request.POST.get("next", "")
    ours = page.startswith("/") and url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure())
    return page if ours and len(page) < LONGEST_ADDRESS else reverse("home")
