"""Battles and campaigns as files, to take away and to bring in."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Lock
from typing import TypeVar

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from companion.files import exporting
from companion.files.importing import MOST_BYTES
from companion.files.importing import bring_in as brought
from companion.forms.campaigns import FileForm
from companion.line.sizes import MOST, takes
from companion.models import Campaign
from companion.services.refusals import Refusal
from companion.views.campaigns import campaign_page
from companion.views.loading import NotAllowed, load_battle, load_campaign

TOO_LARGE = (
    f"The file is larger than {MOST_BYTES // 1_000_000} MB, the most that this page takes. "
    "Whoever runs the app can bring it in."
)

BUSY = "Another campaign is downloaded just now. Try again in a moment."

MAKING = Lock()
"""Held by whoever makes the file of a campaign."""

Response = TypeVar("Response", bound=HttpResponseBase)


@require_safe
def battle_file(request: HttpRequest, key: str) -> HttpResponse:
    """Everything of a battle as one file."""
    battle = load_battle(request, key)
    return download(exporting.battle_file(battle), battle.name, "battle")


@require_safe
def campaign_file(request: HttpRequest, key: str) -> StreamingHttpResponse:
    """Everything of a campaign as one file."""
    campaign = load_campaign(request, key)
    parts = _one_at_a_time(campaign, exporting.campaign_parts(campaign))
    next(parts)
    return _kept_as(StreamingHttpResponse(parts), campaign.name, "campaign")


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


def _one_at_a_time(campaign: Campaign, parts: Iterator[bytes]) -> Iterator[bytes]:
    """Make one file of a campaign after the other: that takes long, and a process has few threads for its pages.

    The first part is empty: whoever has it holds the lock until the end, or until the parts are closed.
    """
    if not MAKING.acquire(blocking=False):
        raise NotNow(BUSY, campaign)
    try:
        yield b""
        yield from parts
    finally:
        MAKING.release()


def download(data: bytes, name: str, kind: str) -> HttpResponse:
    """A file to be kept, called after what is in it."""
    return _kept_as(HttpResponse(data), name, kind)


def _kept_as(response: Response, name: str, kind: str) -> Response:
    response["Content-Type"] = "application/json"
    response["Content-Disposition"] = f'attachment; filename="{slugify(name) or kind}.{kind}.json"'
    return response
