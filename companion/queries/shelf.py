"""The battles of a campaign that are out of the way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from companion.models import Battle, Campaign, Deployment
from companion.services.shelving import KEPT_DAYS
from rules.games import GAMES


@dataclass(frozen=True)
class OutOfTheWay:
    """A battle, the name of its game, and since when it is there, or until when it can be taken back."""

    battle: Battle
    game: str
    when: datetime


@dataclass(frozen=True)
class Shelf:
    """Battles in the archive, and those deleted."""

    archived: tuple[OutOfTheWay, ...]
    deleted: tuple[OutOfTheWay, ...]


def brought_home(battle: Battle) -> tuple[tuple[str, bool], ...]:
    """The rosters that were taken into a battle that has started, and whether it was said of each who comes home."""
    found = Deployment.objects.filter(battle=battle, battle__started=True).order_by("pk")
    return tuple((name, said is not None) for name, said in found.values_list("roster__name", "homecoming"))


def rosters_in(battle: Battle) -> list[str]:
    """The names of the rosters whose pieces a battle has: they come home from there, and from no copy of it."""
    return list(Deployment.objects.filter(battle=battle).order_by("pk").values_list("roster__name", flat=True))


def shelf_of(campaign: Campaign, *, deleted: bool) -> Shelf:
    """Read a campaign's archive, and with ``deleted`` what can be taken back."""
    archived = Battle.objects.filter(campaign=campaign, archived__isnull=False, deleted=None).order_by("-archived")
    since = timezone.now() - timedelta(days=KEPT_DAYS)
    gone = Battle.objects.filter(campaign=campaign, deleted__gte=since).order_by("-deleted") if deleted else ()
    kept = timedelta(days=KEPT_DAYS)
    return Shelf(
        tuple(_out_of_the_way(battle, battle.archived) for battle in archived if battle.archived),
        tuple(_out_of_the_way(battle, battle.deleted + kept) for battle in gone if battle.deleted),
    )


def _out_of_the_way(battle: Battle, when: datetime) -> OutOfTheWay:
    return OutOfTheWay(battle, GAMES[battle.game].name, when)
