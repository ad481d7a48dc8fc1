"""Storing the replies to what is asked: dice, the app's or typed, and choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeAlias

from django.utils import timezone

from companion.models import Declaration, Reply
from companion.services.choosing import FINISHED, picked
from companion.services.dice_that_fell import DiceThatFell, Nth, dice_that_fell, next_of
from companion.services.hands import Table, still_to_lay
from companion.services.locking import locked
from companion.services.refusals import Refusal, Stale
from companion.services.settling import store_outcome
from companion.services.under_way import (
    CHANGED,
    check_open,
    find_declaration,
    overtaken,
    replayed,
    replies_shown,
    replies_to,
    still_plays,
)
from companion.services.whose import Taps, acting_in, anybody, throwing
from companion.sheets import stored
from rules.asks import Roll
from rules.dice import Face
from rules.play import Resolved, Waiting
from rules.records import to_json
from rules.replay import Record
from rules.table import Dice, Source
from rules.table import Reply as ReplyValue
from rules.words import without_step

Given: TypeAlias = tuple[tuple[ReplyValue, str], ...]
"""Replies, each with who gave it."""


def enter_dice(*, key: str, declaration: int, answer: int, faces: Sequence[Sequence[Face]], who: str) -> None:
    """Answer an ask with physical dice in words; ``answer`` is the id of the last reply on the page, 0 for none."""
    _reply_to(key, declaration, answer, tuple(tuple(shown) for shown in faces), Source.ENTERED, who)


def roll_dice(*, key: str, declaration: int, answer: int, who: str) -> None:
    """Answer an ask with the server's dice."""
    _reply_to(key, declaration, answer, None, Source.ROLLED, who)


def choose(
    *,
    key: str,
    declaration: int,
    answer: int,
    options: Sequence[str],
    who: str,
    rolls: bool = False,
    applies: bool = False,
    taps: Taps = anybody,
) -> Declaration:
    """Answer the choices of one screen, in order, each with one of its options, given as text.

    With ``rolls`` the app rolls until the next decision; what ``applies`` is settled where nothing more is asked. For
    sides for which nobody here ``taps`` it does neither.
    """
    return _reply_to(
        key, declaration, answer, tuple(options), Source.CHOSEN, who, rolls=rolls, applies=applies, taps=taps
    )


def _reply_to(
    key: str,
    declaration: int,
    answer: int,
    value: Any,
    source: Source,
    who: str,
    *,
    rolls: bool = False,
    applies: bool = False,
    taps: Taps = anybody,
) -> Declaration:
    """Store what answers the next ask of a page whose last reply has the id ``answer``; a second tap does nothing.

    With ``rolls`` the app rolls on until the next decision; what ``applies`` is settled where nothing more is asked.
    For sides for which nobody here ``taps`` it does neither.
    """
    with locked(key) as battle:
        row = find_declaration(battle, declaration)
        given = replies_to(row)
        number = replies_shown(given, answer)
        if number is None:
            raise Stale(CHANGED)
        if number < len(given):
            if _same(row, given, number, value, source):
                return row
            value = still_to_lay(row, given, number, value) if source is Source.ENTERED else None
            if value is None:
                raise overtaken(given[number])
            if not any(value):
                return row
        check_open(row)
        answered, answers, early = _answered(row, given, value, source, who)
        now = timezone.now()
        _write(row, len(given), answers, early, now)
        record = lay(row, answered, len(given) + len(answers), who, rolls=rolls, when=now, taps=taps)
        # Nobody has seen yet what dice come to that lay there already.
        at_once = record.procedure.at_once or (applies and record is answered and taps(acting_in(row)))
        if at_once and not rolls and isinstance(played := still_plays(record), Resolved):
            store_outcome(battle, row, record, played, stored(battle), who)
        return row


