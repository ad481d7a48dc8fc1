"""Dice as their faces, pools of them, readings of what a pool shows, and exact distributions of readings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import chain, product
from math import comb, prod
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

Face: TypeAlias = int | str
Tally: TypeAlias = tuple[int, ...]

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)

Reading: TypeAlias = Callable[..., T]


class BadFaces(ValueError):
    """Faces that these dice cannot show; the message is a sentence for whoever entered them."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die is its faces, in the order in which a tally counts them."""

    name: str
    faces: tuple[Face, ...]

    @property
    def symbols(self) -> tuple[Face, ...]:
        """The different faces, in order."""
        return tuple(dict.fromkeys(self.faces))

    def again(self, faces: Container[Face]) -> Die:
        """The die with a side for each way in which it can lie when it is rolled once more where it shows ``faces``."""
        sides = (self.faces if face in faces else (face,) * len(self.faces) for face in self.faces)
        return Die(self.name, tuple(chain.from_iterable(sides)))

    @property
    def range_sentence(self) -> str:
        """What the die can show, in words."""
        symbols = self.symbols
        article = "An" if self.name[0] in "aeiou" else "A"
        if all(isinstance(symbol, int) for symbol in symbols):
            return f"{article} {self.name} shows {symbols[0]} to {symbols[-1]}."
        return f"{article} {self.name} shows {', '.join(map(str, symbols))}."


@cache
def d(sides: int, name: str = "") -> Die:
    """A die numbered 1 to ``sides``, called ``d6`` and the like unless a name is given."""
    return Die(name or f"d{sides}", tuple(range(1, sides + 1)))


D6 = d(6)


@dataclass(frozen=True, slots=True)
class Pool:
    """Some dice of one kind, rolled together."""

    die: Die
    count: int

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError(f"a pool cannot have {self.count} dice")

    def __str__(self) -> str:
        return f"{self.count} {self.die.name}"

    def spelled(self, words: Sequence[Face]) -> tuple[Face, ...]:
        """The faces that words spell: a face of several words is one again, and what spells none stays as it is."""
        names = {tuple(words_of(symbol)): symbol for symbol in self.die.symbols if words_of(symbol) != [str(symbol)]}
        longest = max(map(len, names), default=1)
        faces: list[Face] = []
        place = 0
        while place < len(words):
            lengths = range(min(longest, len(words) - place), 0, -1)
            ahead = {length: tuple(map(str, words[place : place + length])) for length in lengths}
            length = next((length for length in lengths if ahead[length] in names), 1)
            faces.append(names.get(ahead[length], words[place]))
            place += length
        return tuple(faces)

    def tally(self, faces: Sequence[Face]) -> Tally:
        """How many dice show each of the die's symbols; ``BadFaces`` if this pool cannot show ``faces``."""
        for face in faces:
            if isinstance(face, bool) or face not in self.die.faces:
                raise BadFaces(f"{self.die.range_sentence} You entered {face}.")
        if len(faces) != self.count:
            needed = "die is" if self.count == 1 else "dice are"
            raise BadFaces(f"{self.count} {self.die.name} {needed} needed. You entered {len(faces)}.")
        return tuple(map([*faces].count, self.die.symbols))


def words_of(face: object) -> list[str]:
    """The words of a face's name, without commas."""
    return str(face).replace(",", " ").split()


def tally(*counts: Tally) -> tuple[Tally, ...]:
    """The reading that keeps everything: the tally of each pool."""
    return counts


@dataclass(frozen=True, slots=True)
class Bands(Generic[T]):
    """A reading that is told only how many dice of each pool fall into each band of faces.

    Faces in one band mean the same, so that the odds of 14 dice in four bands need 680 cases and not 11,628. Each face
    stands in one band, however many sides show it, and a band may be empty. ``tell``, if there is one, says from the
    full tallies what became of the single dice, as pairs of label and value for the trace; no rule sees it, and odds
    leave it out.
    """

    bands: tuple[tuple[Face, ...], ...]
    read: Callable[..., T]
    tell: Callable[..., Iterable[tuple[str, str]]] | None = field(default=None, compare=False)
    symbols: tuple[Face, ...] = ()
    """The faces in the order in which a tally counts them, of dice that are not numbered from 1."""
    steps: int = field(default=1, compare=False)
    """How many steps each value takes where odds may take only so many."""

    def __call__(self, *tallies: Tally) -> T:
        """Read full tallies."""
        places = [[self._place(face) for face in band] for band in self.bands]
        return self.read(*(tuple(sum(counts[place] for place in band) for band in places) for counts in tallies))

    def _place(self, face: Face) -> int:
        return self.symbols.index(face) if self.symbols else int(face) - 1


