"""Exact odds: the resolver that plays, run once down every path of what the dice can show."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from rules.dice import Pool, Reading, distribution
from rules.table import O, Resolver, Side

A = TypeVar("A", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Worth: TypeAlias = Callable[[T], Fraction | int]


@lru_cache(maxsize=10_000)
def odds(resolve: Resolver[A, T], attack: A) -> Mapping[T, Fraction]:
    """The chance of every outcome when each side takes the usual option; the chances sum to 1."""
    chances: dict[T, Fraction] = {}
    untried: list[tuple[Hashable, ...]] = [()]
    while untried:
        branch = _Branch(untried.pop())
        outcome = resolve(attack, branch)
        chances[outcome] = chances.get(outcome, Fraction(0)) + branch.chance
        untried += branch.untried
    return MappingProxyType(chances)


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
            mixed: dict[T, Fraction] = {}
            for chance, branch in zip(fork.values.values(), branches, strict=True):
                for outcome, part in branch.items():
                    mixed[outcome] = mixed.get(outcome, Fraction(0)) + chance * part
            return mixed
        prefer = max if fork.by == side else min
        return prefer(branches, key=lambda branch: expected(branch, worth))


def expected(chances: Mapping[T, Fraction], worth: Worth[T]) -> Fraction:
    """The mean of ``worth`` over the chances."""
    return sum((chance * worth(outcome) for outcome, chance in chances.items()), Fraction(0))


def percent(chance: Fraction) -> str:
    """A chance in percent for a page: rounded, but never 0 or 100 for what may happen or fail."""
    if chance in (0, 1):
        return f"{int(chance * 100)} %"
    rounded = round(chance * 100)
    if rounded == 0:
        return "under 1 %"
    return "over 99 %" if rounded == 100 else f"{rounded} %"


class _Branch:
    """A table that follows one path of values, takes the first value past its end, and remembers the others."""

    def __init__(self, path: tuple[Hashable, ...]) -> None:
        self._path = path
        self._taken: tuple[Hashable, ...] = ()
        self.untried: list[tuple[Hashable, ...]] = []
        self.chance = Fraction(1)

    def roll(self, label: str, *pools: Pool, read: Reading[T]) -> T:
        value: T = self._follow(distribution(pools, read))
        return value

    def choose(self, label: str, by: Side, options: Sequence[O], about: Hashable = None) -> O:
        return options[0]

    def play(self, resolve: Resolver[A, T], attack: A) -> T:
        value: T = self._follow(odds(resolve, attack))
        return value

    def note(self, label: str, value: object) -> None:
        """Odds keep no trace."""

    def _follow(self, chances: Mapping[Any, Fraction]) -> Any:
        depth = len(self._taken)
        if depth < len(self._path):
            value = self._path[depth]
        else:
            value, *others = chances
            self.untried += [(*self._taken, other) for other in others]
        self._taken += (value,)
        self.chance *= chances[value]
        return value


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

    def roll(self, label: str, *pools: Pool, read: Reading[T]) -> T:
        value: T = self._follow(distribution(pools, read), None)
        return value

    def choose(self, label: str, by: Side, options: Sequence[O], about: Hashable = None) -> O:
        if len(options) == 1:
            return options[0]
        chosen: O = self._follow(dict.fromkeys(options, Fraction(1)), by)
        return chosen

    def play(self, resolve: Resolver[A, T], attack: A) -> T:
        return resolve(attack, self)

    def note(self, label: str, value: object) -> None:
        """Odds keep no trace."""

    def _follow(self, values: Mapping[Any, Fraction], by: Side | None) -> Any:
        if not self._path:
            raise _Fork(values, by)
        return self._path.pop(0)
