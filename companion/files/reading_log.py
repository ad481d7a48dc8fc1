"""The log in a file, read strictly: what was declared and answered, and the events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.files import early
from companion.files.deltas import after
from companion.files.envelope import canonical
from companion.files.reading import (
    LIST,
    MAYBE,
    NUMBER,
    OBJECT,
    TEXT,
    TRUTH,
    all_of,
    check_changes,
    check_outcome,
    check_parts,
    check_trace,
    fields_of,
    of_kind,
)
from companion.models import Reply
from companion.services.writing import NO_ENTRY
from rules.questions import PIECES
from rules.records import BadRecord
from rules.replay import read_replies
from rules.table import Source

LARGEST = 10_000_000
"""The most letters that the battles of all declarations may have, of which a file has only what became another."""

DECLARATION = {
    **dict.fromkeys(("procedure", "edition", "status", "who", "when"), TEXT),
    **dict.fromkeys(PIECES, TEXT + MAYBE),
    **dict.fromkeys(("answers", "declared"), OBJECT),
    **dict.fromkeys(("pieces", "replies"), LIST),
    "shape": NUMBER,
    "outcome": OBJECT + MAYBE,
    "trace": LIST + MAYBE,
}
REPLY = {"label": TEXT, "value": TEXT + NUMBER + LIST + OBJECT, "source": TEXT, "who": TEXT, "when": TEXT}
EVENT = {
    **dict.fromkeys(("kind", "headline", "who", "by", "when"), TEXT),
    **dict.fromkeys(("changes", "parts", "versions"), LIST),
    **dict.fromkeys(("declaration", "undoes"), NUMBER + MAYBE),
    "shape": NUMBER,
}
DISPUTE = {
    **dict.fromkeys(("note", "who", "by", "when", "ruling", "ruled_who", "ruled_by"), TEXT),
    "event": NUMBER,
    "correction": NUMBER + MAYBE,
    "ruled_when": TEXT + MAYBE,
}
VERSION = {
    **dict.fromkeys(("how", "headline", "edition"), TEXT),
    **dict.fromkeys(("changes", "parts", "trace"), LIST),
    **dict.fromkeys(("of", "shape"), NUMBER),
    **dict.fromkeys(("answers", "declared", "outcome"), OBJECT + MAYBE),
    "replies": LIST + MAYBE,
}


def read_declarations(data: Any) -> Iterator[dict[str, Any]]:
    """What was declared, each with the whole battle that it was declared in."""
    pieces, letters = None, 0
    for number, item in enumerate(of_kind(data, "Declaration", LIST), start=1):
        place = f"Declaration {number}"
        has_early = isinstance(item, dict) and "early" in item
        said = fields_of(item, place, {**DECLARATION, "early": LIST} if has_early else DECLARATION)
        if has_early:
            early.check_read(said["early"], place)
        pieces = of_kind(after(pieces, said["pieces"]), f"{place}, the battle", OBJECT)
        letters += len(canonical(pieces))
        if letters > LARGEST:
            raise BadRecord("The file makes more of itself than the app keeps.")
        _check_answers(said["answers"], place)
        if said["outcome"] is not None:
            check_outcome(said["outcome"], place)
        check_trace(said["trace"], place)
        for reply in all_of(said["replies"], f"{place}, reply", REPLY):
            _check_reply(reply, said["answers"], place)
        yield {**said, "pieces": pieces}


def read_events(data: Any) -> Iterator[dict[str, Any]]:
    """The events of a log."""
    for number, said in enumerate(all_of(data, "Event", EVENT), start=1):
        place = f"Event {number}"
        check_changes(said["changes"], place)
        check_parts(said["parts"], place)
        if said["versions"] and said["kind"] not in NO_ENTRY:
            raise BadRecord(f"{place} corrects others, though it is no correction.")
        for at, item in enumerate(said["versions"], start=1):
            version = _version(item, f"{place}, version {at}")
            check_changes(version["changes"], place)
            check_parts(version["parts"], place)
            check_trace(version["trace"], place)
            if version["answers"] is not None:
                _check_answers(version["answers"], place)
            if version["outcome"] is not None:
                check_outcome(version["outcome"], place)
            if version["replies"] is not None:
                read_replies(version["replies"])
        yield said


def _version(item: Any, place: str) -> dict[str, Any]:
    is_consequence = isinstance(item, dict) and "consequence" in item
    said = fields_of(item, place, {**VERSION, "consequence": TRUTH} if is_consequence else VERSION)
    if is_consequence and said["consequence"] is not True:
        raise BadRecord(f"{place} is no consequence of another correction, and says so.")
    return said


def _check_answers(answers: Mapping[str, Any], place: str) -> None:
    """Refuse what no form asks: anything but plain values, and lists of rows with names."""
    for name, answer in answers.items():
        for row in answer if isinstance(answer, list) else ():
            _check_row(row, f"{place}, {name[:40]}, row")
        if isinstance(answer, dict):
            raise BadRecord(f"{place}: what was answered to “{name[:40]}” is no answer.")


def _check_row(row: Any, place: str) -> None:
    of_kind(row, place, OBJECT)
    of_kind(row.get("name"), f"{place}, name,", TEXT)
    _check_plain(row, place)


def _check_plain(row: Mapping[str, Any], place: str) -> None:
    if any(isinstance(value, list | dict) for value in row.values()):
        raise BadRecord(f"{place} has more than one value in one place.")


def _check_reply(reply: Mapping[str, Any], answers: Mapping[str, Any], place: str) -> None:
    if reply["source"] == Source.CHOSEN:
        of_kind(reply["value"], f"{place}, what was chosen,", TEXT + NUMBER)
    elif reply["source"] == Reply.ADDED:
        for name, rows in fields_of(reply["value"], place, dict.fromkeys(reply["value"], LIST)).items():
            of_kind(answers.get(name, []), f"{place}, {name[:40]}", LIST)
            for row in rows:
                _check_row(row, f"{place}, row")
    else:
        of_kind(reply["value"], f"{place}, dice", LIST)
