"""Changes of stored pieces: what a settled attack did, each of which can be undone.

A sheet is a frozen dataclass. Whatever in it has a ``key`` (a piece, a part of a piece, a side, the battle itself) can
be addressed by a change, and a track is the name of one of its fields. A field that is a set of names, such as the
effects on a unit, is a track for each name: ``effects.Hexed`` goes from false to true when the name joins the set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cache, lru_cache
from operator import is_
from types import NoneType
from typing import Any, TypeAlias, TypeGuard, TypeVar, get_args, get_origin

from rules.records import field_from_json, field_type, from_json
from rules.remaking import Values, remade, values_by

Value: TypeAlias = int | str | bool | None

PLAIN = frozenset({str, int, bool, NoneType, ...})
"""What has no part with a key."""

NAMED = "."
"""Stands between a set of names and one of them in a track."""

B = TypeVar("B")


class Conflict(ValueError):
    """A change that does not fit because the piece no longer shows what the change was made from."""

    def __init__(self, change: Change, found: Value) -> None:
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


def read_changes(data: Iterable[Mapping[str, Any]]) -> tuple[Change, ...]:
    """The changes that the log stores; whether a sheet can show them, ``apply`` says."""
    return tuple(Change(one["piece"], one["track"], one["before"], one["after"]) for one in data)


def undo(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes that take ``changes`` back, last one first."""
    return tuple(change.undone() for change in reversed(tuple(changes)))


def apply(sheet: B, changes: Iterable[Change]) -> B:
    """The sheet after the changes, in order.

    Raises ``Conflict`` where a piece does not show ``before``, ``KeyError`` where there is no such piece or track, and
    ``BadRecord`` or ``ValueError`` where a piece cannot show ``after``.
    """
    result: B = _after(_Move(sheet, tuple(changes)))
    return result


def rewound(sheet: B, changes: Iterable[Change]) -> B:
    """The sheet with what the changes touched as it was before them, where its pieces are still there.

    Where that makes no sheet any more it stays as it is.
    """
    parts = keyed(sheet)
    back = [
        Change(change.piece, change.track, shown(parts[change.piece], change.track), change.before)
        for change in merged(changes)
        if change.piece in parts and _field_and_name(parts[change.piece].__class__, change.track)[0]
    ]
    try:
        return apply(sheet, back)
    except ValueError:
        return sheet


def forced(sheet: object, changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes from what pieces show now: all at once, else those of a piece together, else each that fits."""
    of_pieces = {change.piece: [one for one in changes if one.piece == change.piece] for change in changes}
    after = sheet
    for some in (changes, *of_pieces.values(), *[[change] for change in changes]):
        with suppress(AttributeError, KeyError, ValueError):
            parts = keyed(after)
            after = apply(after, [replace(one, before=shown(parts[one.piece], one.track)) for one in some])
    return difference(sheet, after)


def difference(before: object, after: object) -> tuple[Change, ...]:
    """The changes that lead from one sheet to another with the same pieces; pieces in only one of them are left out."""
    older, newer = keyed(before), keyed(after)
    return tuple(
        change
        for key, part in older.items()
        if key in newer and newer[key] is not part
        for name, one, other in _beside(part, newer[key])
        for change in _differences(key, name, one, other)
    )


def merged(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The same changes with at most one for each track of each piece, and none that changes nothing."""
    found: dict[tuple[str, str], Change] = {}
    for change in changes:
        earlier = found.get(track := (change.piece, change.track))
        found[track] = Change(*track, earlier.before, change.after) if earlier else change
    return tuple(change for change in found.values() if change.before != change.after)


def keyed(sheet: object) -> Mapping[str, Any]:
    """Everything in the sheet that has a key, by its key."""
    found: dict[str, Any] = {}
    _note(sheet, found)
    return found


def shown(part: object, track: str) -> Value:
    """What a part of a sheet shows on one of its tracks."""
    field, _, name = track.partition(NAMED)
    value: Any = getattr(part, field)
    return name in value if name else value


@dataclass(frozen=True, slots=True, eq=False)
class _Move:
    """A sheet, which only itself is like, and changes that only the very same values are like: 1 is not ``True``."""

    sheet: Any
    changes: tuple[Change, ...]

    def __hash__(self) -> int:
        return id(self.sheet)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Move) or other.sheet is not self.sheet or other.changes != self.changes:
            return False
        pairs = zip(self.changes, other.changes, strict=True)
        return all(
            one.before.__class__ is like.before.__class__ and one.after.__class__ is like.after.__class__
            for one, like in pairs
        )


# What has scores has looked where its changes lead when whoever folds it goes there.
@lru_cache(maxsize=2)
def _after(move: _Move) -> Any:
    wanted: defaultdict[str, list[Change]] = defaultdict(list)
    for change in move.changes:
        wanted[change.piece].append(change)
    result = _rebuilt(move.sheet, wanted)
    for missing in wanted:
        raise KeyError(f"no piece {missing!r} in the battle")
    return result


