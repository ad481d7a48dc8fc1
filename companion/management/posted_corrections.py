"""A correction as its page posts it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.forms.declared_again import said_for
from companion.forms.questions import PREFIX
from companion.services.foreseeing import Amendment, Found
from rules.replay import Record
from rules.table import Dice


def posted_correction(found: Found, amendment: Amendment) -> dict[str, str]:
    """What the page of an entry posts for a correction."""
    entry, stands = found.line.entry, found.line.answers or {}
    fields = {"how": amendment.wanted.how.value, "agreed": "on", "why": amendment.why}
    if entry.record:
        questions = entry.record.procedure.questions(found.before, dict(stands))
        fields |= {f"{PREFIX}-{name}": text for name, text in said_for(questions, stands)}
    fields |= _replies(entry.number, amendment.wanted.record)
    for number, one in amendment.decided.items():
        fields |= {f"how-{number}": one.how.value, **dict(_replies(number, one.record))}
    return fields


def _replies(number: int, record: Record | None) -> dict[str, str]:
    return dict(_told(number, record)) if record else {}


def _told(number: int, record: Record) -> Iterator[tuple[str, str]]:
    for place, reply in enumerate(record.replies):
        name = f"e{number}-{place}"
        yield f"{name}-label", reply.label
        if not isinstance(reply, Dice):
            yield f"{name}-pick", str(reply.option)
            continue
        yield f"{name}-pools", str(len(reply.faces))
        for pool, faces in enumerate(reply.faces):
            yield from ((f"{name}-{pool}-{die}", str(face)) for die, face in enumerate(faces))
