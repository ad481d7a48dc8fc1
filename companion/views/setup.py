"""Setting a battle up, before it starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from companion.models import Battle, Event
from companion.queries.catalogue import known_at
from companion.queries.meant import Meant, of_rows
from companion.queries.setup_forms import SHOWING, Shown
from companion.queries.setup_page import form_page, found_page, setup_page
from companion.queries.taps import who_taps
from companion.services.building import remove_piece, take_out
from companion.services.deploying import deploy as deploying
from companion.services.earlier import began, earlier_battles
from companion.services.joining import Coming, join
from companion.services.looking import choose_look
from companion.services.putting import put as putting
from companion.services.putting_back import GONE, put_back
from companion.services.refusals import Refusal, Stale
from companion.services.rematch import play_again
from companion.services.taking import take as taking
from companion.services.whose import Taps, nobody
from companion.setups.joining import began_again, deployed, ended_again, joining
from companion.setups.setup import row_of
from companion.setups.usual import setup_of
from companion.sheets import Stored, stored
from companion.views.loading import check_taps, load_battle, my_rights, small_number, still_there, why_not_built
from companion.who import who_of
from rules.board import Square
from rules.changes import keyed

LONGEST_FIND = 60

KNOWN = "known"
"""The part of the page that a script fetches alone while letters are typed; the others are forms that are unfolded."""

UNFOLDED = "Unfolded"
"""The header in which a script that swaps the page says which folds are open on it."""


@require_safe
def setup(request: HttpRequest, key: str) -> HttpResponse:
    """The pieces of one side of a battle, and the forms that add more."""
    said = request.GET.get
    shown = Shown(
        side=said("side", ""),
        edit=said("edit", ""),
        part=said("part", ""),
        find=said("find", "")[:LONGEST_FIND],
        hand=said("hand", ""),
        earlier=small_number(said("from", "")),
        older=max(0, small_number(said("older", ""))),
    )
    battle = load_battle(request, key)
    only, taps = said("only", ""), _taps(request, battle)
    if only == KNOWN and (found := found_page(battle, shown, taps)):
        return render(request, "setup/_found.html", {"battle": battle, "found": found})
    if only and (part := form_page(battle, shown, only, taps)):
        return render(request, "setup/_fields.html", {"battle": battle, "part": part})
    page = _page(request, battle, shown)
    if only:
        # A page that asks for a part which is gone is not the page any more: it is loaded again.
        page["HX-Refresh"] = "true"
    return page


@require_POST
def add(request: HttpRequest, key: str, part: str) -> HttpResponse:
    """Add a piece or change one, or agree on something."""
    battle = load_battle(request, key)
    chosen = next((known for known in setup_of(battle.game).parts if known.slug == part), None)
    if chosen is None:
        raise Http404("There is no such form.")
    edit = request.POST.get("edit", "")
    shown = Shown(side=request.POST.get(SHOWING, ""), edit=edit, part=part)
    row = row_of(chosen, stored(battle), edit)
    if edit and row is None:
        return _refused(request, battle, shown, Stale("What you wanted to change is no longer in this battle."))
    if row:
        check_taps(request, battle, lambda: of_rows(battle, [row]))
    if row and "take_out" in request.POST:
        return tap(request, battle, lambda **given: take_out(row=row, **given))
    form = chosen.form(request.POST, battle=battle, action="", **({"row": row} if row else {}))
    entered = Shown(shown.side, edit, part, data={part: request.POST})
    if not form.is_valid():
        return _page(request, battle, entered, status=422)
    check_taps(request, battle, lambda: of_rows(battle, form.cleaned_data.values()))
    service = chosen.change if row and chosen.change else chosen.add
    given = {"changed": row} if row else {}
    return tap(request, battle, lambda **more: service(**more, **given, **form.cleaned_data), entered)


@require_POST
def remove(request: HttpRequest, key: str, piece: int) -> HttpResponse:
    """Take a piece out."""
    return tap(
        request,
        load_battle(request, key),
        lambda seen, **given: remove_piece(piece=piece, **given),
    )


@require_POST
def again(request: HttpRequest, key: str, piece: int) -> HttpResponse:
    """Add the same piece again, with a name of its own: once it fights, as it began, where that is known."""
    battle = load_battle(request, key)

    def same(battle: Battle, read: Stored) -> Coming:
        found = [known for known in read.sheet.pieces if read.rows[known.key].pk == piece]
        then = began(battle) if battle.started else None
        first = [keyed(then)[known.key] for known in found if then and known.key in keyed(then)]
        return joining(battle, read.sheet, then if first else read.sheet, first or found)

    return _join(request, battle, same)


@require_POST
def known(request: HttpRequest, key: str) -> HttpResponse:
    """Add a piece that is known from elsewhere, or put back one that was taken out."""
    battle = load_battle(request, key)
    place, side = request.POST.get("known", ""), request.POST.get(SHOWING, "")
    where, _, gone = place.partition(".")
    if where == GONE:
        return tap(request, battle, lambda **given: put_back(piece=gone, side=side, **given))

    def found(battle: Battle, read: Stored) -> Coming:
        one = known_at(battle, place)
        if one is None or side not in {known.key for known in read.sheet.sides}:
            return Coming(read.sheet)
        return joining(battle, read.sheet, one.source, [one.piece], side)

    return _join(request, battle, found)


@require_POST
def put(request: HttpRequest, key: str, piece: int) -> HttpResponse:
    """Put a piece on a square."""
    column, _, row = request.POST.get("square", "").partition("-")
    square = Square(small_number(column), small_number(row))
    return tap(
        request,
        load_battle(request, key),
        lambda **given: putting(piece=piece, square=square, **given),
    )


@require_POST
def take(request: HttpRequest, key: str) -> HttpResponse:
    """Take a side's pieces from an earlier battle, as they began or as they ended."""
    battle = load_battle(request, key)
    posted = request.POST.get
    source = earlier_battles(battle).filter(pk=small_number(posted("from", ""))).first()
    side = posted(SHOWING, "")
    how, _, owner = posted("take", "").partition(" ")

    def taken(battle: Battle, read: Stored) -> Coming:
        sheet = (began(source) if how == "began" else stored(source).sheet) if source else None
        if sheet is None or side not in {known.key for known in read.sheet.sides}:
            return Coming(read.sheet)
        ways = began_again if how == "began" else ended_again
        return ways(battle, read.sheet, sheet, owner, side)

    return tap(
        request,
        battle,
        lambda **given: taking(
            source=source,
            owner=owner,
            as_it_stood=how != "began",
            pieces=taken,
            store=setup_of(battle.game).join,
            told=f" as in {source}, {'at its start' if how == 'began' else 'with its losses'}",
            **given,
        ),
    )


