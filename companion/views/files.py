"""Battles and campaigns as files, to take away and to bring in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from companion.files import exporting
from companion.files.downloads import download
from companion.files.importing import MOST_BATTLES, MOST_BYTES
from companion.files.importing import bring_in as brought
from companion.forms.campaigns import FileForm
from companion.line.sizes import MOST, takes
from companion.services.refusals import Refusal
from companion.tries import OF_FILES, TooMany, count_try, of_campaign
from companion.views.campaigns import campaign_page
from companion.views.loading import TooManyTries, load_battle, load_campaign

TOO_LARGE = (
    f"The file is larger than {MOST_BYTES // 1_000_000} MB, the most that this page takes. "
    "The person who runs the app can bring it in."
)


@require_safe
def battle_file(request: HttpRequest, key: str) -> HttpResponse:
    """Everything of a battle as one file."""
    battle = load_battle(request, key)
    return download(exporting.battle_file(battle), battle.name, "battle")


@require_safe
def campaign_file(request: HttpRequest, key: str) -> HttpResponse:
    """Everything of a campaign as one file."""
    campaign = load_campaign(request, key)
    try:
        count_try(request, of_campaign(OF_FILES, campaign.key))
    except TooMany:
        raise TooManyTries(campaign) from None
    return download(exporting.campaign_file(campaign), campaign.name, "campaign")


@takes(MOST_BYTES + MOST)
@require_POST
def bring_in(request: HttpRequest, key: str) -> HttpResponse:
    """Add the battles of a file to a campaign."""
    campaign = load_campaign(request, key)
    form = FileForm(request.POST, request.FILES, action=request.path, auto_id="file_%s")
    if not form.is_valid():
        return campaign_page(request, campaign, file_form=form)
    file = form.cleaned_data["file"]
    try:
        if file.size > MOST_BYTES:
            raise Refusal(TOO_LARGE)
        found = brought(file.read(), campaign=campaign, once=form.cleaned_data["once"], most=MOST_BATTLES)
    except Refusal as refusal:
        form.add_error("file", str(refusal))
        return campaign_page(request, campaign, file_form=form)
    return redirect(found.battles[0] if len(found.battles) == 1 else campaign)
