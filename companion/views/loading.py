"""Loading what a page is about, with the check that the visitor may see it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import Http404, HttpRequest

from companion.devices import device_of, remember_campaign
from companion.models import Battle, Campaign, Declaration


def load_campaign(request: HttpRequest, key: str) -> Campaign:
    """The campaign behind a link; whoever has the link may open it, and this device remembers it."""
    campaign = Campaign.objects.filter(key=key).first()
    if campaign is None:
        raise Http404("There is no campaign behind this link.")
    remember_campaign(request, campaign.key)
    return campaign


def load_battle(request: HttpRequest, key: str) -> Battle:
    """The battle behind a link; whoever has the link may open it."""
    battle = Battle.objects.select_related("campaign").filter(key=key).first()
    if battle is None:
        raise Http404("There is no battle behind this link.")
    return battle


@contextmanager
def still_there() -> Iterator[None]:
    """Answer with 404 when staff deleted the battle, or gave it a new link, after it was loaded."""
    try:
        yield
    except Battle.DoesNotExist:
        raise Http404("There is no battle behind this link any more: it was deleted, or has a new link.") from None


def load_declaration(battle: Battle, pk: int) -> Declaration:
    """A declaration of this battle."""
    declaration = battle.declarations.filter(pk=pk).prefetch_related("replies").first()
    if declaration is None:
        raise Http404("There is no such attack in this battle.")
    declaration.battle = battle
    return declaration


def opened_campaigns(request: HttpRequest) -> list[Campaign]:
    """The campaigns whose links were opened on this device."""
    return list(Campaign.objects.filter(key__in=device_of(request).campaigns))


def small_number(text: str) -> int:
    """A small whole number of a page's own hidden fields; -1, which fits nothing, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
