"""Exact odds: the resolver that plays, run once down every path of what the dice can show.

What a resolver leaves to ``rest`` is counted by itself: each state that it can come to is resolved once, however many
ways lead there, and then the ways are counted through all of them, from the first state to the outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import gcd, inf, lcm
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from rules.paths import Branch, Onward, Rest, Ways
from rules.table import Reply, Resolver

A = TypeVar("A", bound=Hashable)
T = TypeVar("T", bound=Hashable)

A_PATH = 30
"""How many outcomes can be added up in the time that a path takes."""


class TooMuch(Exception):
    """Odds would take more steps than they may."""


@lru_cache(maxsize=10_000)
def odds(resolve: Resolver[A, T], attack: A) -> Mapping[T, Fraction]:
    """The chance of every outcome when each side takes the usual option; the chances sum to 1."""
    return Counting().odds(resolve, attack)


def odds_after(resolve: Resolver[A, T], attack: A, replies: Sequence[Reply]) -> Mapping[T, Fraction]:
    """The chance of every outcome once the replies are given and each side takes the usual option from there on.

    The chances sum to 1. A part that is under way counts its own paths; what comes later is counted as in ``odds``.
    Replies beyond the end of ``resolve`` change nothing. Raises ``BadReply`` for one that answers another ask.
    """
    return Counting().odds_after(resolve, attack, replies)


class _State(Generic[A]):
    """What is left to a resolver: where it leads, in how many of how many cases, once that is found.

    ``onward`` are the states among its ends. While ways are counted through it, ``scale`` is the number of cases that
    every way from it to an outcome divides, and ``ways`` counts those that have come to it. ``counted`` are the
    outcomes of all ways from it, once they are asked for.
    """

    __slots__ = ("attack", "counted", "ends", "onward", "resolve", "scale", "ways", "whole")

    def __init__(self, resolve: Resolver[A, Any], attack: A) -> None:
        self.resolve = resolve
        self.attack = attack
        self.counted: Ways[Any] | None = None
        self.ends: Sequence[tuple[Any, int]] = ()
        self.onward: Collection[_State[Any]] = ()
        self.whole = 0
        self.scale = 1
        self.ways = 0


class Counting:
    """Odds with a limit: ``TooMuch`` once they have taken ``most`` steps together.

    An outcome or a state at the end of a path is a step, and a path as many as it takes the time of. What is counted
    twice is taken only once, and what was counted elsewhere is not known here, so that the same questions in the same
    order always take the same steps.
    """

    def __init__(self, most: float = inf) -> None:
        self._most = most
        self.taken = 0
        self._states: dict[tuple[Resolver[Any, Any], Hashable], _State[Any]] = {}

    def odds(self, resolve: Resolver[A, T], attack: A) -> Mapping[T, Fraction]:
        """The chance of every outcome when each side takes the usual option; the chances sum to 1."""
        return _chances(self.ways(resolve, attack))

    def odds_after(self, resolve: Resolver[A, T], attack: A, replies: Sequence[Reply]) -> Mapping[T, Fraction]:
        """The chance of every outcome once the replies are given, as ``odds_after`` counts it."""
        begun = _State(resolve, attack)
        self._find_ends(begun, partial(Onward, replies))
        return _chances(self._counted(begun))

    def step(self, steps: int) -> None:
        """Take so many steps; ``TooMuch`` when there are not so many left."""
        self.taken += steps
        if self.taken > self._most:
            raise TooMuch

    def ways(self, resolve: Resolver[A, T], attack: A) -> Ways[T]:
        """Every outcome in how many of all cases; whole numbers, since reducing fractions takes most of the time."""
        state = self.state(resolve, attack)
        if state.counted is None:
            state.counted = self._counted(state)
        return state.counted

    def state(self, resolve: Resolver[A, Any], attack: A) -> _State[A]:
        """What is left to a resolver: one for all ways that lead there."""
        key = resolve, attack
        found = self._states.get(key)
        if found is None:
            found = self._states[key] = _State(resolve, attack)
        return found

    def _counted(self, start: _State[Any]) -> Ways[Any]:
        """The outcomes of all ways from a state."""
        order = self._in_order(start)
        for state in order:
            state.scale = state.whole * lcm(*{further.scale for further in state.onward})
        start.ways = start.scale
        total: dict[Any, int] = {}
        for state in reversed(order):
            each, state.ways = state.ways // state.whole, 0
            for end, ways in state.ends:
                if end.__class__ is _State:
                    end.ways += each * ways
                else:
                    total[end] = total.get(end, 0) + each * ways
        common = gcd(start.scale, *total.values())
        return tuple((outcome, ways // common) for outcome, ways in total.items()), start.scale // common

    def _in_order(self, start: _State[Any]) -> list[_State[Any]]:
        """A state and all that it leads to, each behind those that it leads to."""
        # Of this pass alone: a part that is counted on the way may lead to the same states.
        passed: set[_State[Any]] = set()
        order: list[_State[Any]] = []
        ahead: list[tuple[_State[Any], bool]] = [(start, False)]
        while ahead:
            state, is_through = ahead.pop()
            if is_through:
                order.append(state)
                continue
            if state in passed:
                continue
            passed.add(state)
            if not state.whole:
                self._find_ends(state, Branch)
            self.step(len(state.ends))
            if not state.onward:
                order.append(state)
                continue
            ahead.append((state, True))
            ahead += [(further, False) for further in state.onward if further not in passed]
        return order

    def _find_ends(self, state: _State[Any], branching: Callable[..., Branch]) -> None:
        """Run a resolver down every path to an outcome or to what it leaves to ``rest``.

        ``branching`` makes the table of a path: one that branches from the start, unless replies are given.
        """
        state.ends, state.whole = self._ends(state.resolve, state.attack, branching)
        state.onward = dict.fromkeys(end for end, _ in state.ends if end.__class__ is _State)

    def _ends(
        self, resolve: Resolver[A, Any], attack: A, branching: Callable[..., Branch]
    ) -> tuple[Sequence[tuple[Any, int]], int]:
        found: dict[int, dict[Any, int]] = {}
        untried: list[tuple[tuple[Any, ...], int, int]] = [((), 1, 1)]
        while untried:
            branch = branching(*untried.pop(), untried, self)
            ends: Sequence[tuple[Any, int]]
            try:
                ends, of = ((resolve(attack, branch), 1),), 1
            except Rest as rest:
                ends, of = rest.args
            self.step(A_PATH)
            if not (found or untried):
                # What the only path leads to is all, and need not be added up.
                return ends, of
            outcomes = found.setdefault(branch.whole * of, {})
            for end, ways in ends:
                outcomes[end] = outcomes.get(end, 0) + branch.ways * ways
        whole, total = _together(found) if len(found) > 1 else found.popitem()
        return tuple(total.items()), whole


def _chances(ways: Ways[T]) -> Mapping[T, Fraction]:
    outcomes, whole = ways
    return MappingProxyType({outcome: Fraction(ways, whole) for outcome, ways in outcomes})


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
