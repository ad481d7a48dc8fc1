"""What a resolver asks for: dice or a decision, as a value that knows its label and how it reads at the table."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from rules.changes import keyed
from rules.dice import BadFaces, Face, Pool, Tally
from rules.sums import Sum
from rules.words import without_rank

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
    """One line of the odds: what happens, and how likely it is."""

    label: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Likely:
    """The one number that matters most, such as that an attack destroys Mauler: what it does, to whom, how likely."""

    verb: str
    whom: str
    chance: Fraction


@dataclass(frozen=True, slots=True)
class Step:
    """One bar of a histogram: so much or more, how likely that is, and whether it destroys."""

    least: int | str
    """How much it is at least, or a word for what is no number."""
    chance: Fraction
    destroys: bool = False
    before: Fraction | None = None
    """How likely it was before the dice that fell last, or would be with something else, as its outlook tells."""

    @property
    def label(self) -> str:
        """What stands at the bar."""
        return f"{self.least}+" if isinstance(self.least, int) else self.least


@dataclass(frozen=True, slots=True)
class Losses:
    """What a piece, by its key, may lose of what: so much or more, the least first.

    There are no steps where they would only say again what the odds say anyway. ``verb`` says what it may do with that,
    ``end`` what the steps that destroy make of it.
    """

    piece: str
    name: str
    what: str
    steps: tuple[Step, ...] = ()
    verb: str = "lose"
    end: str = "destroyed"


@dataclass(frozen=True, slots=True)
class Outlook:
    """What follows from a declaration, or from the dice that lie there.

    ``main`` is the chance that matters most and ``expected`` what is lost on average, both short enough for a card;
    ``losses`` are those of every piece that may lose something. ``line`` says what else is likely.
    """

    sentence: str
    line: str = ""
    main: Likely | None = None
    expected: str = ""
    losses: tuple[Losses, ...] = ()
    sums: tuple[Sum, ...] = ()
    """What decides how it is rolled, drawn before the odds; the sentence then says only what is not drawn."""
    more: tuple[str, ...] = ()
    """What else is worth knowing, a sentence each."""
    chances: tuple[Chance, ...] = ()
    """The chances of what is no loss: a test that succeeds or fails."""
    table: tuple[Chance, ...] = ()
    """The exact chance of every end, for those who want to know."""
    heading: str = "Every outcome"
    """What the table tells of each end."""
    compared: str = "before these dice"
    """When it is, or would be, as the broken bars tell, where there are any."""

    @property
    def is_compared(self) -> bool:
        """Whether any of its bars tells what it was, or would be."""
        return any(step.before is not None for lost in self.losses for step in lost.steps)


@dataclass(frozen=True, slots=True)
class Option:
    """One answer on offer: its value, its name, what it leads to, and why it cannot be taken (empty when it can)."""

    value: Answer
    label: str
    leads_to: str = ""
    refused: str = ""
    main: Likely | None = None
    """The chance that matters most after it, where the rules count it."""
    expected: str = ""
    """What is lost on average after it."""
    die: tuple[str, Face] | None = None
    """The die that it takes, where it takes one: its name and what it shows."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one die may be laid: the label of that choice, what it is called, and its options, the usual first."""

    label: str
    name: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Laying:
    """Dice that are laid on several places at once: a choice with all that follow it.

    ``dice`` are those that lie there, by the values of the options that take one: as often as one lies there, so often
    it can be taken.
    """

    sentence: str
    places: tuple[Place, ...]
    dice: tuple[Answer, ...]


class _Places(dict[str, str]):
    """What a sentence has places for: fields of an ask or its declaration, keys by names without rank."""

    def __init__(self, ask: object, declared: Declared[Any, Any]) -> None:
        super().__init__()
        self._ask, self._declared = ask, declared

    def __missing__(self, place: str) -> str:
        value = getattr(self._ask if hasattr(self._ask, place) else self._declared.declaration, place)
        battle = self._declared.battle
        part = keyed(battle).get(value)
        name = str(getattr(part, "name", value))
        return without_rank(name) if part in battle.pieces else name


@dataclass(frozen=True, slots=True)
class Roll(Generic[B, D]):
    """Dice that are rolled together; a game has a class for each of its rolls, which says how it reads.

    What is stored of it is the label: the same for the same roll, whatever else the battle shows, but for a number that
    it needs, as ``roll_of`` tells.
    """

    LABEL: ClassVar[str] = ""
    SENTENCE: ClassVar[str] = ""
    """Who rolls what, with places such as ``{actor}`` for names."""
    APART: ClassVar[bool] = False
    """Whether each side's dice are told apart, since those of another lie beside them."""

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

    def owners(self, declared: Declared[B, D]) -> tuple[Side, ...]:
        """The side whose the dice of each pool are; none where they are nobody's, and whoever acts rolls them."""
        return ()

    def hands(self, declared: Declared[B, D]) -> tuple[Side, ...]:
        """The side that rolls each pool; none where that makes no difference."""
        return self.owners(declared) if self.APART else ()

    def worth(self, face: Face) -> int:
        """What a face is worth to the side that rolls it, to tell how lucky it was: the same of all where none is."""
        return 0

    @property
    def beside(self) -> tuple[Roll[B, D], ...]:
        """The rolls that come right after this one whatever it shows, with nothing to decide between."""
        return ()

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
            needed = "1 kind of dice is" if len(self.pools) == 1 else f"{len(self.pools)} kinds of dice are"
            raise BadFaces(f"{needed} needed. You entered {len(faces)}.")
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
    PASS: ClassVar[tuple[int | str, str] | None] = None
    """The option by which its side does nothing, and how it reads that no side does anything."""
    IN_ANY_ORDER: ClassVar[bool] = False
    """Whether the same options taken in another order of the choices of a row come to the same."""
    APPLIES: ClassVar[bool] = False
    """Whether one tap takes the usual option and applies the outcome, where nothing is asked after it."""

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

    @property
    def row(self) -> Hashable:
        """What the choices of a row have in common that are made at once; ``None`` for one that is made alone."""
        return None

    def row_sentence(self, declared: Declared[B, D], choices: int) -> str:
        """Who decides what by a row of so many choices that begins with this one."""
        return self.sentence(declared)

    def end(self, declared: Declared[B, D], taken: Sequence[O]) -> Option:
        """How a row of choices reads that ends with this one, by the options taken in all of them."""
        return self.option(declared, taken[-1])

    def laying(self, declared: Declared[B, D]) -> Laying | None:
        """The places that dice are laid on by this choice and those after it, where it is one of such."""
        return None


Ask: TypeAlias = Roll[Any, Any] | Choice[Any, Any, Any]
