"""Changes of stored pieces: what a settled attack did, each of which can be undone.

A sheet is a frozen dataclass. Whatever in it has a ``key`` (a piece, a part of a piece, a side, the battle itself) can
be addressed by a change, and a track is the name of one of its fields.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeAlias, TypeVar

from rules.records import field_from_json

Value: TypeAlias = int | str | bool | None

B = TypeVar("B")


class Conflict(ValueError):
    """A change that does not fit because the piece no longer shows what the change was made from."""

    def __init__(self, change: Change, found: object) -> None:
        super().__init__(
            f"{change.piece} {change.track} should be {change.before!r} before the change, and is {found!r}"
        )
        self.change = change
        self.found = found


@dataclass(frozen=True, slots=True)
class Change:
    """One track of one piece goes from ``before`` to ``after``."""

    piece: str
    track: str
    before: Value
    after: Value

    def undone(self) -> Change:
        """The change that takes this one back."""
        return Change(self.piece, self.track, self.after, self.before)


def undo(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that take ``changes`` back, last one first."""
    return tuple(change.undone() for change in reversed(tuple(changes)))


def apply(sheet: B, changes: Iterable[Change]) -> B:
    """The sheet after the changes, in order.

    Raises ``Conflict`` where a piece does not show ``before``, ``KeyError`` where there is no such piece or track, and
    ``BadRecord`` or ``ValueError`` where a piece cannot show ``after``.
    """
    wanted: defaultdict[str, list[Change]] = defaultdict(list)
    parts = keyed(sheet)
    for change in changes:
        if change.piece not in parts:
            raise KeyError(f"no piece {change.piece!r} in the battle")
        if change.track not in {field.name for field in fields(parts[change.piece])}:
            raise KeyError(f"{change.piece!r} has no {change.track!r}")
        wanted[change.piece].append(change)
    result: B = _rebuilt(sheet, wanted)
    return result


def difference(before: object, after: object) -> tuple[Change, ...]:
    """The changes that lead from one sheet to another with the same pieces; pieces in only one of them are left out."""
    older, newer = keyed(before), keyed(after)
    return tuple(
        Change(key, field.name, getattr(older[key], field.name), getattr(newer[key], field.name))
        for key in older
        if key in newer
        for field in fields(older[key])
        if _is_value(getattr(older[key], field.name))
        and getattr(older[key], field.name) != getattr(newer[key], field.name)
    )


def merged(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The same changes with at most one for each track of each piece, and none that changes nothing."""
    found: dict[tuple[str, str], Change] = {}
    for change in changes:
        earlier = found.get((change.piece, change.track))
        before = earlier.before if earlier else change.before
        found[change.piece, change.track] = Change(change.piece, change.track, before, change.after)
    return tuple(change for change in found.values() if change.before != change.after)


def keyed(sheet: object) -> Mapping[str, Any]:
    """Everything in the sheet that has a key, by its key."""
    return {value.key: value for value in _walk(sheet)}


def _walk(value: object) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _walk(item)
    elif is_dataclass(value):
        if hasattr(value, "key"):
            yield value
        for field in fields(value):
            yield from _walk(getattr(value, field.name))


def _rebuilt(value: Any, wanted: Mapping[str, list[Change]]) -> Any:
    if isinstance(value, tuple):
        return tuple(_rebuilt(item, wanted) for item in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    parts: dict[str, Any] = {
        field.name: _rebuilt(inner, wanted)
        for field in fields(value)
        if not _is_value(inner := getattr(value, field.name))
    }
    for change in wanted.get(value.key, ()) if hasattr(value, "key") else ():
        current = parts.get(change.track, getattr(value, change.track))
        if current != change.before or isinstance(current, bool) is not isinstance(change.before, bool):
            raise Conflict(change, current)
        parts[change.track] = field_from_json(type(value), change.track, change.after)
    return replace(value, **parts)


def _is_value(value: object) -> bool:
    return value is None or isinstance(value, int | str)
