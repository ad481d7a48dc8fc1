"""What a game supplies: its sheet, the procedures its players can declare, its score and its worked examples."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias, TypeVar

from rules.asks import Choice, Declared, Option, Outlook
from rules.board import Board
from rules.changes import Change
from rules.examples import Demo, Example
from rules.fates import FatesOf, no_fates
from rules.following import Following
from rules.origins import Origin
from rules.questions import Answers, AnyQuestion, Rows
from rules.records import from_json
from rules.shapes import Step as ShapeStep
from rules.shapes import of_today
from rules.sheets import BattleSheet
from rules.table import Moment, Reply, Resolver
from rules.turns import Turn, any_of, in_short
from rules.vocabulary import NOTHING_GONE, ChangeInWords, Vocabulary
from rules.words import capitalised

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
    also: tuple[str, ...] = field(default=(), kw_only=True)
    """What they need not go through as far as anybody can tell, and may look at."""


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


def _no_winners(battle: object) -> tuple[str, ...]:
    return ()


def no_odds(moment: object, option: object) -> None:
    """What a procedure without dice counts at an ask."""


def as_it_is(data: object) -> object:
    """A declaration that has always had the shape of today."""
    return data


@dataclass(frozen=True, slots=True)
class Procedure(Generic[B, D]):
    """Something that players can declare: an attack, a frame's activation, the end of a round.

    It is either of a piece or of the battle. ``questions`` are what the app cannot know and asks first. ``outlook``
    tells the odds before the dice, and ``odds_at`` those at an ask, or after an option of it where one is named; it
    tells ``None`` where nothing can be counted in the time of a tap, or nothing is uncertain any more. ``prospect`` is
    the part of the outlook that a card shows, for games that count it sooner. ``addable`` are the questions with rows
    to which more can be answered while it is under way, after some replies.
    """

    slug: str
    name: str
    declaration: type[D]
    resolve: Resolver[Declared[B, D], Outcome]
    questions: Callable[[B, Answers], tuple[AnyQuestion, ...]] = field(default=lambda battle, answers: (), kw_only=True)
    outlook: Callable[[Declared[B, D]], Outlook] | None = field(default=None, kw_only=True)
    prospect: Callable[[Declared[B, D]], Outlook] | None = field(default=None, kw_only=True)
    odds_at: Callable[[Moment[B, D], int | str | None], Outlook | None] = field(default=no_odds, kw_only=True)
    addable: Callable[[Declared[B, D], Sequence[Reply]], tuple[Rows, ...]] = field(
        default=lambda declared, replies: (), kw_only=True
    )
    fates: FatesOf[B, D] = field(default=no_fates, kw_only=True)
    """What became of the dice of every roll so far, by what was declared and answered, and whether it is over."""
    make: Callable[[Answers], D] | None = field(default=None, kw_only=True)
    by_hand: bool = field(default=False, kw_only=True)
    """Whether its changes alone say what it did: players set something right."""
    at_once: bool = field(default=False, kw_only=True)
    """Whether it is stored as soon as all is answered: nobody has to look at its outcome before."""
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

    def options(self, moment: Moment[B, D]) -> tuple[Option, ...]:
        """The options of what is asked, as players read them, each with its odds; none where dice are asked for."""
        ask = moment.ask
        return tuple(self.option(moment, value) for value in ask.options) if isinstance(ask, Choice) else ()

    def option(self, moment: Moment[B, D], value: int | str) -> Option:
        """One option of the choice that is asked, as players read it, with what it leads to and its odds."""
        assert isinstance(moment.ask, Choice)
        option = moment.ask.option(moment.declared, value)
        found = self.odds_at(moment, value)
        return replace(option, main=found.main, expected=found.expected) if found else option


@dataclass(frozen=True, slots=True)
class OfPiece(Procedure[B, D]):
    """A procedure of a piece: ``actors`` says which pieces can declare it, ``targets`` what one can aim it at."""

    actors: Callable[[B], WhyNot] = field(kw_only=True)
    targets: Callable[[B, str], WhyNot] = field(default=lambda battle, actor: {}, kw_only=True)


@dataclass(frozen=True, slots=True)
class OfBattle(Procedure[B, D]):
    """A procedure of the battle itself; ``offered`` says whether it can be declared now."""

    offered: Callable[[B], bool] = field(kw_only=True)
    ends: bool = field(default=False, kw_only=True)
    """Whether players end the battle with it."""


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
    introduction: str = ""
    """What the game is about and how a round goes, in a few sentences of our own for whoever opens its help."""
    most_sides: int = 5
    """How many sides a battle may have; two is the fewest."""
    earlier_editions: tuple[str, ...] = ()
    """The editions before, whose records are read still and come out by the rules of this one."""
    turns: Callable[[B], Turn] | None = None
    """Whose turn it is while a battle is under way; without it the round, and the usual procedure's pieces."""
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
    winners: Callable[[B], tuple[str, ...]] = _no_winners
    """The keys of the sides that have won a battle that is over, several where they tie; none where no text tells."""
    draws: bool = False
    """Whether a battle that is over and has no winner is a draw, in which all tie."""
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
    origins: tuple[Origin, ...] = ()
    """Where each line of its traces comes from; the first that fits counts."""

    earlier: tuple[ShapeStep, ...] = ()
    """What makes the plain values of each earlier shape of its sheets those of the next, the oldest first."""

    @property
    def shape(self) -> int:
        """The number of the shape that its sheets have today."""
        return len(self.earlier) + 1

    def read(self, data: object, shape: object, place: str = "pieces") -> B:
        """The battle that plain values of a shape describe; ``BadRecord`` where they do not fit."""
        return from_json(self.battle, of_today(self.earlier, shape, data), place)

    def tell(self, battle: B, change: Change) -> ChangeInWords | None:
        """A change in words, or ``None`` for one that players need not be told."""
        return self.vocabulary.tell(battle, change)

    def tell_each(
        self, battle: B, changes: Iterable[Change], gone: Mapping[str, Any] = NOTHING_GONE
    ) -> Iterator[tuple[Change, ChangeInWords]]:
        """Each change beside it in words, without those that players need not be told, as the vocabulary does."""
        return self.vocabulary.tell_each(battle, changes, gone)

    def turn(self, battle: B) -> Turn:
        """Whose turn it is, who may act and what is next."""
        if battle.over:
            return Turn("The battle is over.")
        if not battle.started:
            return Turn("The battle has not started.")
        return self.turns(battle) if self.turns else self._any_turn(battle)

    def _any_turn(self, battle: B) -> Turn:
        """What can be told of every game: who could do what is usual, and nothing of an order."""
        able = {key for p in self.of_pieces if p.slug == self.usual for key, why in p.actors(battle).items() if not why}
        acting = [piece for piece in battle.pieces if piece.key in able]
        if not acting:
            return Turn(f"Round {battle.round}")
        sentence = in_short(battle, lambda names: f"Round {battle.round}: {any_of(acting, names)}")
        return Turn(sentence, tuple(piece.key for piece in acting))

    def origin(self, procedure: str, label: str, value: str = "") -> Origin | None:
        """Where a line of a procedure's trace comes from, as far as the game tells."""
        return next((origin for origin in self.origins if origin.is_of(procedure, label, value)), None)

    @property
    def has_points(self) -> bool:
        """Whether its rules give points."""
        return self.score is not _no_points

    @property
    def has_winners(self) -> bool:
        """Whether its rules tell who has won."""
        return self.winners is not _no_winners

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

    def called(self, slug: str) -> str:
        """The name of a procedure, or the slug itself where the game has none of that name any more."""
        return next((known.name for known in self.procedures if known.slug == slug), capitalised(slug))
