"""A battle stepped through: the board as it stood after an entry, what that changed, and its dice."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from zlib import crc32

from django.db.models import Q

from companion.forms.selection import Selection
from companion.models import Battle, Event, Pinned
from companion.queries.course import Leg, course_of, is_attack, turn_of
from companion.queries.dice_of_entries import dice_of, dice_that_count_no_more
from companion.queries.ending import Ending, ending_of
from companion.queries.log_page import Doer, as_they_stand, doers_in
from companion.queries.panels import ReplayPanel
from companion.queries.preview import differences
from companion.queries.selection import Chosen
from companion.queries.table_view import TableView, looks_in, table_fields
from companion.services.disputing import open_disputes
from companion.services.history import Line, history_of, line_of
from companion.services.writing import AMENDED
from companion.sheets import Stored, stored
from companion.steady import steady
from rules.changes import Change
from rules.game import Game
from rules.games import GAMES
from rules.parts import Unlike
from rules.records import to_json
from rules.replay import Rolled
from rules.timeline import How, Timeline, moved
from rules.vocabulary import ChangeInWords

BEFORE, NEXT = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


@dataclass(frozen=True)
class Jump:
    """Where a step leads: what it is called, shortly and in words, and the number of the entry, if there is one."""

    label: str
    said: str
    name: str
    number: int | None


@dataclass(frozen=True)
class Step:
    """What an entry was: its dice, and what it changed from what was before; what counts no more changed nothing.

    ``doer`` is the side that did it, where that is known.
    """

    number: int
    headline: str
    sheet: Any
    """The battle after it."""
    doer: Doer | None = None
    became: str = ""
    undone: bool = False
    disputed: bool = False
    rolled: tuple[Rolled, ...] = ()
    differences: tuple[ChangeInWords, ...] = ()

    @property
    def landed(self) -> tuple[Rolled, ...]:
        """All its dice: they come with the step."""
        return self.rolled

    @property
    def counts(self) -> bool:
        """Whether it was neither undone nor struck out."""
        return not self.undone and self.became != How.STRUCK

    @property
    def shows(self) -> str:
        """A number of all that is shown of it: another one once it, or what was before it, was corrected."""
        told = (self.headline, self.became, self.undone, self.rolled, self.differences, self.sheet)
        return f"{crc32(json.dumps(to_json(told)).encode()):08x}"


@dataclass(frozen=True, kw_only=True)
class ReplayPage(TableView):
    """The battle after one of its entries."""

    step: Step
    place: int
    steps: int
    jumps: tuple[Jump, ...]
    course: tuple[Leg, ...]


@dataclass(frozen=True, kw_only=True)
class ScreenPage(TableView):
    """The battle as it stands, with the last attack and a later one that was taken back, or how it ended.

    ``corrected`` is the last entry where it is a correction: those who look on see something else than a moment ago.
    """

    attack: Step | None
    taken_back: Event | None
    corrected: Event | None
    ending: Ending | None


@steady()
def replay_page(battle: Battle, number: int | None) -> ReplayPage | None:
    """The battle after the entry of that number, or after the last one; ``None`` where the log leads to none.

    After what was undone or struck out it is as it was before.
    """
    read = stored(battle)
    lines = _lines(battle, read)
    numbers = [line.entry.number for line in lines]
    upto = len(numbers) if number is None else _upto(numbers, number)
    if not upto:
        return None
    stood = _stood(read, lines, upto - 1)
    if stood is None:
        return None
    line, (then, sheet) = lines[upto - 1], stood
    wanted = line.entry.number if number is None else number
    is_it = wanted == line.entry.number
    step = _step(battle, read, line, then, sheet) if is_it else _that_counts_no_more(battle, wanted, read, sheet)
    if step is None:
        return None
    return ReplayPage(
        step=step,
        place=upto,
        steps=len(numbers),
        jumps=_jumps(read.sheet, lines[: upto - 1] if is_it else lines[:upto], lines[upto:]),
        course=course_of(read.sheet, lines, upto, looks_in(read)),
        **_table(battle, read, step.sheet, line.entry.changes if is_it else ()),
    )


def _upto(numbers: Sequence[int], number: int) -> int:
    """How many entries there were after that of a number, or where such a one stands that counts no more."""
    if number in numbers:
        # What is done again after a late undo stands where it stood at first, by a later number.
        return numbers.index(number) + 1
    return max((place for place, one in enumerate(numbers, start=1) if one < number), default=0)


def screen_page(battle: Battle) -> ScreenPage:
    """What the screen for those who look on shows."""
    game, read = GAMES[battle.game], stored(battle)
    lines = _lines(battle, read)
    attacks = [place for place, line in enumerate(lines) if is_attack(line)]
    stood = _stood(read, lines, attacks[-1]) if attacks else None
    attack = _step(battle, read, lines[attacks[-1]], *stood) if stood else None
    ends = read.sheet.over and battle.pinned == Pinned.ALL
    ending = ending_of(battle, game, read.sheet, looks_in(read)) if ends else None
    corrected, last = _newest(battle, game)
    taken_back = None if ends or not last or (attack and last.number <= attack.number) else last
    return ScreenPage(
        attack=attack,
        taken_back=taken_back,
        corrected=corrected,
        ending=ending,
        **_table(battle, read, read.sheet, ()),
    )


def _newest(battle: Battle, game: Game[Any]) -> tuple[Event | None, Event | None]:
    """The last entry of all where it is a correction, and the last attack, whether it counts or not."""
    either = Q(kind=game.usual) | Q(kind=AMENDED, number=battle.last_event)
    found = list(as_they_stand(battle).filter(either)[:2])
    corrected = found.pop(0) if found and found[0].kind == AMENDED else None
    return corrected, next(iter(found), None)


def _that_counts_no_more(battle: Battle, number: int, read: Stored, sheet: Any) -> Step | None:
    """An entry that was undone or struck out, with its dice; ``None`` where that number has none."""
    event = as_they_stand(battle).filter(number=number).first()
    if event is None:
        return None
    became = event.how or ""  # type: ignore[attr-defined]
    step = Step(event.number, event.headline, sheet, became=became, undone=hasattr(event, "undone_by"))
    if step.counts:
        return None
    line = line_of(battle, read.sheet, event)
    rolled = dice_that_count_no_more(line)
    return replace(step, headline=line.entry.headline, doer=_doer(battle, read, line), rolled=rolled)


def _lines(battle: Battle, read: Stored) -> list[Line]:
    """The entries that stand."""
    return [line for line in history_of(battle, read.sheet).lines if line.entry.how is not How.STRUCK]


def _stood(read: Stored, lines: Sequence[Line], place: int) -> tuple[Any, Any] | None:
    """The battle before one of these entries and after it; ``None`` where the log does not lead back to it."""
    entry, entries = lines[place].entry, [line.entry for line in lines]
    try:
        before = Timeline.leading_to(read.sheet, entries[place + 1 :] if entry.opens else entries[place:]).opening
    except Unlike:
        return None
    return before, before if entry.opens else moved(before, entry.parts, entry.changes)


def _step(battle: Battle, read: Stored, line: Line, before: Any, sheet: Any) -> Step:
    """What an entry was that led from one battle to another."""
    return Step(
        number=line.entry.number,
        headline=line.entry.headline,
        sheet=sheet,
        doer=_doer(battle, read, line),
        became=line.became,
        undone=line.undone,
        disputed=open_disputes(line.event).exists(),
        rolled=dice_of(line, before),
        differences=differences(GAMES[battle.game], before, line.entry.changes),
    )


def _doer(battle: Battle, read: Stored, line: Line) -> Doer | None:
    actor = read.rows.get(line.answers.get("actor", "")) if line.answers else None
    return doers_in(battle, read.rows.values()).get(actor.pk) if actor else None


def _table(battle: Battle, read: Stored, sheet: Any, changes: Sequence[Change]) -> dict[str, Any]:
    """The fields of a ``TableView`` on which nothing can be tapped."""
    game = GAMES[battle.game]
    panel = ReplayPanel(chosen=Chosen(game, sheet))
    return table_fields(battle, read, sheet, panel, game.turn(sheet), changes, Selection())


def _jumps(sheet: Any, lines_before: Sequence[Line], lines_after: Sequence[Line]) -> tuple[Jump, ...]:
    """To the beginning and the end, to the entry before and the next one, and to those of attacks and rounds."""
    before = lines_before[::-1]

    def first(lines: Sequence[Line], fits: Callable[[Line], bool]) -> int | None:
        return next((line.entry.number for line in lines if fits(line)), None)

    def any_of(line: Line) -> bool:
        return True

    def begins_a_round(line: Line) -> bool:
        return turn_of(sheet, line) is not None

    return (
        Jump("Start", "To the start", "first", before[-1].entry.number if before else None),
        Jump(f"{BEFORE} Back", "Back", "back", first(before, any_of)),
        Jump(f"On {NEXT}", "On", "on", first(lines_after, any_of)),
        Jump("End", "To the end", "last", lines_after[-1].entry.number if lines_after else None),
        Jump(f"{BEFORE} Attack", "Attack before", "attack-before", first(before, is_attack)),
        Jump(f"Attack {NEXT}", "Next attack", "attack-next", first(lines_after, is_attack)),
        Jump(f"{BEFORE} Round", "Round before", "round-before", first(before, begins_a_round)),
        Jump(f"Round {NEXT}", "Next round", "round-next", first(lines_after, begins_a_round)),
    )
