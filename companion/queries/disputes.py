"""What is disputed and not settled, for whoever organises."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from companion.models import Battle, Campaign, Dispute
from companion.models.event import as_it_stands

MOST = 50
"""How many a page lists: nobody settles more at a time."""


def disputes_in(battle: Battle) -> tuple[Dispute, ...]:
    """The open disputes of a battle, those of its last entries first; no query where none was ever told."""
    return tuple(_open(Q(event__battle=battle))[:MOST]) if battle.told else ()


def disputes_of(campaign: Campaign) -> tuple[Dispute, ...]:
    """The open disputes of all battles of a campaign, the newest battle first."""
    return tuple(_open(Q(event__battle__campaign=campaign, event__battle__deleted=None))[:MOST])


def _open(where: Q) -> QuerySet[Dispute]:
    """Open disputes, each with its battle, and with what its entry says and how it stands since it was corrected."""
    now = Coalesce(as_it_stands("headline", "event"), F("event__headline"))
    found = Dispute.objects.filter(Dispute.OPEN, where).annotate(headline=now, how=as_it_stands("how", "event"))
    found = found.select_related("event__battle")
    return found.order_by("-event__battle", "-event__number")
