"""The version of a battle: a line that is another one whenever the page shows something else."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NamedTuple
from zlib import crc32

from django.db.models import F, OuterRef, Subquery

from companion.models import Battle, Declaration, Pinned, Reply

PIN = "~"


class Told(NamedTuple):
    """What the streams of a battle tell, and to whom: ``door`` is what their pages must have been shown as of.

    It is empty where whoever has the link comes in.
    """

    version: str
    door: str


def version(
    last_event: int, told: int, in_campaign: int, declaration: int | None, reply: int | None, early: object
) -> str:
    """The last event, how often else pages were told, what is under way, its last reply, and dice that wait for others.

    Every write makes one another. ``told`` counts what was told of the battle, ``in_campaign`` of all of its campaign.
    """
    waiting = f".{crc32(json.dumps(early, sort_keys=True).encode())}" if early else ""
    return f"{last_event}.{told}.{in_campaign}.{declaration or 0}.{reply or 0}{waiting}"


def log_version(battle: Battle) -> str:
    """The version of what the pages of a battle's log show: nothing that is under way. It is how a version begins."""
    return f"{battle.last_event}.{battle.told}"


def versions(keys: Collection[str]) -> dict[str, str]:
    """The versions of these battles, in one query; one that was deleted, or its campaign, has none."""
    return {key: unpinned(told) for key, told in told_versions(keys).items()}


def unpinned(told: str) -> str:
    """The version without what is pinned to the screen, which no other page shows."""
    return told.partition(PIN)[0]


def told_versions(keys: Collection[str]) -> dict[str, str]:
    """The same as the streams tell them: with what is pinned to the screen, where that is not everything."""
    return {key: told.version for key, told in told_with_doors(keys).items()}


def told_with_doors(keys: Collection[str]) -> dict[str, Told]:
    """The same with who hears them."""
    under_way = Declaration.objects.filter(battle=OuterRef("pk"), status=Declaration.Status.OPEN)
    replies = Reply.objects.filter(declaration=OuterRef("under_way")).order_by("-number")
    rows = (
        Battle.objects.filter(key__in=keys, deleted=None, campaign__deleted=None)
        .annotate(under_way=Subquery(under_way.values("pk")[:1]))
        .annotate(early=Subquery(under_way.values("early")[:1]))
        .annotate(reply=Subquery(replies.values("pk")[:1]))
        .annotate(shut=F("campaign__members_only"), regrouped=F("campaign__regrouped"))
        .values_list(
            *("key", "pinned", "shut", "regrouped"),
            *("last_event", "told", "campaign__told", "under_way", "reply", "early"),
        )
    )
    return {
        key: Told(
            version(*numbers) + (f"{PIN}{pinned}" if pinned != Pinned.ALL else ""), str(regrouped) if shut else ""
        )
        for key, pinned, shut, regrouped, *numbers in rows
    }
