"""What a resolver asks for: dice or a decision, as a value that knows its label and how it reads at the table."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from rules.changes import keyed
from rules.dice import BadFaces, Face, Pool, Tally

B = TypeVar("B", bound=Hashable)
D = TypeVar("D", bound=Hashable)
O = TypeVar("O", int, str)  # noqa: E741  (an option; the letter is never a value)

Side: TypeAlias = str
"""The key of a side of the battle, as its sheet carries it."""

Answer: TypeAlias = int | str | bool | None


@dataclass(frozen=True, slots=True)
class Declared(Generic[B, D]):
    """What a procedure resolves: the battle as it stands and what was declared."""

    battle: B
    declaration: D


@dataclass(frozen=True, slots=True)
class Chance:
    """One bar of the odds: what happens, and how likely it is."""

    label: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Outlook:
    """What follows from a declaration, or from the dice that lie there: a sentence, the odds in a line, their bars."""

    sentence: str
    line: str = ""
    bars: tuple[Chance, ...] = ()
    more: tuple[str, ...] = ()
    """What else is worth knowing, a sentence each."""


@dataclass(frozen=True, slots=True)
class Option:
    """One answer on offer: its value, its name, what it leads to, and why it cannot be taken (empty when it can)."""

    value: Answer
    label: str
    leads_to: str = ""
    refused: str = ""
    bars: tuple[Chance, ...] = ()
    """The odds after it, where the rules count them."""


class _Places(dict[str, str]):
    """What a sentence has places for: fields of an ask or of the declaration, with keys of pieces by their names."""

    def __init__(self, ask: object, declared: Declared[Any, Any]) -> None:
        super().__init__()
        self._ask, self._declared = ask, declared

    def __missing__(self, place: str) -> str:
        value = getattr(self._ask if hasattr(self._ask, place) else self._declared.declaration, place)
        part = keyed(self._declared.battle).get(value)
        return str(getattr(part, "name", value))


@dataclass(frozen=True, slots=True)
class Roll(Generic[B, D]):
    """Dice that are rolled together; a game has a class for each of its rolls, which says how it reads.

    What is stored of it is the label: the same for the same roll, whatever else the battle shows.
    """

    LABEL: ClassVar[str] = ""
    SENTENCE: ClassVar[str] = ""
    """Who rolls what, with places such as ``{actor}`` for names."""

    pools: tuple[Pool, ...]

    @property
    def label(self) -> str:
        """What the roll is called in records and in the trace."""
        return self.LABEL

    def sentence(self, declared: Declared[B, D]) -> str:
        """Who rolls what, and why."""
        if self.SENTENCE:
            return self.SENTENCE.format_map(_Places(self, declared))
        return f"{self.label.capitalize()}: {', '.join(map(str, self.pools))}."

    @property
    def earlier(self) -> Roll[B, D] | None:
        """The same roll as it was asked for by an earlier version, whose replies are still read."""
        return None

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
class Choice(Generic[B, D, O]):
    """A decision of one side, the usual option first; a game has a class for each, which says how it reads.

    What is stored of it is the label and the option that was taken.
    """

    LABEL: ClassVar[str] = ""
    SENTENCE: ClassVar[str] = ""
    """Who decides what, with places such as ``{by}`` for names."""
    OPTIONS: ClassVar[Mapping[int | str, tuple[str, str]]] = {}
    """The names of options that are always the same, and what they lead to."""

    by: Side
    options: tuple[O, ...]

    @property
    def is_asked(self) -> bool:
        """Whether anybody is asked; else the usual option is taken, unless an earlier version asked."""
        return True

    @property
    def label(self) -> str:
        """What the decision is called in records and in the trace."""
        return self.LABEL

    def sentence(self, declared: Declared[B, D]) -> str:
        """Who decides what, and why."""
        if self.SENTENCE:
            return self.SENTENCE.format_map(_Places(self, declared))
        return f"{self.label.capitalize()}?"

    def option(self, declared: Declared[B, D], value: O) -> Option:
        """How an option reads, and what it leads to."""
        name, leads_to = self.OPTIONS.get(value, (str(value), ""))
        return Option(value, name, leads_to)


Ask: TypeAlias = Roll[Any, Any] | Choice[Any, Any, Any]
