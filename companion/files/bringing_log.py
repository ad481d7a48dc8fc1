"""The log of a battle from a file, stored with the keys that its rows have now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.files.bringing_rows import check
from companion.files.keys import Renaming
from companion.files.log import renamed_declaration, renamed_event
from companion.files.reading import (
    all_of,
    time_of,
)
from companion.files.reading_log import DECLARATION, DISPUTE, VERSION
from companion.files.rows import DECLARATIONS
from companion.models import Battle, Declaration, Dispute, Event, Piece, Reply, Version
from companion.models.campaign import new_key
from companion.services.reckoning import HOME
from companion.services.roles import SEAT
from companion.services.rosters import ROSTER
from companion.services.shelving import RENAME
from companion.services.writing import AMENDED, SET_UP, UNDO
from companion.who import has_unseen
from rules.questions import PIECES
from rules.records import BadRecord, brief
from rules.words import LONGEST_HEADLINE, shortened

KINDS = (SET_UP, "edit", "look", "link", "called off", UNDO, AMENDED, SEAT, RENAME, ROSTER, HOME)
"""Kinds of events that nothing was declared for."""


def store_declarations(
    battle: Battle, declarations: Iterator[dict[str, Any]], names: Renaming, rows: Mapping[str, Any]
) -> list[Declaration]:
    """Store what was declared, with its replies; ``rows`` are those of the pieces by their keys in the file."""
    made: list[Declaration] = []
    waiting: list[tuple[Declaration, list[dict[str, Any]]]] = []
    for said in declarations:
        known = renamed_declaration(said, names)
        row = Declaration(
            battle=battle,
            **{name: known[name] for name in DECLARATION if name not in (*PIECES, "when", "replies")},
            actor=_piece(rows, said["actor"]),
            target=_piece(rows, said["target"]),
            early=known.get("early", []),
            once=new_key(),
            when=time_of(said["when"], "The time of a declaration"),
        )
        _check_seen(row.who, f"Declaration {len(made) + len(waiting) + 1}")
        check(row, f"Declaration {len(made) + len(waiting) + 1}")
        waiting.append((row, known["replies"]))
        if len(waiting) == DECLARATIONS:
            made += _stored(waiting)
            waiting = []
    return made + _stored(waiting)


def store_events(
    battle: Battle, events: Iterator[dict[str, Any]], names: Renaming, declarations: list[Declaration]
) -> list[Event]:
    """Store the events with the versions that corrections made."""
    made: list[Event] = []
    for number, said in enumerate(events, start=1):
        known = renamed_event(said, names)
        row = Event(
            battle=battle,
            number=number,
            **{name: known[name] for name in ("kind", "headline", "changes", "parts", "shape", "who", "by")},
            declaration=_declaration(declarations, said, number),
            undoes=_earlier(made, said["undoes"], number) if said["undoes"] is not None else None,
            when=time_of(said["when"], "The time of an event"),
        )
        _check_seen(row.who, f"Event {number}")
        check(row, f"Event {number}")
        row.save(force_insert=True)
        versions = [_version(row, version, made, number) for version in known["versions"]]
        made.append(row)
        Version.objects.bulk_create(versions)
    return made


def store_disputes(data: Any, events: list[Event]) -> None:
    """Store what was disputed of events, and what settled it."""
    for number, said in enumerate(all_of(data, "Dispute", DISPUTE), start=1):
        place = f"Dispute {number}"
        correction = said["correction"] and _earlier(events, said["correction"], len(events))
        if correction and correction.kind != AMENDED:
            raise BadRecord(f"{place} is settled by a correction that is none.")
        row = Dispute(
            **{name: said[name] for name in ("note", "who", "by", "ruling", "ruled_who", "ruled_by")},
            event=_earlier(events, said["event"], len(events)),
            correction=correction or None,
            when=time_of(said["when"], place),
            ruled_when=said["ruled_when"] and time_of(said["ruled_when"], place),
        )
        if bool(row.ruling) is not bool(row.ruled_when and row.ruled_who):
            raise BadRecord(f"{place} is ruled by nobody, or nothing is.")
        for text in (row.who, row.ruled_who, row.note, row.ruling):
            _check_seen(text, place)
        check(row, place)
        row.save()


def _check_seen(text: str, place: str) -> None:
    if has_unseen(text):
        raise BadRecord(f"{place} has a name or a note with letters that cannot be seen.")


def _stored(waiting: list[tuple[Declaration, list[dict[str, Any]]]]) -> list[Declaration]:
    rows = Declaration.objects.bulk_create([row for row, _ in waiting])
    replies = [
        Reply(declaration=row, number=number, **{**reply, "when": time_of(reply["when"], "The time of a reply")})
        for row, given in waiting
        for number, reply in enumerate(given)
    ]
    for reply in replies:
        _check_seen(reply.who, f"A reply to {reply.declaration.procedure}")
        check(reply, f"A reply to {reply.declaration.procedure}")
    Reply.objects.bulk_create(replies)
    return rows


def _version(amendment: Event, said: Mapping[str, Any], made: list[Event], number: int) -> Version:
    of = _earlier(made, said["of"], number)
    known = {name: said[name] for name in VERSION if name != "of"}
    row = Version(amendment=amendment, of=of, consequence="consequence" in said, **known)
    check(row, f"A version of event {of.number}")
    return row


def _piece(rows: Mapping[str, Any], key: str | None) -> Piece | None:
    row = rows.get(key) if key else None
    if key and not isinstance(row, Piece):
        raise BadRecord(f"Nothing in the file has the key {key[:40]!r}, which something was declared of.")
    return row


def _declaration(declarations: list[Declaration], said: Mapping[str, Any], number: int) -> Declaration | None:
    of: int | None = said["declaration"]
    if of is None:
        if said["kind"] not in KINDS:
            raise BadRecord(f"Event {number} is of the kind {brief(said['kind'])}, which is not known.")
        return None
    if not 1 <= of <= len(declarations) or declarations[of - 1].status != Declaration.Status.SETTLED:
        raise BadRecord(f"Event {number} comes of a declaration that is not there, or was not settled.")
    found = declarations[of - 1]
    if found.procedure != said["kind"]:
        raise BadRecord(f"Event {number} is of another kind than what was declared.")
    if found.outcome is None or shortened(found.outcome["headline"], LONGEST_HEADLINE) != said["headline"]:
        raise BadRecord(f"Event {number} says something else than what came of what was declared.")
    return found


def _earlier(made: list[Event], number: int, own: int) -> Event:
    if not 1 <= number <= len(made):
        raise BadRecord(f"Event {own} names an event that did not come before it.")
    return made[number - 1]
