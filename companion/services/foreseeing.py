"""What correcting an entry of the log comes to: the battle is folded again from there, and nothing is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from companion.models import Battle, Declaration, Event, Version
from companion.services.history import History, Line, history_of
from companion.services.refusals import Refusal
from companion.sheets import Stored, stored
from companion.steady import steady
from rules.changes import Change, difference
from rules.folding import Decided, Folded, fold
from rules.game import Game
from rules.games import GAMES
from rules.parts import Part, Unlike, parted
from rules.replay import Record
from rules.timeline import How, NoBattle, Timeline
from rules.words import capitalised

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
        return any(is_another(one) for one in self.folded)


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


@steady()
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


def is_another(one: Folded) -> bool:
    """Whether an entry does not stand as it stood."""
    entry = one.entry
    record, older = one.record, entry.record
    if record and older and (record.declaration, record.replies) != (older.declaration, older.replies):
        return True
    stood = (entry.how, entry.headline, set(entry.changes), () if entry.how is How.STRUCK else entry.parts)
    return (one.how, one.headline, set(one.changes), one.parts) != stood
