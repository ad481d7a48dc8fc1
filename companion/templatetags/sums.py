"""How what counts in an attack is drawn: bars on one scale, or dice in a tray."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django import template

from rules.sums import Part, Sum

register = template.Library()

READABLE = 10
"""A narrower stretch of a bar, in percent of the longest, has no room for its number."""


@dataclass(frozen=True)
class Stretch:
    """A stretch of a bar, in percent of the longest: where it begins, how long it is, and what is read in it."""

    kind: str
    start: float
    length: float
    label: str
    middle: float
    """Where its label stands: in the middle of what nothing is taken from."""


@dataclass(frozen=True)
class Bar:
    """A sum as a bar: one stretch for each part, and the gap up to another that leads.

    ``ahead`` is by how much it leads itself; 0 where it does not.
    """

    sum: Sum
    stretches: tuple[Stretch, ...]
    ahead: int


@register.filter
def are_dice(sums: Sequence[Sum]) -> bool:
    """Whether sums are made of dice."""
    return any(part.die or part.colour for one in sums for part in one.parts)


@register.filter
def sign(part: Part) -> str:
    """What stands before a part that is not the first."""
    return "−" if part.amount < 0 else "+"  # noqa: RUF001  (a minus for the eye)


@register.filter
def unsigned(number: int) -> int:
    """A number without its sign."""
    return abs(number)


@register.filter
def to_scale(sums: Sequence[Sum]) -> tuple[Bar, ...]:
    """Sums as bars on one scale, so that it is seen which of them is ahead."""
    longest = max(1, *(_gained(one) for one in sums))
    *others, most = sorted(one.total for one in sums)
    lead = most - max(others, default=most)
    return tuple(
        Bar(one, tuple(_stretches(one, most, 100 / longest)), lead if one.total == most else 0) for one in sums
    )


def _gained(one: Sum) -> int:
    return sum(max(0, part.amount) for part in one.parts)


def _stretches(one: Sum, most: int, scale: float) -> Iterator[Stretch]:
    """What is gained one after the other, what is taken away over its end, and the gap up to another that leads."""
    kept = max(0, _gained(one) + sum(min(0, part.amount) for part in one.parts))
    end = 0
    for place, part in enumerate(one.parts):
        if part.amount > 0:
            kind, label = ("added", f"+{part.amount}") if place else ("own", str(part.amount))
            yield _stretch(kind, end, end + part.amount, scale, label, kept)
            end += part.amount
    gained = end
    for part in one.parts:
        if part.amount < 0 < end:
            yield _stretch("taken", max(0, end + part.amount), end, scale)
            end = max(0, end + part.amount)
    if most > max(gained, one.total):
        yield _stretch("gap", gained, most, scale)


def _stretch(kind: str, start: int, end: int, scale: float, label: str = "", kept: int | None = None) -> Stretch:
    seen = max(0, (end if kept is None else min(end, kept)) - start) * scale
    shown = label if seen >= READABLE else ""
    return Stretch(
        kind, round(start * scale, 1), round((end - start) * scale, 1), shown, round(start * scale + seen / 2, 1)
    )
