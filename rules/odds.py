"""Exact odds: the resolver that plays, run once down every path of what the dice can show."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import gcd, lcm
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from rules.asks import Choice, O, Roll
from rules.dice import Reading, ways_of
from rules.play import Recorded
from rules.table import Reply, Resolver

A = TypeVar("A", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Ways: TypeAlias = tuple[tuple[tuple[T, int], ...], int]
"""Every value with the number of cases that lead to it, and the number of all cases."""


@lru_cache(maxsize=10_000)
def odds(resolve: Resolver[A, T], attack: A) -> Mapping[T, Fraction]:
    """The chance of every outcome when each side takes the usual option; the chances sum to 1."""
    return _chances(_ways(resolve, attack))


def odds_after(resolve: Resolver[A, T], attack: A, replies: Sequence[Reply]) -> Mapping[T, Fraction]:
    """The chance of every outcome once the replies are given and each side takes the usual option from there on.

    The chances sum to 1. A part that is under way counts its own paths; what comes later is counted as in ``odds``.
    Replies beyond the end of ``resolve`` change nothing. Raises ``BadReply`` for one that answers another ask.
    """
    return _chances(_paths(resolve, attack, _ways, _nothing, partial(_Onward, replies)))


Known: TypeAlias = Mapping[tuple[Resolver[Any, Any], Hashable], Ways[Any]]
"""What was counted already."""

A_PATH = 30
"""How many outcomes can be added up in the time that a path takes."""


class TooMuch(Exception):
    """Odds would take more steps than they may."""


class Counting:
    """Odds with a limit: ``TooMuch`` once they have taken ``most`` steps together.

    An outcome at the end of a path is a step, and a path as many as it takes the time of. What is counted twice is
    taken only once, and what was counted elsewhere is not known here, so that the same questions in the same order
    always take the same steps.
    """

    def __init__(self, most: int, known: Known = MappingProxyType({})) -> None:
        self.left = most
        self._known: dict[tuple[Resolver[Any, Any], Hashable], Ways[Any]] = dict(known)

    @property
    def known(self) -> Known:
        """What was counted to its end, from which another counting can go on."""
        return MappingProxyType(self._known)

    def odds(self, resolve: Resolver[A, T], attack: A) -> Mapping[T, Fraction]:
        """The chance of every outcome when each side takes the usual option; the chances sum to 1."""
        return _chances(self._ways(resolve, attack))

    def odds_after(self, resolve: Resolver[A, T], attack: A, replies: Sequence[Reply]) -> Mapping[T, Fraction]:
        """The chance of every outcome once the replies are given, as ``odds_after`` counts it."""
        return _chances(_paths(resolve, attack, self._ways, self.step, partial(_Onward, replies)))

    def step(self, steps: int) -> None:
        """Take so many steps; ``TooMuch`` when there are not so many left."""
        self.left -= steps
        if self.left < 0:
            raise TooMuch

    def _ways(self, resolve: Resolver[A, T], attack: A) -> Ways[T]:
        key = resolve, attack
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _paths(resolve, attack, self._ways, self.step)
        return known


@lru_cache(maxsize=10_000)
def _ways(resolve: Resolver[A, T], attack: A) -> Ways[T]:
    return _paths(resolve, attack, _ways, _nothing)


def _nothing(steps: int) -> None:
    """What counts without a limit does not count its steps."""


def _chances(ways: Ways[T]) -> Mapping[T, Fraction]:
    outcomes, whole = ways
    return MappingProxyType({outcome: Fraction(ways, whole) for outcome, ways in outcomes})


def _paths(
    resolve: Resolver[A, T],
    attack: A,
    count: Callable[[Any, Any], Ways[Any]],
    step: Callable[[int], None],
    branching: Callable[..., _Branch] | None = None,
) -> Ways[T]:
    """Every outcome in how many of all cases; whole numbers, since reducing fractions takes most of the time.

    ``count`` does the same for what is played within, and ``step`` is told how much there is to do. ``branching``
    makes the table of a path: one that branches from the start, unless replies are given.
    """
    table = branching or _Branch
    found: dict[int, dict[T, int]] = {}
    untried: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
    while untried:
        branch = table(*untried.pop(), untried, count)
        ends: tuple[tuple[T, int], ...]
        try:
            ends, of = ((resolve(attack, branch), 1),), 1
        except _Rest as rest:
            if not (found or untried):
                # What the only path leads to is all: it is reduced already, and need not be added up again.
                step(A_PATH)
                return rest.ends
            ends, of = rest.ends
        step(A_PATH + len(ends))
        outcomes = found.setdefault(branch.whole * of, {})
        for outcome, ways in ends:
            outcomes[outcome] = outcomes.get(outcome, 0) + branch.ways * ways
    whole, total = _together(found) if len(found) > 1 else found.popitem()
    common = gcd(whole, *total.values())
    return tuple((outcome, ways // common) for outcome, ways in total.items()), whole // common


def _together(found: Mapping[int, Mapping[T, int]]) -> tuple[int, dict[T, int]]:
    """Outcomes counted in different numbers of cases, counted in one."""
    whole = lcm(*found)
    total: dict[T, int] = {}
    for of, outcomes in found.items():
        for outcome, ways in outcomes.items():
            total[outcome] = total.get(outcome, 0) + ways * (whole // of)
    return whole, total


def percent(chance: Fraction) -> str:
    """A chance in percent for a page: rounded, but never 0 or 100 for what may happen or fail."""
    if chance in (0, 1):
        return f"{int(chance * 100)} %"
    rounded = round(chance * 100)
    if rounded == 0:
        return "under 1 %"
    return "over 99 %" if rounded == 100 else f"{rounded} %"


class _Branch:
    """A table that follows one path of values, takes the first value past its end, and adds the others to ``untried``.

    ``ways`` of ``whole`` cases take this path; ``count`` counts what is played on it.
    """

    __slots__ = ("_count", "_path", "_taken", "_untried", "ways", "whole")

    def __init__(
        self,
        path: tuple[Any, ...],
        ways: int,
        whole: int,
        untried: list[tuple[tuple[Any, ...], int, int]],
        count: Callable[[Any, Any], Ways[Any]],
    ) -> None:
        self._count = count
        self._path = path
        self._taken = 0
        self._untried = untried
        self.ways = ways
        self.whole = whole

    def roll(self, ask: Roll[Any, Any], read: Reading[T]) -> T:
        value: T = self._followed() if self._taken < len(self._path) else self._branched(ways_of(ask.pools, read))
        return value

    def choose(self, ask: Choice[Any, Any, O]) -> O:
        return ask.options[0]

    def play(self, resolve: Resolver[A, T], attack: A) -> T:
        value: T = self._followed() if self._taken < len(self._path) else self._branched(self._count(resolve, attack))
        return value

    def rest(self, resolve: Resolver[A, T], attack: A) -> T:
        raise _Rest(self._count(resolve, attack))

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


class _Onward(_Branch):
    """A table that has recorded replies and branches when they run out; a part that they begin is played openly."""

    __slots__ = ("_given",)

    def __init__(
        self,
        replies: Sequence[Reply],
        path: tuple[Any, ...],
        ways: int,
        whole: int,
        untried: list[tuple[tuple[Any, ...], int, int]],
        count: Callable[[Any, Any], Ways[Any]],
    ) -> None:
        super().__init__(path, ways, whole, untried, count)
        self._given = Recorded(replies)

    def roll(self, ask: Roll[Any, Any], read: Reading[T]) -> T:
        return self._given.roll(ask, read) if self._given.unread else super().roll(ask, read)

    def choose(self, ask: Choice[Any, Any, O]) -> O:
        return self._given.choose(ask) if self._given.unread else super().choose(ask)

    def play(self, resolve: Resolver[A, T], attack: A) -> T:
        return resolve(attack, self) if self._given.unread else super().play(resolve, attack)

    def rest(self, resolve: Resolver[A, T], attack: A) -> T:
        return resolve(attack, self) if self._given.unread else super().rest(resolve, attack)


class _Rest(BaseException):
    """Ends a path with all that the rest of it can lead to."""

    def __init__(self, ends: Ways[Any]) -> None:
        super().__init__()
        self.ends = ends
