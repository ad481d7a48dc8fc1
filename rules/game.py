"""What a game supplies: its sheet, the procedures its players can declare, its score and its worked examples."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from rules.board import Board
from rules.changes import NAMED, Change, Value, keyed
from rules.following import Following
from rules.records import from_json
from rules.table import Ask, Reply, Table

B = TypeVar("B", bound=Hashable)
D = TypeVar("D", bound=Hashable)

Answer: TypeAlias = int | str | bool | None
Answers: TypeAlias = Mapping[str, Any]
"""The answers to a procedure's questions by name, with the keys of the chosen pieces as ``actor`` and ``target``.

Each is an ``Answer``; to ``Rows`` it is a list of JSON objects with the ``name`` and the numbers of each row.
"""

WhyNot: TypeAlias = Mapping[str, str]
"""For each key of a piece the sentence why it cannot be chosen now, empty where it can."""


class Illegal(ValueError):
    """A declaration that the rules do not allow; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Declared(Generic[B, D]):
    """What a procedure resolves: the battle as it stands and what was declared."""

    battle: B
    declaration: D


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a procedure ended: one line that a friend would understand, and what it changes."""

    headline: str
    changes: tuple[Change, ...]
    checklist: tuple[str, ...] = field(default=(), kw_only=True)
    """What the players still go through, in order: what depends on cards that the rules here do not know."""


@dataclass(frozen=True, slots=True)
class Chance:
    """One bar of the odds: what happens, and how likely it is."""

    label: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Option:
    """One answer on offer: its value, its name, what it leads to, and why it cannot be taken (empty when it can)."""

    value: Answer
    label: str
    leads_to: str = ""
    refused: str = ""
    bars: tuple[Chance, ...] = ()
    """The odds after it, where the rules count them."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the app cannot know and asks before the dice: one of some options."""

    name: str
    label: str
    options: tuple[Option, ...]
    usual: Answer
    help: str = ""


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
    """A known row on offer: its name and numbers, what it does in words, and why it cannot be taken (else empty)."""

    name: str
    numbers: tuple[tuple[str, int], ...] = ()
    leads_to: str = ""
    refused: str = ""

    @property
    def answer(self) -> dict[str, int | str]:
        """The row as a part of the answer."""
        return {"name": self.name, **dict(self.numbers)}


@dataclass(frozen=True, slots=True)
class Rows:
    """What the app cannot know and asks before the dice: any of the rows on offer, and a few typed ones.

    ``usual`` names the rows that are taken unless the players say otherwise. What was taken last time is not offered
    again by itself, since a row may have its price.
    """

    name: str
    label: str
    columns: tuple[Column, ...] = ()
    offered: tuple[Row, ...] = ()
    usual: tuple[str, ...] = ()
    typed: int = 3
    """How many rows can be typed in besides."""
    help: str = ""


Asked: TypeAlias = Question | Count | Rows


@dataclass(frozen=True, slots=True)
class Outlook:
    """What follows from a declaration, or from the dice that lie there: a sentence, the odds in a line, their bars."""

    sentence: str
    line: str = ""
    bars: tuple[Chance, ...] = ()
    more: tuple[str, ...] = ()
    """What else is worth knowing, a sentence each."""


class PieceSheet(Protocol):
    """What the sheet of every piece tells, besides its own fields."""

    @property
    def key(self) -> str:
        """Its key in the battle."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def side(self) -> str | None:
        """The key of the side that it belongs to, if any."""

    @property
    def standing(self) -> bool:
        """Whether it is on the board."""


class SideSheet(Protocol):
    """What the sheet of every side tells."""

    @property
    def key(self) -> str:
        """Its key in the battle."""

    @property
    def name(self) -> str:
        """Its name."""


class BattleSheet(Protocol):
    """What the sheet of every battle tells."""

    @property
    def sides(self) -> tuple[SideSheet, ...]:
        """The sides."""

    @property
    def pieces(self) -> tuple[PieceSheet, ...]:
        """Everything that has a card."""

    @property
    def started(self) -> bool:
        """Whether it has started."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""


class Resolve(Protocol):
    """A resolver of a whole procedure."""

    def __call__(self, declared: Any, table: Table, /) -> Outcome:
        """Resolve what was declared; ``Illegal`` when the rules do not allow it."""


def _nobody(battle: Any) -> WhyNot:
    return {}


def _nothing(battle: Any, actor: str) -> WhyNot:
    return {}


def _never(battle: Any) -> bool:
    return False


def _no_points(battle: Any) -> Mapping[str, int]:
    return {}


def _no_standing(battle: Any, side: str) -> tuple[tuple[str, str], ...]:
    return ()


def _no_board(battle: Any, actor: str) -> Board | None:
    return None


