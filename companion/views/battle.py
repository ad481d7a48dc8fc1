"""The battle page, and every tap on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import replace_url

from companion.forms.dice import typed_faces
from companion.forms.picking import APPLIED, picked_options
from companion.forms.posted import posted_answers, posted_rows
from companion.forms.selection import ROLLS, Selection
from companion.live.access import lines_of
from companion.live.answering import answering
from companion.live.versions import versions
from companion.models import Battle, Declaration
from companion.queries.battle_page import battle_page
from companion.queries.kept_page import keep
from companion.queries.selection import attack_is_due
from companion.services import adding, declaring, replying
from companion.services.refusals import Refusal, Stale
from companion.services.undoing import redo_last, undo_last
from companion.views.loading import load_battle, my_rights, small_number, still_there
from companion.views.part import battle_context, own, shared, visitor_of
from companion.who import who_of
from rules.games import GAMES

SHOWN = "Battle-Version"


@never_cache
@require_safe
def battle(request: HttpRequest, key: str) -> HttpResponse:
    """The page to play on; what is tapped is in the URL.

    A page that says which version it shows, and shows it still, is answered with nothing.
    """
    found = load_battle(request, key)
    shown = request.headers.get(SHOWN)
    if shown and shown == versions([key]).get(key):
        return HttpResponse(status=204)
    seen = small_number(shown.partition(".")[0]) if shown else None
    return _page(request, found, Selection.read(request.GET.dict()), seen=seen)


@require_POST
def declare(request: HttpRequest, key: str) -> HttpResponse:
    """Declare an attack or anything else."""
    posted = request.POST.dict()
    selection = Selection.read(posted)
    found = load_battle(request, key)
    return tap(
        request,
        found,
        lambda who: declaring.declare(
            key=key,
            procedure=selection.do,
            answers=lambda read: posted_answers(read, GAMES[found.game], selection, posted),
            seen=small_number(posted.get("seen", "")),
            once=posted.get("once", ""),
            who=who,
            rolls=selection.rolls,
            taps=my_rights(request).taps_for,
            guest=my_rights(request).is_guest,
        ),
        selection,
        then=lambda row: _rolling(selection.rolls and row.status == Declaration.Status.OPEN),
    )


@require_POST
def dice(request: HttpRequest, key: str, declaration: int) -> HttpResponse:
    """Answer an ask with physical dice, or let the server roll."""
    posted = request.POST.dict()
    answer = small_number(posted.get("answer", ""))
    if "roll" in posted:
        return tap(
            request,
            load_battle(request, key),
            lambda who: replying.roll_dice(key=key, declaration=declaration, answer=answer, who=who),
        )
    faces = typed_faces(posted)
    return tap(
        request,
        load_battle(request, key),
        lambda who: replying.enter_dice(key=key, declaration=declaration, answer=answer, faces=faces, who=who),
    )


@require_POST
def choice(request: HttpRequest, key: str, declaration: int) -> HttpResponse:
    """Answer a choice with one of its options, or all choices of a screen at once."""
    posted = request.POST.dict()
    answer = small_number(posted.get("answer", ""))
    found = load_battle(request, key)
    return tap(
        request,
        found,
        lambda who: replying.choose(
            key=key,
            declaration=declaration,
            answer=answer,
            options=picked_options(posted),
            who=who,
            rolls=ROLLS in posted,
            applies=APPLIED in posted,
            taps=my_rights(request).taps_for,
        ),
        then=lambda row: _who_is_due(row) if row.outcome else _rolling(ROLLS in posted),
    )


@require_POST
def add(request: HttpRequest, key: str, declaration: int) -> HttpResponse:
    """Add rows to what was declared."""
    posted = request.POST.dict()
    return tap(
        request,
        load_battle(request, key),
        lambda who: adding.add(
            key=key,
            declaration=declaration,
            answer=small_number(posted.get("answer", "")),
            rows=lambda record: posted_rows(record, posted),
            who=who,
        ),
    )


@require_POST
def back(request: HttpRequest, key: str, declaration: int) -> HttpResponse:
    """Take the last answer back."""
    posted = request.POST.dict()
    answer, waiting = small_number(posted.get("answer", "")), small_number(posted.get("waiting", "0"))
    return tap(
        request,
        load_battle(request, key),
        lambda who: declaring.take_back(key=key, declaration=declaration, answer=answer, waiting=waiting),
    )


@require_POST
def off(request: HttpRequest, key: str, declaration: int) -> HttpResponse:
    """Call off what is under way."""
    return tap(
        request,
        load_battle(request, key),
        lambda who: declaring.call_off(key=key, declaration=declaration, who=who),
    )


@require_POST
def apply(request: HttpRequest, key: str, declaration: int) -> HttpResponse:
    """Write the outcome to the stored pieces; nobody is chosen then but who must attack next."""
    answer = small_number(request.POST.get("answer", ""))
    return tap(
        request,
        load_battle(request, key),
        lambda who: declaring.settle(key=key, declaration=declaration, answer=answer, who=who),
        then=_who_is_due,
    )


@require_POST
def undo(request: HttpRequest, key: str) -> HttpResponse:
    """Take the last thing back."""
    event, seen = (small_number(request.POST.get(name, "")) for name in ("event", "seen"))
    return tap(
        request,
        load_battle(request, key),
        lambda who: undo_last(key=key, event=event, seen=seen, who=who, guest=my_rights(request).is_guest),
    )


@require_POST
def redo(request: HttpRequest, key: str) -> HttpResponse:
    """Do again what was taken back last."""
    event, seen = (small_number(request.POST.get(name, "")) for name in ("event", "seen"))
    return tap(
        request,
        load_battle(request, key),
        lambda who: redo_last(key=key, event=event, seen=seen, who=who, guest=my_rights(request).is_guest),
    )


def tap(
    request: HttpRequest,
    found: Battle,
    service: Callable[[str], Any],
    selection: Selection | None = None,
    then: Callable[[Any], str] = lambda done: "",
) -> HttpResponse:
    """Call one service: back to the page when it did what was asked, or the page with the sentence why not."""
    before = found.last_event
    with answering(found.key), still_there():
        try:
            done = service(who_of(request))
        except Refusal as refusal:
            status = 409 if isinstance(refusal, Stale) else 422
            return _page(request, found, selection or Selection(), str(refusal), status, request.POST)
        chosen = then(done)
        address = found.get_absolute_url() + chosen
        if "HX-Request" not in request.headers:
            return redirect(address)
        # The answer to a tap is the page: on a slow line, a second round trip would be as long again.
        page = _page(request, found, Selection.read(QueryDict(chosen[1:]).dict()), before=before)
        return replace_url(page, address)


def _rolling(rolls: bool) -> str:
    """The page on which the app goes on rolling."""
    return f"?{ROLLS}=1" if rolls else ""


def _who_is_due(settled: Declaration) -> str:
    """Whoever acted, chosen again if its attack is due; else nobody, for the next tap may be the opponent's."""
    attacker = settled.answers.get("actor", "")
    return f"?attacker={attacker}" if attacker and attack_is_due(settled, attacker) else ""


def _page(
    request: HttpRequest,
    found: Battle,
    selection: Selection,
    notice: str = "",
    status: int = 200,
    data: Mapping[str, Any] | None = None,
    before: int | None = None,
    seen: int | None = None,
) -> HttpResponse:
    page = battle_page(found, selection, data if status == 422 else None, seen)
    rights = my_rights(request)
    happened = page.latest[0].headline if before is not None and before < found.last_event else ""
    lines = lines_of(request, found, rights.seen_as)
    context = battle_context(found, page, rights, lines)
    if selection == Selection() and status == 200:
        keep(page)
        context["main"] = own(shared(context), request, lines, happened)
    context |= {"notice": notice, "happened": happened, "visitor": visitor_of(rights, found) if lines.stream else ""}
    return render(request, "battle.html", context, status=status)
