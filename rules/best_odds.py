"""Exact odds of the best play: every choice after every roll is tried, which takes seconds for more than a few dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from rules.asks import Choice, O, Roll, Side
from rules.dice import Reading, distribution
from rules.distributions import mean, mixed
from rules.table import Resolver, StraightOn

A = TypeVar("A", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Worth: TypeAlias = Callable[[T], Fraction | int]


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


class _Fork(BaseException):
    """Stops a resolver where its path ends: the values it could take, and who decides (nobody for dice)."""

    def __init__(self, values: Mapping[Hashable, Fraction], by: Side | None) -> None:
        super().__init__()
        self.values = values
        self.by = by


class _Searcher(StraightOn):
    """A table that follows one path of values and forks at its end, at decisions too."""

    def __init__(self, path: tuple[Hashable, ...]) -> None:
        self._path: list[Any] = list(path)

    def roll(self, ask: Roll[Any, Any], read: Reading[T]) -> T:
        # What dice can show is counted where the path ends, and not again further down.
        if not self._path:
            raise _Fork(distribution(ask.pools, read), None)
        value: T = self._path.pop(0)
        return value

    def choose(self, ask: Choice[Any, Any, O]) -> O:
        if len(ask.options) == 1:
            return ask.options[0]
        if not self._path:
            raise _Fork(dict.fromkeys(ask.options, Fraction(1)), ask.by)
        chosen: O = self._path.pop(0)
        return chosen

    def note(self, label: str, value: object) -> None:
        """Odds keep no trace."""
