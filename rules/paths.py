"""Tables that follow one path of values: they take the first value past its end, and name the others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from rules.asks import Choice, O, Roll
from rules.dice import Bands, Reading, readings_of, ways_of
from rules.play import Recorded
from rules.table import Reply, Resolver, end

A = TypeVar("A", bound=Hashable)
N = TypeVar("N", bound=Hashable)
R = TypeVar("R", bound=Hashable)
S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Ways: TypeAlias = tuple[tuple[tuple[T, int], ...], int]
"""Every value with the number of cases that lead to it, and the number of all cases."""


class Counter(Protocol):
    """What counts odds along the paths."""

    def ways(self, resolve: Resolver[A, T], attack: A) -> Ways[T]:
        """Every outcome of a part in how many of all cases."""

    def state(self, resolve: Resolver[A, Any], attack: A) -> object:
        """What is left to a resolver, which all paths that lead there have in common."""

    def step(self, steps: int) -> None:
        """Take so many steps."""


class Branch:
    """A table that follows one path of values, takes the first value past its end, and adds the others to ``untried``.

    ``ways`` of ``whole`` cases take this path; ``counter`` counts what is played on it.
    """

    __slots__ = ("_counter", "_path", "_taken", "_untried", "ways", "whole")

    def __init__(
        self,
        path: tuple[Any, ...],
        ways: int,
        whole: int,
        untried: list[tuple[tuple[Any, ...], int, int]],
        counter: Counter,
    ) -> None:
        self._counter = counter
        self._path = path
        self._taken = 0
        self._untried = untried
        self.ways = ways
        self.whole = whole

    def roll(self, ask: Roll[Any, Any], read: Reading[T]) -> T:
        """Follow the path, or take the first value that the dice can have."""
        value: T = self._followed() if self._taken < len(self._path) else self._branched(ways_of(ask.pools, read))
        return value

    def choose(self, ask: Choice[Any, Any, O]) -> O:
        """Take the usual option."""
        return ask.options[0]

    def play(self, resolve: Resolver[A, T], attack: A) -> T:
        """Follow the path, or take the first outcome of the part."""
        taken = self._taken < len(self._path)
        value: T = self._followed() if taken else self._branched(self._counter.ways(resolve, attack))
        return value

    def rest(self, resolve: Resolver[A, T], attack: A) -> T:
        """End the path with what is left."""
        raise Rest(((self._counter.state(resolve, attack), 1),), 1)

    def rest_read(self, resolve: Resolver[A, S], attack: A, read: Callable[[S], T]) -> T:
        """End the path with what is read of every outcome of the rest."""
        ends, whole = self._counter.ways(resolve, attack)
        self._counter.step(len(ends))
        raise Rest([(read(end), ways) for end, ways in ends], whole)

    def roll_rest(self, ask: Roll[Any, Any], read: Reading[A], resolve: Resolver[A, T]) -> T:
        """End the path with what is left after every roll."""
        values, whole = readings_of(ask.pools, read)
        self._counter.step(len(values) * (read.steps if isinstance(read, Bands) else 1))
        if resolve is end:
            raise Rest(values, whole)
        state = self._counter.state
        raise Rest([(state(resolve, value), ways) for value, ways in values], whole)

    def play_rest(self, resolve: Resolver[A, S], attack: A, read: Callable[[S], N], then: Resolver[N, T]) -> T:
        """End the path with what is left after every outcome of the part."""
        ends, whole = self._counter.ways(resolve, attack)
        self._counter.step(len(ends))
        state = self._counter.state
        raise Rest([(state(then, read(end)), ways) for end, ways in ends], whole)

    def rest_both(
        self, resolve: Resolver[A, S], attack: A, other: Resolver[N, R], beside: N, read: Callable[[S, R], T]
    ) -> T:
        """End the path with what is read of every outcome of the one part beside every outcome of the other."""
        ends, whole = self._counter.ways(resolve, attack)
        others, of_others = self._counter.ways(other, beside)
        self._counter.step(len(ends) * len(others))
        pairs = [(read(end, beside), ways * times) for end, ways in ends for beside, times in others]
        raise Rest(pairs, whole * of_others)

    def note(self, label: str, value: object) -> None:
        """Odds keep no trace."""

    def _followed(self) -> Any:
        self._taken += 1
        return self._path[self._taken - 1]

    def _branched(self, values: Ways[Any]) -> Any:
        (first, ways), *others = values[0]
        path, so_far, whole = self._path, self.ways, self.whole * values[1]
        self._untried += [((*path, value), so_far * times, whole) for value, times in others]
        self._path = (*path, first)
        self._taken += 1
        self.ways, self.whole = so_far * ways, whole
        return first


class Onward(Branch):
    """A table that has recorded replies and branches when they run out; a part that they begin is played openly."""

    __slots__ = ("_given",)

    def __init__(
        self,
        replies: Sequence[Reply],
        path: tuple[Any, ...],
        ways: int,
        whole: int,
        untried: list[tuple[tuple[Any, ...], int, int]],
        counter: Counter,
    ) -> None:
        super().__init__(path, ways, whole, untried, counter)
        self._given = Recorded(replies)

    def roll(self, ask: Roll[Any, Any], read: Reading[T]) -> T:
        """Read the dice of the next reply, or branch."""
        return self._given.roll(ask, read) if self._given.unread else super().roll(ask, read)

    def choose(self, ask: Choice[Any, Any, O]) -> O:
        """Take the option of the next reply, or the usual one."""
        return self._given.choose(ask) if self._given.unread else super().choose(ask)

    def play(self, resolve: Resolver[A, T], attack: A) -> T:
        """Resolve a part openly while there are replies, or branch."""
        return resolve(attack, self) if self._given.unread else super().play(resolve, attack)

    def rest(self, resolve: Resolver[A, T], attack: A) -> T:
        """Resolve the rest, which may be that of a part that is under way."""
        return self.play(resolve, attack)

    def rest_read(self, resolve: Resolver[A, S], attack: A, read: Callable[[S], T]) -> T:
        """Resolve the rest, and read its end."""
        return read(self.play(resolve, attack))

    def roll_rest(self, ask: Roll[Any, Any], read: Reading[A], resolve: Resolver[A, T]) -> T:
        """Roll, and resolve the rest."""
        return self.play(resolve, self.roll(ask, read))

    def play_rest(self, resolve: Resolver[A, S], attack: A, read: Callable[[S], N], then: Resolver[N, T]) -> T:
        """Resolve a part, and the rest from what is read of its end."""
        return self.play(then, read(self.play(resolve, attack)))

    def rest_both(
        self, resolve: Resolver[A, S], attack: A, other: Resolver[N, R], beside: N, read: Callable[[S, R], T]
    ) -> T:
        """Resolve the one part, then the other, and read both ends."""
        first = self.play(resolve, attack)
        return read(first, self.play(other, beside))


class Rest(BaseException):
    """Ends a path with all that the rest of it can lead to: its two ``args`` are the ends and the number of cases."""
