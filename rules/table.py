"""The table: where dice land and players decide, and all that a resolver can see of the world."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias, TypeVar

from rules.dice import BadFaces, Face, Pool, Reading, Tally

A = TypeVar("A", bound=Hashable)
T = TypeVar("T", bound=Hashable)
O = TypeVar("O", int, str)  # noqa: E741  (an option; the letter is never a value)

Side: TypeAlias = str
"""The key of a side of the battle, as its sheet carries it."""

Resolver: TypeAlias = Callable[[A, "Table"], T]


class Table(Protocol):
    """Where a resolver gets its dice and its decisions from."""

    def roll(self, label: str, *pools: Pool, read: Reading[T], about: Hashable = None) -> T:
        """Roll the pools together and return what ``read`` makes of their tallies; no dice, no roll.

        ``about`` is what the roll is about as it stands, for whoever puts the ask into words.
        """

    def choose(self, label: str, by: Side, options: Sequence[O], about: Hashable = None) -> O:
        """Let a side choose one of the options, the usual one first; a single option is taken without asking.

        ``about`` is what the decision is about as it stands, for whoever puts the ask into words.
        """

    def play(self, resolve: Resolver[A, T], attack: A) -> T:
        """Resolve a part of the attack that has odds of its own."""

    def rest(self, resolve: Resolver[A, T], attack: A) -> T:
        """Resolve all the rest of this part: ``return table.rest(...)``, with nothing after it.

        Like ``play``, but its odds are simply added to those of this part, however many outcomes it has.
        """

    def note(self, label: str, value: object) -> None:
        """Add a derived step to the trace."""


class Source(StrEnum):
    """Where a reply came from."""

    ENTERED = "entered"
    """Physical dice, typed in."""
    ROLLED = "rolled"
    """The server's dice."""
    CHOSEN = "chosen"
    """A player's decision."""
    ONLY = "the only option"
    """Taken without asking."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The table waits for dice."""

    label: str
    pools: tuple[Pool, ...]
    about: Hashable = None
    """What the roll is about as it stands, where the rules say so."""

    def spelled(self, words: Sequence[Sequence[Face]]) -> tuple[tuple[Face, ...], ...]:
        """The faces that the words entered for each pool spell."""
        if len(words) != len(self.pools):
            return tuple(map(tuple, words))
        return tuple(pool.spelled(shown) for pool, shown in zip(self.pools, words, strict=True))

    def tallies(self, faces: Sequence[Sequence[Face]]) -> tuple[Tally, ...]:
        """The tally of each pool; ``BadFaces`` if the pools cannot show these faces."""
        if len(faces) != len(self.pools):
            raise BadFaces(f"{len(self.pools)} kinds of dice are needed. You entered {len(faces)}.")
        return tuple(pool.tally(shown) for pool, shown in zip(self.pools, faces, strict=True))


@dataclass(frozen=True, slots=True)
class Choice:
    """The table waits for a decision of one side."""

    label: str
    by: Side
    options: tuple[int | str, ...]
    about: Hashable = None
    """What the decision is about as it stands, where the rules say so."""


Ask: TypeAlias = Roll | Choice


@dataclass(frozen=True, slots=True)
class Dice:
    """The reply to a roll: the faces of each pool."""

    label: str
    faces: tuple[tuple[Face, ...], ...]
    source: Source = Source.ENTERED

    def __post_init__(self) -> None:
        """Refuse dice that were neither entered nor rolled."""
        if self.source not in (Source.ENTERED, Source.ROLLED):
            raise ValueError(f"dice are {Source.ENTERED} or {Source.ROLLED}, not {self.source}")


@dataclass(frozen=True, slots=True)
class Pick:
    """The reply to a choice: the option taken."""

    label: str
    option: int | str


Reply: TypeAlias = Dice | Pick


@dataclass(frozen=True, slots=True)
class Step:
    """One line of what happened, in the players' words."""

    label: str
    value: str
    source: str = ""

    @property
    def is_option(self) -> bool:
        """Whether the value is an option that was taken."""
        return self.source in (Source.CHOSEN, Source.ONLY)
