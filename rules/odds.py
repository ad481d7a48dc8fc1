"""Exact odds: the resolver that plays, run once down every path of what the dice can show."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias, TypeVar

from rules.asks import Choice, O, Roll, Side
from rules.dice import Reading, distribution, ways_of
from rules.distributions import mean, mixed
from rules.table import Resolver

A = TypeVar("A", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Worth: TypeAlias = Callable[[T], Fraction | int]

Ways: TypeAlias = tuple[tuple[tuple[T, int], ...], int]
"""Every value with the number of cases that lead to it, and the number of all cases."""


@lru_cache(maxsize=10_000)
def odds(resolve: Resolver[A, T], attack: A) -> Mapping[T, Fraction]:
    """The chance of every outcome when each side takes the usual option; the chances sum to 1."""
    outcomes, whole = _ways(resolve, attack)
    return MappingProxyType({outcome: Fraction(ways, whole) for outcome, ways in outcomes})


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

    def __init__(self, most: int) -> None:
        self.left = most
        self._known: dict[tuple[Resolver[Any, Any], Hashable], Ways[Any]] = {}

    def odds(self, resolve: Resolver[A, T], attack: A) -> Mapping[T, Fraction]:
        """The chance of every outcome when each side takes the usual option; the chances sum to 1."""
        outcomes, whole = self._ways(resolve, attack)
        return MappingProxyType({outcome: Fraction(ways, whole) for outcome, ways in outcomes})

    def step(self, steps: int) -> None:
        """Take so many steps; ``TooMuch`` when there are not so many left."""
        self.left -= steps
        if self.left < 0:
            raise TooMuch

    def _ways(self, resolve: Resolver[A, T], attack: A) -> Ways[T]:
        key = resolve, attack
        if key not in self._known:
            self._known[key] = _paths(resolve, attack, self._ways, self.step)
        return self._known[key]


@lru_cache(maxsize=10_000)
def _ways(resolve: Resolver[A, T], attack: A) -> Ways[T]:
    return _paths(resolve, attack, _ways, lambda steps: None)


def _paths(
    resolve: Resolver[A, T], attack: A, count: Callable[[Any, Any], Ways[Any]], step: Callable[[int], None]
) -> Ways[T]:
    """Every outcome in how many of all cases; whole numbers, since reducing fractions takes most of the time.

    ``count`` does the same for what is played within, and ``step`` is told how much there is to do.
    """
    found: dict[int, dict[T, int]] = {}
    untried: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
    while untried:
        branch = _Branch(*untried.pop(), untried, count)
        ends: tuple[tuple[T, int], ...]
        try:
            ends, of = ((resolve(attack, branch), 1),), 1
        except _Rest as rest:
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


def best_odds(resolve: Resolver[A, T], attack: A, *, side: Side, worth: Worth[T]) -> Mapping[T, Fraction]:
    """The chance of every outcome when ``side`` chooses for the most expected ``worth`` and all others for the least.

    The chances sum to 1; of equally good options the usual one is taken.
    """
    return MappingProxyType(_best(resolve, attack, (), side, worth))


def _best(
    resolve: Resolver[A, T], attack: A, path: tuple[Hashable, ...], side: Side, worth: Worth[T]
) -> Mapping[T, Fraction]:
    try:
        return {resolve(attack, _Searcher(path)): Fraction(1)}
    except _Fork as fork:
        branches = [_best(resolve, attack, (*path, value), side, worth) for value in fork.values]
        if fork.by is None:
            return mixed(zip(fork.values.values(), branches, strict=True))
        prefer = max if fork.by == side else min
        return prefer(branches, key=lambda branch: mean(branch, worth))


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

    def rest(self, resolve: Resolver[A, T], attack: A) -> NoReturn:
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


class _Rest(BaseException):
    """Ends a path with all that the rest of it can lead to."""

    def __init__(self, ends: Ways[Any]) -> None:
        super().__init__()
        self.ends = ends


class _Fork(BaseException):
    """Stops a resolver where its path ends: the values it could take, and who decides (nobody for dice)."""

    def __init__(self, values: Mapping[Hashable, Fraction], by: Side | None) -> None:
        super().__init__()
        self.values = values
        self.by = by


class _Searcher:
    """A table that follows one path of values and forks at its end, at decisions too."""

    def __init__(self, path: tuple[Hashable, ...]) -> None:
        self._path = list(path)

    def roll(self, ask: Roll[Any, Any], read: Reading[T]) -> T:
        value: T = self._follow(distribution(ask.pools, read), None)
        return value

    def choose(self, ask: Choice[Any, Any, O]) -> O:
        if len(ask.options) == 1:
            return ask.options[0]
        chosen: O = self._follow(dict.fromkeys(ask.options, Fraction(1)), ask.by)
        return chosen

    def play(self, resolve: Resolver[A, T], attack: A) -> T:
        return resolve(attack, self)

    def rest(self, resolve: Resolver[A, T], attack: A) -> T:
        return resolve(attack, self)

    def note(self, label: str, value: object) -> None:
        """Odds keep no trace."""

    def _follow(self, values: Mapping[Any, Fraction], by: Side | None) -> Any:
        if not self._path:
            raise _Fork(values, by)
        return self._path.pop(0)
