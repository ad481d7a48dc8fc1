"""Frozen dataclasses to plain JSON values and back, exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from itertools import repeat
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

PLAIN = {bool: "true or false", int: "a whole number", str: "text", NoneType: "null"}
"""The plain kinds of values, in words."""

LARGEST = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exactly."""


class BadRecord(ValueError):
    """A record that does not fit; the message is one sentence that names the place and what was expected there."""


def to_json(value: Any) -> Any:
    """Plain JSON values for a frozen dataclass, tuple, set of names, enum member, text, number, truth or ``None``."""
    kind = value.__class__
    return value if kind in PLAIN else _writer(kind)(value)


@cache
def _writer(kind: Any) -> Callable[[Any], Any]:
    """What writes values of a class: it is asked once a class, not once a value."""
    if is_dataclass(kind):
        return _write_dataclass
    if issubclass(kind, Enum):
        return attrgetter("value")
    if issubclass(kind, tuple):
        return _write_tuple
    if issubclass(kind, frozenset):
        return sorted
    raise TypeError(f"no plain JSON for {kind.__name__}")


def _write_dataclass(value: Any) -> dict[str, Any]:
    return {name: to_json(getattr(value, name)) for name in _known(value.__class__)}


def _write_tuple(value: Any) -> list[Any]:
    return [to_json(item) for item in value]


def brief(data: object) -> str:
    """Some data in a few words for a sentence, however large or deep it is."""
    if isinstance(data, Mapping):
        return "an object"
    if isinstance(data, list | tuple):
        return "a list"
    if isinstance(data, int) and not isinstance(data, bool) and abs(data) > LARGEST:
        return "a number too large to keep"
    shown = repr(data)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."


