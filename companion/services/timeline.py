"""The entries of a battle as they stand now, read from its log with what amendments made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Max, Q, QuerySet

from companion.models import Battle, Event, Reply, Version
from companion.services.refusals import Stale
from companion.services.under_way import Given, answers_of, record_in
from companion.services.undoing import AMENDED, UNDO
from companion.services.writing import SET_UP
from rules.changes import read_changes
from rules.games import GAMES
from rules.parts import parts_from_json
from rules.records import BadRecord
from rules.replay import Record, read_replies
from rules.timeline import Entry, How

NO_ENTRY = (UNDO, AMENDED)


@dataclass(frozen=True)
class Line:
    """An entry with the id of its event, and what was answered before the dice: ``None`` where nothing can be answered.

    ``edition`` is the one that it was resolved under, empty where nothing was declared. ``settled`` tells that a late
    undo took it back, or that it is such an undo: there is nothing left to correct. ``version`` is how it stands since
    it was corrected, if it was.
    """

    entry: Entry
    event: int
    answers: Mapping[str, Any] | None
    edition: str
    settled: bool = False
    version: Version | None = None


@dataclass(frozen=True)
class Timeline:
    """The entries that stand, in order, after the last event that only its changes tell of: ``firm`` is its number."""

    lines: tuple[Line, ...]
    firm: int

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What the lines add to the battle."""
        return tuple(line.entry for line in self.lines)

    def since(self, number: int) -> Timeline:
        """The entries from one of them on."""
        return Timeline(tuple(line for line in self.lines if line.entry.number >= number), self.firm)


def timeline(battle: Battle, sheet: Any) -> Timeline:
    """The timeline of a battle; ``sheet`` stands for the battle in its records until they are folded."""
    undone, firm = _Undone(battle), firm_of(battle)
    log = _Log(battle, sheet, undone, _replies_of(battle))
    standing = undone.standing().filter(number__gt=firm).annotate(**_DECLARED).order_by("number")
    rows = standing.values_list(*_ROW, *_DECLARED, named=True)
    return Timeline(tuple(log.line(row) for row in rows if row.changes or row.parts or row.declaration_id), firm)


_ROW = ("pk", "number", "headline", "changes", "parts", "shape", "undoes_id", "declaration_id")
_DECLARED = {name: F(f"declaration__{name}") for name in ("procedure", "edition", "declared", "answers")}


def _replies_of(battle: Battle) -> Mapping[int, Sequence[Given]]:
    """All that was replied in a battle, by the ids of declarations; rows, since a long battle has thousands."""
    found: dict[int, list[Given]] = {}
    rows = Reply.objects.filter(declaration__battle=battle).order_by("declaration_id", "number")
    for row in rows.values_list("declaration_id", "label", "value", "source", named=True):
        found.setdefault(row.declaration_id, []).append(row)
    return found


def firm_of(battle: Battle) -> int:
    """The number of the last event whose parts are not told, which no fold can pass; 0 where there is none."""
    untold = Event.objects.filter(battle=battle, kind__in=(SET_UP, "edit"), parts__isnull=True)
    return untold.aggregate(last=Max("number"))["last"] or 0


def versions_of(battle: Battle) -> Mapping[int, Version]:
    """How entries stand since they were amended, by the ids of their events, in one query."""
    found = Version.objects.filter(amendment__battle=battle, amendment__undone_by=None).select_related("amendment")
    return {version.of_id: version for version in found.order_by("amendment__number")}


def traces_of(battle: Battle, lines: Iterable[Line]) -> Mapping[int, Any]:
    """The stored traces of entries by the ids of their events: of the version that stands, or of the declaration."""
    events = Event.objects.filter(battle=battle, declaration__isnull=False)
    found: dict[int, Any] = dict(events.values_list("pk", "declaration__trace"))
    return found | {line.event: line.version.trace for line in lines if line.version}


class _Undone:
    """Which events of a battle were taken back, told without reading what they hold: half of a log may be."""

    def __init__(self, battle: Battle) -> None:
        self.events = Event.objects.filter(battle=battle)
        found = self.events.order_by("number").values_list("pk", "number", "kind", "undoes_id", named=True)
        rows: list[Any] = [*found]
        self.late = frozenset(self._late(rows))
        self.settled = self.late | {row.undoes_id for row in rows if row.pk in self.late}
        self.passed_by = {row.undoes_id for row in rows if row.undoes_id and self.is_late(row)}

    def standing(self) -> QuerySet[Event]:
        """The events that stand, whatever they hold."""
        not_taken_back = Q(undone_by=None) | Q(pk__in=self.passed_by)
        return self.events.filter(not_taken_back & ~Q(kind__in=NO_ENTRY) | Q(pk__in=self.late))

    def is_late(self, row: Any) -> bool:
        """Whether an event is a late undo, or does again what one took back: then it stands as it was written."""
        return row.pk in self.late or row.undoes_id in self.late

    @staticmethod
    def _late(rows: Sequence[Any]) -> Iterator[int]:
        """The undos that passed a set-up by: what they took back stays an entry, and they are entries themselves.

        They lead to a battle that there never was, which no fold without that entry would find.
        """
        numbers, last = {row.pk: row.number for row in rows}, 0
        for row in rows:
            if row.kind == SET_UP:
                last = row.number
            if row.kind == UNDO and row.undoes_id and numbers[row.undoes_id] < last:
                yield row.pk


class _Log:
    """What amendments made of the events of a battle."""

    def __init__(self, battle: Battle, sheet: Any, undone: _Undone, replies: Mapping[int, Sequence[Given]]) -> None:
        self.sheet = sheet
        self.game = GAMES[battle.game]
        self.replies = replies
        self.undone = undone
        self.versions = versions_of(battle)

    def line(self, row: Any) -> Line:
        """An event as it stands now."""
        version = self.versions.get(row.pk)
        now = version or row
        is_declared = row.declaration_id is not None and not self.undone.is_late(row)
        record, answers = self._answered(row, version) if is_declared else (None, None)
        edition = ((version and version.edition) or row.edition) if is_declared else ""
        entry = Entry(
            row.number,
            now.headline,
            read_changes(now.changes),
            record,
            parts_from_json(self.game, now.parts or (), now.shape),
            How(version.how) if version else How.AGAIN,
            older=edition not in ("", self.game.edition),
        )
        return Line(entry, row.pk, answers, edition, row.pk in self.undone.settled, version)

    def _answered(self, row: Any, version: Version | None) -> tuple[Record | None, Mapping[str, Any] | None]:
        """The record of a declaration and its answers, where today's rules still read them."""
        replies = self.replies.get(row.declaration_id, ())
        try:
            record = record_in(self.game, self.sheet, row, replies)
            if version is None or version.replies is None:
                return record, answers_of(row, replies)
            declared = record.procedure.read(version.declared)
            given = read_replies(version.replies)
            return Record(record.game, record.procedure, self.sheet, declared, given), version.answers
        except (BadRecord, Stale):
            return None, None
