"""The battle's lock: every service that changes play data takes it first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce

from companion.live.commits import telling
from companion.models import Battle, Campaign
from companion.prepared import Prepared
from companion.services.reckoning import work_out_again
from companion.services.refusals import Refusal

OF_CAMPAIGN = "campaign_deleted"
"""Where a battle that was locked carries since when its campaign, or that of the roster that it holds, is deleted."""


def _with_campaign(key: str) -> QuerySet[Battle]:
    deleted = Coalesce("campaign__deleted", "roster__campaign__deleted")
    return telling(Battle.objects.select_for_update(of=("self",))).filter(key=key).annotate(**{OF_CAMPAIGN: deleted})


_LOCKED = Prepared(_with_campaign)

DELETED = "This battle was deleted. For a while an organiser can restore it in the archive of its campaign."
CAMPAIGN_DELETED = "This campaign was deleted. For a while whoever runs this server can restore it."


@contextmanager
def locked(key: str) -> Iterator[Battle]:
    """One transaction that holds the battle's lock; ``Battle.DoesNotExist`` if there is none.

    Raises ``Refusal`` for one that was deleted, or its campaign, and can still be taken back.

    PostgreSQL locks the row, and tells the live streams when the transaction commits. SQLite takes its write lock as
    the transaction begins (``transaction_mode`` IMMEDIATE). What has come home from the battle is worked out again when
    something happened in it.
    """
    with transaction.atomic():
        battle = _LOCKED.one(key)
        if connection.vendor == "postgresql":
            # Who waited for the lock was told of the campaign as it was before: another statement sees the newest.
            battle = _LOCKED.one(key)
        if battle.deleted:
            raise Refusal(f"{DELETED} Nothing was changed.")
        if getattr(battle, OF_CAMPAIGN):
            raise Refusal(f"{CAMPAIGN_DELETED} Nothing was changed.")
        before = battle.last_event
        yield battle
        if battle.came_home and battle.last_event != before:
            work_out_again(battle)


def hold_campaign(campaign: Campaign, *, even_deleted: bool = False) -> None:
    """Hold a campaign until the transaction of the caller ends; who holds battles of it as well takes them after it.

    Raises ``Refusal`` for one that was deleted and can still be taken back, unless that is as good.
    """
    # What others store in its battles meanwhile refers to it, and does not wait.
    row = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
    if row.deleted and not even_deleted:
        raise Refusal(f"{CAMPAIGN_DELETED} Nothing was changed.")


@contextmanager
def locked_with_campaign(key: str) -> Iterator[Battle]:
    """A battle that is locked as usual, after its campaign, for what is made in that besides."""
    with transaction.atomic():
        hold_campaign(Battle.objects.get(key=key).home)
        with locked(key) as battle:
            yield battle


def in_order(battles: QuerySet[Battle]) -> QuerySet[Battle]:
    """Battles in the order in which they are locked: after them what holds rosters, to which pieces come home."""
    return battles.order_by(F("roster").asc(nulls_first=True), "pk")


@contextmanager
def all_locked(battles: QuerySet[Battle]) -> Iterator[None]:
    """One transaction that holds the locks of several battles, for what concerns them whole; their streams are told."""
    with transaction.atomic():
        list(telling(in_order(battles.select_for_update(of=("self",))).only("pk")))
        yield