class _Misfit(Exception):
    """Something that does not fit; its place is only put together on the way out, since nearly everything fits."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said
        self.places: list[str] = []

    def at(self, place: str) -> BadRecord:
        """What is said of it where the whole stands at a place."""
        return BadRecord(place + "".join(reversed(self.places)) + self.said)


Reader: TypeAlias = Callable[[Any], Any]


def from_json(wanted: type[T], data: object, place: str = "record") -> T:
    """The value of type ``wanted`` that ``data`` describes; ``BadRecord`` where it does not fit."""
    kind: Any = wanted
    try:
        value: T = _reader(kind)(data)
    except _Misfit as misfit:
        raise misfit.at(place) from misfit.__cause__
    return value


def is_whole(wanted: Any, data: object) -> bool:
    """Whether data that can be read leaves out nothing that is usual: read and written again, it stays as it is."""
    whole: bool = _wholly(wanted)(data)
    return whole


def field_from_json(wanted: Any, name: str, data: object) -> Any:
    """The value that ``data`` describes for one field of a dataclass; ``BadRecord`` where it does not fit."""
    try:
        return _field_reader(wanted, name)(data)
    except _Misfit as misfit:
        raise misfit.at(f"{wanted.__name__}.{name}") from misfit.__cause__


def field_type(kind: Any, name: str) -> Any:
    """What one field of a dataclass holds."""
    return _types(kind)[name]


@cache
def _field_reader(wanted: Any, name: str) -> Reader:
    return _reader(field_type(wanted, name))


@cache
def _reader(wanted: Any) -> Reader:
    """What reads values of a type: it is asked once a type, not once a value."""
    if get_origin(wanted) in (UnionType, Union):
        kinds = get_args(wanted)
        return partial(_read_union, kinds, frozenset(kinds) if PLAIN.keys() >= {*kinds} else frozenset())
    if get_origin(wanted) is tuple:
        return partial(_read_tuple, get_args(wanted))
    if get_origin(wanted) is frozenset:
        return partial(_read_set, get_args(wanted)[0])
    if is_dataclass(wanted) and isinstance(wanted, type):
        return partial(_read_dataclass, wanted)
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return partial(_read_enum, wanted)
    if wanted in PLAIN:
        return partial(_read_plain, wanted)
    raise TypeError(f"records cannot hold {wanted}")


def _read_plain(wanted: Any, data: Any) -> Any:
    if data.__class__ is wanted and is_kept(data):
        return data
    raise _not(PLAIN[wanted], data)


def _read_union(kinds: tuple[Any, ...], plain: frozenset[Any], data: Any) -> Any:
    if data.__class__ in plain and is_kept(data):
        return data
    reasons: list[_Misfit] = []
    for kind in kinds:
        try:
            return _reader(kind)(data)
        except _Misfit as reason:
            reasons.append(reason)
    if len(reasons) == 2 and NoneType in kinds:
        raise reasons[1 - kinds.index(NoneType)]
    raise _not(", ".join(PLAIN.get(kind) or kind.__name__.lower() for kind in kinds), data)


def _read_tuple(kinds: tuple[Any, ...], data: Any) -> Any:
    if not isinstance(data, list):
        raise _not("a list", data)
    alike = len(kinds) == 2 and kinds[1] is Ellipsis
    if not alike and len(kinds) != len(data):
        raise _Misfit(f" needs {len(kinds)} values and has {len(data)}.")
    readers = repeat(_reader(kinds[0])) if alike else map(_reader, kinds)
    values: list[Any] = []
    for read, item in zip(readers, data, strict=False):
        try:
            values.append(read(item))
        except _Misfit as misfit:
            misfit.places.append(f"[{len(values)}]")
            raise
    return tuple(values)


def _read_set(kind: Any, data: Any) -> Any:
    read = _read_tuple((kind, Ellipsis), data)
    if len(set(read)) < len(read):
        raise _Misfit(" should name nothing twice.")
    return frozenset(read)


def _read_dataclass(wanted: Any, data: Any) -> Any:
    if not isinstance(data, dict):
        raise _not("an object", data)
    known = _known(wanted)
    if not known.keys() >= data.keys():
        unknown = next(name for name in data if name not in known)
        raise _Misfit(f" has {brief(unknown)}, which is not known there (known: {', '.join(known)}).")
    values = {}
    for name, is_needed, read in _field_readers(wanted):
        if name in data:
            try:
                values[name] = read(data[name])
            except _Misfit as misfit:
                misfit.places.append(f".{name}")
                raise
        elif is_needed:
            raise _Misfit(f" lacks “{name}”.")
    try:
        return wanted(**values)
    except ValueError as problem:
        raise _Misfit(f": {problem}") from problem


@cache
def _field_readers(wanted: Any) -> tuple[tuple[str, bool, Reader], ...]:
    """The fields of a dataclass, whether each of them has to be told, and what reads it."""
    return tuple((name, is_needed, _field_reader(wanted, name)) for name, is_needed in _known(wanted).items())


@cache
def _wholly(wanted: Any) -> Reader:
    """What tells that nothing is left out of data for a type."""
    kinds = [kind for kind in get_args(wanted) if kind not in PLAIN and kind is not Ellipsis]
    if get_origin(wanted) in (UnionType, Union):
        # Of several records only reading tells which one it is.
        several = len(kinds) > 1 and any(map(_holds_more, kinds))
        return _is_not if several else partial(_is_whole_or_none, _wholly(kinds[0])) if kinds else _is
    if get_origin(wanted) is tuple:
        return partial(_is_whole_list, tuple(map(_wholly, kinds))) if any(map(_holds_more, kinds)) else _is
    if get_origin(wanted) is frozenset:
        return _is_sorted
    return partial(_is_whole_record, wanted) if is_dataclass(wanted) else _is


def _holds_more(kind: Any) -> bool:
    return _wholly(kind) is not _is


def _is(data: Any) -> bool:
    return True


def _is_not(data: Any) -> bool:
    return False


def _is_whole_or_none(whole: Reader, data: Any) -> bool:
    return data is None or bool(whole(data))


def _is_whole_list(wholly: tuple[Reader, ...], data: Any) -> bool:
    return type(data) is list and len(wholly) == 1 and all(map(wholly[0], data))


def _is_sorted(data: Any) -> bool:
    return type(data) is list and all(type(item) is str for item in data) and data == sorted(data)


def _is_whole_record(wanted: Any, data: Any) -> bool:
    if type(data) is not dict or data.keys() != _known(wanted).keys():
        return False
    return all(whole(data[name]) for name, whole in _looked_into(wanted))


@cache
def _looked_into(wanted: Any) -> tuple[tuple[str, Reader], ...]:
    found = ((name, _wholly(kind)) for name, kind in _types(wanted).items() if name in _known(wanted))
    return tuple((name, whole) for name, whole in found if whole is not _is)


def _read_enum(wanted: type[Enum], data: Any) -> Any:
    known = _members(wanted)
    if isinstance(data, str) and data in known:
        return known[data]
    raise _not("one of " + ", ".join(known), data)


@cache
def _members(wanted: type[Enum]) -> Mapping[str, Enum]:
    return {str(member.value): member for member in wanted}


@cache
def _known(wanted: Any) -> Mapping[str, bool]:
    """The fields of a dataclass, and whether each of them has to be told."""
    return {field.name: field.default is MISSING and field.default_factory is MISSING for field in fields(wanted)}


@cache
def _types(wanted: Any) -> Mapping[str, Any]:
    return get_type_hints(wanted)


def is_kept(data: bool | int | str | None) -> bool:
    """Whether a file or a database gives the value back as it is: no huge numbers, no half characters."""
    if isinstance(data, str):
        if data.isascii():
            return "\0" not in data
        return not any(character == "\0" or "\ud800" <= character <= "\udfff" for character in data)
    return data is None or -LARGEST <= data <= LARGEST


def _not(expected: str, data: Any) -> _Misfit:
    return _Misfit(f" should be {expected}, not {brief(data)}.")
