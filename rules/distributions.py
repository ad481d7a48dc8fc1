"""Operations on exact distributions: every outcome with its chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import TypeAlias, TypeVar

R = TypeVar("R", bound=Hashable)
S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Distribution: TypeAlias = Mapping[T, Fraction]
"""The chance of every outcome; they sum to 1."""

Cases: TypeAlias = tuple[Mapping[T, int], int]
"""Every outcome with the number of cases that lead to it, and the number of all cases."""


def together(pairs: Iterable[tuple[T, int]]) -> dict[T, int]:
    """The cases of equal outcomes added up, in the order in which the outcomes come first."""
    found: dict[T, int] = {}
    for outcome, ways in pairs:
        found[outcome] = found.get(outcome, 0) + ways
    return found


def chances_of(cases: Cases[T]) -> dict[T, Fraction]:
    """The chance of every outcome, by the cases that lead to it."""
    found, whole = cases
    return {outcome: Fraction(ways, whole) for outcome, ways in found.items()}


def cases_of(chances: Mapping[T, Fraction]) -> Cases[T]:
    """The cases that lead to every outcome, of as few as there can be, by its chance."""
    whole = _whole(chances.values())
    return {outcome: chance.numerator * (whole // chance.denominator) for outcome, chance in chances.items()}, whole


def mapped(chances: Mapping[S, Fraction], read: Callable[[S], T]) -> dict[T, Fraction]:
    """The chance of everything that ``read`` makes of the outcomes."""
    return summed((read(outcome), chance) for outcome, chance in chances.items())


def mixed(parts: Iterable[tuple[Fraction, Mapping[T, Fraction]]]) -> dict[T, Fraction]:
    """One distribution of several, each as likely as said."""
    listed = list(parts)
    wholes = [_whole(of.values()) for _, of in listed]
    whole = lcm(*(chance.denominator * of_part for (chance, _), of_part in zip(listed, wholes, strict=True)))
    found: defaultdict[T, int] = defaultdict(int)
    for (chance, of), of_part in zip(listed, wholes, strict=True):
        times = chance.numerator * (whole // (chance.denominator * of_part))
        for outcome, part in of.items():
            found[outcome] += times * part.numerator * (of_part // part.denominator)
    return chances_of((found, whole))


def summed(pairs: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """The chances of equal outcomes added up, in the order in which the outcomes come first."""
    listed = list(pairs)
    whole = _whole(chance for _, chance in listed)
    found: defaultdict[T, int] = defaultdict(int)
    for outcome, chance in listed:
        found[outcome] += chance.numerator * (whole // chance.denominator)
    return chances_of((found, whole))


def beside(one: Mapping[S, Fraction], other: Mapping[R, Fraction], read: Callable[[S, R], T]) -> dict[T, Fraction]:
    """The chance of everything that ``read`` makes of two outcomes that do not touch each other."""
    return chances_of(cases_beside(cases_of(one), cases_of(other), read))


def cases_beside(one: Cases[S], other: Cases[R], read: Callable[[S, R], T]) -> Cases[T]:
    """The cases of everything that ``read`` makes of two outcomes that do not touch each other."""
    (of_one, one_whole), (of_other, other_whole) = one, other
    others = list(of_other.items())
    found: defaultdict[T, int] = defaultdict(int)
    for outcome, cases in of_one.items():
        for met, times in others:
            found[read(outcome, met)] += cases * times
    return found, one_whole * other_whole


def chance_of(chances: Mapping[T, Fraction], holds: Callable[[T], bool]) -> Fraction:
    """The chance that an outcome holds."""
    held = [chance for outcome, chance in chances.items() if holds(outcome)]
    whole = _whole(held)
    return Fraction(sum(chance.numerator * (whole // chance.denominator) for chance in held), whole)


def at_least(chances: Mapping[int, Fraction], worth: Fraction | int = 0) -> dict[int, Fraction]:
    """The chance of each number from 1 on, or more; none beyond the largest that can be.

    Nor, but for 1, any that is less likely than ``worth``.
    """
    cases, whole = cases_of({number: chance for number, chance in chances.items() if chance})
    found: dict[int, Fraction] = {}
    left = sum(ways for number, ways in cases.items() if number > 0)
    number = 1
    for reached in sorted(number for number in cases if number > 0):
        chance = Fraction(left, whole)
        last = reached if chance >= worth else 1
        found.update(dict.fromkeys(range(number, last + 1), chance))
        if last < reached:
            break
        number, left = reached + 1, left - cases[reached]
    return found


def mean(chances: Mapping[T, Fraction], worth: Callable[[T], Fraction | int]) -> Fraction:
    """The mean of ``worth`` over the outcomes."""
    worths = [worth(outcome) for outcome in chances]
    whole, of_worths = _whole(chances.values()), _whole(worths)
    total = sum(
        chance.numerator * (whole // chance.denominator) * value.numerator * (of_worths // value.denominator)
        for chance, value in zip(chances.values(), worths, strict=True)
    )
    return Fraction(total, whole * of_worths)


def _whole(values: Iterable[Fraction | int]) -> int:
    """A number of cases in which all of them are whole ones: those are added without reducing each sum."""
    return lcm(*{value.denominator for value in values})
