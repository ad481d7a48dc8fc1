"""Stepping through a battle as it went."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.models import Battle
from companion.queries.replay import replay_page
from companion.views.loading import load_battle
from companion.watching import proof_of, watched_battle


@require_safe
def replay(request: HttpRequest, key: str, number: int | None = None) -> HttpResponse:
    """The board as it stood after an entry; after the last one where none is named."""
    return _replay(request, load_battle(request, key), number, watched=False)


@require_safe
def watch(request: HttpRequest, number: int, proof: str, step: int | None = None) -> HttpResponse:
    """The same by a link that leads to nothing else: whoever has it looks on, and plays no part."""
    battle = watched_battle(number, proof)
    if battle is None:
        raise Http404("There is no replay behind this link any more.")
    return _replay(request, battle, step, watched=True)


def _replay(request: HttpRequest, battle: Battle, number: int | None, *, watched: bool) -> HttpResponse:
    page = replay_page(battle, number)
    if page is None:
        raise Http404("There is no such step in this battle.")
    context = {"battle": battle, "page": page, "watched": watched, "proof": proof_of(battle)}
    return render(request, "replay.html", context)
