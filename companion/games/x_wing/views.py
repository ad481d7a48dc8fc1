"""A list of ships from a squad builder: read, looked at, and taken into a battle; and given back as a file."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.games.x_wing.list_forms import BYTES_OF_A_LETTER, AcceptForm, ListForm, UnknownPilotForm
from companion.games.x_wing.reading_lists import Reading, known_data, read_squad
from companion.games.x_wing.services import add_squad
from companion.games.x_wing.writing_lists import written_squad
from companion.line.sizes import takes
from companion.models import Battle, Ship, XWingBattle, XWingSquad
from companion.queries.meant import of_rows
from companion.services.pieces import agree
from companion.services.refusals import Refusal, Stale
from companion.sheets import key_of
from companion.views.loading import load_battle, my_rights, small_number, still_there
from companion.who import who_of
from rules.records import BadRecord
from rules.x_wing import xws
from rules.x_wing.sheet import Ruleset

MOST_BYTES = xws.LONGEST * BYTES_OF_A_LETTER + 64 * 1024
"""What the longest list takes, with what is typed in beside it."""

FOLLOWS = "The battle follows {ruleset}."


@dataclass
class Looked:
    """What the page shows: the forms, and the list once it could be read."""

    list_form: ListForm
    reading: Reading | None = None
    pilots: tuple[UnknownPilotForm, ...] = ()
    accept: AcceptForm | None = None
    text: str = ""


@takes(MOST_BYTES)
@require_http_methods(["GET", "HEAD", "POST"])
def squad(request: HttpRequest, key: str, side: int) -> HttpResponse:
    """Read a list for a side, show what it becomes, and take it into the battle once that is accepted."""
    battle = load_battle(request, key)
    row = _side(battle, side)
    if battle.started or not of_rows(battle, [row]).is_taken(my_rights(request).taps_for):
        return redirect(f"{reverse('setup', args=[key])}?side={key_of(row)}")
    if request.method != "POST":
        return _page(request, row, Looked(ListForm(action=_address(row))))
    accepted = "accept" in request.POST
    looked = _look(request, row, accepted)
    if looked.reading is None:
        return _page(request, row, looked, status=422)
    if not accepted:
        return _page(request, row, looked)
    if not _fits(looked):
        return _page(request, row, looked, "Nothing is stored yet: look at what is marked below.", status=422)
    try:
        with still_there():
            _take(request, row, looked)
    except (BadRecord, Refusal) as problem:
        row.battle.refresh_from_db()
        return _page(request, row, looked, str(problem), 409 if isinstance(problem, Stale) else 422)
    return redirect(f"{reverse('setup', args=[key])}?side={key_of(row)}")


@takes(MOST_BYTES)
@require_POST
def squad_rules(request: HttpRequest, key: str, side: int) -> HttpResponse:
    """Let the battle follow the rules that a list was built for, and show what the list becomes by them."""
    battle = load_battle(request, key)
    row = _side(battle, side)
    if battle.started:
        return redirect("setup", key)
    ruleset = request.POST.get("ruleset", "")
    if ruleset not in list(Ruleset):
        raise Http404("There are no such rules.")
    looked = _look(request, row, accepted=False)
    if looked.reading is None:
        return _page(request, row, looked, status=422)
    try:
        agree(FOLLOWS, key=key, who=who_of(request), seen=small_number(request.POST.get("seen", "")), ruleset=ruleset)
    except Refusal as problem:
        return _page(request, row, looked, str(problem), 409 if isinstance(problem, Stale) else 422)
    return _page(request, row, _look(request, row, accepted=False))


@require_safe
def squad_file(request: HttpRequest, key: str, side: int) -> HttpResponse:
    """The list that a side was read from, with everything that was in it."""
    row = _side(load_battle(request, key), side)
    try:
        written = xws.write(xws.read(json.loads(row.source)))
    except (ValueError, RecursionError):
        raise Http404("This side was not read from a list.") from None
    return _download(row, written)


@require_safe
def squad_now(request: HttpRequest, key: str, side: int) -> HttpResponse:
    """A side as a list for squad builders, with its ships as they are now."""
    row = _side(load_battle(request, key), side)
    try:
        written = written_squad(row)
    except Refusal as refusal:
        return _page(request, row, Looked(ListForm(action=_address(row))), str(refusal), 422)
    return _download(row, written)


def _download(row: XWingSquad, written: dict[str, Any]) -> HttpResponse:
    response = JsonResponse(written, json_dumps_params={"indent": 2})
    response["Content-Disposition"] = f'attachment; filename="{slugify(row.name) or "squad"}.xws.json"'
    return response


def _side(battle: Battle, side: int) -> XWingSquad:
    """A side of this battle, which is one of ships."""
    for row in XWingSquad.objects.filter(battle=battle):
        if row.pk == side:
            row.battle = battle
            return row
    raise Http404("There is no such side in this battle.")


def _address(row: XWingSquad) -> str:
    """Where a list is read for a side."""
    return reverse("squad", args=[row.battle.key, row.pk])


def _look(request: HttpRequest, row: XWingSquad, accepted: bool) -> Looked:
    """What was posted, as far as it can be read."""
    list_form = ListForm(request.POST, request.FILES, action=_address(row))
    if not list_form.is_valid():
        return Looked(list_form)
    listed: xws.XwsSquad = list_form.cleaned_data["squad"]
    known = known_data(XWingBattle.objects.get(pk=row.battle_id))
    try:
        reading = read_squad(row, listed, known)
    except BadRecord as problem:
        list_form.add_error(None, str(problem))
        return Looked(list_form)
    data = request.POST if accepted else None
    pilots = tuple(
        UnknownPilotForm(data, prefix=f"pilot-{number}", pilot=pilot, squad=listed, known=known)
        for number, pilot in enumerate(reading.unknown, start=1)
    )
    accept = AcceptForm(data, side=row, listed="" if listed.name == xws.UNNAMED else listed.name)
    return Looked(list_form, reading, pilots, accept, list_form.cleaned_data["text"])


def _fits(looked: Looked) -> bool:
    """Whether all that was typed in fits; every form says what does not."""
    return all(form.is_valid() for form in (*looked.pilots, looked.accept) if form)


def _take(request: HttpRequest, row: XWingSquad, looked: Looked) -> None:
    """Take the list into the battle."""
    assert looked.reading
    assert looked.accept
    typed = [pilot.typed() for pilot in looked.pilots]
    listed = looked.reading.squad
    reading = read_squad(row, listed, looked.reading.known, typed)
    add_squad(
        key=row.battle.key,
        who=who_of(request),
        seen=small_number(request.POST.get("seen", "")),
        squad=row,
        name=looked.accept.cleaned_data["name"],
        faction=listed.faction[: XWingSquad._meta.get_field("faction").max_length],
        source=listed.source,
        ships=reading.ships,
        not_known=reading.not_known,
        replacing=request.POST["accept"] == "replace",
    )


def _page(request: HttpRequest, row: XWingSquad, looked: Looked, notice: str = "", status: int = 200) -> HttpResponse:
    battle = XWingBattle.objects.get(pk=row.battle_id)
    context: dict[str, Any] = {
        "battle": battle,
        "side": row,
        "side_key": key_of(row),
        "address": _address(row),
        "has": row.ships.count(),
        "in_battle": Ship.objects.filter(battle=battle).exists(),
        "known": looked.reading.known if looked.reading else known_data(battle),
        "looked": looked,
        "notice": notice,
    }
    return render(request, "x_wing/squad.html", context, status=status)
