"""What the app cannot know and asks before the dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from rules.asks import Answer, Option
from rules.bounds import bounds_of
from rules.sums import Part
from rules.words import capitalised

NO_YES = (Option(False, "no"), Option(True, "yes"))
YES_NO = NO_YES[::-1]

Answers: TypeAlias = Mapping[str, Any]
"""The answers to a procedure's questions by name, with the keys of the chosen pieces as ``actor`` and ``target``.

Each is an ``Answer``; to ``Rows`` it is a list of JSON objects with the ``name`` and the numbers of each row, and with
``typed`` where one was typed in: its name is then none of the rules.
"""

PIECES = ("actor", "target")
"""The answers that name a piece: who acts, and whom it is aimed at."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the app cannot know and asks before the dice: one of some options.

    Where it is ``untold``, nothing is chosen until the players say it, whatever is usual. One that is ``rare`` is one
    quiet line until somebody opens it.
    """

    name: str
    label: str
    options: tuple[Option, ...]
    usual: Answer
    help: str = ""
    untold: bool = False
    rare: bool = False


@dataclass(frozen=True, slots=True)
class Count:
    """What the app cannot know and asks before the dice: a whole number."""

    name: str
    label: str
    least: int
    most: int
    usual: int
    help: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One whole number that every typed row of ``Rows`` can have; it is 0 unless it is said."""

    name: str
    label: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Row:
    """A known row on offer: its name and numbers, what it does in words, and why it cannot be taken (else empty).

    ``dice`` are those that it adds or takes away; the words then say only what it does besides.
    """

    name: str
    numbers: tuple[tuple[str, int], ...] = ()
    leads_to: str = ""
    refused: str = ""
    typed: bool = False
    """It is one that players typed in before."""
    dice: tuple[Part, ...] = ()

    @property
    def answer(self) -> dict[str, int | str]:
        """The row as a part of the answer."""
        return {"name": self.name, **({"typed": True} if self.typed else {}), **dict(self.numbers)}


@dataclass(frozen=True, slots=True)
class Rows:
    """What the app cannot know and asks before the dice: any of the rows on offer, and a few typed ones.

    ``usual`` names the rows that are taken unless the players say otherwise. What was typed in last time is on offer
    again, and not taken by itself, since a row may have its price.
    """

    name: str
    label: str
    columns: tuple[Column, ...] = ()
    offered: tuple[Row, ...] = ()
    usual: tuple[str, ...] = ()
    typed: int = 3
    """How many rows can be typed in besides."""
    help: str = ""
    piece: str = ""
    """The piece, by its key, that they are all about."""


AnyQuestion: TypeAlias = Question | Count | Rows


def count_of(part: object, track: str, label: str = "") -> Count:
    """How much a part of a sheet shows on a track, within its bounds."""
    bounds = bounds_of(part, track)
    return Count(track, label or capitalised(bounds.called), bounds.least, bounds.most, getattr(part, track))


def choice_of(part: object, track: str, label: str = "", *, absent: bool = False) -> Question:
    """What a part of a sheet shows on a track: yes or no, a name of its kind, or a number (``absent``: or none)."""
    now = getattr(part, track)
    if isinstance(now, bool):
        return Question(track, label, NO_YES, now)
    if isinstance(now, Enum):
        return Question(track, label, tuple(Option(kind.value, kind.value) for kind in type(now)), now.value)
    bounds = bounds_of(part, track)
    offered = numbers(bounds.least, bounds.most, absent=absent)
    return Question(track, label or capitalised(bounds.called), offered, now)


def numbers(least: int, most: int, *, absent: bool = False) -> tuple[Option, ...]:
    """Each number as an option; ``absent``: after none."""
    none = (Option(None, "none"),) if absent else ()
    return (*none, *(Option(number, str(number)) for number in range(least, most + 1)))
