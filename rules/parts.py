"""What changes of tracks cannot tell: parts of a battle that joined it, left it, or are made up of other parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from types import NoneType
from typing import Any, Protocol, TypeVar, get_args, get_origin, get_type_hints, runtime_checkable

from rules.changes import NAMED, Change, apply, difference, keyed, merged
from rules.records import field_type

B = TypeVar("B")
T = TypeVar("T")


@runtime_checkable
class Pointing(Protocol):
    """A part that becomes another when what it points to is gone; any other just points to nothing then."""

    def without(self, gone: frozenset[str]) -> Any:
        """It as it is when parts are gone, by their keys."""


WHOLE = ""
"""The place of the whole battle, as it was when it was made."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a battle in one of its fields: as it was and as it is, ``None`` where it was not there or is gone.

    ``at`` is its place in the field, counted before it left or after it joined.
    """

    field: str
    at: int
    was: Any
    now: Any

    def undone(self) -> Part:
        """The part that takes this one back."""
        return Part(self.field, self.at, self.now, self.was)


class Unlike(ValueError):
    """A part that is not there, or not as it was when it became another."""


def opening(sheet: Any) -> tuple[Part, ...]:
    """A battle that begins with this sheet."""
    return (Part(WHOLE, 0, None, sheet),)


def parted(before: Any, after: Any) -> tuple[Part, ...]:
    """What leads from one sheet to another besides the ``difference`` of their tracks."""
    parts: list[Part] = []
    for field in fields(before):
        older, newer = getattr(before, field.name), getattr(after, field.name)
        if older == newer or field.name == "key":
            continue
        if item_of(before.__class__, field.name) is not None:
            parts += _in_field(field.name, older, newer)
        elif isinstance(older, tuple) or is_dataclass(older):
            parts.append(Part(field.name, 0, older, newer))
    return tuple(parts)


def reordered(before: Any, after: Any) -> bool:
    """Whether parts of both sheets stand in another order: no part and no change tells of that."""
    for field in fields(before):
        if item_of(before.__class__, field.name) is None:
            continue
        older, newer = ([part.key for part in getattr(sheet, field.name)] for sheet in (before, after))
        both = {*older} & {*newer}
        if [key for key in older if key in both] != [key for key in newer if key in both]:
            return True
    return False


def joined(sheet: B, parts: Iterable[Part], changes: Sequence[Change] = ()) -> B:
    """The sheet with the parts as they became, all at once; ``Unlike`` where one is not as it was.

    ``changes`` are done to what they become.
    """
    values: dict[str, Any] = {}
    for part in parts:
        if part.field == WHOLE:
            sheet, values = part.now, {}
            continue
        found = values.get(part.field, getattr(sheet, part.field))
        values[part.field] = _became(sheet, found, part, changes)
    whole: Any = sheet
    try:
        changed: B = replace(whole, **values) if values else sheet
    except ValueError as problem:
        raise Unlike(str(problem)) from problem
    return changed


def with_parts(sheet: Any, parts: Sequence[Part], changes: Sequence[Change]) -> Any:
    """The sheet after parts and changes: what changes point to has come already, and what they let go of goes last.

    Only the last one has to be a battle that the rules know: on the way two pieces may stand at one place.
    """
    changes = merged(changes)
    come = with_what_comes(sheet, parts, changes)
    goes = [part for part in parts if part.now is None and not _moves(part, parts)]
    gone = joined(apply(come, still_to_do(sheet, parts, changes)), goes)
    if any(part.field == WHOLE for part in parts):
        return gone
    try:
        return _as(type(sheet), _in_order(sheet, parts, gone))
    except ValueError as problem:
        raise Unlike(str(problem)) from problem


def with_what_comes(sheet: Any, parts: Sequence[Part], changes: Sequence[Change] = ()) -> Any:
    """The sheet with what joins it beside what leaves it with that, whether or not the rules know such a battle.

    ``changes`` are done to what joins or becomes another, and to nothing else: what it was cannot always show the
    tracks that it has then, nor what it becomes those that it had.
    """
    loose = sheet if sheet is None else _loose(sheet)
    return joined(loose, [part for part in parts if part.now is not None or _moves(part, parts)], changes)


def still_to_do(sheet: Any, parts: Sequence[Part], changes: Sequence[Change]) -> tuple[Change, ...]:
    """Those changes that are not done with what joins a sheet or becomes another there, nor gone with what that had."""
    battle: Any = type(sheet)
    shown = [part for part in parts if part.now is not None and part.field != WHOLE and item_of(battle, part.field)]
    done = {key for part in shown for value in (part.was, part.now) if value is not None for key in keyed(value)}
    return tuple(change for change in changes if change.piece not in done)


def leaving(parts: Iterable[Part]) -> frozenset[str]:
    """The keys of all that is gone after these parts."""
    parts = tuple(parts)
    stays = {key for part in parts if part.now is not None for key in keyed(part.now)}
    return frozenset(key for part in parts if part.was is not None for key in keyed(part.was) if key not in stays)


def let_go(sheet: Any, gone: frozenset[str]) -> tuple[Change, ...]:
    """What takes away whatever in a sheet points to parts that leave it, by their keys."""
    if not gone:
        return ()
    return tuple(change for key, part in keyed(sheet).items() if key not in gone for change in _pointers(part, gone))


def _moves(part: Part, parts: Iterable[Part]) -> bool:
    """Whether a part leaves its place for another one: there must not be two of it meanwhile."""
    return part.now is None and any(one.now is not None and part.was.key in keyed(one.now) for one in parts)


def _loose(sheet: Any) -> Any:
    """The same sheet as one of a class that refuses none."""
    battle: Any = type(sheet)
    return _as(_unchecked(battle), sheet)


@cache
def _unchecked(battle: Any) -> Any:
    """A class of battles that refuses none."""
    return type(battle.__name__, (battle,), {"__post_init__": lambda _: None})


def _as(battle: Any, sheet: Any) -> Any:
    return battle(**{field.name: getattr(sheet, field.name) for field in fields(sheet)})


def _in_order(before: Any, parts: Sequence[Part], done: Any) -> Any:
    """The sheet with what joined it in its places, which are counted after others have left."""
    values = {}
    battle: Any = type(done)
    coming = [part for part in parts if part.was is None and part.field != WHOLE and item_of(battle, part.field)]
    for field in dict.fromkeys(part.field for part in coming):
        found = {one.key: one for one in getattr(done, field)}
        own = {part.now.key: part.at for part in coming if part.field == field}
        keys = [one.key for one in getattr(before, field) if one.key in found and one.key not in own]
        for key, at in own.items():
            keys.insert(at, key)
        if keys != list(found):
            values[field] = tuple(found[key] for key in keys)
    return replace(done, **values) if values else done


def _pointers(part: Any, gone: frozenset[str]) -> Iterator[Change]:
    if isinstance(part, Pointing):
        yield from difference(part, part.without(gone))
        return
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, frozenset):
            yield from (Change(part.key, f"{field.name}{NAMED}{name}", True, False) for name in sorted(value & gone))
        elif isinstance(value, str) and value in gone and NoneType in get_args(field_type(type(part), field.name)):
            yield Change(part.key, field.name, value, None)


def _in_field(field: str, older: tuple[Any, ...], newer: tuple[Any, ...]) -> Iterator[Part]:
    before, after = {part.key: part for part in older}, {part.key: part for part in newer}
    places = {part.key: at for at, part in enumerate(older)}
    left = [key for key in before if key not in after]
    for key in reversed(left):
        yield Part(field, places[key], before[key], None)
    for at, part in enumerate(newer):
        if part.key not in before:
            yield Part(field, at, None, part)
        elif not _is_of_tracks(before[part.key], part):
            yield Part(field, at, before[part.key], beside_tracks(before[part.key], part))


def _is_of_tracks(was: Any, now: Any) -> bool:
    """Whether changes of tracks alone lead from one part to another."""
    try:
        return bool(apply(was, difference(was, now)) == now)
    except ValueError:
        return False


def beside_tracks(was: T, now: T) -> T:
    """What a part becomes with all tracks as they were: changes tell of those, and nothing is told twice."""
    try:
        return apply(now, difference(now, was))
    except (KeyError, ValueError):
        return now


def _became(sheet: Any, found: Any, part: Part, changes: Sequence[Change]) -> Any:
    """What a field of a sheet shows when a part of it became another."""
    if item_of(sheet.__class__, part.field) is not None:
        return _among(sheet, found, part, changes)
    if found != part.was:
        raise Unlike(f"{part.field} was changed")
    return part.now


def _among(sheet: Any, found: tuple[Any, ...], part: Part, changes: Sequence[Change]) -> tuple[Any, ...]:
    """The parts of one field of a sheet with a part as it became."""
    items = list(found)
    known = {item.key: at for at, item in enumerate(items)}
    if part.was is None:
        if part.now.key in known:
            raise Unlike(f"{part.now.key} is there already")
        items.insert(part.at, _as_shown(sheet, part, changes))
    elif part.was.key not in known:
        raise Unlike(f"{part.was.key} is not there")
    elif part.now is None:
        del items[known[part.was.key]]
    else:
        at = known[part.was.key]
        items[at] = _as_shown(sheet, part, changes)
    return tuple(items)


def _as_shown(sheet: Any, part: Part, changes: Sequence[Change]) -> Any:
    """What a part becomes: it, and what comes to it from another one, keep what they show on their tracks.

    What is changed with that changes at once: between the two there may be nothing that the rules know.
    """
    own = keyed(part.now)
    try:
        return apply(part.now, (*difference(part.now, sheet), *(change for change in changes if change.piece in own)))
    except (KeyError, ValueError) as problem:
        raise Unlike(f"{part.now.key} was changed") from problem


@cache
def item_of(battle: Any, field: str) -> type[Any] | None:
    """What a field of a battle holds several of, where each has a key."""
    hint = get_type_hints(battle)[field]
    inner = get_args(hint)[0] if get_origin(hint) is tuple else None
    return inner if is_dataclass(inner) and isinstance(inner, type) and "key" in get_type_hints(inner) else None
