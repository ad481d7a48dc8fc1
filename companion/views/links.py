"""Another link in place of one that has come into wrong hands: the old one ends at once."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from companion.models import Battle
from companion.services.links import change_all_links, change_battles_link, change_watching_link
from companion.services.refusals import Refusal
from companion.views.loading import load_battle, load_campaign, small_number, still_there
from companion.views.sharing import share_page
from companion.who import who_of


@require_POST
def of_campaign(request: HttpRequest, key: str) -> HttpResponse:
    """Give a campaign, its battles and its rosters other links, and end those that they have."""
    campaign = load_campaign(request, key)
    change_all_links(campaign, who=who_of(request))
    campaign.refresh_from_db(fields=["key"])
    return redirect("people", campaign.key)


@require_POST
def of_battle(request: HttpRequest, key: str) -> HttpResponse:
    """Give a battle another link, and end the one that it has."""
    battle = load_battle(request, key)
    return _changed(request, battle, lambda: change_battles_link(key=key, who=who_of(request)))


@require_POST
def of_watchers(request: HttpRequest, key: str) -> HttpResponse:
    """Give those who look on another link, and end the one that they have."""
    battle = load_battle(request, key)
    number = small_number(request.POST.get("number", ""))
    return _changed(request, battle, lambda: change_watching_link(key=key, number=number))


def _changed(request: HttpRequest, battle: Battle, change: Callable[[], None]) -> HttpResponse:
    """Change a link, and lead to the page that shows it."""
    try:
        with still_there():
            change()
    except Refusal as refusal:
        return share_page(request, battle, str(refusal))
    battle.refresh_from_db(fields=["key"])
    return redirect("share", battle.key)
