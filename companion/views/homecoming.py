"""What a battle leaves to rosters: sides that are kept as such, and pieces that come home."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from companion.forms.campaigns import LOAD_AGAIN
from companion.models import Battle
from companion.queries.homecoming import homecoming_page
from companion.services.declaring import ONCE
from companion.services.earlier import began
from companion.services.joining import Coming
from companion.services.refusals import Refusal, Stale
from companion.services.rosters import keep_side
from companion.setups.joining import began_again, ended_again
from companion.setups.usual import setup_of
from companion.sheets import Stored, stored
from companion.views.loading import load_battle, my_rights, still_there
from companion.who import who_of

HOW = {"began": "at its start", "ended": "with its losses"}
UNKNOWN = "Nobody can tell any more how this battle began. Nothing was kept."


@require_safe
def home(request: HttpRequest, key: str) -> HttpResponse:
    """What becomes of a battle's pieces after it."""
    return _page(request, load_battle(request, key))


@require_POST
def keep(request: HttpRequest, key: str, side: int) -> HttpResponse:
    """Keep a side as a roster."""
    battle = load_battle(request, key)
    once, how = request.POST.get("once", ""), request.POST.get("how", "")
    if not ONCE.fullmatch(once) or how not in HOW:
        return _page(request, battle, Stale(LOAD_AGAIN))

    def kept(battle: Battle, holder: Battle, read: Stored) -> Coming:
        sheet = began(battle) if how == "began" else stored(battle).sheet
        if sheet is None:
            raise Refusal(UNKNOWN)
        owner = next((known.key for known in sheet.sides if known.key.endswith(f"-{side}")), "")
        ways = began_again if how == "began" else ended_again
        return ways(holder, read.sheet, sheet, owner, read.sheet.sides[0].key)

    try:
        with still_there():
            roster = keep_side(
                key=key,
                side=side,
                owner=my_rights(request).member,
                once=once,
                who=who_of(request),
                pieces=kept,
                store=setup_of(battle.game).join,
                told=HOW[how],
            )
    except Refusal as refusal:
        return _page(request, battle, refusal)
    return redirect(roster)


def _page(request: HttpRequest, battle: Battle, refusal: Refusal | None = None) -> HttpResponse:
    status = 409 if isinstance(refusal, Stale) else 422 if refusal else 200
    context = {"battle": battle, "page": homecoming_page(battle), "notice": str(refusal or "")}
    return render(request, "homecoming.html", context, status=status)
