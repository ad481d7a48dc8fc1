"""Everything that is stored of battles, read for many of them in the same queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from django.db import models

from companion.files.rows import DECLARATIONS, Table, battle_table, tables, tokens_in
from companion.models import Battle, Declaration, Dispute, Event, Reply, Side, Version
from companion.queries.ending import Told, logs_of
from companion.sheets import Stored, plan_of
from companion.sheets.reading import LyingToken, put_together
from rules.games import GAMES

AT_ONCE = 100
"""How many battles are read in the same queries."""

Row = TypeVar("Row", bound=models.Model)


@dataclass(frozen=True)
class Gathered:
    """A battle with its own row and all the others; ``log`` is what stands there, and empty until the battle is over.

    Tokens, replies and versions are those of all battles that were read together, by the ids of what has them.
    """

    battle: Battle
    row: models.Model
    rows: Mapping[Table, Sequence[models.Model]]
    lying: Mapping[int, Sequence[LyingToken]]
    declarations: Sequence[Declaration]
    replies: Mapping[int, Sequence[Reply]]
    events: Sequence[Event]
    versions: Mapping[int, Sequence[Version]]
    disputes: Sequence[Dispute]
    log: Sequence[Told]

    def stored(self) -> Stored:
        """The battle's sheet, with its sides as they sit."""
        plan = plan_of(GAMES[self.battle.game].battle)
        rows = {table.model: sorted(found, key=_seat) for table, found in self.rows.items()}
        pieces = [row.pk for table, found in self.rows.items() if table.has_tokens for row in found]
        return put_together(plan, self.row, rows, [token for pk in pieces for token in self.lying.get(pk, ())])


def gathered(battles: Sequence[Battle]) -> Iterator[Gathered]:
    """Each of the battles, by their ids; so many at once are read together.

    What was declared is read as one battle after the other is asked for: each declaration has a whole battle with it.
    """
    ordered = sorted(battles, key=lambda battle: battle.pk)
    for start in range(0, len(ordered), AT_ONCE):
        yield from _together(ordered[start : start + AT_ONCE])


def _together(battles: Sequence[Battle]) -> Iterator[Gathered]:
    own: dict[int, models.Model] = {}
    rows: dict[Table, Mapping[int, list[models.Model]]] = {}
    for game in {battle.game for battle in battles}:
        of_game = [battle for battle in battles if battle.game == game]
        own |= battle_table(game).model._default_manager.in_bulk([battle.pk for battle in of_game])
        rows |= {table: table.rows(of_game) for table in tables(game)}
    lying = tokens_in(battles)
    replies = _by(Reply.objects.filter(declaration__battle__in=battles).order_by("number"), "declaration_id")
    events = _by(Event.objects.filter(battle__in=battles).select_related("undoes").order_by("number"), "battle_id")
    versions = Version.objects.filter(amendment__battle__in=battles).select_related("of__declaration")
    by_amendment = _by(versions.order_by("of__number"), "amendment_id")
    disputes = Dispute.objects.filter(event__battle__in=battles).select_related("event", "correction").order_by("pk")
    by_battle: defaultdict[int, list[Dispute]] = defaultdict(list)
    for dispute in disputes:
        by_battle[dispute.event.battle_id].append(dispute)
    logs = logs_of(*(battle for battle in battles if battle.over))
    declared = Declaration.objects.filter(battle__in=battles).order_by("battle_id", "pk").iterator(DECLARATIONS)
    for battle, declarations in zip(battles, _in_turn(declared, battles), strict=True):
        yield Gathered(
            battle,
            own[battle.pk],
            {table: rows[table].get(battle.pk, ()) for table in tables(battle.game)},
            lying,
            declarations,
            replies,
            events.get(battle.pk, ()),
            by_amendment,
            by_battle.get(battle.pk, ()),
            logs.get(battle.pk, ()),
        )


def _by(rows: models.QuerySet[Row], name: str) -> Mapping[int, list[Row]]:
    """Rows by what a column of them holds."""
    found: defaultdict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[getattr(row, name)].append(row)
    return found


def _in_turn(rows: Iterator[Declaration], battles: Sequence[Battle]) -> Iterator[list[Declaration]]:
    """The declarations of each battle, of rows in the order of the battles."""
    groups = groupby(rows, key=lambda row: row.battle_id)
    pk, found = next(groups, (None, iter(())))
    for battle in battles:
        if battle.pk != pk:
            yield []
            continue
        yield list(found)
        pk, found = next(groups, (None, iter(())))


def _seat(row: models.Model) -> int:
    return row.seat if isinstance(row, Side) else 0
