"""The way in: campaigns and their battles."""

from __future__ import annotations

import re

from django.core.paginator import Page
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from companion.accounts import given_name, keep_with_account, name_of_account
from companion.devices import name_device, own_secret, remember_campaign
from companion.forms.campaigns import BattleForm, CampaignForm, FileForm, OnceForm, WhoForm
from companion.models import Campaign, Member
from companion.models.campaign import new_key
from companion.queries.campaign_page import Scoreboard, scoreboards, sides_on
from companion.queries.disputes import disputes_of
from companion.queries.games import offered_games
from companion.queries.standings import leaders
from companion.services.building import start_battle, start_campaign
from companion.services.demo import try_demo
from companion.services.refusals import Refusal
from companion.views.loading import load_campaign, my_rights, opened_campaigns
from companion.who import name_of_device, who_of
from rules.games import GAMES

NUMBERED = re.compile(r"Battle ([0-9]{1,6})")
"""What a battle is called that nobody has called something else."""


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """The campaigns opened on this device, and a new one."""
    form = CampaignForm(_posted(request), action=reverse("home"), initial={"who": given_name(request)})
    if request.method == "POST" and form.is_valid():
        called, once, own = (form.cleaned_data[name] for name in ("name", "once", "who"))
        if own:
            name_device(request, own)
        who = own or name_of_account(request) or name_of_device(request)
        started = start_campaign(name=called, once=once, who=who, secret=own_secret(request))
        keep_with_account(request, started)
        return redirect(started)
    context = {
        "campaigns": opened_campaigns(request),
        "form": form,
        "games": offered_games(),
        "once": new_key(),
    }
    return render(request, "home.html", context, status=422 if form.errors else 200)


@require_POST
def try_game(request: HttpRequest, game: str) -> HttpResponse:
    """A campaign to try one game with, its demo battle ready to be played."""
    if game not in GAMES:
        raise Http404("There is no such game.")
    form = OnceForm(request.POST)
    if not form.is_valid():
        return redirect("home")
    who, secret = name_of_account(request) or name_of_device(request), own_secret(request)
    try:
        battle = try_demo(GAMES[game], once=form.cleaned_data["once"], who=who, secret=secret)
    except Refusal:
        return redirect("home")
    keep_with_account(request, battle.home)
    remember_campaign(request, battle.home.key)
    return redirect(battle)


@require_http_methods(["GET", "HEAD", "POST"])
def campaign(request: HttpRequest, key: str) -> HttpResponse:
    """A campaign's battles, and a new one."""
    found = load_campaign(request, key)
    form = BattleForm(request.POST) if request.method == "POST" else None
    if form and form.is_valid():
        try:
            by = my_rights(request).member
            battle = start_battle(campaign=found, who=who_of(request), by=by, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error("once", str(refusal))
        else:
            return redirect("setup", battle.key)
    return campaign_page(request, found, form)


def campaign_page(
    request: HttpRequest, found: Campaign, form: BattleForm | None = None, file_form: FileForm | None = None
) -> HttpResponse:
    """The page of a campaign, with a form that says what is wrong with it."""
    action = reverse("bring-in", args=[found.key])
    people = tuple(found.members.filter(forgotten=None))
    called = who_of(request)
    boards = scoreboards(found, request.GET.get("page", ""))
    context = {
        "campaign": found,
        "boards": boards,
        "under_way": [board for board in boards if not board.battle.over],
        "over": [board for board in boards if board.battle.over],
        "leaders": leaders(found, sides_on(boards)),
        "disputes": disputes_of(found),
        "games": offered_games(),
        "form": form or BattleForm(initial=_proposed(boards, people, my_rights(request).member)),
        "people": people,
        "called": called,
        "file_form": file_form or FileForm(action=action, auto_id="file_%s"),
        "who_form": WhoForm(initial={"who": called, "next": found.get_absolute_url()}, action=reverse("who")),
    }
    wrong = any(one and one.errors for one in (form, file_form))
    return render(request, "campaign.html", context, status=422 if wrong else 200)


def _proposed(boards: Page[Scoreboard], people: tuple[Member, ...], own: Member | None) -> dict[str, str]:
    """What a new battle is called until somebody calls it something else: its number, the game and the players last."""
    others = [member.name for member in people if member.plays and member != own]
    names = [own.name, *others] if own and others else ["Red", "Blue"]
    latest = next((board.battle.game for board in boards), "")
    # Once some are out of the way, there may be battles of higher numbers than there are battles.
    numbers = [int(found[1]) for board in boards if (found := NUMBERED.fullmatch(board.battle.name))]
    name = f"Battle {max([boards.paginator.count, *numbers]) + 1}"
    return {"game": latest, "name": name, "sides": "\n".join(names[:2])}


def _posted(request: HttpRequest) -> QueryDict | None:
    """What was posted, be it nothing at all; ``None`` for a page that is only looked at."""
    return request.POST if request.method == "POST" else None
