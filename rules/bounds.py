"""What the numbers of a sheet can be, and what players call them: once, at the field of the sheet.

A field says it as ``white: Annotated[int, Bounds(0, 2, "white dice")]``; sheets check it, corrections ask by it. What
is no number is named by a text alone: ``acted: Annotated[bool, "has acted"]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, get_type_hints

from rules.remaking import Values, values_by


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that a number can be, and what players call it: its field's name unless it is said.

    ``least_is`` and ``most_is`` name other fields of the sheet that bound the number closer.
    """

    least: int
    most: int
    called: str = ""
    least_is: str = ""
    most_is: str = ""


class OutOfBounds(ValueError):
    """A number that a sheet cannot show; the message says which and why."""


class Bounded:
    """A sheet that refuses numbers out of their bounds, and nothing else."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Refuse impossible numbers."""
        check_bounds(self)


def check_bounds(sheet: Any) -> None:
    """Raise ``OutOfBounds`` where a number of a sheet is out of its bounds."""
    bounded, values_of = _by_field(sheet.__class__)
    for value, (bounds, least, most, least_is, most_is) in zip(values_of(sheet), bounded, strict=True):
        if value is None:
            continue
        # Not by their limits, which are put together only where something is out of them.
        under = value < least or (least_is and value < getattr(sheet, least_is))
        if under or value > most or (most_is and value > getattr(sheet, most_is)):
            within(bounds.called, value, *_limits(bounds, sheet))


def within(what: str, value: int | None, least: int, most: int) -> None:
    """Raise ``OutOfBounds`` where a number is outside its limits; ``None`` is no number."""
    if value is not None and not least <= value <= most:
        raise OutOfBounds(f"{what} must be {least} to {most}, not {value}")


def bounds_of(sheet: Any, name: str) -> Bounds:
    """The bounds of a field: of a sheet's class the widest, of a sheet those that its other numbers leave it.

    Raises ``KeyError`` for a field that has none.
    """
    is_class = isinstance(sheet, type)
    kind: Any = sheet if is_class else sheet.__class__
    bounds: Bounds = all_bounds(kind)[name]
    return bounds if is_class else _closer(bounds, sheet)


@cache
def all_bounds(sheet: Any) -> Mapping[str, Bounds]:
    """The bounds of a sheet's class by its fields."""
    return {
        name: replace(said, called=said.called or name.replace("_", " "))
        for name, hint in get_type_hints(sheet, include_extras=True).items()
        for said in getattr(hint, "__metadata__", ())
        if isinstance(said, Bounds)
    }


@cache
def _by_field(kind: Any) -> tuple[tuple[tuple[Bounds, int, int, str, str], ...], Values]:
    """The bounds of its fields with what they say beside them, and what takes their values of a sheet.

    A fold checks thousands of sheets.
    """
    found = all_bounds(kind)
    said = [(bounds, bounds.least, bounds.most, bounds.least_is, bounds.most_is) for bounds in found.values()]
    return tuple(said), values_by(tuple(found))


@cache
def labels_of(sheet: Any) -> Mapping[str, str]:
    """What players call the fields of a sheet's class that are no numbers, where it is not their names."""
    return {
        name: word
        for name, hint in get_type_hints(sheet, include_extras=True).items()
        for word in getattr(hint, "__metadata__", ())
        if isinstance(word, str)
    }


def _closer(bounds: Bounds, sheet: object) -> Bounds:
    least, most = _limits(bounds, sheet)
    return replace(bounds, least=least, most=most)


def _limits(bounds: Bounds, sheet: object) -> tuple[int, int]:
    """The least and the most that a number of a sheet can be."""
    least, most = bounds.least, bounds.most
    if bounds.least_is:
        least = max(least, getattr(sheet, bounds.least_is))
    if bounds.most_is:
        most = min(most, getattr(sheet, bounds.most_is))
    return least, most
