"""The battles of a campaign that are out of the way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from companion.models import Battle, Campaign, Deployment
from companion.services.shelving import KEPT_DAYS


@dataclass(frozen=True)
class Shelf:
    """Battles in the archive, and those deleted, each with the day until which that can be taken back."""

    archived: tuple[Battle, ...]
    deleted: tuple[tuple[Battle, datetime], ...]


def brought_home(battle: Battle) -> tuple[tuple[str, bool], ...]:
    """The rosters that were taken into a battle that has started, and whether it was said of each who comes home."""
    found = Deployment.objects.filter(battle=battle, battle__started=True).order_by("pk")
    return tuple((name, said is not None) for name, said in found.values_list("roster__name", "homecoming"))


def shelf_of(campaign: Campaign, *, deleted: bool) -> Shelf:
    """Read a campaign's archive, and with ``deleted`` what can be taken back."""
    archived = Battle.objects.filter(campaign=campaign, archived__isnull=False, deleted=None).order_by("-archived")
    since = timezone.now() - timedelta(days=KEPT_DAYS)
    gone = Battle.objects.filter(campaign=campaign, deleted__gte=since).order_by("-deleted") if deleted else ()
    return Shelf(
        tuple(archived),
        tuple((battle, battle.deleted + timedelta(days=KEPT_DAYS)) for battle in gone if battle.deleted),
    )
