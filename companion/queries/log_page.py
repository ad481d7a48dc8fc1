"""The entries of the log as they stand now, and what became of each since it was stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet

from companion.looks import Look, looks_of
from companion.models import Battle, Declaration, Dispute, Event, Piece, Side, Version
from companion.models.event import as_it_stands
from companion.queries.explained import Line, explained
from companion.queries.gone import gone_from
from companion.queries.preview import differences, together
from companion.services.history import firm_of, versions_of
from companion.services.writing import NO_ENTRY, UNDO
from companion.sheets import Stored, plan_of, stored
from rules.changes import read_changes, rewound
from rules.games import GAMES
from rules.parts_as_json import parts_from_json
from rules.parts_told import tell_parts
from rules.records import BadRecord, from_json
from rules.table import Step
from rules.timeline import How
from rules.vocabulary import ChangeInWords


@dataclass(frozen=True)
class Doer:
    """The side whose piece did what an entry tells: its name and its look."""

    name: str
    look: Look


@dataclass(frozen=True)
class LoggedEvent:
    """One event: whether it was undone, the version that stands since it was corrected, and what was disputed of it.

    ``of_piece`` tells whether it was declared with a piece; ``changed`` is what it changed where its headline does not
    say so, and ``doer`` the side that did it, where that is known.
    """

    event: Event
    of_piece: bool
    undone: bool
    version: Version | None
    disputes: tuple[Dispute, ...]
    changed: tuple[ChangeInWords, ...] = ()
    doer: Doer | None = None

    @property
    def struck(self) -> bool:
        """Whether it counts no more."""
        return self.undone or (self.version is not None and self.version.how == How.STRUCK)

    @property
    def disputed(self) -> Dispute | None:
        """What is disputed of it, if anything is."""
        return next((dispute for dispute in self.disputes if dispute.is_open), None)

    @property
    def now(self) -> str:
        """What it says since it was corrected; empty where it says the same."""
        changed = self.version and self.version.how != How.STRUCK and self.version.headline != self.event.headline
        return self.version.headline if self.version and changed else ""

    @property
    def is_another(self) -> bool:
        """Whether it says or does something else since it was corrected, and still stands."""
        if self.version is None or self.version.how == How.STRUCK:
            return False
        now, was = ((row.headline, row.changes, row.parts or []) for row in (self.version, self.event))
        return now != was


@dataclass(frozen=True)
class VersionShown:
    """How an entry came about and what it changed, as it was stored or as it stands since the correction ``by``.

    ``sets_up`` tells whether it put pieces on the board, took some out, or says what was agreed on.
    """

    title: str
    headline: str
    by: Event | None
    sets_up: bool
    steps: tuple[Line, ...]
    differences: tuple[ChangeInWords, ...]


@dataclass(frozen=True)
class Made:
    """What a correction made of an entry, and the entry as it stands now."""

    version: Version
    entry: LoggedEvent

    @property
    def gone(self) -> str:
        """What does not stand of it: what it took the place of, or itself since another took its own; empty if none."""
        now = self.entry.now or self.entry.event.headline
        stands = self.entry.version is not None and self.entry.version.pk == self.version.pk
        gone = self.version.of.headline if stands else self.version.headline
        return gone if gone != now else ""


@dataclass(frozen=True)
class EventPage:
    """One entry of the log: as it stands now and as it was at first; of a correction, what it made of entries."""

    logged: LoggedEvent
    current: VersionShown
    older: tuple[VersionShown, ...]
    corrected: tuple[Made, ...]
    stands: bool
    can_be_corrected: bool


def as_they_stand(battle: Battle) -> QuerySet[Event]:
    """The events of a battle, the newest first, with what undid them and how they stand since a correction."""
    found = Event.objects.filter(battle=battle).select_related("undone_by")
    return found.annotate(how=as_it_stands("how"), now=as_it_stands("headline")).order_by("-number")


def why_gone(event: Event, how: str | None) -> str:
    """The word for why an entry does not stand any more; empty where it does."""
    if hasattr(event, "undone_by"):
        return "undone"
    return "struck out" if how == How.STRUCK else ""


def title_of_record(declaration: Declaration) -> str:
    """What stands at the top of the record of something that counts no more; empty where it counts."""
    event = as_they_stand(declaration.battle).filter(declaration=declaration).first()
    if event is None:
        return ""
    word = why_gone(event, event.how)  # type: ignore[attr-defined]
    return f"{event.headline} ({word})" if word else ""


def logged(battle: Battle, events: Iterable[Event]) -> tuple[LoggedEvent, ...]:
    """Events that tell the ids of their actors, with who did each and what became of it since.

    Each needs what undid it.
    """
    acted = [(event, event.actor) for event in events]  # type: ignore[attr-defined]
    return _logged(battle, acted, doers_in(battle, _sides_and_pieces(battle)))


def doers_in(battle: Battle, rows: Iterable[Model]) -> Mapping[int, Doer]:
    """The sides of pieces, by the ids of those that have one, from the rows of both."""
    there, owned = list(rows), _owned(battle)
    sides = [row for row in there if isinstance(row, Side)]
    known = {side.pk: Doer(side.name, look) for side, look in zip(sides, looks_of(sides), strict=True)}
    owners = {row.pk: getattr(row, owned[type(row)]) for row in there if type(row) in owned}
    return {piece: known[owner] for piece, owner in owners.items() if owner in known}


def _sides_and_pieces(battle: Battle) -> Iterator[Model]:
    """No more of a battle than tells to which sides its pieces belong."""
    yield from battle.sides.all()
    for model, owner in _owned(battle).items():
        yield from model._default_manager.filter(battle=battle).only(owner)


def _owned(battle: Battle) -> Mapping[type[Model], str]:
    """The kinds of pieces of a battle that belong to a side, each with the field that has its id."""
    plans = [part.plan for part in plan_of(GAMES[battle.game].battle).parts.values()]
    return {
        plan.model: owner.attname
        for plan in plans
        if issubclass(plan.model, Piece)
        for owner in plan.references.values()
        if issubclass(owner.related_model, Side)
    }


def _logged(
    battle: Battle, acted: Iterable[tuple[Event, int | None]], doers: Mapping[int, Doer], read: Stored | None = None
) -> tuple[LoggedEvent, ...]:
    """Events with the ids of their actors, as they are told in the battle as it is, which may be read already."""
    versions = versions_of(battle)
    shown = list(acted)
    events = [event for event, _ in shown]
    disputes = defaultdict(list)
    for row in Dispute.objects.filter(event__in=events).select_related("event__undone_by", "correction__undone_by"):
        disputes[row.event_id].append(row)
    changed = _changed_by_hand(battle, read, events, versions)
    of_pieces = {procedure.slug for procedure in GAMES[battle.game].of_pieces}
    return tuple(
        LoggedEvent(
            event,
            event.kind in of_pieces,
            hasattr(event, "undone_by"),
            versions.get(event.pk),
            tuple(disputes[event.pk]),
            changed.get(event.pk, ()),
            doers.get(actor) if actor else None,
        )
        for event, actor in shown
    )


def _changed_by_hand(
    battle: Battle, read: Stored | None, events: Iterable[Event], versions: Mapping[int, Version]
) -> Mapping[int, tuple[ChangeInWords, ...]]:
    """What those events changed that say only that something was set right, by their ids."""
    game = GAMES[battle.game]
    kinds = {procedure.slug for procedure in game.procedures if procedure.by_hand}
    found = [versions.get(event.pk) or event for event in events if event.kind in kinds]
    if not found:
        return {}
    sheet = (read or stored(battle)).sheet
    gone = gone_from(battle, sheet, found)
    return {
        row.of_id if isinstance(row, Version) else row.pk: differences(
            game, rewound(sheet, changes := read_changes(row.changes)), changes, gone
        )
        for row in found
    }


def event_page(battle: Battle, event: Event) -> EventPage:
    """The page of one entry."""
    made = _made_of_others(event)
    declaration, read = event.declaration, stored(battle)
    sheet = read.sheet
    acted = [(event, declaration.actor_id if declaration else None), *((version.of, None) for version in made)]
    line, *others = _logged(battle, acted, doers_in(battle, read.rows.values()), read)
    procedure = declaration.procedure if declaration else ""
    trace = declaration and declaration.trace
    versions = event.later_versions.filter(amendment__undone_by=None).select_related("amendment")
    later = list(versions.order_by("amendment__number")) if line.version else []
    words = _Words(battle, procedure, sheet, gone_from(battle, sheet, [event, *later]))
    first = _shown(words, "As it was at first", event, trace)
    corrected = [_shown(words, "As it was corrected", one, one.trace, one.amendment) for one in later]
    *older, current = first, *corrected
    told = event.number > firm_of(battle)
    is_entry = told and event.kind not in NO_ENTRY and bool(declaration or event.changes or event.parts)
    stands, corrects = is_entry and not line.struck, is_entry and not line.undone
    changed = tuple(Made(*pair) for pair in zip(made, others, strict=True))
    return EventPage(line, current, tuple(reversed(older)), changed, stands, corrects)


def _made_of_others(event: Event) -> Sequence[Version]:
    """What a correction made of entries, or an undo of one; entries of what that took back stand otherwise again."""
    if event.kind not in NO_ENTRY:
        return ()
    taken_back = [event.undoes_id] if event.kind == UNDO else []
    found = Version.objects.filter(amendment__in=[event.pk, *taken_back]).select_related("of__undone_by")
    # Of two of one entry its own is the last.
    by_entry = {version.of_id: version for version in found.order_by("amendment__number")}
    return sorted(by_entry.values(), key=lambda version: version.of.number)


@dataclass(frozen=True)
class _Words:
    """What the versions of an entry are told by: its battle and procedure, the sheet, and what has left that since."""

    battle: Battle
    procedure: str
    sheet: Any
    gone: Mapping[str, Any]


def _shown(words: _Words, title: str, row: Event | Version, trace: Any, by: Event | None = None) -> VersionShown:
    game, read = GAMES[words.battle.game], read_changes(row.changes)
    steps = explained(game, words.procedure, (from_json(Step, step) for step in trace or ()), with_rulings=True)
    changed = (*_parts_told(words.battle, row), *differences(game, rewound(words.sheet, read), read, words.gone))
    return VersionShown(title, row.headline, by, bool(row.parts), steps, together(changed))


def _parts_told(battle: Battle, row: Event | Version) -> Iterator[ChangeInWords]:
    """What joined, left or was agreed on otherwise; nothing where no version of the rules can read it any more."""
    with suppress(BadRecord):
        yield from tell_parts(parts_from_json(GAMES[battle.game], row.parts or (), row.shape))