@dataclass(frozen=True, slots=True)
class Fold(Generic[S, T]):
    """A reading that sees numbered dice face by face, highest first, the pools in their order within a face.

    ``step(state, face, which pool, how many dice show the face)`` returns the next state, ``finish`` the reading.
    ``tell`` is that of ``Bands``; ``upwards`` says that it sees the lowest face first.
    """

    start: S
    step: Callable[[S, int, int, int], S]
    finish: Callable[[S], T]
    tell: Callable[..., Iterable[tuple[str, str]]] | None = None
    upwards: bool = False

    def faces(self, most: int) -> Sequence[int]:
        """The faces of dice of which the largest have so many, in the order in which it sees them."""
        return range(1, most + 1) if self.upwards else range(most, 0, -1)

    def last_face(self, die: Die) -> int:
        """The face of a die that it sees last."""
        return len(die.faces) if self.upwards else 1

    def __call__(self, *tallies: Tally) -> T:
        """Read the tallies of one roll."""
        state = self.start
        for face in self.faces(max(map(len, tallies), default=0)):
            for which, counts in enumerate(tallies):
                if face <= len(counts):
                    state = self.step(state, face, which, counts[face - 1])
        return self.finish(state)


@lru_cache(maxsize=4096)
def distribution(pools: tuple[Pool, ...], read: Reading[T]) -> Mapping[T, Fraction]:
    """The exact chance of every value that ``read`` can take when ``pools`` are rolled; the chances sum to 1."""
    values, rolls = ways_of(pools, read)
    return MappingProxyType({value: Fraction(ways, rolls) for value, ways in values})


@lru_cache(maxsize=4096)
def ways_of(pools: tuple[Pool, ...], read: Reading[T]) -> tuple[tuple[tuple[T, int], ...], int]:
    """Every value that ``read`` can take with the number of rolls that show it, and the number of all rolls."""
    rolls = prod(len(pool.die.faces) ** pool.count for pool in pools)
    return tuple(_ways(pools, read).items()), rolls


def readings_of(pools: tuple[Pool, ...], read: Reading[T]) -> tuple[list[tuple[T, int]], int]:
    """The same, of a reading that is used once: nothing is kept, and equal values are not added up."""
    return _readings(pools, read), prod(len(pool.die.faces) ** pool.count for pool in pools)


def _ways(pools: tuple[Pool, ...], read: Reading[T]) -> Mapping[T, int]:
    ways: defaultdict[T, int] = defaultdict(int)
    for value, weight in _readings(pools, read):
        ways[value] += weight
    return ways


def _readings(pools: tuple[Pool, ...], read: Reading[T]) -> list[tuple[T, int]]:
    if isinstance(read, Fold):
        return list(_folded(pools, read).items())
    if isinstance(read, Bands):
        spreads = [_banded(pool, read.bands) for pool in pools]
        inner: Reading[T] = read.read
    else:
        spreads = [_tallies(pool) for pool in pools]
        inner = read
    if len(spreads) == 1:
        return [(inner(counts), weight) for counts, weight in spreads[0]]
    return [
        (inner(*(counts for counts, _ in shown)), prod(weight for _, weight in shown)) for shown in product(*spreads)
    ]


@lru_cache(maxsize=1024)
def _tallies(pool: Pool) -> tuple[tuple[Tally, int], ...]:
    sides = Counter(pool.die.faces)
    return _spread(tuple(sides[symbol] for symbol in pool.die.symbols), pool.count)


@lru_cache(maxsize=1024)
def _banded(pool: Pool, bands: tuple[tuple[Face, ...], ...]) -> tuple[tuple[Tally, int], ...]:
    faces, sides = tuple(chain.from_iterable(bands)), Counter(pool.die.faces)
    if len(faces) != len(sides) or sides.keys() != set(faces):
        raise ValueError(f"bands {bands} do not cover a {pool.die.name} exactly")
    return _spread(tuple(sum(sides[face] for face in band) for band in bands), pool.count)


def _spread(sides: tuple[int, ...], dice: int) -> tuple[tuple[Tally, int], ...]:
    """Every way to spread ``dice`` over faces of the given numbers of sides, with the number of rolls that show it."""
    *others, last = sides
    spreads: list[tuple[Tally, int, int]] = [((), dice, 1)]
    for number in others:
        # Found once for each number of dice: there are far more spreads than such numbers.
        taken = [
            [(n, left - n, comb(left, n) * number**n) for n in range(left + 1 if number else 1)]
            for left in range(dice + 1)
        ]
        spreads = [
            ((*counts, n), rest, weight * ways) for counts, left, weight in spreads for n, rest, ways in taken[left]
        ]
    ways_of_last = [last**left for left in range(dice + 1)]
    return tuple(((*counts, left), weight * ways_of_last[left]) for counts, left, weight in spreads if last or not left)


def _folded(pools: tuple[Pool, ...], read: Fold[Any, Any]) -> Mapping[Any, int]:
    step = read.step
    states: dict[tuple[Tally, Any], int] = {(tuple(pool.count for pool in pools), read.start): 1}
    for face in read.faces(max((len(pool.die.faces) for pool in pools), default=0)):
        for which, pool in enumerate(pools):
            if face > len(pool.die.faces):
                continue
            is_last = face == read.last_face(pool.die)
            after: dict[tuple[Tally, Any], int] = {}
            for (left, state), weight in states.items():
                n, others, more = left[which], left[:which], left[which + 1 :]
                for count in (n,) if is_last else range(n + 1):
                    key = (*others, n - count, *more), step(state, face, which, count)
                    after[key] = after.get(key, 0) + weight * comb(n, count)
            states = after
    ways: defaultdict[Any, int] = defaultdict(int)
    for (_, state), weight in states.items():
        ways[read.finish(state)] += weight
    return ways
