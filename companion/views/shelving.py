"""What is done with whole battles: another name, the archive, a copy, and deleting with its way back."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from companion.models import Battle
from companion.models.campaign import new_key
from companion.queries.shelf import brought_home, rosters_in, shelf_of
from companion.services import shelving
from companion.services.refusals import Refusal
from companion.views.loading import load_battle, load_campaign, my_rights, still_there
from companion.who import who_of


@require_safe
def keep(request: HttpRequest, key: str) -> HttpResponse:
    """What can be done with a battle, and what each of it does."""
    return _page(request, load_battle(request, key))


@require_POST
def rename(request: HttpRequest, key: str) -> HttpResponse:
    """Give a battle another name."""
    name = request.POST.get("name", "")
    return _tap(request, key, lambda who: shelving.rename(key=key, name=name, who=who))


@require_POST
def archive(request: HttpRequest, key: str) -> HttpResponse:
    """Put a battle into the archive, or take it out."""
    archived = request.POST.get("archived") == "1"
    return _tap(request, key, lambda who: shelving.archive(key=key, archived=archived))


@require_POST
def duplicate(request: HttpRequest, key: str) -> HttpResponse:
    """Make a copy of a battle."""
    battle = load_battle(request, key)
    try:
        with still_there():
            copy = shelving.duplicate(key=key, once=request.POST.get("once", ""), who=who_of(request))
    except Refusal as refusal:
        return _page(request, battle, str(refusal))
    return redirect(copy)


@require_POST
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a battle for a while."""
    return _tap(request, key, lambda who: shelving.delete(key=key), gone=True)


@require_safe
def shelf(request: HttpRequest, key: str) -> HttpResponse:
    """The battles of a campaign that are out of the way, and those that were deleted and can be taken back."""
    campaign = load_campaign(request, key)
    page = shelf_of(campaign, deleted=my_rights(request).leads)
    return render(request, "shelf.html", {"campaign": campaign, "page": page})


@require_POST
def take_back(request: HttpRequest, key: str, battle: int) -> HttpResponse:
    """Take the deletion of a battle back."""
    campaign = load_campaign(request, key)
    try:
        return redirect(shelving.take_back(campaign=campaign, battle=battle))
    except Refusal as refusal:
        page = shelf_of(campaign, deleted=True)
        return render(request, "shelf.html", {"campaign": campaign, "page": page, "notice": str(refusal)}, status=422)


def _tap(request: HttpRequest, key: str, service: Callable[[str], None], *, gone: bool = False) -> HttpResponse:
    battle = load_battle(request, key)
    try:
        with still_there():
            service(who_of(request))
    except Refusal as refusal:
        return _page(request, battle, str(refusal))
    return redirect("shelf", battle.home.key) if gone else redirect("keep", key)


def _page(request: HttpRequest, battle: Battle, notice: str = "") -> HttpResponse:
    context = {
        "battle": battle,
        "notice": notice,
        "once": new_key(),
        "days": shelving.KEPT_DAYS,
        "to_campaign": my_rights(request).way_to(battle.home),
        "rosters": rosters_in(battle),
        "brought": brought_home(battle) if my_rights(request).leads else (),
    }
    return render(request, "keep.html", context, status=422 if notice else 200)
