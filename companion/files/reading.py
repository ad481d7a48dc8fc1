"""Reading a file strictly: every object has just the fields that it should, each of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from rules.records import PLAIN, BadRecord, brief

Kinds = tuple[type, ...]

TEXT: Kinds = (str,)
NUMBER: Kinds = (int,)
TRUTH: Kinds = (bool,)
LIST: Kinds = (list,)
OBJECT: Kinds = (dict,)
ANY: Kinds = (str, int, bool, list, dict, type(None))
MAYBE: Kinds = (type(None),)

IN_WORDS = {**PLAIN, list: "a list", dict: "an object"}

CHANGE = {"piece": TEXT, "track": TEXT, "before": TEXT + NUMBER + TRUTH + MAYBE, "after": TEXT + NUMBER + TRUTH + MAYBE}
PART = {"field": TEXT, "at": NUMBER, "was": OBJECT + LIST + MAYBE, "now": OBJECT + LIST + MAYBE}
STEP = {"label": TEXT, "value": TEXT, "source": TEXT}


def fields_of(data: Any, place: str, kinds: Mapping[str, Kinds]) -> dict[str, Any]:
    """An object with just these fields, each of one of its kinds; ``BadRecord`` where it is another."""
    found: dict[str, Any] = of_kind(data, place, OBJECT)
    for name in found:
        if name not in kinds:
            raise BadRecord(f"{place} has {brief(name)}, which is not known there.")
    for name, kind in kinds.items():
        if name not in found:
            raise BadRecord(f"{place} lacks “{name}”.")
        of_kind(found[name], f"{place}, {name},", kind)
    return found


def of_kind(data: Any, place: str, kinds: Kinds) -> Any:
    """The value, if it is of one of the kinds: true is no number."""
    if type(data) not in kinds:
        wanted = " or ".join(dict.fromkeys(IN_WORDS[kind] for kind in kinds))
        raise BadRecord(f"{place} should be {wanted}, not {brief(data)}.")
    return data


def all_of(data: Any, place: str, kinds: Mapping[str, Kinds]) -> Iterator[dict[str, Any]]:
    """Each of the objects in a list, which all have these fields."""
    for number, item in enumerate(of_kind(data, place, LIST), start=1):
        yield fields_of(item, f"{place} {number}", kinds)


def check_changes(data: Any, place: str) -> None:
    """Refuse what are no changes."""
    for _ in all_of(data, f"{place}, change", CHANGE):
        pass


def check_parts(data: Any, place: str) -> None:
    """Refuse what are no parts that joined or left."""
    for _ in all_of(data, f"{place}, part", PART):
        pass


def check_trace(data: Any, place: str) -> None:
    """Refuse what are no steps of a trace; there may be none."""
    for _ in all_of(data if data is not None else [], f"{place}, step", STEP):
        pass


def check_outcome(data: Any, place: str) -> None:
    """Refuse what is no outcome; a game may tell more of it than is known here."""
    outcome = of_kind(data, place, OBJECT)
    known = {"headline": TEXT, "changes": LIST, "checklist": LIST, "also": LIST}
    fields_of({name: outcome[name] for name in known if name in outcome}, place, _there(known, outcome))
    check_changes(outcome["changes"], place)
    for name in ("checklist", "also"):
        check_texts(outcome.get(name, []), f"{place}, {name}")


def check_texts(data: Iterable[Any], place: str) -> None:
    """Refuse what are no texts."""
    for item in data:
        of_kind(item, place, TEXT)


def time_of(text: Any, place: str) -> datetime:
    """The time that a text gives; ``BadRecord`` where it is none of this century."""
    try:
        found = datetime.fromisoformat(of_kind(text, place, TEXT))
    except ValueError:
        raise BadRecord(f"{place} should be a time, not {brief(text)}.") from None
    if found.tzinfo is not UTC or not 2000 <= found.year < 2100:
        raise BadRecord(f"{place} should be a time of this century in UTC, not {brief(text)}.")
    if found > datetime.now(UTC):
        raise BadRecord(f"{place} is later than now: one of the two clocks is wrong.")
    return found


def _there(known: Mapping[str, Kinds], outcome: Mapping[str, Any]) -> dict[str, Kinds]:
    """What an outcome has to have, and what it has of the rest."""
    return {name: kinds for name, kinds in known.items() if name in outcome or name in ("headline", "changes")}
