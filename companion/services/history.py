"""The entries of a battle as they stand now, read from its log with what amendments made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, TypeAlias

from django.db.models import F, Max

from companion.models import Battle, Event, Version
from companion.models import Reply as Replied
from companion.services.late_undos import Undone
from companion.services.refusals import Stale
from companion.services.under_way import Given, answers_of, record_in
from companion.services.writing import SET_UP
from rules.changes import read_changes
from rules.games import GAMES
from rules.parts_as_json import parts_from_json
from rules.records import BadRecord
from rules.replay import Record, read_replies
from rules.table import Reply, Source
from rules.timeline import Entry, How, Timeline


@dataclass(frozen=True)
class Line:
    """An entry with the id of its event, and what was answered before the dice: ``None`` where nothing can be answered.

    ``edition`` is the one that it was resolved under, empty where nothing was declared. ``undone`` tells that a
    late undo took it back, and ``undoes`` that it is such an undo itself. ``given`` is what was replied to it at first
    as that is stored, whether or not its rules can still be read. ``version`` is how it stands since it was corrected,
    if it was.
    """

    entry: Entry
    event: int
    answers: Mapping[str, Any] | None
    edition: str
    undone: bool = False
    undoes: bool = False
    given: Sequence[Given] = ()
    version: Version | None = None

    @property
    def thrown(self) -> bool:
        """Whether the app threw dice for it."""
        return any(reply.source == Source.ROLLED for reply in self.given)

    @property
    def settled(self) -> bool:
        """Whether there is nothing left to correct."""
        return self.undone or self.undoes

    @property
    def became(self) -> str:
        """How it stands since it was corrected; empty where it was not."""
        return self.version.how if self.version else ""


_Answered: TypeAlias = tuple[Record | None, Mapping[str, Any] | None, tuple[tuple[Reply, ...], ...]]
"""What was declared, what was answered before the dice, and what was replied before each amendment."""


@dataclass(frozen=True)
class History:
    """The lines of a log that stand, after the last event that only its changes tell of: ``firm`` is its number.

    ``passed`` are the entries before them that an undo may take back.
    """

    lines: tuple[Line, ...]
    firm: int
    passed: tuple[Entry, ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What the lines add to the battle."""
        return tuple(line.entry for line in self.lines)

    def since(self, number: int) -> History:
        """The lines from the entry of a number on; none where it is not among them."""
        place = next((at for at, line in enumerate(self.lines) if line.entry.number == number), len(self.lines))
        passed = (line.entry for line in self.lines[:place] if line.undone)
        return History(self.lines[place:], self.firm, (*self.passed, *passed))

    def leading_to(self, sheet: Any) -> Timeline:
        """The timeline of its entries, which led to a sheet; ``Unlike`` where they do not lead back from it."""
        return Timeline.leading_to(sheet, self.entries, self.passed)


def history_of(battle: Battle, sheet: Any) -> History:
    """The history of a battle; ``sheet`` stands for the battle in its records until they are folded."""
    log, firm = _Log(battle, sheet), firm_of(battle)
    return History(tuple(map(log.line, _rows(battle, log.undone, firm))), firm)


def with_and_without(battle: Battle, sheet: Any, correction: Event) -> tuple[History, History, frozenset[int]]:
    """The history of a battle, the same as if a correction that stands had never been, and the events that it touched.

    The log is read once for both, and the events are told by their ids.
    """
    log, firm = _Log(battle, sheet), firm_of(battle)
    rows = _rows(battle, log.undone, firm)
    made_by = {of: [version.amendment_id for version in versions] for of, versions in log.versions.items()}
    touched = frozenset(of for of, amendments in made_by.items() if correction.pk in amendments)
    made = tuple(map(log.line, rows))
    never = tuple(
        log.line(row, without=correction) if row.pk in touched else line for row, line in zip(rows, made, strict=True)
    )
    return History(made, firm), History(never, firm), touched


def _rows(battle: Battle, undone: Undone, firm: int) -> list[Any]:
    """The events that stand and tell something, in order, after the last one that only its changes tell of."""
    standing = undone.standing().filter(number__gt=firm).annotate(**_DECLARED).order_by("number")
    rows = undone.named(standing.values_list(*_ROW, *_DECLARED, named=True))
    return [row for row in rows if row.changes or row.parts or row.declaration_id]


def line_of(battle: Battle, sheet: Any, event: Event) -> Line:
    """One event of a battle as it stands, or as it stood when it was taken back."""
    log = _Log(battle, sheet, declaration__events=event)
    rows = Event.objects.filter(pk=event.pk).annotate(**_DECLARED)
    return log.line(rows.values_list(*_ROW, *_DECLARED, named=True).get())


_ROW = ("pk", "number", "headline", "changes", "parts", "shape", "declaration_id")
_DECLARED = {name: F(f"declaration__{name}") for name in ("procedure", "edition", "declared", "answers")}


