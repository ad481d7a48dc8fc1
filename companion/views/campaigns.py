"""The way in: campaigns and their battles."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from companion.forms.campaigns import BattleForm, CampaignForm, WhoForm
from companion.services.building import start_battle, start_campaign
from companion.views.device import who_of
from companion.views.loading import load_campaign, opened_campaigns


@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """The campaigns opened on this device, and a new one."""
    form = CampaignForm(request.POST or None, action=reverse("home"))
    if request.method == "POST" and form.is_valid():
        return redirect(start_campaign(name=form.cleaned_data["name"]))
    context = {"campaigns": opened_campaigns(request), "form": form}
    return render(request, "home.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def campaign(request: HttpRequest, key: str) -> HttpResponse:
    """A campaign's battles, and a new one."""
    found = load_campaign(request, key)
    form = BattleForm(request.POST or None, action=found.get_absolute_url())
    if request.method == "POST" and form.is_valid():
        battle = start_battle(campaign=found, who=who_of(request), **form.cleaned_data)
        return redirect("setup", battle.key)
    context = {
        "campaign": found,
        "battles": found.battles.prefetch_related("sides"),
        "form": form,
        "who_form": WhoForm(initial={"who": who_of(request)}, action=reverse("who")),
    }
    return render(request, "campaign.html", context, status=422 if form.errors else 200)
