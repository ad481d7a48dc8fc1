"""What a battle leaves to rosters: sides that are kept as such, and pieces that come home."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from companion.models import Battle, Deployment
from companion.queries.homecoming import deployments_of, homecoming_page
from companion.services.earlier import began
from companion.services.homecoming import bring_home
from companion.services.joining import Coming
from companion.services.once import LOAD_AGAIN
from companion.services.refusals import Refusal, Stale
from companion.services.rosters import keep_side
from companion.setups.joining import began_again, ended_again
from companion.setups.usual import setup_of
from companion.sheets import Stored, stored
from companion.views.loading import load_battle, my_rights, small_number, still_there
from companion.who import who_of

HOW = {"began": "at its start", "ended": "with its losses"}
UNKNOWN = "Nobody can tell any more how this battle began. Nothing was kept."


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest, key: str) -> HttpResponse:
    """What becomes of a battle's pieces after it."""
    battle = load_battle(request, key)
    if request.method != "POST":
        return _page(request, battle)
    rights = my_rights(request)
    own = [row for row in deployments_of(battle) if rights.may_bring_home(row.roster)]
    # A roster that is put away waits until it is brought back, and holds up no other.
    there = [row for row in own if row.roster.put_away is None or _said(request, row)]
    said = {row.pk: _said(request, row) for row in there or own}
    shown = {row.pk: request.POST[name] for row in own if (name := f"said-{row.pk}") in request.POST}
    seen = small_number(request.POST.get("seen", ""))
    try:
        with still_there():
            bring_home(key=key, said=said, seen=seen, who=who_of(request), shown=shown)
    except Refusal as refusal:
        battle.refresh_from_db()
        return _page(request, battle, refusal)
    return redirect("homecoming", key)


def _said(request: HttpRequest, deployment: Deployment) -> dict[str, str]:
    """What was said of the pieces of a roster, by their keys."""
    named = {key: f"{deployment.pk}-{key}" for key in deployment.keys}
    return {key: request.POST[name] for key, name in named.items() if name in request.POST}


@require_POST
def keep(request: HttpRequest, key: str, side: int) -> HttpResponse:
    """Keep a side as a roster."""
    battle = load_battle(request, key)
    once, how = request.POST.get("once", ""), request.POST.get("how", "")
    if how not in HOW:
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
                as_it_stood=how == "ended",
                who=who_of(request),
                pieces=kept,
                store=setup_of(battle.game).join,
                told=HOW[how],
            )
    except Refusal as refusal:
        return _page(request, battle, refusal)
    way = my_rights(request).way_to(roster)
    return redirect(way) if way else redirect("homecoming", key)


def _page(request: HttpRequest, battle: Battle, refusal: Refusal | None = None) -> HttpResponse:
    status = 409 if isinstance(refusal, Stale) else 422 if refusal else 200
    context = {"battle": battle, "page": homecoming_page(battle, my_rights(request)), "notice": str(refusal or "")}
    return render(request, "homecoming.html", context, status=status)
