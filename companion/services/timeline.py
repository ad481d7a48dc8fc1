"""The entries of a battle as they stand now, read from its log with what amendments made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Max

from companion.models import Battle, Event, Reply, Version
from companion.services.late_undos import Undone
from companion.services.refusals import Stale
from companion.services.under_way import Given, answers_of, record_in
from companion.services.writing import SET_UP
from rules.changes import read_changes
from rules.games import GAMES
from rules.parts import parts_from_json
from rules.records import BadRecord
from rules.replay import Record, read_replies
from rules.timeline import Entry, How


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
        """The entries from that of a number on; none where it is not among them."""
        place = next((at for at, line in enumerate(self.lines) if line.entry.number == number), len(self.lines))
        return Timeline(self.lines[place:], self.firm)


def timeline(battle: Battle, sheet: Any) -> Timeline:
    """The timeline of a battle; ``sheet`` stands for the battle in its records until they are folded."""
    undone, firm = Undone(battle), firm_of(battle)
    log = _Log(battle, sheet, undone, _replies_of(battle))
    standing = undone.standing().filter(number__gt=firm).annotate(**_DECLARED).order_by("number")
    rows = undone.named(standing.values_list(*_ROW, *_DECLARED, named=True))
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


class _Log:
    """What amendments made of the events of a battle."""

    def __init__(self, battle: Battle, sheet: Any, undone: Undone, replies: Mapping[int, Sequence[Given]]) -> None:
        self.sheet = sheet
        self.game = GAMES[battle.game]
        self.replies = replies
        self.undone = undone
        self.versions = versions_of(battle)

    def line(self, row: Any) -> Line:
        """An event as it stands now."""
        version = self.versions.get(row.pk)
        now = version or row
        is_declared = row.declaration_id is not None and row.pk not in self.undone.late
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
