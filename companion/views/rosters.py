"""Rosters: the list of a campaign, one of them to look at and to print, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from companion.files.downloads import download
from companion.files.exporting import roster_file
from companion.files.importing import MOST_BYTES, bring_roster
from companion.forms.rosters import RenameForm, RosterFileForm, RosterForm
from companion.line.sizes import MOST, takes
from companion.models import Campaign, ComesHome, Roster
from companion.queries.games import offered_games
from companion.queries.rosters import latest_game, roster_list, roster_page
from companion.services import rosters as services
from companion.services.refusals import Refusal, Stale
from companion.views.files import TOO_LARGE
from companion.views.loading import check_owner, load_campaign, load_roster, my_rights, still_there
from companion.who import who_of


@require_http_methods(["GET", "HEAD", "POST"])
def rosters(request: HttpRequest, key: str) -> HttpResponse:
    """The rosters of a campaign, and a new one."""
    campaign = load_campaign(request, key)
    if request.method != "POST":
        return list_page(request, campaign)
    form = RosterForm(request.POST, action=request.path)
    if not form.is_valid():
        return list_page(request, campaign, form=form)
    owner, who = my_rights(request).member, who_of(request)
    try:
        made = services.make_roster(campaign=campaign, owner=owner, who=who, **form.cleaned_data)
    except Refusal as refusal:
        return list_page(request, campaign, refusal, form=form)
    return redirect(made.holder)


@require_POST
def usual(request: HttpRequest, key: str) -> HttpResponse:
    """Choose what usually becomes of pieces after a battle."""
    campaign = load_campaign(request, key)
    try:
        services.choose_usual(campaign=campaign, usual=request.POST.get("usual", ""))
    except Refusal as refusal:
        return list_page(request, campaign, refusal)
    return redirect("rosters", campaign.key)


@takes(MOST_BYTES + MOST)
@require_POST
def bring_in(request: HttpRequest, key: str) -> HttpResponse:
    """Add the roster of a file."""
    campaign = load_campaign(request, key)
    form = RosterFileForm(request.POST, request.FILES, action=request.path, auto_id="file_%s")
    if not form.is_valid():
        return list_page(request, campaign, file_form=form)
    file, once = form.cleaned_data["file"], form.cleaned_data["once"]
    try:
        if file.size > MOST_BYTES:
            raise Refusal(TOO_LARGE)
        made = bring_roster(file.read(), campaign=campaign, owner=my_rights(request).member, once=once)
    except Refusal as refusal:
        form.add_error("file", str(refusal))
        return list_page(request, campaign, file_form=form)
    return redirect(made)


@require_safe
def file(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """A roster as a file."""
    found = load_roster(request, key, pk)
    return download(roster_file(found), found.name, "roster")


@require_safe
def roster(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """One roster with its pieces, as it is printed."""
    return one_page(request, load_roster(request, key, pk))


@require_POST
def rename(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Give a roster another name."""
    found = _own(request, key, pk)
    form = RenameForm(request.POST, action=request.path)
    if not form.is_valid():
        return one_page(request, found, form=form)
    name = form.cleaned_data["name"]
    return _done(request, found, lambda: services.rename_roster(roster=found, name=name, who=who_of(request)))


@require_POST
def again(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Make another roster of the same pieces, which is the visitor's own."""
    found, once = load_roster(request, key, pk), request.POST.get("once", "")
    owner, who = my_rights(request).member, who_of(request)
    try:
        with still_there():
            made = services.duplicate_roster(roster=found, owner=owner, once=once, who=who)
    except Refusal as refusal:
        return list_page(request, found.campaign, refusal)
    return redirect(made)


@require_POST
def away(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Put a roster away."""
    found = _own(request, key, pk)
    return _done(request, found, lambda: services.put_away(roster=found, who=who_of(request)), leads_on=False)


@require_POST
def back(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Bring a roster back."""
    found = _own(request, key, pk)
    return _done(request, found, lambda: services.bring_back(roster=found, who=who_of(request)), leads_on=False)


def _own(request: HttpRequest, key: str, pk: int) -> Roster:
    """A roster that the visitor may change."""
    found = load_roster(request, key, pk)
    check_owner(request, found)
    return found


def _done(request: HttpRequest, found: Roster, service: Callable[[], None], *, leads_on: bool = True) -> HttpResponse:
    """What a service has done, on the roster's own page or in the list."""
    try:
        with still_there():
            service()
    except Refusal as refusal:
        return list_page(request, found.campaign, refusal)
    return redirect(found) if leads_on else redirect("rosters", found.campaign.key)


def list_page(
    request: HttpRequest,
    campaign: Campaign,
    refusal: Refusal | None = None,
    form: RosterForm | None = None,
    file_form: RosterFileForm | None = None,
) -> HttpResponse:
    """The page of all rosters, with why something was refused."""
    action, bring = (reverse(name, args=[campaign.key]) for name in ("rosters", "roster-bring-in"))
    context = {
        "campaign": campaign,
        "page": roster_list(campaign, my_rights(request)),
        "form": form or RosterForm(action=action, initial={"game": latest_game(campaign)}),
        "games": offered_games(),
        "file_form": file_form or RosterFileForm(action=bring, auto_id="file_%s"),
        "usual": ComesHome.choices,
        "notice": str(refusal or ""),
    }
    return render(request, "rosters.html", context, status=_status(refusal, form or file_form))


def one_page(
    request: HttpRequest, found: Roster, refusal: Refusal | None = None, form: RenameForm | None = None
) -> HttpResponse:
    """The page of one roster, with why something was refused."""
    action = reverse("roster-rename", args=[found.campaign.key, found.pk])
    context = {
        "campaign": found.campaign,
        "roster": found,
        "page": roster_page(found),
        "may_change": my_rights(request).may_change(found),
        "form": form or RenameForm(initial={"name": found.name}, action=action),
        "notice": str(refusal or ""),
    }
    return render(request, "roster.html", context, status=_status(refusal, form))


def _status(refusal: Refusal | None, form: Form | None) -> int:
    if isinstance(refusal, Stale):
        return 409
    return 422 if refusal or (form and form.errors) else 200
