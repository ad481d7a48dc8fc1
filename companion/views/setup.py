"""Setting a battle up, before it starts."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from companion.models import Battle
from companion.queries.setup_page import row_of, setup_page
from companion.services.building import remove_piece, take_out
from companion.services.refusals import Refusal, Stale
from companion.setups.usual import setup_of
from companion.sheets import stored
from companion.views.loading import load_battle, small_number, still_there
from companion.who import who_of


@require_safe
def setup(request: HttpRequest, key: str) -> HttpResponse:
    """The pieces of a battle before it starts, and the forms that add more."""
    return _page(request, load_battle(request, key), edit=request.GET.get("edit", ""))


@require_POST
def add(request: HttpRequest, key: str, part: str) -> HttpResponse:
    """Add a piece or change one, or agree on something."""
    battle = load_battle(request, key)
    chosen = next((known for known in setup_of(battle.game).parts if known.slug == part), None)
    if chosen is None:
        raise Http404("There is no such form.")
    edit = request.POST.get("edit", "")
    row = row_of(chosen, stored(battle), edit)
    if edit and row is None:
        return _refused(request, battle, Stale("What you wanted to change is no longer in this battle."))
    given = {"row": row} if row else {}
    seen, who = small_number(request.POST.get("seen", "")), who_of(request)
    try:
        with still_there():
            if row and "take_out" in request.POST:
                take_out(key=key, who=who, seen=seen, row=row)
                return redirect("setup", key)
            form = chosen.form(request.POST, battle=battle, action="", **given)
            if not form.is_valid():
                return _page(request, battle, {part: request.POST}, status=422, edit=edit)
            service = chosen.change if row and chosen.change else chosen.add
            service(key=key, who=who, seen=seen, **given, **form.cleaned_data)
    except Refusal as refusal:
        return _refused(request, battle, refusal, {part: request.POST}, edit)
    return redirect("setup", key)


@require_POST
def remove(request: HttpRequest, key: str, piece: int) -> HttpResponse:
    """Take a piece out."""
    battle = load_battle(request, key)
    try:
        with still_there():
            remove_piece(key=key, piece=piece, who=who_of(request))
    except Refusal as refusal:
        return _refused(request, battle, refusal)
    return redirect("setup", key)


def _refused(
    request: HttpRequest, battle: Battle, refusal: Refusal, data: dict[str, Any] | None = None, edit: str = ""
) -> HttpResponse:
    battle.refresh_from_db()
    return _page(request, battle, data, str(refusal), 409 if isinstance(refusal, Stale) else 422, edit)


def _page(
    request: HttpRequest,
    battle: Battle,
    data: dict[str, Any] | None = None,
    notice: str = "",
    status: int = 200,
    edit: str = "",
) -> HttpResponse:
    context = {"battle": battle, "page": setup_page(battle, data or {}, edit), "notice": notice}
    return render(request, "setup.html", context, status=status)