def lay(
    row: Declaration, record: Record, number: int, who: str, *, rolls: bool, when: datetime, taps: Taps = anybody
) -> Record:
    """Lay the app's dice that have fallen for it already, and where it ``rolls``, throw all others too.

    It ends where somebody has to decide or to roll for whom nobody here ``taps``, or nothing is asked any more.
    ``number`` is that of the next reply, ``when`` the time of the tap that they follow; the record comes back with all
    that lies there then.
    """
    fell: Mapping[Nth, DiceThatFell] | None = None
    while isinstance(played := still_plays(record), Waiting) and isinstance(played.ask, Roll):
        fell = dice_that_fell(row) if fell is None else fell
        nth = next_of(played.ask.label, record.replies)
        table = Table(played.ask, record.declared, row.early)
        rolls = rolls and taps(throwing(played.ask, record.declared, acting_in(row)))
        if not rolls and (table.is_begun or nth not in fell):
            break
        thrown = table.throw(who, fell.get(nth))
        record = replace(record, replies=(*record.replies, *(reply for reply, _ in thrown)))
        _write(row, number, thrown, table.early, when)
        number += len(thrown)
    return record


def _write(row: Declaration, number: int, answers: Given, early: list[Any], when: datetime) -> None:
    # Replies of one tap have one time, by which they are taken back together.
    for place, (reply, by) in enumerate(answers, number):
        _row(row, place, reply, by, when).save()
    if early != row.early:
        row.early = early
        row.save(update_fields=["early"])


def _answered(
    row: Declaration, given: Sequence[Reply], value: Any, source: Source, who: str
) -> tuple[Record, Given, list[Any]]:
    """The record with the replies that something posted makes, those replies, and the dice that wait for others."""
    record, played = replayed(row, given)
    if isinstance(played, Resolved):
        raise Stale(FINISHED)
    answers: Given
    early = list(row.early)
    if source is Source.CHOSEN:
        answers = tuple((pick, who) for pick in picked(record, played, value, of_one_side=row.battle.seated))
    else:
        ask = played.ask
        if not isinstance(ask, Roll):
            raise Refusal(f"“{without_step(ask.label)}” asks for a choice, not for dice.")
        table = Table(ask, record.declared, early)
        if source is Source.ROLLED:
            answers = table.throw(who)
        else:
            _check_none_fell(row, record, table, value)
            table.enter(value, who)
            answers = table.whole()
        early = table.early
    record = replace(record, replies=(*record.replies, *(reply for reply, _ in answers)))
    still_plays(record)
    return record, answers, early


def _check_none_fell(row: Declaration, record: Record, table: Table, faces: Sequence[Sequence[Face]]) -> None:
    """Raise ``Refusal`` where dice are entered beside the roll that is asked for, and the app's lie there."""
    early = [roll for roll in table.rolls[1:] if any(faces[table.first(roll) :][: len(roll.pools)])]
    fell = dice_that_fell(row) if early else {}
    for roll in early:
        if next_of(roll.label, record.replies) in fell:
            raise Refusal(f"The app's dice for “{without_step(roll.label)}” fell before and stay: enter none for it.")


def _row(declaration: Declaration, number: int, reply: ReplyValue, who: str, when: datetime) -> Reply:
    return Reply(
        declaration=declaration,
        number=number,
        label=reply.label,
        value=_stored(reply),
        source=reply.source if isinstance(reply, Dice) else Source.CHOSEN,
        who=who,
        when=when,
    )


def _stored(reply: ReplyValue) -> Any:
    return to_json(reply.faces) if isinstance(reply, Dice) else reply.option


def _same(row: Declaration, given: Sequence[Reply], number: int, value: Any, source: Source) -> bool:
    """Whether what was given since the page was shown is what a second tap on it gives."""
    first = given[number]
    if source is not Source.CHOSEN or first.source != source:
        return source is Source.ROLLED and first.source == source
    try:
        _, meant, _ = _answered(row, given[:number], value, source, "")
    except Refusal:
        return False
    stored = [(reply.label, reply.value) for reply in given[number : number + len(meant)]]
    return stored == [(reply.label, _stored(reply)) for reply, _ in meant]
