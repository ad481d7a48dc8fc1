"""The course of a battle under its replay: its rounds, in each of them the attacks of both sides, and what fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.looks import NOBODY, Look
from companion.services.history import Line
from rules.words import counted

MOST_ROUNDS = 30
"""Of a battle with more rounds there is no course: they would be too small to tap."""

MOST_MARKS = 12
"""Of a round with more marks only their number is told: they would be too small to see."""


@dataclass(frozen=True)
class Mark:
    """An attack or a fall: the look of the side that attacked, how many fell, and whether it is the step or later."""

    look: Look
    is_attack: bool
    fell: int
    is_here: bool
    is_later: bool


@dataclass(frozen=True)
class Leg:
    """A round: the number of the entry with which it begins, what is marked of it, and whether the step is in it."""

    round: int
    number: int
    marks: tuple[Mark, ...]
    is_here: bool

    @property
    def shown(self) -> tuple[Mark, ...]:
        """The marks, if there is room for them."""
        return self.marks if len(self.marks) <= MOST_MARKS else ()

    @property
    def said(self) -> str:
        """What there was in it, in words."""
        attacks, fell = sum(mark.is_attack for mark in self.marks), sum(mark.fell for mark in self.marks)
        told = [counted(attacks, "attack")] + ([f"{counted(fell, 'piece')} destroyed"] if fell else [])
        return f"Round {self.round}: {', '.join(told)}"


def course_of(sheet: Any, lines: Sequence[Line], place: int, looks: Mapping[str, Look]) -> tuple[Leg, ...]:
    """The rounds of the lines that led to a battle, seen from the one at a place, from 1; none that tell nothing."""
    turns = [(turn_of(sheet, line), at) for at, line in enumerate(lines)]
    begins = [(turn[1], at) for turn, at in turns if turn]
    first = next((turn[0] for turn, _ in turns if turn), sheet.round)
    starts = [(first, 0), *begins]
    if len(starts) > MOST_ROUNDS:
        return ()
    ends = [*(at for _, at in begins), len(lines)]
    sides = {piece.key: piece.side or "" for piece in sheet.pieces}
    marks = [_mark(line, at + 1 - place, sides, looks) for at, line in enumerate(lines)]
    legs = tuple(
        Leg(number, lines[at].entry.number, tuple(mark for mark in marks[at:end] if mark), at < place <= end)
        for (number, at), end in zip(starts, ends, strict=True)
        if at < end
    )
    return legs if len(legs) > 1 or any(leg.marks for leg in legs) else ()


def is_attack(line: Line) -> bool:
    """Whether it is an attack that counts: what a late undo took back stays an entry, and is none any more."""
    return line.entry.record is not None and line.entry.record.is_usual and not line.settled


def turn_of(sheet: Any, line: Line) -> tuple[int, int] | None:
    """The round before an entry and the one that it begins; ``None`` where it begins none that counts."""
    turns = [change for change in line.entry.changes if change.track == "round" and change.piece == sheet.key]
    return (turns[0].before, turns[-1].after) if turns and not line.settled else None  # type: ignore[return-value]


def _mark(line: Line, later: int, sides: Mapping[str, str], looks: Mapping[str, Look]) -> Mark | None:
    record, changes = line.entry.record, line.entry.changes
    attacked = is_attack(line)
    fell = sum(change.track == "destroyed_by" and bool(change.after) for change in changes)
    if line.settled or not (attacked or fell):
        return None
    side = sides.get(record.declaration.actor, "") if record is not None and attacked else ""
    return Mark(looks.get(side, NOBODY), attacked, fell, later == 0, later > 0)
