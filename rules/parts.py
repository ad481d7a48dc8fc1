"""What changes of tracks cannot tell: parts of a battle that joined it, left it, or are made up of other parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from types import NoneType
from typing import Any, Protocol, TypeVar, get_args, get_origin, get_type_hints, runtime_checkable

from rules.changes import NAMED, Change, apply, difference, keyed, merged
from rules.game import Game
from rules.records import BadRecord, field_type, from_json, to_json
from rules.shapes import of_today

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
        if _item(before.__class__, field.name) is not None:
            parts += _in_field(field.name, older, newer)
        elif isinstance(older, tuple) or is_dataclass(older):
            parts.append(Part(field.name, 0, older, newer))
    return tuple(parts)


def reordered(before: Any, after: Any) -> bool:
    """Whether parts of both sheets stand in another order: no part and no change tells of that."""
    for field in fields(before):
        if _item(before.__class__, field.name) is None:
            continue
        older, newer = ([part.key for part in getattr(sheet, field.name)] for sheet in (before, after))
        both = {*older} & {*newer}
        if [key for key in older if key in both] != [key for key in newer if key in both]:
            return True
    return False


def joined(sheet: B, parts: Iterable[Part]) -> B:
    """The sheet with the parts as they became, all at once; ``Unlike`` where one is not as it was."""
    values: dict[str, Any] = {}
    for part in parts:
        if part.field == WHOLE:
            sheet, values = part.now, {}
            continue
        found = values.get(part.field, getattr(sheet, part.field))
        values[part.field] = _became(sheet.__class__, found, part)
    whole: Any = sheet
    try:
        changed: B = replace(whole, **values) if values else sheet
    except ValueError as problem:
        raise Unlike(str(problem)) from problem
    return changed


def with_parts(sheet: Any, parts: Sequence[Part], changes: Sequence[Change]) -> Any:
    """The sheet after parts and changes: what changes point to has come already, and what they let go of goes last."""
    come = joined(sheet, [part for part in parts if part.now is not None])
    return joined(apply(come, merged(changes)), [part for part in parts if part.now is None])


def as_they_are(sheet: Any, parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts with what leaves as it is in another sheet than theirs, without those that are not there in it."""
    return tuple(actual for part in parts if (actual := _actual(sheet, part)) is not None)


def leaving(parts: Iterable[Part]) -> frozenset[str]:
    """The keys of all that is gone after these parts."""
    return frozenset(key for part in parts if part.now is None for key in keyed(part.was))


def let_go(sheet: Any, gone: frozenset[str]) -> tuple[Change, ...]:
    """What takes away whatever in a sheet points to parts that leave it, by their keys."""
    if not gone:
        return ()
    return tuple(change for key, part in keyed(sheet).items() if key not in gone for change in _pointers(part, gone))


def parts_to_json(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """The parts as plain JSON values."""
    return [{"field": p.field, "at": p.at, "was": _plain(p.was), "now": _plain(p.now)} for p in parts]


def parts_from_json(game: Game[Any], data: Sequence[Mapping[str, Any]], shape: int) -> tuple[Part, ...]:
    """The parts that plain JSON values of a shape describe; ``BadRecord`` where they fit no battle of the game."""
    return tuple(_read(game, part, shape) for part in data)


def _actual(sheet: Any, part: Part) -> Part | None:
    battle: Any = type(sheet)
    if part.field == WHOLE or part.was is None or _item(battle, part.field) is None:
        return part
    for at, found in enumerate(getattr(sheet, part.field)):
        if found.key == part.was.key:
            return Part(part.field, at, found, None) if part.now is None else part
    return None


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
        elif apply(before[part.key], difference(before[part.key], part)) != part:
            yield Part(field, at, before[part.key], _beside_tracks(before[part.key], part))


def _beside_tracks(was: T, now: T) -> T:
    """What a part becomes with all tracks as they were: changes tell of those, and nothing is told twice."""
    try:
        return apply(now, difference(now, was))
    except (KeyError, ValueError):
        return now


def _became(battle: Any, found: Any, part: Part) -> Any:
    """What a field shows when a part of it became another."""
    if _item(battle, part.field) is not None:
        return _among(found, part)
    if found != part.was:
        raise Unlike(f"{part.field} was changed")
    return part.now


def _among(found: tuple[Any, ...], part: Part) -> tuple[Any, ...]:
    """The parts of one field with a part as it became."""
    items = list(found)
    known = {item.key: at for at, item in enumerate(items)}
    if part.was is None:
        if part.now.key in known:
            raise Unlike(f"{part.now.key} is there already")
        items.insert(part.at, part.now)
    elif part.was.key not in known:
        raise Unlike(f"{part.was.key} is not there")
    elif part.now is None:
        del items[known[part.was.key]]
    else:
        at = known[part.was.key]
        items[at] = _other(items[at], part)
    return tuple(items)


def _other(found: Any, part: Part) -> Any:
    """What a part becomes that is made up of other parts: what it shows on its tracks beside that stays."""
    if found == part.was:
        return part.now
    try:
        return apply(part.now, difference(part.was, found))
    except (KeyError, ValueError) as problem:
        raise Unlike(f"{part.now.key} was changed") from problem


@cache
def _item(battle: Any, field: str) -> type[Any] | None:
    """What a field of a battle holds several of, where each has a key."""
    hint = get_type_hints(battle)[field]
    inner = get_args(hint)[0] if get_origin(hint) is tuple else None
    return inner if is_dataclass(inner) and isinstance(inner, type) and "key" in get_type_hints(inner) else None


def _plain(part: Any) -> Any:
    return None if part is None else to_json(part)


def _read(game: Game[Any], data: Mapping[str, Any], shape: int) -> Part:
    field = str(data["field"])
    if field == WHOLE:
        return Part(WHOLE, 0, None, game.read(data["now"], shape))
    battle: Any = game.battle
    hints = get_type_hints(battle)
    if field not in hints:
        raise BadRecord(f"A battle has no {field!r}.")
    kind = _item(battle, field) or hints[field]
    was, now = (_of_kind(game, field, kind, data[name], shape) for name in ("was", "now"))
    if was is not None and now is not None and _item(battle, field) is not None:
        # An earlier version told tracks here too.
        now = _beside_tracks(was, now)
    return Part(field, int(data["at"]), was, now)


def _of_kind(game: Game[Any], field: str, kind: Any, data: Any, shape: int) -> Any:
    """One part of a field; its shape is that of a battle in which it stands alone."""
    if data is None:
        return None
    battle: Any = game.battle
    if _item(battle, field) is None:
        return from_json(kind, data, field)
    alone: Any = of_today(game.earlier, shape, {field: [data]})
    return from_json(kind, alone[field][0], field)
