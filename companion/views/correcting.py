"""Correcting an entry of the log."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from companion.forms.correcting import amendment_of
from companion.models import Battle
from companion.permissions import WHY_NOT, Command
from companion.queries.correction import correction_page
from companion.queries.meant import corrected
from companion.queries.taps import who_taps
from companion.services.amending import amend
from companion.services.refusals import Refusal, Stale
from companion.views.following import follows, nothing_new
from companion.views.loading import load_battle, my_rights, small_number, still_there
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
                wanted=lambda found: amendment_of(found, posted),
                seen=small_number(posted.get("seen", "")),
                who=who_of(request),
                member=my_rights(request).member,
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
        page = correction_page(battle, number, posted, my_rights(request).member)
    except Refusal as refusal:
        page, notice, status = None, notice or str(refusal), 422 if status == 200 else status
    context = {
        "battle": battle,
        "number": number,
        "page": page,
        "notice": notice,
        "symbols": GAMES[battle.game].symbols,
        "follows": follows(request, battle),
    }
    return render(request, "correct.html", context, status=status)


def _why_not(request: HttpRequest, battle: Battle, number: int) -> str:
    """Why whoever looks does not correct an entry, or who does; empty where they may."""
    rights = my_rights(request)
    if not rights.plays:
        return WHY_NOT[Command.PLAY]
    meant = corrected(battle, number)
    return f"{who_taps(rights, meant)}." if battle.seated and not meant.is_taken(rights.taps_for) else ""
