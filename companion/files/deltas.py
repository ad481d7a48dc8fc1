"""Plain JSON values as what became another since the ones before: each declaration has the whole battle with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.records import BadRecord


def between(before: Any, after: Any) -> list[Any]:
    """What leads from one value to another: pairs of a place, as names and numbers, and what stands there now."""
    return [[list(place), value] for place, value in _between(before, after, ())]


def after(before: Any, deltas: Any) -> Any:
    """The value that they lead to; ``BadRecord`` where they lead nowhere. What stays the same is shared."""
    value = before
    for delta in deltas if isinstance(deltas, list) else [deltas]:
        if type(delta) is not list or len(delta) != 2 or type(delta[0]) is not list:
            raise BadRecord("What became another in the battle is no pair of a place and a value.")
        value = _with(value, delta[0], 0, delta[1])
    return value


def _between(before: Any, after: Any, place: tuple[int | str, ...]) -> Iterator[tuple[tuple[int | str, ...], Any]]:
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for name in sorted(after):
            yield from _between(before[name], after[name], (*place, name))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, (old, new) in enumerate(zip(before, after, strict=True)):
            # Most parts stay as they were, and their texts are compared sooner than all that is in them.
            if repr(old) != repr(new):
                yield from _between(old, new, (*place, at))
    elif type(before) is not type(after) or before != after:
        yield place, after


def _with(value: Any, place: list[Any], depth: int, wanted: Any) -> Any:
    if depth == len(place):
        return wanted
    step = place[depth]
    if type(step) is str and isinstance(value, dict) and step in value:
        return {**value, step: _with(value[step], place, depth + 1, wanted)}
    if type(step) is int and isinstance(value, list) and 0 <= step < len(value):
        return [*value[:step], _with(value[step], place, depth + 1, wanted), *value[step + 1 :]]
    raise BadRecord("What became another in the battle stands at a place that is not there.")
