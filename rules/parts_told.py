"""What joined a battle, left it or was agreed on otherwise, in the players' words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from rules.bounds import all_bounds, labels_of
from rules.changes import keyed
from rules.parts import WHOLE, Part
from rules.vocabulary import ChangeInWords
from rules.words import listed, with_minus

OUT, IN = "not in the battle", "in the battle"
ABSENT, THERE = "not there", "there"
BATTLE = "the battle"


def tell_parts(parts: Iterable[Part]) -> Iterator[ChangeInWords]:
    """Each part that is another than it was, but for the battle as a whole."""
    for part in parts:
        if part.field == WHOLE:
            continue
        if part.was is None:
            yield ChangeInWords(_name(part.now), "", OUT, IN)
        elif part.now is None:
            yield ChangeInWords(_name(part.was), "", IN, OUT)
        elif hasattr(part.now, "key"):
            yield from _inside(part.was, part.now)
        elif is_dataclass(part.now):
            yield from _agreed(part.was, part.now)
        else:
            yield ChangeInWords(BATTLE, part.field.replace("_", " "), _shown(part.was), _shown(part.now))


def _inside(was: Any, now: Any) -> Iterator[ChangeInWords]:
    """What something has that it had not, and what it has no more."""
    older, newer = keyed(was), keyed(now)
    for key in (key for key in older if key not in newer):
        yield ChangeInWords(_name(now), _name(older[key]), THERE, ABSENT)
    for key in (key for key in newer if key not in older):
        yield ChangeInWords(_name(now), _name(newer[key]), ABSENT, THERE)


def _agreed(was: Any, now: Any) -> Iterator[ChangeInWords]:
    kind: object = type(now)
    called = {**labels_of(kind), **{name: bounds.called for name, bounds in all_bounds(kind).items()}}
    for name in (field.name for field in fields(now)):
        before, after = getattr(was, name), getattr(now, name)
        if before != after:
            yield ChangeInWords(BATTLE, called.get(name, name.replace("_", " ")), _shown(before), _shown(after))


def _name(part: Any) -> str:
    return str(getattr(part, "name", "") or getattr(part, "title", "") or "something")


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return listed([_name(one) if is_dataclass(one) else _shown(one) for one in value]) if value else "none"
    return str(value.value) if isinstance(value, Enum) else with_minus(value)
