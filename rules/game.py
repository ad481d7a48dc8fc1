"""What a game supplies: its sheet, the procedures its players can declare, its score and its worked examples."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias, TypeVar

from rules.asks import Ask, Choice, Declared, Option, Outlook
from rules.board import Board
from rules.changes import Change, Value
from rules.following import Following
from rules.questions import Answers, AnyQuestion, Rows
from rules.records import from_json
from rules.sheets import BattleSheet
from rules.table import Reply, Resolver
from rules.vocabulary import ChangeInWords, Vocabulary

B = TypeVar("B", bound=BattleSheet)
D = TypeVar("D", bound=Hashable)

WhyNot: TypeAlias = Mapping[str, str]
"""For each key of a piece the sentence why it cannot be chosen now, empty where it can."""


class Illegal(ValueError):
    """A declaration that the rules do not allow; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a procedure ended: one line that a friend would understand, and what it changes."""

    headline: str
    changes: tuple[Change, ...]
    checklist: tuple[str, ...] = field(default=(), kw_only=True)
    """What the players still go through, in order: what depends on cards that the rules here do not know."""


PLAIN: Vocabulary[Any] = Vocabulary({})
"""The words of a game whose tracks are called as its sheets have them."""


def _round(battle: BattleSheet) -> tuple[tuple[str, str], ...]:
    over = (("Battle", "over"),) if battle.over else ()
    return (("Round", str(battle.round)), *over)


def no_pieces(battle: BattleSheet, side: str) -> tuple[str, ...]:
    """What is wrong with a side that has nothing on the board."""
    (name,) = (known.name for known in battle.sides if known.key == side)
    return () if any(piece.side == side for piece in battle.pieces) else (f"{name} has nothing on the board.",)


def _no_points(battle: object) -> Mapping[str, int]:
    return {}


def as_it_is(data: object) -> object:
    """A declaration that has always had the shape of today."""
    return data


@dataclass(frozen=True, slots=True)
class Procedure(Generic[B, D]):
    """Something that players can declare: an attack, a frame's activation, the end of a round.

    It is either of a piece or of the battle. ``questions`` are what the app cannot know and asks first. ``outlook``
    tells the odds before the dice, ``odds_at`` those at an ask and ``odds_after`` those after an option of it, where
    the rules count them. ``addable`` are the questions with rows to which more can be answered while it is under way,
    after some replies.
    """

    slug: str
    name: str
    declaration: type[D]
    resolve: Resolver[Declared[B, D], Outcome]
    questions: Callable[[B, Answers], tuple[AnyQuestion, ...]] = field(default=lambda battle, answers: (), kw_only=True)
    outlook: Callable[[Declared[B, D]], Outlook] | None = field(default=None, kw_only=True)
    odds_at: Callable[[Declared[B, D], Ask], Outlook | None] = field(default=lambda declared, ask: None, kw_only=True)
    odds_after: Callable[[Declared[B, D], Ask, int | str], Outlook | None] = field(
        default=lambda declared, ask, option: None, kw_only=True
    )
    addable: Callable[[Declared[B, D], Sequence[Reply]], tuple[Rows, ...]] = field(
        default=lambda declared, replies: (), kw_only=True
    )
    make: Callable[[Answers], D] | None = field(default=None, kw_only=True)
    upgrade: Callable[[object], object] = field(default=as_it_is, kw_only=True)
    """A declaration as it was stored under an earlier shape, in the shape of today."""

    def read(self, data: object, place: str = "declaration") -> D:
        """The declaration that plain JSON values describe, of today or earlier; ``BadRecord`` if they do not fit."""
        return from_json(self.declaration, self.upgrade(data), place)

    def declare(self, answers: Answers) -> D:
        """The declaration that the answers make; ``BadRecord`` if they do not fit."""
        if self.make:
            return self.make(answers)
        return from_json(self.declaration, dict(answers), self.name)

    def options(self, declared: Declared[B, D], ask: Choice[B, D, Any]) -> tuple[Option, ...]:
        """The options of an ask as players read them, each with what it leads to and its odds."""
        return tuple(self.option(declared, ask, value) for value in ask.options)

    def option(self, declared: Declared[B, D], ask: Choice[B, D, Any], value: int | str) -> Option:
        """One option of an ask as players read it, with what it leads to and its odds."""
        option = ask.option(declared, value)
        found = self.odds_after(declared, ask, value)
        if found is None:
            return option
        leads_to = "; ".join(part for part in (option.leads_to, found.line) if part)
        return replace(option, leads_to=leads_to, bars=found.bars)


@dataclass(frozen=True, slots=True)
class OfPiece(Procedure[B, D]):
    """A procedure of a piece: ``actors`` says which pieces can declare it, ``targets`` what one can aim it at."""

    actors: Callable[[B], WhyNot] = field(kw_only=True)
    targets: Callable[[B, str], WhyNot] = field(default=lambda battle, actor: {}, kw_only=True)


@dataclass(frozen=True, slots=True)
class OfBattle(Procedure[B, D]):
    """A procedure of the battle itself; ``offered`` says whether it can be declared now."""

    offered: Callable[[B], bool] = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Example(Generic[B]):
    """A worked example: a battle, what is declared in it, the replies, and what must come of it."""

    slug: str
    title: str
    procedure: str
    battle: B
    declaration: Hashable
    replies: tuple[Reply, ...]
    headline: str = ""
    expected: tuple[tuple[str, str, Value | frozenset[str]], ...] = ()
    """Piece, track and value afterwards."""
    waits_for: str = ""
    """The label of the ask at which the replies run out, if they do."""
    refused: str = ""
    """The sentence of the refusal, if the rules do not allow it."""
    story: str = ""

    @property
    def declared(self) -> Declared[B, Any]:
        """What its procedure resolves."""
        return Declared(self.battle, self.declaration)


@dataclass(frozen=True, slots=True)
class Demo(Generic[B]):
    """A battle to try a game with, and what it is called."""

    name: str
    battle: B


@dataclass(frozen=True, slots=True)
class Game(Generic[B]):
    """A game: one object, named in one line of ``rules.games``."""

    slug: str
    name: str
    edition: str
    battle: type[B]
    procedures: tuple[Procedure[B, Any], ...]
    examples: tuple[Example[B], ...]
    demo: Demo[B]
    status: Callable[[B], tuple[tuple[str, str], ...]] = _round
    """Where the battle has come to, as pairs of name and value."""
    problems: Callable[[B, str], Iterable[str]] = no_pieces
    """What is wrong with the build of a side before the start, by the side's key, a sentence each."""
    follows: Callable[[B, B], Following] = lambda before, edited: Following()
    """What follows of itself from an edit by hand, by the battle before it and after it.

    ``Illegal`` when the edit asks for what the rules would undo at once.
    """
    usual: str = "attack"
    """The procedure that a tap on a piece and then on another one means."""
    score: Callable[[B], Mapping[str, int]] = _no_points
    """The points of each side by its key; a game whose rules give none has an empty score."""
    point: str = "point"
    """What one of its points is called."""
    left: Callable[[B, str], tuple[tuple[str, str], ...]] = lambda battle, side: ()
    """What a side has left besides its points, as pairs of name and value, by the side's key."""
    board: Callable[[B, str], Board | None] = lambda battle, actor: None
    """The board that its battles are fought on, if it is one of squares, for a chosen piece by its key or for none."""
    is_due: Callable[[B, str], bool] = lambda battle, actor: False
    """Whether the attack of a piece, by its key, is what comes next when something that it did was applied."""
    symbols: tuple[str, ...] = ()
    """Faces of its dice that are symbols: pages show them as pictures with their words."""
    vocabulary: Vocabulary[B] = PLAIN
    """What its tracks are called."""

    def tell(self, battle: B, change: Change) -> ChangeInWords | None:
        """A change in words, or ``None`` for one that players need not be told."""
        return self.vocabulary.tell(battle, change)

    @property
    def has_points(self) -> bool:
        """Whether its rules give points."""
        return self.score is not _no_points

    @property
    def of_pieces(self) -> tuple[OfPiece[B, Any], ...]:
        """The procedures that a piece declares."""
        return tuple(procedure for procedure in self.procedures if isinstance(procedure, OfPiece))

    @property
    def of_the_battle(self) -> tuple[OfBattle[B, Any], ...]:
        """The procedures that are declared for the battle itself."""
        return tuple(procedure for procedure in self.procedures if isinstance(procedure, OfBattle))

    def procedure(self, slug: str) -> Procedure[B, Any]:
        """The procedure of that name; ``KeyError`` if the game has none."""
        for procedure in self.procedures:
            if procedure.slug == slug:
                return procedure
        raise KeyError(slug)
