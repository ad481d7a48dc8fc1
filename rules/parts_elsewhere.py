"""Parts that joined, left or became others, as they are in another sheet than the one in which they did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rules.parts import WHOLE, Part, item_of


def as_they_are(was: Any, now: Any, parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts of one sheet as they are in another: what joins is the last there too, and what leaves is as it is.

    What leaves and is not there is none of them.
    """
    if was == now:
        return tuple(parts)
    actual: list[Part] = []
    for part in parts:
        found = _actual(now, part, actual)
        actual += [found] if found else []
    return tuple(actual)


def _actual(now: Any, part: Part, before: Sequence[Part]) -> Part | None:
    """A part as it is in another sheet, after those before it; ``None`` where it is not there."""
    battle: Any = type(now)
    if part.field == WHOLE:
        return part
    here = getattr(now, part.field)
    if item_of(battle, part.field) is None:
        return Part(part.field, part.at, here, _as_changed(here, part.was, part.now))
    if part.was is None:
        of_field = [one for one in before if one.field == part.field]
        come, gone = (sum(getattr(one, name) is None for one in of_field) for name in ("was", "now"))
        return replace(part, at=len(here) + come - gone)
    for at, found in enumerate(here):
        if found.key == part.was.key:
            return Part(part.field, at, found, None if part.now is None else _as_changed(found, part.was, part.now))
    return None


def _as_changed(here: Any, was: Any, now: Any) -> Any:
    """What is here with what became another from one value to the next: what did not is as it is here."""
    if not (is_dataclass(here) and type(here) is type(was) is type(now)):
        return now
    part: Any = here
    values = {}
    for field in fields(part):
        older, newer, own = (getattr(one, field.name) for one in (was, now, here))
        if older != newer:
            values[field.name] = _those(older, newer, own) if item_of(part.__class__, field.name) else newer
    try:
        return replace(part, **values)
    except ValueError:
        return now


def _those(was: tuple[Any, ...], now: tuple[Any, ...], here: tuple[Any, ...]) -> tuple[Any, ...]:
    """The parts that are here but for those that left, with those that came, and as they became.

    Parts of one part stand in the order of their keys, as they came: of two the later has the longer or greater one.
    """
    older, newer = ({one.key: one for one in parts} for parts in (was, now))
    changed = {key: one for key, one in newer.items() if key in older and older[key] != one}
    found = [changed.get(one.key, one) for one in here if one.key in newer or one.key not in older]
    there = {one.key for one in here}
    for one in now:
        if one.key not in older and one.key not in there:
            place = sum(1 for other in found if _came(other) < _came(one))
            found.insert(place, one)
    return tuple(found)


def _came(part: Any) -> tuple[int, str]:
    return len(part.key), part.key
