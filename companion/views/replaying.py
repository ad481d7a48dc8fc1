"""Stepping through a battle as it went."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.models import Battle
from companion.queries.replay import replay_page
from companion.views.following import Follows, follows, looks_on, nothing_new
from companion.views.loading import load_battle
from companion.watching import proof_of, watched_battle


@require_safe
def replay(request: HttpRequest, key: str, number: int | None = None) -> HttpResponse:
    """The board as it stood after an entry; after the last one where none is named."""
    battle = load_battle(request, key)
    return _replay(request, battle, number, follows(request, battle))


@require_safe
def watch(request: HttpRequest, number: int, proof: str, step: int | None = None) -> HttpResponse:
    """The same by a link that leads to nothing else: whoever has it looks on, and plays no part."""
    battle = watched_battle(number, proof)
    if battle is None:
        raise Http404("There is no replay behind this link any more.")
    return _replay(request, battle, step, looks_on(request, battle, proof), watched=True)


def _replay(
    request: HttpRequest, battle: Battle, number: int | None, told: Follows, *, watched: bool = False
) -> HttpResponse:
    if answer := nothing_new(request, battle):
        return answer
    page = replay_page(battle, number)
    if page is None:
        raise Http404("There is no such step in this battle.")
    context = {"battle": battle, "page": page, "watched": watched, "proof": proof_of(battle), "follows": told}
    return render(request, "replay.html", context)
