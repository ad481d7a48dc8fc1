"""Correcting an entry of the log: what that comes to is stored as one event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.models import Battle, Event, Member, Version
from companion.services.agreeing import why_not_agreed
from companion.services.declaring import check_seen
from companion.services.disputing import settle_by
from companion.services.foreseeing import Amendment, Foreseen, Found, Wanted, find_entry, is_another
from companion.services.history import Line, traces_of
from companion.services.locking import locked
from companion.services.lucking import kept_luck
from companion.services.once import number_of_form
from companion.services.refusals import Refusal
from companion.services.results import check_unmade, follow_results
from companion.services.under_way import is_anything_under_way
from companion.services.writing import AMENDED, write_event, write_sheet
from companion.sheets import keep_reserved
from rules.changes import keyed
from rules.folding import Folded
from rules.games import GAMES
from rules.parts_as_json import parts_to_json
from rules.records import to_json
from rules.replay import Record
from rules.timeline import How
from rules.words import LONGEST_HEADLINE, as_many, cut

LONGEST_ENTRY = 200
"""How much of a headline names what is corrected, where there is no room for all that is told of it."""


def amend(
    *,
    key: str,
    number: int,
    wanted: Wanted,
    seen: int,
    who: str,
    member: Member | None = None,
    guest: bool = False,
    once: str = "",
) -> Event:
    """Store a corrected entry and what comes of it, as one event; refused when the battle has moved on since.

    ``member`` is who corrects it, where that is known, a ``guest`` is nobody where others are members, and ``once`` the
    number of the form where it comes from one: a second tap on that finds what the first has stored.
    """
    with locked(key) as battle:
        if once and (done := _done_by(battle, number_of_form(once), seen)):
            return done
        check_unmade(battle, guest=guest)
        check_seen(battle, seen)
        if is_anything_under_way(battle):
            raise Refusal("Something is under way: finish it or call it off first.")
        found = find_entry(battle, number)
        amendment = wanted(found)
        foreseen = found.foreseen(amendment)
        _check(battle, foreseen, amendment, member)
        if amendment.wanted.built:
            # What it adds may have left since: no row has that id, and what joins next must not get it.
            keep_reserved(key for part in amendment.wanted.built.parts if part.now for key in keyed(part.now))
        changes, parts = write_sheet(found.stored, foreseen.after, "changed")
        headline = _headline(found, foreseen, amendment)
        event = write_event(battle, kind=AMENDED, headline=headline, who=who, changes=changes, parts=parts, once=once)
        Version.objects.bulk_create(versions_by(event, foreseen, amendment))
        settle_by(found.line.event, event)
        if foreseen.after.over:
            follow_results(battle)
        return event


def _done_by(battle: Battle, once: str, seen: int) -> Event | None:
    """What a form has corrected already, which came after what it showed."""
    return Event.objects.filter(battle=battle, number__gt=seen, once=once).first()


def _check(battle: Battle, foreseen: Foreseen, amendment: Amendment, member: Member | None) -> None:
    lacking = foreseen.lacking
    if lacking:
        raise Refusal(f"“{lacking.entry.headline}” cannot stand like that: {lacking.lacks}")
    if not foreseen.is_another:
        raise Refusal("That changes nothing: it is as it was.")
    if foreseen.strikes_app_dice and (why_not := why_not_agreed(battle, foreseen.lines[0].event, member)):
        raise Refusal(why_not)
    if foreseen.strikes_app_dice and not amendment.agreed:
        raise Refusal(
            "The app rolled dice for what is struck out. Both sides have to agree to that, or the organiser: tick it."
        )


def _headline(found: Found, foreseen: Foreseen, amendment: Amendment) -> str:
    before, now = found.line.entry.headline, foreseen.amended
    happened = "this did happen: " if found.line.entry.how is How.STRUCK else ""
    why = f" Why: {amendment.why}" if amendment.why else ""
    room = LONGEST_HEADLINE - len(why)
    if now.how is How.STRUCK:
        said = f"Corrected: this did not happen: {before}"
    elif amendment.wanted.built:
        said = _said_of(f"Corrected: {happened}{now.headline}", amendment.wanted.built.words, room)
    elif now.headline == before:
        said = f"Corrected: {happened}{before}"
    else:
        said = f"Corrected: {happened}{now.headline} (It was: {before})"
    return cut(said, room) + why


def _said_of(entry: str, words: Sequence[str], room: int) -> str:
    """What is corrected of a set-up: all of it, or else as much as there is room for by what was set up."""
    whole = f"{entry} {'; '.join(words)}."
    if len(whole) <= room:
        return whole
    entry = cut(entry, LONGEST_ENTRY)
    return f"{entry} {as_many(words, room - len(entry) - len(' .'))}."


def others(foreseen: Foreseen, traces: Mapping[int, Any]) -> Sequence[tuple[Line, Folded]]:
    """The entries that are others now, or came about in another way than by these traces."""
    pairs = zip(foreseen.lines, foreseen.folded, strict=True)
    return [(line, one) for line, one in pairs if is_another(one) or _is_retold(line, one, traces)]


def versions_by(event: Event, foreseen: Foreseen, amendment: Amendment | None = None) -> Sequence[Version]:
    """What an event makes of entries; all of it is a consequence where it amends none of these itself."""
    own, answers = (foreseen.amended, amendment.answers) if amendment else (None, {})
    traces = traces_of(event.battle, foreseen.lines)
    return [
        _version(event, line, one, answers, traces.get(line.event), is_consequence=one is not own)
        for line, one in others(foreseen, traces)
    ]


def _is_retold(line: Line, one: Folded, traces: Mapping[int, Any]) -> bool:
    """Whether it came about in another way, or its dice were worth something else, though it changes the same."""
    if one.outcome:
        return bool(to_json(one.steps) != traces.get(line.event))
    return one.how is How.KEPT and line.version is not None and line.version.luck != _luck(one, line.entry.record)


def _version(
    event: Event, line: Line, one: Folded, answers: Mapping[int, Any], trace: Any, *, is_consequence: bool
) -> Version:
    record = one.record or line.entry.record
    # An entry of an older edition is not resolved again: it came about as it did, though its scores may be others.
    stands = one.how is How.AGAIN and one.record is None
    return Version(
        amendment=event,
        of_id=line.event,
        how=one.how.value,
        headline=one.headline,
        changes=[to_json(change) for change in one.changes],
        parts=parts_to_json(one.parts),
        shape=GAMES[event.battle.game].shape,
        answers=answers.get(one.entry.number, line.answers),
        declared=to_json(record.declaration) if record else None,
        replies=[to_json(reply) for reply in record.replies] if record else None,
        outcome=to_json(one.outcome) if one.outcome else None,
        trace=(trace or []) if stands else [to_json(step) for step in one.steps],
        luck=None if stands else _luck(one, record),
        edition=one.record.game.edition if one.record else line.edition if stands else "",
        consequence=is_consequence,
    )


def _luck(one: Folded, record: Record | None) -> list[Any] | None:
    """What is kept of its rolls, rated in the battle before it: none where it is struck out."""
    if one.how is How.STRUCK:
        return []
    return kept_luck(replace(record, battle=one.before)) if record else None