def _replies_of(battle: Battle, **only: Event) -> Mapping[int, Sequence[Given]]:
    """What was replied in a battle, by the ids of declarations; rows, since a long battle has thousands."""
    found: dict[int, list[Given]] = {}
    rows = Replied.objects.filter(declaration__battle=battle, **only).order_by("declaration_id", "number")
    for row in rows.values_list("declaration_id", "label", "value", "source", named=True):
        found.setdefault(row.declaration_id, []).append(row)
    return found


def firm_of(battle: Battle) -> int:
    """The number of the last event whose parts are not told, which no fold can pass; 0 where there is none."""
    untold = Event.objects.filter(battle=battle, kind__in=(SET_UP, "edit"), parts__isnull=True)
    return untold.aggregate(last=Max("number"))["last"] or 0


def versions_of(*battles: Battle) -> Mapping[int, Version]:
    """How entries stand since they were amended, by the ids of their events, in one query for all the battles."""
    return {of: versions[-1] for of, versions in _all_versions(*battles).items()}


def _all_versions(*battles: Battle) -> Mapping[int, Sequence[Version]]:
    """All versions that entries had and have by what still stands, in order, by the ids of their events."""
    found = Version.objects.filter(amendment__battle__in=battles, amendment__undone_by=None).select_related("amendment")
    versions: dict[int, list[Version]] = {}
    for version in found.order_by("amendment__number"):
        versions.setdefault(version.of_id, []).append(version)
    return versions


def traces_of(battle: Battle, lines: Iterable[Line]) -> Mapping[int, Any]:
    """The stored traces of entries by the ids of their events: of the version that stands, or of the declaration."""
    events = Event.objects.filter(battle=battle, declaration__isnull=False)
    found: dict[int, Any] = dict(events.values_list("pk", "declaration__trace"))
    return found | {line.event: line.version.trace for line in lines if line.version}


def _before_struck(row: Any, versions: Sequence[Version]) -> Any:
    """How an entry stood before it was struck out; ``None`` where it stands."""
    if not versions or versions[-1].how != How.STRUCK:
        return None
    stood = (version for version in reversed(versions) if version.how != How.STRUCK)
    # What was written of a piece that was not there came to nothing, and comes to what it was where the piece is back.
    return next((version for version in stood if row.declaration_id or version.changes or version.parts), row)


def _before_consequences(versions: Sequence[Version]) -> range:
    """How many versions there were before each of the last ones, which are consequences of other corrections."""
    last = sum(1 for _ in takewhile(lambda version: version.consequence, reversed(versions)))
    return range(len(versions) - last, len(versions))


class _Log:
    """What amendments made of the events of a battle; ``only`` tells which replies are read of it."""

    def __init__(self, battle: Battle, sheet: Any, **only: Event) -> None:
        self.sheet = sheet
        self.game = GAMES[battle.game]
        self.replies = _replies_of(battle, **only)
        self.undone = Undone(battle)
        self.versions = _all_versions(battle)

    def line(self, row: Any, without: Event | None = None) -> Line:
        """An event as it stands now, or as if one of its corrections had never been."""
        versions = self.versions.get(row.pk, ())
        if without:
            versions = [version for version in versions if version.amendment_id != without.pk]
        line = self._line(row, versions)
        stood = tuple(self._line(row, versions[:known]).entry for known in _before_consequences(versions))
        return replace(line, entry=replace(line.entry, stood=stood)) if stood else line

    def _line(self, row: Any, versions: Sequence[Version]) -> Line:
        version = versions[-1] if versions else None
        now = version or row
        undone, undoes = row.pk in self.undone.taken_back, row.pk in self.undone.late
        is_declared = row.declaration_id is not None and not undoes
        record, answers, earlier = self._answered(row, versions) if is_declared else (None, None, ())
        edition = ((version and version.edition) or row.edition) if is_declared else ""
        struck = _before_struck(row, versions)
        entry = Entry(
            row.number,
            now.headline,
            read_changes(now.changes),
            record,
            parts_from_json(self.game, now.parts or (), now.shape),
            How(version.how) if version else How.AGAIN,
            older=edition not in ("", self.game.edition),
            earlier=earlier,
            struck=read_changes(struck.changes) if struck else (),
            struck_parts=parts_from_json(self.game, struck.parts or (), struck.shape) if struck else (),
            undoes=self.undone.takes_back.get(row.pk),
        )
        given = self.replies.get(row.declaration_id, ()) if is_declared else ()
        return Line(entry, row.pk, answers, edition, undone, undoes, given, version)

    def _answered(self, row: Any, versions: Sequence[Version]) -> _Answered:
        """The record of a declaration, its answers and its earlier replies, where today's rules still read them."""
        replies = self.replies.get(row.declaration_id, ())
        try:
            record = record_in(self.game, self.sheet, row, replies)
            if not versions or versions[-1].replies is None:
                return record, answers_of(row, replies), ()
            *before, version = versions
            declared = record.procedure.read(version.declared)
            given = read_replies(version.replies)
            earlier = (record.replies, *(read_replies(one.replies) for one in before if one.replies is not None))
            return Record(record.game, record.procedure, self.sheet, declared, given), version.answers, earlier
        except (BadRecord, Stale):
            return None, None, ()
