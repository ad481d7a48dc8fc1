"""Battles as they began and as they ended, for what is taken from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from companion.models import Battle, Declaration, Version
from companion.services.history import history_of
from companion.services.under_way import shown_to
from companion.sheets import stored
from rules.parts import Unlike
from rules.records import BadRecord

START = "start"
"""The procedure by which a battle is started."""

STARTED = Q(
    declarations__procedure=START,
    declarations__status=Declaration.Status.SETTLED,
    # What was undone has started nothing: more may have joined before the next.
    declarations__events__undone_by=None,
)

_SET_UP_AGAIN = Version.objects.filter(
    amendment__battle=OuterRef("battle"), amendment__undone_by=None, of__declaration=None
)


def earlier_battles(battle: Battle) -> QuerySet[Battle]:
    """The other battles of its campaign that were fought by the same rules, the last one first."""
    others = Battle.objects.filter(campaign=battle.home_id, game=battle.game, started=True, deleted=None)
    return others.exclude(pk=battle.pk).order_by("-created", "-pk")


def beginnings(battles: Iterable[Battle]) -> Mapping[int, Any]:
    """The sheets of battles as they began, by their ids: as they stood when they were started, or at the first tap.

    What was set up wrongly and corrected since is as it should have been. Battles in which nothing was declared are
    left out, and so are those that today's rules cannot read any more.
    """
    known = {battle.pk: battle for battle in battles}
    firsts = (
        Battle.objects.filter(pk__in=known)
        .order_by()
        .annotate(first=Coalesce(Min("declarations", filter=STARTED), Min("declarations")))
        .values("first")
    )
    found: dict[int, Any] = {}
    for row in Declaration.objects.filter(pk__in=firsts).annotate(set_up_again=Exists(_SET_UP_AGAIN)):
        row.battle = known[row.battle_id]
        try:
            found[row.battle_id] = shown_to(row)
        except BadRecord:
            continue
        if row.set_up_again:
            found[row.battle_id] = _as_corrected(row.battle) or found[row.battle_id]
    return found


def _as_corrected(battle: Battle) -> Any | None:
    """The sheet before the start as corrections have made it; ``None`` where the log does not lead back to it."""
    read = stored(battle)
    history = history_of(battle, read.sheet)
    declared = [line.entry for line in history.lines if line.entry.record and not line.settled]
    starts = (entry for entry in declared if entry.record and entry.record.procedure.slug == START)
    first = next(starts, declared[0] if declared else None)
    try:
        return history.since(first.number).leading_to(read.sheet).opening if first else None
    except Unlike:
        return None


def began(battle: Battle) -> Any | None:
    """The sheet of a battle as it began; ``None`` where nobody can tell any more."""
    if not Declaration.objects.filter(battle=battle).exists():
        return stored(battle).sheet
    return beginnings([battle]).get(battle.pk)
