"""Battles as they began and as they ended, for what is taken from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Min, Q, QuerySet
from django.db.models.functions import Coalesce

from companion.models import Battle, Declaration
from companion.services.under_way import shown_to
from companion.sheets import stored
from rules.records import BadRecord

STARTED = Q(declarations__procedure="start", declarations__status=Declaration.Status.SETTLED)


def earlier_battles(battle: Battle) -> QuerySet[Battle]:
    """The other battles of its campaign that were fought by the same rules, the last one first."""
    others = Battle.objects.filter(campaign=battle.home_id, game=battle.game, started=True, deleted=None)
    return others.exclude(pk=battle.pk).order_by("-created", "-pk")


def beginnings(battles: Iterable[Battle]) -> Mapping[int, Any]:
    """The sheets of battles as they began, by their ids: as they stood when they were started, or at the first tap.

    Battles in which nothing was declared are left out, and so are those that today's rules cannot read any more.
    """
    known = {battle.pk: battle for battle in battles}
    firsts = (
        Battle.objects.filter(pk__in=known)
        .order_by()
        .annotate(first=Coalesce(Min("declarations", filter=STARTED), Min("declarations")))
        .values("first")
    )
    found: dict[int, Any] = {}
    for row in Declaration.objects.filter(pk__in=firsts):
        row.battle = known[row.battle_id]
        try:
            found[row.battle_id] = shown_to(row)
        except BadRecord:
            continue
    return found


def began(battle: Battle) -> Any | None:
    """The sheet of a battle as it began; ``None`` where nobody can tell any more."""
    if not Declaration.objects.filter(battle=battle).exists():
        return stored(battle).sheet
    return beginnings([battle]).get(battle.pk)
