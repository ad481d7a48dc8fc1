"""The battle's log, the trace of each entry, and attack records to take away."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion.models import Event
from companion.queries.panel import differences
from companion.services.refusals import Stale
from companion.services.under_way import record_of
from companion.sheets import stored
from companion.views.loading import load_battle, load_declaration
from rules.changes import Change, rewound
from rules.games import GAMES
from rules.records import from_json
from rules.replay import write

EVENTS_A_PAGE = 30


@require_safe
def log(request: HttpRequest, key: str) -> HttpResponse:
    """Everything that happened, newest first."""
    battle = load_battle(request, key)
    events = Event.objects.filter(battle=battle).select_related("undone_by", "undoes").order_by("-number")
    page = Paginator(events, EVENTS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "log.html", {"battle": battle, "events": page})


@require_safe
def event(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """One entry: its steps with their sources, and what it changed."""
    battle = load_battle(request, key)
    found = (
        Event.objects.filter(battle=battle, number=number).select_related("declaration", "undoes", "undone_by").first()
    )
    if found is None:
        raise Http404("There is no such entry in this battle's log.")
    changes = tuple(from_json(Change, change) for change in found.changes)
    declaration = found.declaration
    game = GAMES[battle.game]
    context: dict[str, Any] = {
        "battle": battle,
        "event": found,
        "steps": declaration.trace if declaration else [],
        "differences": differences(game, rewound(stored(battle).sheet, changes), changes),
        "symbols": game.symbols,
    }
    return render(request, "event.html", context)


@require_safe
def record(request: HttpRequest, key: str, declaration: int) -> HttpResponse:
    """An attack's record, to be resolved anywhere."""
    found = load_declaration(load_battle(request, key), declaration)
    try:
        attack = record_of(found, list(found.replies.all()))
    except Stale:
        raise Http404("It was declared under other rules than the app now plays by.") from None
    response = JsonResponse(write(attack), json_dumps_params={"indent": 2})
    response["Content-Disposition"] = f'attachment; filename="{found.procedure}-{found.pk}.json"'
    return response
