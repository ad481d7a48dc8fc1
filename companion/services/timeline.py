"""The entries of a battle as they stand now, read from its log with what amendments made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max

from companion.models import Battle, Declaration, Event, Reply, Version
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
    """An entry with its event, and what was answered before the dice: ``None`` where nothing can be answered again.

    ``edition`` is the one that it was resolved under, empty where nothing was declared. ``settled`` tells that a late
    undo took it back, or that it is such an undo: there is nothing left to correct. ``corrected`` tells that it
    stands otherwise than at first.
    """

    entry: Entry
    event: Event
    answers: Mapping[str, Any] | None
    edition: str
    settled: bool = False
    corrected: bool = False


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
    events = list(
        Event.objects.filter(battle=battle)
        .select_related("declaration")
        .defer("declaration__pieces", "declaration__trace", "declaration__outcome")
        .order_by("number")
    )
    log, firm = _Log(battle, sheet, events, _replies_of(battle)), firm_of(battle)
    return Timeline(tuple(log.line(event) for event in events if event.number > firm and log.stands(event)), firm)


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


def traces_of(battle: Battle) -> Mapping[int, Any]:
    """The stored traces by the ids of events: of the version that stands, or of the declaration."""
    events = Event.objects.filter(battle=battle, declaration__isnull=False)
    found: dict[int, Any] = dict(events.values_list("pk", "declaration__trace"))
    return found | {pk: version.trace for pk, version in versions_of(battle).items()}


class _Log:
    """The events of a battle and what amendments made of them."""

    def __init__(
        self, battle: Battle, sheet: Any, events: Sequence[Event], replies: Mapping[int, Sequence[Given]]
    ) -> None:
        self.battle = battle
        self.sheet = sheet
        self.game = GAMES[battle.game]
        self.events = events
        self.replies = replies
        self.by_pk = {event.pk: event for event in events}
        self.late = frozenset(self._late())
        taken_back = [event for event in events if event.undoes_id]
        self.undone = {event.undoes_id for event in taken_back if not self._is_late(event)}
        self.settled = self.late | {event.undoes_id for event in taken_back if event.pk in self.late}
        self.versions = versions_of(battle)

    def stands(self, event: Event) -> bool:
        """Whether an event is an entry of the battle."""
        if event.pk in self.late:
            return True
        if event.pk in self.undone or event.kind in NO_ENTRY:
            return False
        return bool(event.changes or event.parts or event.declaration_id)

    def _late(self) -> Iterator[int]:
        """The undos that passed a set-up by: what they took back stays an entry, and they are entries themselves.

        They lead to a battle that there never was, which no fold without that entry would find.
        """
        last = 0
        for event in self.events:
            if event.kind == SET_UP:
                last = event.number
            if event.kind == UNDO and event.undoes_id and self.by_pk[event.undoes_id].number < last:
                yield event.pk

    def _is_late(self, event: Event) -> bool:
        """Whether an event is such an undo, or does again what one took back: then it stands as it was written."""
        return event.pk in self.late or event.undoes_id in self.late

    def line(self, event: Event) -> Line:
        """An event as it stands now."""
        version = self.versions.get(event.pk)
        now = version or event
        declaration = None if self._is_late(event) else event.declaration
        record, answers = self._answered(declaration, version) if declaration else (None, None)
        edition = ((version and version.edition) or declaration.edition) if declaration else ""
        entry = Entry(
            event.number,
            now.headline,
            read_changes(now.changes),
            record,
            parts_from_json(self.game, now.parts or (), now.shape),
            How(version.how) if version else How.AGAIN,
            older=edition not in ("", self.game.edition),
        )
        return Line(entry, event, answers, edition, settled=event.pk in self.settled, corrected=version is not None)

    def _answered(
        self, declaration: Declaration, version: Version | None
    ) -> tuple[Record | None, Mapping[str, Any] | None]:
        """The record of a declaration and its answers, where today's rules still read them."""
        declaration.battle = self.battle
        replies = self.replies.get(declaration.pk, ())
        try:
            record = record_in(self.sheet, declaration, replies)
            if version is None or version.replies is None:
                return record, answers_of(declaration, replies)
            declared = record.procedure.read(version.declared)
            given = read_replies(version.replies)
            return Record(record.game, record.procedure, self.sheet, declared, given), version.answers
        except (BadRecord, Stale):
            return None, None
