"""What is disputed and not settled, for whoever organises."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, F, Q, QuerySet, Window
from django.db.models.functions import Coalesce

from companion.models import Battle, Campaign, Dispute
from companion.models.event import as_it_stands

MOST = 50
"""How many a page lists: nobody settles more at a time."""


@dataclass(frozen=True)
class OpenDisputes:
    """Open disputes: those that a page lists, and how many there are in all."""

    listed: tuple[Dispute, ...] = ()
    in_all: int = 0

    @property
    def more(self) -> int:
        """How many come up only when some of these are settled."""
        return self.in_all - len(self.listed)


def disputes_in(battle: Battle) -> OpenDisputes:
    """The open disputes of a battle, those of its last entries first; no query where none was ever told."""
    return _listed(Q(event__battle=battle)) if battle.told else OpenDisputes()


def disputes_of(campaign: Campaign) -> OpenDisputes:
    """The open disputes of all battles of a campaign, the newest battle first."""
    return _listed(Q(event__battle__campaign=campaign, event__battle__deleted=None))


def _listed(where: Q) -> OpenDisputes:
    listed = tuple(_open(where)[:MOST])
    return OpenDisputes(listed, listed[0].in_all if listed else 0)  # type: ignore[attr-defined]


def _open(where: Q) -> QuerySet[Dispute]:
    """Open disputes, each with its battle, what its entry says, how it stands now, and how many there are in all."""
    now = Coalesce(as_it_stands("headline", "event"), F("event__headline"))
    found = Dispute.objects.filter(Dispute.OPEN, where).annotate(headline=now, how=as_it_stands("how", "event"))
    found = found.select_related("event__battle").annotate(in_all=Window(Count("pk")))
    return found.order_by("-event__battle", "-event__number")
