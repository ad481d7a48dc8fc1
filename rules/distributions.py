"""Operations on exact distributions: every outcome with its chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import TypeAlias, TypeVar

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Distribution: TypeAlias = Mapping[T, Fraction]
"""The chance of every outcome; they sum to 1."""


def mapped(chances: Mapping[S, Fraction], read: Callable[[S], T]) -> dict[T, Fraction]:
    """The chance of everything that ``read`` makes of the outcomes."""
    return summed((read(outcome), chance) for outcome, chance in chances.items())


def mixed(parts: Iterable[tuple[Fraction, Mapping[T, Fraction]]]) -> dict[T, Fraction]:
    """One distribution of several, each as likely as said."""
    return summed((outcome, chance * part) for chance, of in parts for outcome, part in of.items())


def summed(pairs: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """The chances of equal outcomes added up, in the order in which the outcomes come first."""
    found: defaultdict[T, Fraction] = defaultdict(Fraction)
    for outcome, chance in pairs:
        found[outcome] += chance
    return dict(found)


def chance_of(chances: Mapping[T, Fraction], holds: Callable[[T], bool]) -> Fraction:
    """The chance that an outcome holds."""
    return sum((chance for outcome, chance in chances.items() if holds(outcome)), Fraction(0))


def mean(chances: Mapping[T, Fraction], worth: Callable[[T], Fraction | int]) -> Fraction:
    """The mean of ``worth`` over the outcomes."""
    return sum((chance * worth(outcome) for outcome, chance in chances.items()), Fraction(0))
