"""Correcting an entry of the log: the battle is folded again from there, looked at, and stored as one event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from companion.models import Battle, Declaration, Event, Member, Version
from companion.services.agreeing import why_not_agreed
from companion.services.declaring import check_seen
from companion.services.disputing import settle_by
from companion.services.history import History, Line, history_of, traces_of
from companion.services.locking import locked
from companion.services.lucking import kept_luck
from companion.services.once import number_of_form
from companion.services.refusals import Refusal
from companion.services.results import check_unmade, follow_results
from companion.services.under_way import is_anything_under_way
from companion.services.writing import AMENDED, write_event, write_sheet
from companion.sheets import Stored, keep_reserved, stored
from rules.changes import Change, difference, keyed
from rules.folding import Decided, Folded, fold
from rules.game import Game
from rules.games import GAMES
from rules.parts import Part, Unlike, parted
from rules.parts_as_json import parts_to_json
from rules.records import to_json
from rules.replay import Record
from rules.timeline import How, NoBattle, Timeline
from rules.words import LONGEST_HEADLINE, capitalised, shortened

TOO_EARLY = "What came later cannot be replayed: pieces joined or left in a way that the log does not tell."


@dataclass(frozen=True)
class Amendment:
    """What is wanted of an entry, what was decided of later ones, and what was answered before the dice."""

    wanted: Decided
    decided: Mapping[int, Decided] = field(default_factory=dict)
    answers: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    why: str = ""
    agreed: bool = False


@dataclass(frozen=True)
class Foreseen:
    """What an amendment would make of a battle: each entry from the amended one on, and what is stored now."""

    sheet: Any
    lines: tuple[Line, ...]
    folded: tuple[Folded, ...]

    @property
    def amended(self) -> Folded:
        """The entry itself."""
        return self.folded[0]

    @property
    def later(self) -> tuple[Folded, ...]:
        """All that came after it."""
        return self.folded[1:]

    @property
    def lacking(self) -> Folded | None:
        """The first entry that still lacks an answer."""
        return next((one for one in self.folded if one.lacks), None)

    @property
    def after(self) -> Any:
        """The battle as it will stand."""
        return self.folded[-1].after

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What becomes another on the board."""
        return difference(self.sheet, self.after)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What joins the battle, leaves it or is made up of other parts then."""
        return parted(self.sheet, self.after)

    @property
    def strikes_app_dice(self) -> bool:
        """Whether anything goes that the app threw dice for, be it the entry itself or what does not fit any more."""
        struck = (one.how is How.STRUCK is not one.entry.how for one in self.folded)
        return any(line.thrown and goes for line, goes in zip(self.lines, struck, strict=True))

    @property
    def is_another(self) -> bool:
        """Whether anything is corrected at all."""
        return any(_is_another(one) for one in self.folded)


@dataclass(frozen=True)
class Found:
    """An entry that can be corrected, with those after it, the timeline from it on, and the battle as it is stored."""

    game: Game[Any]
    lines: tuple[Line, ...]
    timeline: Timeline
    stored: Stored

    @property
    def before(self) -> Any:
        """The battle before it."""
        return self.timeline.opening

    @property
    def line(self) -> Line:
        """The entry itself."""
        return self.lines[0]

    def foreseen(self, amendment: Amendment) -> Foreseen:
        """What an amendment of it would lead to; ``Refusal`` where that is no battle that the rules know."""
        if self.line.entry.opens and amendment.wanted.how is How.STRUCK:
            raise Refusal("The battle begins with that: without it there is none.")
        return Foreseen(self.stored.sheet, self.lines, tuple(self._folded(amendment)))

    def amended(self, wanted: Decided) -> Folded:
        """What would become of the entry itself, whatever comes of those after it; ``Refusal`` as above."""
        return next(self._folded(Amendment(wanted)))

    def _folded(self, amendment: Amendment) -> Iterator[Folded]:
        amended = {self.line.entry.number: amendment.wanted}
        try:
            yield from fold(self.game, self.timeline, amended, amendment.decided)
        except NoBattle as problem:
            raise Refusal(f"{capitalised(str(problem))}: what comes later does not work with that.") from problem


Wanted: TypeAlias = Callable[[Found], Amendment]
"""What the page says is wanted, read for the entry as it is stored."""


def find_entry(battle: Battle, number: int) -> Found:
    """The entry of that number, to be corrected; ``Refusal`` where it cannot be."""
    read = stored(battle)
    return find_in(history_of(battle, read.sheet), read, battle.game, number)


def find_in(history: History, read: Stored, game: str, number: int) -> Found:
    """The entry of that number in a history that was read already; ``Refusal`` where it cannot be corrected.

    The battle before it is rewound from the stored one, which takes as long as reading the sheet that its declaration
    has stored, since that one is as it was before earlier entries were corrected.
    """
    since = history.since(number)
    if not since.lines or since.lines[0].settled:
        raise Refusal(TOO_EARLY if number <= history.firm else "That is no entry of this battle any more.")
    try:
        return Found(GAMES[game], since.lines, since.leading_to(read.sheet), read)
    except Unlike as problem:
        raise Refusal("The log does not lead back to it: the battle was changed without the log.") from problem


def record_that_stands(battle: Battle, declaration: Declaration) -> tuple[Record, str] | None:
    """The record of a settled declaration as corrections have made it, and its edition; ``None`` where none was."""
    event = Event.objects.filter(battle=battle, declaration=declaration).order_by("-number").first()
    if event is None or not Version.objects.filter(amendment__battle=battle, amendment__undone_by=None).exists():
        return None
    try:
        found = find_entry(battle, event.number)
    except Refusal:
        return None
    record = found.line.entry.record
    return (replace(record, battle=found.before), found.line.edition) if record else None


def amend(
    *,
    key: str,
    number: int,
    wanted: Wanted,
    seen: int,
    who: str,
    member: Member | None = None,
    guest: bool = False,
    once: str = "",
) -> Event:
    """Store a corrected entry and what comes of it, as one event; refused when the battle has moved on since.

    ``member`` is who corrects it, where that is known, a ``guest`` is nobody where others are members, and ``once`` the
    number of the form where it comes from one: a second tap on that finds what the first has stored.
    """
    with locked(key) as battle:
        if once and (done := _done_by(battle, number_of_form(once), seen)):
            return done
        check_unmade(battle, guest=guest)
        check_seen(battle, seen)
        if is_anything_under_way(battle):
            raise Refusal("Something is under way: finish it or call it off first.")
        found = find_entry(battle, number)
        amendment = wanted(found)
        foreseen = found.foreseen(amendment)
        _check(battle, foreseen, amendment, member)
        if amendment.wanted.built:
            # What it adds may have left since: no row has that id, and what joins next must not get it.
            keep_reserved(key for part in amendment.wanted.built.parts if part.now for key in keyed(part.now))
        changes, parts = write_sheet(found.stored, foreseen.after, "changed")
        headline = _headline(found, foreseen, amendment)
        event = write_event(battle, kind=AMENDED, headline=headline, who=who, changes=changes, parts=parts, once=once)
        Version.objects.bulk_create(versions_by(event, foreseen, amendment))
        settle_by(found.line.event, event)
        if foreseen.after.over:
            follow_results(battle)
        return event


def _done_by(battle: Battle, once: str, seen: int) -> Event | None:
    """What a form has corrected already, which came after what it showed."""
    return Event.objects.filter(battle=battle, number__gt=seen, once=once).first()


def _check(battle: Battle, foreseen: Foreseen, amendment: Amendment, member: Member | None) -> None:
    lacking = foreseen.lacking
    if lacking:
        raise Refusal(f"“{lacking.entry.headline}” cannot stand like that: {lacking.lacks}")
    if not foreseen.is_another:
        raise Refusal("That changes nothing: it is as it was.")
    if foreseen.strikes_app_dice and (why_not := why_not_agreed(battle, foreseen.lines[0].event, member)):
        raise Refusal(why_not)
    if foreseen.strikes_app_dice and not amendment.agreed:
        raise Refusal(
            "The app rolled dice for what is struck out. Both sides have to agree to that, or the organiser: tick it."
        )


def _headline(found: Found, foreseen: Foreseen, amendment: Amendment) -> str:
    before, now = found.line.entry.headline, foreseen.amended
    happened = "this did happen: " if found.line.entry.how is How.STRUCK else ""
    if now.how is How.STRUCK:
        said = f"Corrected: this did not happen: {before}"
    elif amendment.wanted.built:
        said = f"Corrected: {happened}{now.headline} {amendment.wanted.built.words}."
    elif now.headline == before:
        said = f"Corrected: {happened}{before}"
    else:
        said = f"Corrected: {happened}{now.headline} (It was: {before})"
    why = f" Why: {amendment.why}" if amendment.why else ""
    return shortened(said, LONGEST_HEADLINE - len(why)) + why


def _is_another(one: Folded) -> bool:
    entry = one.entry
    record, older = one.record, entry.record
    if record and older and (record.declaration, record.replies) != (older.declaration, older.replies):
        return True
    stood = (entry.how, entry.headline, set(entry.changes), () if entry.how is How.STRUCK else entry.parts)
    return (one.how, one.headline, set(one.changes), one.parts) != stood


def others(foreseen: Foreseen, traces: Mapping[int, Any]) -> Sequence[tuple[Line, Folded]]:
    """The entries that are others now, or came about in another way than by these traces."""
    pairs = zip(foreseen.lines, foreseen.folded, strict=True)
    return [(line, one) for line, one in pairs if _is_another(one) or _is_retold(line, one, traces)]


def versions_by(event: Event, foreseen: Foreseen, amendment: Amendment | None = None) -> Sequence[Version]:
    """What an event makes of entries; all of it is a consequence where it amends none of these itself."""
    own, answers = (foreseen.amended, amendment.answers) if amendment else (None, {})
    traces = traces_of(event.battle, foreseen.lines)
    return [
        _version(event, line, one, answers, traces.get(line.event), is_consequence=one is not own)
        for line, one in others(foreseen, traces)
    ]


def _is_retold(line: Line, one: Folded, traces: Mapping[int, Any]) -> bool:
    """Whether it came about in another way, or its dice were worth something else, though it changes the same."""
    if one.outcome:
        return bool(to_json(one.steps) != traces.get(line.event))
    return one.how is How.KEPT and line.version is not None and line.version.luck != _luck(one, line.entry.record)


def _version(
    event: Event, line: Line, one: Folded, answers: Mapping[int, Any], trace: Any, *, is_consequence: bool
) -> Version:
    record = one.record or line.entry.record
    # An entry of an older edition is not resolved again: it came about as it did, though its scores may be others.
    stands = one.how is How.AGAIN and one.record is None
    return Version(
        amendment=event,
        of_id=line.event,
        how=one.how.value,
        headline=one.headline,
        changes=[to_json(change) for change in one.changes],
        parts=parts_to_json(one.parts),
        shape=GAMES[event.battle.game].shape,
        answers=answers.get(one.entry.number, line.answers),
        declared=to_json(record.declaration) if record else None,
        replies=[to_json(reply) for reply in record.replies] if record else None,
        outcome=to_json(one.outcome) if one.outcome else None,
        trace=(trace or []) if stands else [to_json(step) for step in one.steps],
        luck=None if stands else _luck(one, record),
        edition=one.record.game.edition if one.record else line.edition if stands else "",
        consequence=is_consequence,
    )


def _luck(one: Folded, record: Record | None) -> list[Any] | None:
    """What is kept of its rolls, rated in the battle before it: none where it is struck out."""
    if one.how is How.STRUCK:
        return []
    return kept_luck(replace(record, battle=one.before)) if record else None
