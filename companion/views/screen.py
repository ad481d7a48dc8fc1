"""The screen for those who look on: a battle read from afar, by a link that leads to nothing that can be changed."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from companion.live.access import stream_of_screen
from companion.live.versions import told_versions
from companion.queries.replay import screen_page
from companion.services.pinning import pin
from companion.services.refusals import Refusal
from companion.views.battle import SHOWN
from companion.views.loading import load_battle, still_there
from companion.views.sharing import share_page
from companion.watching import watched_battle


@never_cache
@require_safe
def screen(request: HttpRequest, number: int, proof: str) -> HttpResponse:
    """The score, the last attack with its dice or how it ended, and the board, or what of it is pinned."""
    battle = watched_battle(number, proof)
    if battle is None:
        raise Http404("There is no screen behind this link any more.")
    version = told_versions([battle.key]).get(battle.key, "")
    if version and version == request.headers.get(SHOWN):
        return HttpResponse(status=204)
    context = {
        "battle": battle,
        "page": screen_page(battle),
        "version": version,
        "stream": stream_of_screen(request, number, proof),
        "watched": True,
        "proof": proof,
    }
    return render(request, "screen.html", context)


@require_POST
def pin_to_it(request: HttpRequest, key: str) -> HttpResponse:
    """Choose what the screen shows."""
    battle = load_battle(request, key)
    try:
        with still_there():
            pin(key=key, what=request.POST.get("what", ""))
    except Refusal as refusal:
        return share_page(request, battle, str(refusal))
    return redirect("share", key)
