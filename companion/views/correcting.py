"""Correcting an entry of the log."""

from __future__ import annotations

import secrets
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion.models import Battle
from companion.permissions import WHY_NOT, Command
from companion.queries.correction import correction_page, wanted
from companion.queries.meant import Meant, corrected
from companion.queries.taps import who_taps
from companion.services.amending import amend
from companion.services.refusals import Refusal, Stale
from companion.services.under_way import is_anything_under_way
from companion.services.whose import Sides
from companion.views.following import follows, nothing_new
from companion.views.loading import load_battle, my_rights, small_number, still_there, why_not_unmade
from companion.who import who_of
from rules.games import GAMES


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """What an entry was made from, to be put right, and what that makes of all that came later.

    Nothing is written before ``commit`` is posted.
    """
    battle = load_battle(request, key)
    posted = {name: str(text) for name, text in request.POST.items()}
    if "commit" not in posted:
        return nothing_new(request, battle) or _page(request, battle, number, posted)
    try:
        with still_there():
            amend(
                key=key,
                number=number,
                wanted=lambda found: wanted(found, posted, partial(_not_theirs, request, battle)),
                seen=small_number(posted.get("seen", "")),
                who=who_of(request),
                member=my_rights(request).member,
                guest=my_rights(request).is_guest,
                once=posted.get("once", ""),
            )
    except Refusal as refusal:
        battle.refresh_from_db()
        return _page(request, battle, number, posted, str(refusal), 409 if isinstance(refusal, Stale) else 422)
    return redirect(battle)


def _page(
    request: HttpRequest, battle: Battle, number: int, posted: dict[str, str], notice: str = "", status: int = 200
) -> HttpResponse:
    if why_not := _why_not(request, battle, number):
        context = {"battle": battle, "number": number, "notice": notice or why_not}
        return render(request, "correct.html", context, status=status)
    try:
        not_theirs = partial(_not_theirs, request, battle)
        page = correction_page(battle, number, posted, my_rights(request).member, not_theirs)
    except Refusal as refusal:
        page, notice, status = None, notice or str(refusal), 422 if status == 200 else status
    context = {
        "battle": battle,
        "number": number,
        "page": page,
        "once": secrets.token_urlsafe(9),
        "notice": notice,
        "waits": not notice and is_anything_under_way(battle),
        "symbols": GAMES[battle.game].symbols,
        "follows": follows(request, battle),
    }
    return render(request, "correct.html", context, status=status)


def _why_not(request: HttpRequest, battle: Battle, number: int) -> str:
    """Why whoever looks does not correct an entry, or who does; empty where they may."""
    if not my_rights(request).plays:
        return WHY_NOT[Command.PLAY]
    if why_not := why_not_unmade(request, battle):
        return why_not
    return _who_taps(request, corrected(battle, number)) if battle.seated else ""


def _not_theirs(request: HttpRequest, battle: Battle, sides: Sides) -> str:
    """Who gives something to these sides by a set-up; empty where whoever looks may."""
    return _who_taps(request, Meant(sides, every=True)) if battle.seated and sides else ""


def _who_taps(request: HttpRequest, meant: Meant) -> str:
    rights = my_rights(request)
    return "" if meant.is_taken(rights.taps_for) else f"{who_taps(rights, meant)}."
