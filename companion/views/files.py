"""Battles and campaigns as files, to take away and to bring in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from companion.files import exporting
from companion.files.downloads import kept_as, one_after_the_other
from companion.files.importing import MOST_BYTES
from companion.files.importing import bring_in as brought
from companion.forms.campaigns import FileForm
from companion.line.sizes import MOST, takes
from companion.services.refusals import Refusal
from companion.views.campaigns import campaign_page
from companion.views.loading import NotAllowed, load_battle, load_campaign

TOO_LARGE = (
    f"The file is larger than {MOST_BYTES // 1_000_000} MB, the most that this page takes. "
    "Whoever runs the app can bring it in."
)


@require_safe
def battle_file(request: HttpRequest, key: str) -> HttpResponse:
    """Everything of a battle as one file."""
    battle = load_battle(request, key)
    return download(exporting.battle_file(battle), battle.name, "battle")


@require_safe
def campaign_file(request: HttpRequest, key: str) -> StreamingHttpResponse:
    """Everything of a campaign as one file."""
    campaign = load_campaign(request, key)
    try:
        parts = one_after_the_other(() if request.method == "HEAD" else exporting.campaign_parts(campaign))
    except Refusal as refusal:
        raise NotNow(str(refusal), campaign) from None
    return kept_as(StreamingHttpResponse(parts), campaign.name, "campaign")


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
        found = brought(file.read(), campaign=campaign, once=form.cleaned_data["once"])
    except Refusal as refusal:
        form.add_error("file", str(refusal))
        return campaign_page(request, campaign, file_form=form)
    return redirect(found.battles[0] if len(found.battles) == 1 else campaign)


class NotNow(NotAllowed):
    """Somebody else downloads a campaign just now."""

    heading = "One moment"
    status = 429


def download(data: bytes, name: str, kind: str) -> HttpResponse:
    """A file to be kept, called after what is in it."""
    return kept_as(HttpResponse(data), name, kind)
