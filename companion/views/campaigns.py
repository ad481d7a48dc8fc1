"""The way in: campaigns and their battles."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from companion.forms.campaigns import BattleForm, CampaignForm, WhoForm
from companion.services.building import start_battle, start_campaign
from companion.views.loading import load_campaign, opened_campaigns
from companion.who import who_of


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """The campaigns opened on this device, and a new one."""
    form = CampaignForm(_posted(request), action=reverse("home"))
    if request.method == "POST" and form.is_valid():
        return redirect(start_campaign(**form.cleaned_data))
    context = {"campaigns": opened_campaigns(request), "form": form}
    return render(request, "home.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def campaign(request: HttpRequest, key: str) -> HttpResponse:
    """A campaign's battles, and a new one."""
    found = load_campaign(request, key)
    form = BattleForm(_posted(request), action=found.get_absolute_url())
    if request.method == "POST" and form.is_valid():
        battle = start_battle(campaign=found, who=who_of(request), **form.cleaned_data)
        return redirect("setup", battle.key)
    context = {
        "campaign": found,
        "battles": found.battles.prefetch_related("sides"),
        "form": form,
        "who_form": WhoForm(initial={"who": who_of(request), "next": found.get_absolute_url()}, action=reverse("who")),
    }
    return render(request, "campaign.html", context, status=422 if form.errors else 200)


def _posted(request: HttpRequest) -> QueryDict | None:
    """What was posted, be it nothing at all; ``None`` for a page that is only looked at."""
    return request.POST if request.method == "POST" else None
