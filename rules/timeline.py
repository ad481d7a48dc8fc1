"""The opening sheet of a battle and its entries, in order: what was declared, written by hand, or set up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.changes import Change, apply, merged, undo
from rules.parts import WHOLE, Part, Unlike, with_parts
from rules.replay import Record
from rules.table import Reply


class How(StrEnum):
    """What becomes of an entry: it is resolved with replies, keeps what was stored of it, or is struck out."""

    AGAIN = "again"
    KEPT = "kept"
    STRUCK = "struck"


class NoBattle(ValueError):
    """Changes that lead to no battle that the rules know; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one event of the log adds to a battle: what was declared with its replies, or changes written by hand.

    ``how`` tells whether its changes stand whatever they were made from, a referee's, or it did not happen; ``older``
    that it was resolved by an older edition: its changes stand as written until it is itself amended. ``earlier`` are
    the replies to it before each of its amendments, the first ones first; ``struck`` is what it changed before it was
    struck out, and ``struck_parts`` what joined or left by it then. ``stood`` is how it stood before each change that
    is a consequence of another entry's amendment, the first one first: whatever is amended later, it stands so again
    where it can. ``undoes`` is the number of the entry that it takes back, where it is an undo.
    """

    number: int
    headline: str
    changes: tuple[Change, ...]
    record: Record | None = None
    parts: tuple[Part, ...] = ()
    how: How = How.AGAIN
    older: bool = False
    earlier: tuple[tuple[Reply, ...], ...] = ()
    struck: tuple[Change, ...] = ()
    struck_parts: tuple[Part, ...] = ()
    stood: tuple[Entry, ...] = ()
    undoes: int | None = None

    @property
    def opens(self) -> bool:
        """Whether the battle begins with it."""
        return any(part.field == WHOLE for part in self.parts)

    @property
    def at_first(self) -> tuple[Reply, ...]:
        """What was replied to it before any amendment."""
        return self.earlier[0] if self.earlier else self.record.replies if self.record else ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """The sheet before the first entry, and the entries in order; ``opening`` is ``None`` before there was any.

    ``passed`` are entries before those that an undo among them takes back.
    """

    opening: Any
    entries: tuple[Entry, ...]
    passed: tuple[Entry, ...] = ()

    @classmethod
    def leading_to(cls, sheet: Any, entries: Sequence[Entry], passed: tuple[Entry, ...] = ()) -> Timeline:
        """The timeline of the entries that led to a sheet; ``Unlike`` where they do not lead back from it."""
        try:
            return cls(_before(sheet, entries), tuple(entries), passed)
        except (KeyError, ValueError) as problem:
            raise Unlike(str(problem)) from problem

    def sheets(self) -> Iterator[Any]:
        """The opening sheet, then the one after each entry as it stands; ``NoBattle`` where one leads to none."""
        sheet = self.opening
        yield sheet
        for entry in self.entries:
            sheet = moved(sheet, entry.parts, entry.changes)
            yield sheet


def _before(sheet: Any, entries: Sequence[Entry]) -> Any:
    waiting: list[Change] = []
    for entry in reversed(entries):
        if not entry.parts:
            waiting += undo(entry.changes)
            continue
        sheet = apply(sheet, merged(waiting))
        waiting = []
        sheet = with_parts(sheet, [part.undone() for part in reversed(entry.parts)], undo(entry.changes))
    return apply(sheet, merged(waiting))


def moved(sheet: Any, parts: Sequence[Part], changes: Sequence[Change]) -> Any:
    """The sheet after parts joined or left and changes, where the parts still fit; ``NoBattle`` where it is none."""
    try:
        if parts:
            with suppress(Unlike):
                return with_parts(sheet, parts, changes)
        return apply(sheet, changes)
    except (KeyError, ValueError) as problem:
        raise NoBattle(str(problem)) from problem
