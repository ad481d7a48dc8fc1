"""A battle for other devices: its address in letters and as a picture for cameras, and the link of its screen."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.live.access import lines_of
from companion.live.versions import versions
from companion.models import Battle, Pinned
from companion.qr import shown
from companion.views.battle import SHOWN
from companion.views.loading import load_battle, my_rights
from companion.views.part import visitor_of
from companion.watching import proof_of


@never_cache
@require_safe
def share(request: HttpRequest, key: str) -> HttpResponse:
    """How another device comes to this battle, and who is here."""
    battle = load_battle(request, key)
    shows = request.headers.get(SHOWN)
    if shows and shows == versions([key]).get(key):
        return HttpResponse(status=204)
    return share_page(request, battle)


@require_safe
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """The address of a battle as a QR code."""
    battle = load_battle(request, key)
    drawing = shown(request, battle.get_absolute_url()).picture
    return HttpResponse(drawing, content_type="image/svg+xml")


def share_page(request: HttpRequest, battle: Battle, notice: str = "") -> HttpResponse:
    """The page on which others find the battle and its screen."""
    rights = my_rights(request)
    lines = lines_of(request, battle, rights.seen_as)
    context = {
        "battle": battle,
        "version": versions([battle.key]).get(battle.key, ""),
        "lines": lines._replace(part=""),
        "shown": shown(request, battle.get_absolute_url()),
        "screen": request.build_absolute_uri(reverse("screen", args=[battle.pk, proof_of(battle)])),
        "pins": Pinned.choices,
        "visitor": visitor_of(rights, battle) if lines.stream else "",
        "notice": notice,
    }
    return render(request, "share.html", context, status=422 if notice else 200)
