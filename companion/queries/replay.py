"""A battle stepped through: the board as it stood after an entry, what that changed, and its dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.forms.selection import Selection
from companion.models import Battle, Pinned
from companion.queries.ending import Ending, ending_of
from companion.queries.panel import differences
from companion.queries.panels import ReplayPanel
from companion.queries.selection import Chosen
from companion.queries.table_view import TableView, looks_in, table_fields
from companion.services.disputing import open_dispute
from companion.services.timeline import Line, timeline
from companion.sheets import Stored, stored
from rules.game import Game
from rules.games import GAMES
from rules.parts import WHOLE, Unlike
from rules.play import BadReply
from rules.replay import Rolled
from rules.timeline import Entry, How, moved, rewound
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
    """What an entry was: its dice, and what it changed from what was before."""

    number: int
    headline: str
    became: str
    disputed: bool
    rolled: tuple[Rolled, ...]
    differences: tuple[ChangeInWords, ...]
    sheet: Any
    """The battle after it."""


@dataclass(frozen=True, kw_only=True)
class ReplayPage(TableView):
    """The battle after one of its entries."""

    step: Step
    place: int
    steps: int
    jumps: tuple[Jump, ...]


@dataclass(frozen=True, kw_only=True)
class ScreenPage(TableView):
    """The battle as it stands, with the last attack that there was, or how it ended."""

    attack: Step | None
    ending: Ending | None


def replay_page(battle: Battle, number: int | None) -> ReplayPage | None:
    """The battle after the entry of that number, or after the last one; ``None`` where the log leads to none."""
    read = stored(battle)
    lines = _lines(battle, read)
    numbers = [line.entry.number for line in lines]
    if not numbers or (number is not None and number not in numbers):
        return None
    place = numbers.index(number) if number is not None else len(numbers) - 1
    step = _step(GAMES[battle.game], read, lines, place)
    if step is None:
        return None
    changed = {(change.piece, change.track) for change in lines[place].entry.changes}
    return ReplayPage(
        step=step,
        place=place + 1,
        steps=len(numbers),
        jumps=_jumps(GAMES[battle.game], lines, place),
        **_table(battle, read, step.sheet, changed),
    )


def screen_page(battle: Battle) -> ScreenPage:
    """What the screen for those who look on shows."""
    game, read = GAMES[battle.game], stored(battle)
    lines = _lines(battle, read)
    attacks = [place for place, line in enumerate(lines) if _is_attack(game, line.entry)]
    attack = _step(game, read, lines, attacks[-1]) if attacks else None
    ends = read.sheet.over and battle.pinned == Pinned.ALL
    ending = ending_of(battle, game, read.sheet, looks_in(read)) if ends else None
    return ScreenPage(attack=attack, ending=ending, **_table(battle, read, read.sheet, set()))


def _lines(battle: Battle, read: Stored) -> list[Line]:
    """The entries that stand."""
    return [line for line in timeline(battle, read.sheet).lines if line.entry.how is not How.STRUCK]


def _step(game: Game[Any], read: Stored, lines: Sequence[Line], place: int) -> Step | None:
    """What one of these entries was; ``None`` where the log does not lead back to it."""
    line, entries = lines[place], [one.entry for one in lines]
    opens = any(part.field == WHOLE for part in line.entry.parts)
    try:
        before = rewound(read.sheet, entries[place + 1 :] if opens else entries[place:])
    except Unlike:
        return None
    return Step(
        number=line.entry.number,
        headline=line.entry.headline,
        became=line.entry.how if line.version else "",
        disputed=open_dispute(line.event) is not None,
        rolled=_rolled(line.entry, before),
        differences=differences(game, before, line.entry.changes),
        sheet=before if opens else moved(before, line.entry.parts, line.entry.changes),
    )


def _table(battle: Battle, read: Stored, sheet: Any, changed: set[tuple[str, str]]) -> dict[str, Any]:
    """The fields of a ``TableView`` on which nothing can be tapped."""
    game = GAMES[battle.game]
    panel = ReplayPanel(chosen=Chosen(game, sheet))
    return table_fields(battle, read, sheet, panel, game.turn(sheet), changed, Selection())


def _rolled(entry: Entry, before: Any) -> tuple[Rolled, ...]:
    if entry.record is None or entry.how is How.KEPT:
        return ()
    try:
        return replace(entry.record, battle=before).rolled()
    except (BadReply, ValueError):
        return ()


def _is_attack(game: Game[Any], entry: Entry) -> bool:
    return entry.record is not None and entry.record.procedure.slug == game.usual


def _jumps(game: Game[Any], lines: Sequence[Line], place: int) -> tuple[Jump, ...]:
    """To the beginning and the end, to the entry before and the next one, and to those of attacks and rounds."""
    before, later = [line.entry for line in reversed(lines[:place])], [line.entry for line in lines[place + 1 :]]

    def first(entries: Sequence[Entry], fits: Callable[[Entry], bool]) -> int | None:
        return next((entry.number for entry in entries if fits(entry)), None)

    def any_of(entry: Entry) -> bool:
        return True

    def attacks(entry: Entry) -> bool:
        return _is_attack(game, entry)

    def rounds(entry: Entry) -> bool:
        return any(change.track == "round" for change in entry.changes)

    return (
        Jump("Start", "To the start", "first", before[-1].number if before else None),
        Jump(f"{BEFORE} Back", "Back", "back", first(before, any_of)),
        Jump(f"On {NEXT}", "On", "on", first(later, any_of)),
        Jump("End", "To the end", "last", later[-1].number if later else None),
        Jump(f"{BEFORE} Attack", "Attack before", "attack-before", first(before, attacks)),
        Jump(f"Attack {NEXT}", "Next attack", "attack-next", first(later, attacks)),
        Jump(f"{BEFORE} Round", "Round before", "round-before", first(before, rounds)),
        Jump(f"Round {NEXT}", "Next round", "round-next", first(later, rounds)),
    )
