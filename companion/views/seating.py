"""The seats of a battle: who plays which side, and who taps for it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from companion.members import rights_in
from companion.services.seating import choose_taps, take_seat
from companion.views.loading import load_battle, my_rights, small_number
from companion.views.setup import tap


@require_POST
def seat(request: HttpRequest, key: str, side: int) -> HttpResponse:
    """Take the seat of a side, leave it, or hand it over."""
    battle = load_battle(request, key)
    given = request.POST.get("member", "")
    member, by = small_number(given) if given else None, my_rights(request).member

    def taken(key: str, who: str, seen: int) -> None:
        take_seat(key=key, side=side, member=member, by=by, who=who)
        # The page that answers shows who sits there now.
        rights_in(request, battle.home, battle)

    return tap(request, battle, taken)


@require_POST
def seats(request: HttpRequest, key: str) -> HttpResponse:
    """Choose who taps."""
    battle = load_battle(request, key)
    seated = request.POST.get("seated") == "1"

    def chosen(key: str, who: str, seen: int) -> None:
        choose_taps(key=key, seated=seated, who=who)
        # The page that answers shows who taps now.
        battle.seated = seated
        rights_in(request, battle.home, battle)

    return tap(request, battle, chosen)