def _note(value: Any, found: dict[str, Any]) -> None:
    if isinstance(value, tuple):
        for item in value:
            _note(item, found)
        return
    has_key, fields_of_parts = _shape(value.__class__)
    if has_key:
        found[value.key] = value
    for name, _, are_leaves in fields_of_parts:
        inner = getattr(value, name)
        if are_leaves:
            found.update([(item.key, item) for item in inner])
        else:
            _note(inner, found)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a dataclass; none of anything else."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


@cache
def _shape(kind: Any) -> tuple[bool, tuple[tuple[str, bool, bool], ...]]:
    """Whether a class of parts has keys, and its fields that may hold parts.

    Of each field it tells whether all that it holds have keys, and whether they hold no parts: decks of dozens are
    looked through at once.
    """
    names = _names(kind)
    has_key = "key" in names or bool(names and hasattr(kind, "key"))
    found: list[tuple[str, bool, bool]] = []
    for name in names:
        held = field_type(kind, name)
        if _may_hold_parts(held):
            shapes = [_shape(one) for one in get_args(held) if one is not ...] if get_origin(held) is tuple else []
            are_keyed = bool(shapes) and all(has for has, _ in shapes)
            found.append((name, are_keyed, are_keyed and not any(deeper for _, deeper in shapes)))
    return has_key, tuple(found)


def _may_hold_parts(wanted: Any) -> bool:
    if within := get_args(wanted):
        return any(map(_may_hold_parts, within))
    return wanted not in PLAIN and not (isinstance(wanted, type) and issubclass(wanted, Enum))


def _rebuilt(value: Any, wanted: dict[str, list[Change]]) -> Any:
    """The same value where nothing in it is wanted otherwise; what was found is wanted no more."""
    has_key, fields_of_parts = _shape(value.__class__)
    own = wanted.pop(value.key, ()) if has_key else ()
    parts: dict[str, Any] = {}
    # Mostly pieces are wanted: none is looked through before all beside it were looked at.
    for name, are_keyed, _ in fields_of_parts if wanted else ():
        if are_keyed and not wanted.keys().isdisjoint([item.key for item in getattr(value, name)]):
            parts[name] = tuple([_rebuilt(i, wanted) if i.key in wanted else i for i in getattr(value, name)])
    for name, _, are_leaves in fields_of_parts if wanted else ():
        inner = parts[name] if name in parts else getattr(value, name)
        if not are_leaves and (part := _those_within(inner, wanted)) is not inner:
            parts[name] = part
    for change in own:
        track, name = _field_and_name(value.__class__, change.track)
        if not track:
            raise KeyError(f"{change.piece!r} has no {change.track!r}")
        shown = parts[track] if track in parts else getattr(value, track)
        current = name in shown if name else shown
        if current != change.before or isinstance(current, bool) is not isinstance(change.before, bool):
            raise Conflict(change, current)
        after = _with_name(shown, name, change) if name else change.after
        parts[track] = field_from_json(value.__class__, track, after)
    return remade(value, **parts) if parts else value


def _those_within(value: Any, wanted: dict[str, list[Change]]) -> Any:
    """The same parts with those as they are wanted that are among the parts of one of them."""
    if not wanted:
        return value
    if not isinstance(value, tuple):
        return _rebuilt(value, wanted)
    items = tuple([_those_within(item, wanted) for item in value])
    return value if all(map(is_, items, value)) else items


def _with_name(names: frozenset[str], name: str, change: Change) -> list[str]:
    joins = from_json(bool, change.after, change.track)
    return sorted(names | {name} if joins else names - {name})


def _field_and_name(kind: Any, track: str) -> tuple[str, str]:
    """The field of a track, and a name after a dot where the field is a set of names; empty where there is none."""
    field, _, name = track.partition(NAMED)
    names = _named_fields(kind)
    return (field, name) if field in names and names[field] is bool(name) else ("", "")


@cache
def _named_fields(kind: Any) -> Mapping[str, bool]:
    """The fields of a dataclass, and whether each is a set of names."""
    return {name: get_origin(field_type(kind, name)) is frozenset for name in _names(kind)}


def _beside(older: Any, newer: Any) -> Iterator[tuple[str, Any, Any]]:
    """The fields of one part as it was that are not the same any more."""
    names, values_of = _named_values(older.__class__)
    for name, one, other in zip(names, values_of(older), values_of(newer), strict=True):
        if one is not other and one != other:
            yield name, one, other


@cache
def _named_values(kind: Any) -> tuple[tuple[str, ...], Values]:
    """The fields of a dataclass, and what takes their values."""
    names = _names(kind)
    return names, values_by(names)


def _differences(key: str, track: str, older: object, newer: object) -> Iterator[Change]:
    if isinstance(older, frozenset) and isinstance(newer, frozenset):
        for name in sorted(older ^ newer):
            yield Change(key, f"{track}{NAMED}{name}", name in older, name in newer)
    elif _is_value(older) and _is_value(newer):
        yield Change(key, track, older, newer)


def _is_value(value: object) -> TypeGuard[Value]:
    return value is None or isinstance(value, int | str)