@require_POST
def deploy(request: HttpRequest, key: str) -> HttpResponse:
    """Take a roster's pieces into a side, as copies."""
    battle = load_battle(request, key)
    side, roster = request.POST.get(SHOWING, ""), small_number(request.POST.get("roster", ""))

    def coming(battle: Battle, read: Stored, source: Stored) -> Coming:
        if side not in {known.key for known in read.sheet.sides}:
            return Coming(source.sheet)
        return deployed(battle, read.sheet, source.sheet, side)

    store = setup_of(battle.game).join
    return tap(
        request,
        battle,
        lambda **given: deploying(roster=roster, side=side, pieces=coming, store=store, **given),
    )


@require_POST
def rematch(request: HttpRequest, key: str) -> HttpResponse:
    """Play a battle again that is over."""
    battle = load_battle(request, key)
    once = request.POST.get("once", "")
    try:
        with still_there():
            again = play_again(key=key, once=once, who=who_of(request))
    except Refusal as refusal:
        return _refused(request, battle, Shown(), refusal)
    return redirect("battle" if again.started else "setup", again.key)


@require_POST
def look(request: HttpRequest, key: str, side: int) -> HttpResponse:
    """Give a side a colour or an emblem."""
    colour, emblem = request.POST.get("colour", ""), request.POST.get("emblem", "")
    battle = load_battle(request, key)
    return tap(
        request,
        battle,
        lambda key, who, seen: choose_look(key=key, who=who, side=side, colour=colour, emblem=emblem),
    )


def _join(request: HttpRequest, battle: Battle, pieces: Callable[[Battle, Stored], Coming]) -> HttpResponse:
    """Add pieces as they are elsewhere."""
    store = setup_of(battle.game).join
    return tap(request, battle, lambda **given: join(pieces=pieces, store=store, **given))


def tap(
    request: HttpRequest, battle: Battle, service: Callable[..., object], entered: Shown | None = None
) -> HttpResponse:
    """Call one service: back to the side that was shown when it did what was asked, or the sentence why not.

    A script that swaps the page gets it at once.
    """
    shown = entered or Shown(side=request.POST.get(SHOWING, ""))
    try:
        with still_there():
            seen = small_number(request.POST.get("seen", ""))
            service(key=battle.key, who=who_of(request), seen=seen)
    except Refusal as refusal:
        return _refused(request, battle, shown, refusal)
    address = _address(battle, Shown(side=shown.side, part=shown.part))
    if "HX-Request" not in request.headers:
        return redirect(address)
    battle.refresh_from_db()
    said = str(Event.objects.filter(battle=battle, number=battle.last_event).values_list("headline", flat=True).get())
    page = _page(request, battle, Shown(side=shown.side, part=shown.part), said=said)
    page["HX-Replace-Url"] = address
    return page


def _taps(request: HttpRequest, battle: Battle) -> Taps:
    """The sides that whoever looks sets up."""
    return nobody if why_not_built(request, battle) else my_rights(request).taps_for


def _who_builds(request: HttpRequest, battle: Battle, side: str) -> str:
    """Who sets a side up that whoever looks does not, or why they do not."""
    return why_not_built(request, battle) or f"{who_taps(my_rights(request), Meant((side,)))}."


def _address(battle: Battle, shown: Shown) -> str:
    said = urlencode({name: value for name, value in (("side", shown.side), ("part", shown.part)) if value})
    return reverse("setup", args=[battle.key]) + (f"?{said}" if said else "")


def _refused(request: HttpRequest, battle: Battle, shown: Shown, refusal: Refusal) -> HttpResponse:
    battle.refresh_from_db()
    return _page(request, battle, shown, str(refusal), 409 if isinstance(refusal, Stale) else 422)


def _page(
    request: HttpRequest, battle: Battle, shown: Shown, notice: str = "", status: int = 200, said: str = ""
) -> HttpResponse:
    if "HX-Request" in request.headers:
        shown = replace(shown, unfolded=tuple(request.headers.get(UNFOLDED, "").split()))
    page = setup_page(battle, shown, _taps(request, battle))
    who = "" if page is None or page.builds else _who_builds(request, battle, page.side.key)
    context = {"battle": battle, "page": page, "who": who, "notice": notice, "said": notice or said}
    return render(request, "setup.html" if page else "no_sides.html", context, status=status)
