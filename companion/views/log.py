"""The battle's log, the trace of each entry with what is disputed of it, and attack records to take away."""

from __future__ import annotations

from dataclasses import replace

from django.core.paginator import Paginator
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from companion.models import Battle, Event
from companion.models.dispute import LONGEST
from companion.queries.log_page import event_page, logged, title_of_record
from companion.queries.meant import corrected
from companion.queries.score_page import score_page
from companion.services import disputing
from companion.services.foreseeing import record_that_stands
from companion.services.refusals import Refusal, Stale
from companion.services.under_way import record_still_read
from companion.views.following import Follows, follows, nothing_new
from companion.views.loading import load_battle, load_declaration, my_rights, small_number, still_there, why_not_unmade
from companion.who import who_of
from rules.games import GAMES
from rules.replay import write

EVENTS_A_PAGE = 30


@require_safe
def log(request: HttpRequest, key: str) -> HttpResponse:
    """Everything that happened, newest first."""
    battle = load_battle(request, key)
    return nothing_new(request, battle) or _log(request, battle, request.GET.get("page"))


@require_safe
def event(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """One entry: its steps with their sources, what it changed, and what is disputed of it."""
    battle = load_battle(request, key)
    return nothing_new(request, battle) or _event(request, battle, number)


@require_safe
def score(request: HttpRequest, key: str, side: str) -> HttpResponse:
    """The score of a side, with the entries that made it."""
    battle = load_battle(request, key)
    if answer := nothing_new(request, battle):
        return answer
    page = score_page(battle, side)
    if page is None:
        raise Http404("There is no such score in this battle.")
    context = {"battle": battle, "page": page, "point": GAMES[battle.game].point, "follows": follows(request, battle)}
    return render(request, "score.html", context)


@require_POST
def dispute(request: HttpRequest, key: str) -> HttpResponse:
    """Mark an entry as disputed, from the log or from its own page."""
    battle = load_battle(request, key)
    posted = request.POST.dict()
    number = small_number(posted.get("number", ""))
    seen = small_number(posted.get("seen", ""))
    try:
        with still_there():
            disputing.dispute(
                key=key,
                number=number,
                note=posted.get("note", ""),
                seen=seen,
                who=who_of(request),
                member=my_rights(request).member,
            )
    except Refusal as refusal:
        return _refused(request, battle, number, refusal)
    if posted.get("on") == "log":
        return redirect(f"{reverse('log', args=[key])}?page={small_number(posted.get('page', ''))}")
    return redirect("event", key, number)


@require_POST
def rule(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Settle what is disputed of an entry with a sentence."""
    battle = load_battle(request, key)
    try:
        with still_there():
            disputing.rule(key=key, number=number, ruling=request.POST.get("ruling", ""), who=who_of(request))
    except Refusal as refusal:
        return _refused(request, battle, number, refusal)
    return redirect("event", key, number)


@require_safe
def record(request: HttpRequest, key: str, declaration: int) -> HttpResponse:
    """An attack's record, to be resolved anywhere."""
    battle = load_battle(request, key)
    found = load_declaration(battle, declaration)
    try:
        stands = record_that_stands(battle, found)
        attack, edition = stands or (record_still_read(found, list(found.replies.all())), found.edition)
    except Stale:
        raise Http404("The rules of the app have changed since it was declared.") from None
    titled = replace(attack, title=title_of_record(found))
    response = JsonResponse(write(titled) | {"edition": edition}, json_dumps_params={"indent": 2})
    response["Content-Disposition"] = f'attachment; filename="{found.procedure}-{found.pk}.json"'
    return response


def _log(request: HttpRequest, battle: Battle, page: str | None, notice: str = "", status: int = 200) -> HttpResponse:
    events = Event.objects.filter(battle=battle).select_related("undone_by").order_by("-number")
    events = events.annotate(actor=F("declaration__actor"))
    shown = Paginator(events, EVENTS_A_PAGE).get_page(page)
    context = {
        "battle": battle,
        "events": shown,
        "lines": logged(battle, shown.object_list),
        "notice": notice,
        "follows": _follows(request, battle),
    }
    return render(request, "log.html", context, status=status)


def _event(request: HttpRequest, battle: Battle, number: int, notice: str = "", status: int = 200) -> HttpResponse:
    found = Event.objects.filter(battle=battle, number=number)
    event = found.select_related("declaration", "undoes", "undone_by").first()
    if event is None:
        raise Http404("There is no such entry in this battle's log.")
    context = {
        "battle": battle,
        "event": event,
        "page": event_page(battle, event),
        "may_correct": _may_correct(request, battle, number),
        "symbols": GAMES[battle.game].symbols,
        "longest": LONGEST,
        "notice": notice,
        "follows": _follows(request, battle),
    }
    return render(request, "event.html", context, status=status)


def _may_correct(request: HttpRequest, battle: Battle, number: int) -> bool:
    """Whether whoever looks corrects an entry, as far as it is theirs and nobody has confirmed what it came to."""
    if battle.seated and not corrected(battle, number).is_taken(my_rights(request).taps_for):
        return False
    return not why_not_unmade(request, battle)


def _follows(request: HttpRequest, battle: Battle) -> Follows | None:
    """What the page is told to follow the battle; nothing where it answers a tap: it has no address of its own."""
    return None if request.method == "POST" else follows(request, battle)


def _refused(request: HttpRequest, battle: Battle, number: int, refusal: Refusal) -> HttpResponse:
    """The page that was tapped, or the log where the entry has none, with why nothing was stored."""
    status = 409 if isinstance(refusal, Stale) else 422
    battle.refresh_from_db()
    if Event.objects.filter(battle=battle, number=number).exists():
        return _event(request, battle, number, str(refusal), status)
    return _log(request, battle, None, str(refusal), status)
