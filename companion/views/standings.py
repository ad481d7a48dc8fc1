"""The standings of a campaign, and what each of its members has played."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from companion.forms.standings import StandingsForm
from companion.models import Campaign
from companion.queries.member_page import member_page
from companion.queries.standings import standings_of
from companion.services.refusals import Refusal
from companion.services.seasons import choose_standings
from companion.views.loading import load_campaign


@require_safe
def standings(request: HttpRequest, key: str) -> HttpResponse:
    """Who stands where in each game."""
    return _page(request, load_campaign(request, key))


@require_POST
def choose(request: HttpRequest, key: str) -> HttpResponse:
    """Choose how the standings are made."""
    campaign = load_campaign(request, key)
    form = StandingsForm(request.POST, action=request.path, campaign=campaign)
    if not form.is_valid():
        return _page(request, campaign, form)
    try:
        choose_standings(campaign=campaign, **form.cleaned_data)
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return _page(request, campaign, form)
    return redirect("standings", key)


@require_safe
def member(request: HttpRequest, key: str, member: int) -> HttpResponse:
    """What a member has played in a campaign."""
    campaign = load_campaign(request, key)
    found = campaign.members.filter(pk=member).first()
    if found is None:
        raise Http404("That person is not in this campaign.")
    return render(request, "member.html", {"campaign": campaign, "page": member_page(campaign, found)})


def _page(request: HttpRequest, campaign: Campaign, form: StandingsForm | None = None) -> HttpResponse:
    context = {
        "campaign": campaign,
        "standings": standings_of(campaign),
        "form": form or StandingsForm(action=reverse("standings-by", args=[campaign.key]), campaign=campaign),
    }
    return render(request, "standings.html", context, status=422 if form else 200)
