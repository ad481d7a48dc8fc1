"""A frozen value made again with some of its fields otherwise, as a fold does thousands of times."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Values: TypeAlias = Callable[[Any], tuple[Any, ...]]
"""What takes the values of some fields of a sheet, all at once."""

_Places: TypeAlias = tuple[Mapping[str, int], Values]
"""The place of each field of a class by its name, and what takes the values of all of them."""


def remade(value: T, **others: Any) -> T:
    """The value with other values of some of its fields, by their names; its class refuses what it cannot show.

    It is ``dataclasses.replace`` with every field given by its place: of a sheet of dozens that takes a third.
    """
    kind: Any = value.__class__
    by_place = _by_place(kind)
    if by_place is None:
        of_any: Any = replace
        replaced: T = of_any(value, **others)
        return replaced
    places, all_of = by_place
    values = [*all_of(value)]
    for name, other in others.items():
        values[places[name]] = other
    made: T = kind(*values)
    return made


def values_by(names: tuple[str, ...]) -> Values:
    """What takes the values of the fields of these names, in order: one call, not one for each of dozens."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda sheet: tuple([getattr(sheet, name) for name in names])


@cache
def _by_place(kind: Any) -> _Places | None:
    """How its fields are given by place; ``None`` for a class that takes some only by name, or has but one."""
    found = fields(kind)
    if len(found) < 2 or not all(field.init and not field.kw_only for field in found):
        return None
    names = tuple(field.name for field in found)
    return {name: place for place, name in enumerate(names)}, values_by(names)
