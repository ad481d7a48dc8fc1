"""The entries of the log as they stand now, and what became of each since it was stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.db.models import QuerySet

from companion.looks import Look, looks_of
from companion.models import Battle, Declaration, Dispute, Event, Piece, Side, Version
from companion.models.event import as_it_stands
from companion.queries.explained import Line, explained
from companion.queries.preview import differences
from companion.queries.table_view import looks_in
from companion.services.history import firm_of, versions_of
from companion.services.writing import AMENDED, NO_ENTRY, SET_UP
from companion.sheets import Stored, plan_of, stored
from rules.changes import keyed, read_changes, rewound
from rules.games import GAMES
from rules.records import from_json
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


@dataclass(frozen=True)
class VersionShown:
    """How an entry came about and what it changed, as it was stored or as it stands since a correction."""

    title: str
    headline: str
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


def title_of_record(declaration: Declaration) -> str:
    """What stands at the top of the record of something that counts no more; empty where it counts."""
    event = as_they_stand(declaration.battle).filter(declaration=declaration).first()
    if event is None:
        return ""
    undone, struck = hasattr(event, "undone_by"), event.how == How.STRUCK  # type: ignore[attr-defined]
    return f"{event.headline} ({'undone' if undone else 'struck out'})" if undone or struck else ""


def doers(battle: Battle, events: Iterable[Event]) -> Mapping[int, Doer]:
    """The side whose piece did what events tell, by their ids, for pieces that are still in the battle."""
    found = Declaration.objects.filter(events__in=events, actor__isnull=False)
    actors: Mapping[int, int] = dict(found.values_list("events__pk", "actor"))
    owners = _owners(battle)
    sides = list(battle.sides.all())
    looks = looks_of([(side.name, side.colour, side.emblem) for side in sides])
    known = {side.pk: Doer(side.name, look) for side, look in zip(sides, looks, strict=True)}
    return {event: known[owners[actor]] for event, actor in actors.items() if actor in owners}


def _owners(battle: Battle) -> Mapping[int, int]:
    """The ids of the sides that the pieces of a battle belong to, by the ids of those that have one."""
    found: dict[int, int] = {}
    for part in plan_of(GAMES[battle.game].battle).parts.values():
        owner = next((ref for ref in part.plan.references.values() if issubclass(ref.related_model, Side)), None)
        if owner and issubclass(part.plan.model, Piece):
            rows = part.plan.model.objects.filter(**{"battle": battle, f"{owner.name}__isnull": False})
            found |= dict(rows.values_list("pk", owner.attname))
    return found


def _doer(read: Stored, actor: Any) -> Doer | None:
    """The side of a piece, by its key, in a battle that is read anyway; ``None`` where it has none or is not there."""
    owner = getattr(keyed(read.sheet).get(actor), "side", None)
    sides = (Doer(side.name, looks_in(read)[side.key]) for side in read.sheet.sides if side.key == owner)
    return next(sides, None)


def logged(
    battle: Battle, events: Iterable[Event], by: Mapping[int, Doer] = MappingProxyType({})
) -> tuple[LoggedEvent, ...]:
    """Events with what became of them since and, where it was looked up, who did it; each with what undid it."""
    versions = versions_of(battle)
    shown = list(events)
    disputes = defaultdict(list)
    for row in Dispute.objects.filter(event__in=shown).select_related("event__undone_by", "correction__undone_by"):
        disputes[row.event_id].append(row)
    changed = _changed_by_hand(battle, shown, versions)
    of_pieces = {procedure.slug for procedure in GAMES[battle.game].of_pieces}
    return tuple(
        LoggedEvent(
            event,
            event.kind in of_pieces,
            hasattr(event, "undone_by"),
            versions.get(event.pk),
            tuple(disputes[event.pk]),
            changed.get(event.pk, ()),
            by.get(event.pk),
        )
        for event in shown
    )


def _changed_by_hand(
    battle: Battle, events: Iterable[Event], versions: Mapping[int, Version]
) -> Mapping[int, tuple[ChangeInWords, ...]]:
    """What those events changed that say only that something was set right, by their ids."""
    game = GAMES[battle.game]
    kinds = {procedure.slug for procedure in game.procedures if procedure.by_hand}
    found = [versions.get(event.pk) or event for event in events if event.kind in kinds]
    if not found:
        return {}
    sheet = stored(battle).sheet
    return {
        row.of_id if isinstance(row, Version) else row.pk: differences(
            game, rewound(sheet, changes := read_changes(row.changes)), changes
        )
        for row in found
    }


def event_page(battle: Battle, event: Event) -> EventPage:
    """The page of one entry."""
    made = event.versions.select_related("of__undone_by").order_by("of__number") if event.kind == AMENDED else ()
    declaration, read = event.declaration, stored(battle)
    sheet, doer = read.sheet, declaration and _doer(read, declaration.answers.get("actor"))
    by = {event.pk: doer} if doer else {}
    line, *others = logged(battle, [event, *(version.of for version in made)], by)
    procedure = declaration.procedure if declaration else ""
    trace = declaration and declaration.trace
    first = _shown(battle, procedure, sheet, "As it was at first", event.headline, trace, event.changes)
    versions = event.later_versions.filter(amendment__undone_by=None).order_by("amendment__number")
    corrected = [
        _shown(battle, procedure, sheet, "As it was corrected", version.headline, version.trace, version.changes)
        for version in (versions if line.version else ())
    ]
    *older, current = first, *corrected
    told = event.number > firm_of(battle)
    stands = told and not line.struck and event.kind not in NO_ENTRY
    stands = stands and bool(declaration or event.changes or event.parts)
    corrects = told and not line.undone and event.kind not in (*NO_ENTRY, SET_UP) and bool(declaration or event.changes)
    changed = tuple(Made(*pair) for pair in zip(made, others, strict=True))
    return EventPage(line, current, tuple(reversed(older)), changed, stands, corrects)


def _shown(
    battle: Battle, procedure: str, sheet: Any, title: str, headline: str, trace: Any, changes: Any
) -> VersionShown:
    game, read = GAMES[battle.game], read_changes(changes)
    steps = explained(game, procedure, (from_json(Step, step) for step in trace or ()), with_rulings=True)
    return VersionShown(title, headline, steps, differences(game, rewound(sheet, read), read))