def _no_questions(battle: Any, answers: Answers) -> tuple[Asked, ...]:
    return ()


def _plain_sentence(declared: Any, ask: Ask) -> str:
    return ask.label


def _no_prospect(declared: Any, ask: Ask) -> Outlook | None:
    return None


def _nothing_to_add(declared: Any, replies: Sequence[Reply]) -> tuple[Rows, ...]:
    return ()


def _plain_option(declared: Any, ask: Ask, option: int | str) -> Option:
    return Option(option, str(option))


@dataclass(frozen=True, slots=True)
class Procedure:
    """Something that players can declare: an attack, a frame's activation, the end of a round.

    ``actors`` and ``targets`` say which pieces may be chosen; ``offered`` whether it can be declared for the battle
    itself. ``outlook`` tells the odds before the dice, ``prospect`` those at an ask. ``addable`` are the questions with
    rows to which more can be answered while it is under way, after some replies.
    """

    slug: str
    name: str
    declaration: type[Any]
    resolve: Resolve
    actors: Callable[[Any], WhyNot] = _nobody
    targets: Callable[[Any, str], WhyNot] = _nothing
    questions: Callable[[Any, Answers], tuple[Asked, ...]] = _no_questions
    outlook: Callable[[Any], Outlook] | None = None
    sentence: Callable[[Any, Ask], str] = _plain_sentence
    option: Callable[[Any, Ask, int | str], Option] = _plain_option
    prospect: Callable[[Any, Ask], Outlook | None] = _no_prospect
    addable: Callable[[Any, Sequence[Reply]], tuple[Rows, ...]] = _nothing_to_add
    make: Callable[[Answers], Any] | None = None
    offered: Callable[[Any], bool] = _never

    def declare(self, answers: Answers) -> Any:
        """The declaration that the answers make; ``BadRecord`` if they do not fit."""
        if self.make:
            return self.make(answers)
        return from_json(self.declaration, dict(answers), self.name)


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a battle, what is declared in it, the replies, and what must come of it."""

    slug: str
    title: str
    procedure: str
    battle: Any
    declaration: Any
    replies: tuple[Any, ...]
    headline: str = ""
    expected: tuple[tuple[str, str, Any], ...] = ()
    """Piece, track and value afterwards."""
    waits_for: str = ""
    """The label of the ask at which the replies run out, if they do."""
    refused: str = ""
    """The sentence of the refusal, if the rules do not allow it."""
    story: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A change in the players' words: the piece, what of it, and what it showed before and shows afterwards."""

    piece: str
    what: str
    before: str
    after: str


def tell_plainly(battle: Any, change: Change) -> Told | None:
    """The change with its track as it is called, and keys by their names."""
    named = {key: getattr(part, "name", "the battle") for key, part in keyed(battle).items()}

    def shown(value: Value) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return named.get(str(value), "none" if value in (None, "") else str(value))

    track, _, name = change.track.partition(NAMED)
    return Told(
        named.get(change.piece, "a piece"), name or track.replace("_", " "), shown(change.before), shown(change.after)
    )


@dataclass(frozen=True, slots=True)
class Game:
    """A game: one object, named in one line of ``rules.games``."""

    slug: str
    name: str
    edition: str
    battle: type[Any]
    procedures: tuple[Procedure, ...]
    status: Callable[[Any], tuple[tuple[str, str], ...]]
    examples: tuple[Example, ...]
    follows: Callable[[Any, Any], Following]
    """What follows of itself from an edit by hand, by the battle before it and after it.

    ``Illegal`` when the edit asks for what the rules would undo at once.
    """
    score: Callable[[Any], Mapping[str, int]] = _no_points
    """The points of each side by its key; a game whose rules give none has an empty score."""
    point: str = "point"
    """What one of its points is called."""
    standing: Callable[[Any, str], tuple[tuple[str, str], ...]] = _no_standing
    """What a side has left besides its points, as pairs of name and value, by the side's key."""
    board: Callable[[Any, str], Board | None] = _no_board
    """The board that its battles are fought on, if it is one of squares, for a chosen piece by its key or for none."""
    symbols: tuple[str, ...] = ()
    """Faces of its dice that are symbols: pages show them as pictures with their words."""
    tell: Callable[[Any, Change], Told | None] = tell_plainly
    """A change in words, or ``None`` for one that players need not be told."""

    @property
    def has_points(self) -> bool:
        """Whether its rules give points."""
        return self.score is not _no_points

    def procedure(self, slug: str) -> Procedure:
        """The procedure of that name; ``KeyError`` if the game has none."""
        for procedure in self.procedures:
            if procedure.slug == slug:
                return procedure
        raise KeyError(slug)
