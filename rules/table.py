"""The table: where dice land and players decide, and all that a resolver can see of the world."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from rules.asks import Ask, B, Choice, D, Declared, O, Roll
from rules.dice import Face, Reading

A = TypeVar("A", bound=Hashable)
N = TypeVar("N", bound=Hashable)
R = TypeVar("R", bound=Hashable)
S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Resolver: TypeAlias = Callable[[A, "Table"], T]


class Table(Protocol):
    """Where a resolver gets its dice and its decisions from."""

    def roll(self, ask: Roll[Any, Any], read: Reading[T]) -> T:
        """Roll the pools of the ask together and return what ``read`` makes of their tallies; no dice, no roll."""

    def choose(self, ask: Choice[Any, Any, O]) -> O:
        """Let a side choose one of the options; a single option is taken without asking."""

    def play(self, resolve: Resolver[A, T], attack: A) -> T:
        """Resolve a part of the attack that has odds of its own."""

    def rest(self, resolve: Resolver[A, T], attack: A) -> T:
        """Resolve all the rest of this part: ``return table.rest(...)``, with nothing after it.

        Like ``play``, but its odds are simply added to those of this part, however many outcomes it has.
        """

    def rest_read(self, resolve: Resolver[A, S], attack: A, read: Callable[[S], T]) -> T:
        """The same where nothing of the end matters but what ``read`` makes of it."""

    def roll_rest(self, ask: Roll[Any, Any], read: Reading[A], resolve: Resolver[A, T]) -> T:
        """Roll, and resolve all the rest from what ``read`` makes of the dice: ``return table.roll_rest(...)``."""

    def play_rest(self, resolve: Resolver[A, S], attack: A, read: Callable[[S], N], then: Resolver[N, T]) -> T:
        """Resolve a part, and all the rest from what ``read`` makes of its end: ``return table.play_rest(...)``."""

    def rest_both(
        self, resolve: Resolver[A, S], attack: A, other: Resolver[N, R], beside: N, read: Callable[[S, R], T]
    ) -> T:
        """Resolve two parts that do not touch each other, where nothing matters but what ``read`` makes of both ends.

        Nothing comes after it: ``return table.rest_both(...)``.
        """

    def note(self, label: str, value: object) -> None:
        """Add a derived step to the trace."""


def end(ended: T, table: Table) -> T:
    """What is left to resolve of something that is at its end: nothing."""
    return ended


class StraightOn(Table):
    """A table at which parts and the rest are resolved where they stand, with what comes next."""

    def play(self, resolve: Resolver[A, T], attack: A) -> T:
        """Resolve a part."""
        return resolve(attack, self)

    def rest(self, resolve: Resolver[A, T], attack: A) -> T:
        """Resolve the rest."""
        return resolve(attack, self)

    def rest_read(self, resolve: Resolver[A, S], attack: A, read: Callable[[S], T]) -> T:
        """Resolve the rest, and read its end."""
        return read(resolve(attack, self))

    def roll_rest(self, ask: Roll[Any, Any], read: Reading[A], resolve: Resolver[A, T]) -> T:
        """Read the dice that come next, and resolve the rest with those after them."""
        return resolve(self.roll(ask, read), self)

    def play_rest(self, resolve: Resolver[A, S], attack: A, read: Callable[[S], N], then: Resolver[N, T]) -> T:
        """Resolve a part, and the rest from what ``read`` makes of its end."""
        return then(read(resolve(attack, self)), self)

    def rest_both(
        self, resolve: Resolver[A, S], attack: A, other: Resolver[N, R], beside: N, read: Callable[[S, R], T]
    ) -> T:
        """Resolve the one part, then the other, and read both ends."""
        return read(resolve(attack, self), other(beside, self))


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
    UNASKED = "not asked"
    """Taken without asking, since it is clear."""


_NEEDED = re.compile(r" \d+\+$")


def roll_of(label: str) -> str:
    """The roll that a label names, whatever it needs: “RULEVIOLATION 4+” is the same roll with another number."""
    return _NEEDED.sub("", label)


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
class Moment(Generic[B, D]):
    """Where something under way has come to: what was declared, the replies so far, and what is asked now."""

    declared: Declared[B, D]
    replies: tuple[Reply, ...]
    ask: Ask

    def after(self, option: int | str | None) -> tuple[Reply, ...]:
        """The replies with an option of the ask taken, or those so far."""
        return self.replies if option is None else (*self.replies, Pick(self.ask.label, option))


@dataclass(frozen=True, slots=True)
class Step:
    """One line of what happened, in the players' words."""

    label: str
    value: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """An option that was taken: a line of what happened that the ask puts into words."""

    ask: Choice[Any, Any, Any]
    option: int | str
    source: Source

    @property
    def label(self) -> str:
        """What the decision is called."""
        return self.ask.label

    @property
    def value(self) -> str:
        """The option as it is stored."""
        return str(self.option)

    def step(self, declared: Declared[Any, Any]) -> Step:
        """The line as it reads in what was declared."""
        return Step(self.label, self.ask.option(declared, self.option).label, self.source)


Trace: TypeAlias = tuple[Step | Taken, ...]
"""What happened, in order."""
