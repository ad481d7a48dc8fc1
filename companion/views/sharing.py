"""A battle for other devices: its address in letters and as a picture for cameras."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.live.access import lines_of
from companion.live.versions import versions
from companion.qr import shown
from companion.views.battle import SHOWN
from companion.views.loading import load_battle, my_rights
from companion.views.part import visitor_of


@never_cache
@require_safe
def share(request: HttpRequest, key: str) -> HttpResponse:
    """How another device comes to this battle, and who is here."""
    battle = load_battle(request, key)
    version = versions([key]).get(key, "")
    if version and version == request.headers.get(SHOWN):
        return HttpResponse(status=204)
    rights = my_rights(request)
    lines = lines_of(request, battle, rights.seen_as)
    context = {
        "battle": battle,
        "version": version,
        "lines": lines._replace(part=""),
        "shown": shown(request, battle.get_absolute_url()),
        "visitor": visitor_of(rights) if lines.stream else "",
    }
    return render(request, "share.html", context)


@require_safe
def picture(request: HttpRequest, key: str) -> HttpResponse:
    """The address of a battle as a QR code."""
    battle = load_battle(request, key)
    drawing = shown(request, battle.get_absolute_url()).picture
    return HttpResponse(drawing, content_type="image/svg+xml")
