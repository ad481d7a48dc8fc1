"""The version of a battle: a line that is another one after every write of play data."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import OuterRef, Subquery

from companion.models import Battle, Declaration, Reply


def version(last_event: int, declaration: int | None, reply: int | None) -> str:
    """The last event, what is under way, and the last reply to it: nothing is written that leaves all three alone."""
    return f"{last_event}.{declaration or 0}.{reply or 0}"


def versions(keys: Collection[str]) -> dict[str, str]:
    """The versions of these battles, in one query; a battle that was deleted has none."""
    under_way = Declaration.objects.filter(battle=OuterRef("pk"), status=Declaration.Status.OPEN)
    replies = Reply.objects.filter(declaration=OuterRef("under_way")).order_by("-number")
    rows = (
        Battle.objects.filter(key__in=keys)
        .annotate(under_way=Subquery(under_way.values("pk")[:1]))
        .annotate(reply=Subquery(replies.values("pk")[:1]))
        .values_list("key", "last_event", "under_way", "reply")
    )
    return {key: version(*numbers) for key, *numbers in rows}
