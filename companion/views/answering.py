"""What players say of the result of a battle."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from companion.services.answering import answer_result
from companion.views.battle import tap
from companion.views.loading import load_battle, my_rights, small_number


@require_POST
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Confirm the result of a battle, or dispute it."""
    posted = request.POST.dict()
    battle = load_battle(request, key)
    return tap(
        request,
        battle,
        lambda who: answer_result(
            key=key,
            agrees=posted.get("agrees") == "yes",
            note=posted.get("note", ""),
            seen=small_number(posted.get("seen", "")),
            who=who,
            member=my_rights(request).member,
        ),
    )
