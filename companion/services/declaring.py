"""Declaring, replying, calling off and applying: the path of every attack from the form to the stored pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.luck import throw
from companion.models import Battle, Declaration, Event, Piece, Reply
from companion.services.locking import locked
from companion.services.refusals import Refusal, Stale
from companion.services.under_way import (
    CHANGED,
    check_open,
    find_declaration,
    overtaken,
    replayed,
    replies_shown,
    still_plays,
)
from companion.services.writing import write_changes, write_event
from companion.sheets import Stored, stored
from rules.asks import Roll
from rules.dice import BadFaces, Face, words_of
from rules.game import Illegal, Outcome
from rules.games import GAMES
from rules.play import Resolved, Waiting
from rules.questions import Answers
from rules.records import BadRecord, to_json
from rules.replay import Record
from rules.table import Dice, Pick, Source
from rules.table import Reply as ReplyValue

ONCE = re.compile(r"[A-Za-z0-9_-]{8,32}")
"""A form's own number: one tap, one declaration."""


def declare(
    *, key: str, procedure: str, answers: Callable[[Stored], Answers], seen: int, once: str, who: str
) -> Declaration:
    """Declare something; what asks nothing is settled at once.

    ``answers`` reads the posted answers for the stored battle, once the page is known to be up to date. ``seen`` is
    the last event that the page showed, ``once`` the form's own number: a second tap finds the first.
    """
    if not ONCE.fullmatch(once):
        raise Stale("This page cannot be used any more. Load it again and repeat your tap.")
    with locked(key) as battle:
        earlier = Declaration.objects.filter(battle=battle, once=once).first()
        if earlier:
            return earlier
        check_seen(battle, seen)
        under_way = Declaration.objects.filter(battle=battle, status=Declaration.Status.OPEN).first()
        if under_way:
            raise Stale(f"{under_way.who} has declared something that is still under way.")
        read = stored(battle)
        game = GAMES[battle.game]
        try:
            chosen = game.procedure(procedure)
        except KeyError:
            raise Refusal("This game knows no such thing to declare.") from None
        try:
            given = answers(read)
            declared = chosen.declare(given)
            record = Record(game, chosen, read.sheet, declared, ())
            played = record.play()
        except (BadRecord, Illegal) as problem:
            raise Refusal(str(problem)) from problem
        row = Declaration.objects.create(
            battle=battle,
            procedure=procedure,
            edition=game.edition,
            actor=_piece(read, given.get("actor")),
            target=_piece(read, given.get("target")),
            answers=dict(given),
            declared=to_json(declared),
            pieces=to_json(read.sheet),
            once=once,
            who=who,
        )
        if isinstance(played, Resolved):
            _settle(battle, row, record, played, read, who)
        return row


def enter_dice(*, key: str, declaration: int, answer: int, faces: Sequence[Sequence[Face]], who: str) -> None:
    """Answer an ask with physical dice in words; ``answer`` is the id of the last reply on the page, 0 for none."""
    _reply(key, declaration, answer, tuple(tuple(shown) for shown in faces), Source.ENTERED, who)


def roll_dice(*, key: str, declaration: int, answer: int, who: str) -> None:
    """Answer an ask with the server's dice."""
    _reply(key, declaration, answer, None, Source.ROLLED, who)


def choose(*, key: str, declaration: int, answer: int, option: str, who: str) -> None:
    """Answer an ask with one of its options, given as text."""
    _reply(key, declaration, answer, option, Source.CHOSEN, who)


def take_back(*, key: str, declaration: int, answer: int) -> None:
    """Take back the last reply, before anything is applied; the server's dice stay as they fell.

    A second tap, when that reply is gone, does nothing.
    """
    with locked(key) as battle:
        row = find_declaration(battle, declaration)
        check_open(row)
        given = list(row.replies.all())
        shown = replies_shown(given, answer)
        if shown is None and answer > 0:
            return
        if not shown or shown < len(given):
            raise Stale("There is a newer answer than the one you wanted to take back.")
        if given[-1].source == Source.ROLLED:
            raise Refusal("The app's dice stay as they fell. Call it off if it was declared by mistake.")
        given[-1].delete()


def call_off(*, key: str, declaration: int, who: str) -> None:
    """Give up what is under way: nothing of it is applied, and the log says so."""
    with locked(key) as battle:
        row = find_declaration(battle, declaration)
        if row.status == Declaration.Status.CANCELLED:
            return
        if row.status == Declaration.Status.SETTLED:
            raise Stale("It has been applied already. You can undo it instead.")
        row.status = Declaration.Status.CANCELLED
        row.save(update_fields=["status"])
        procedures = GAMES[battle.game].procedures
        name = next((known.name for known in procedures if known.slug == row.procedure), row.procedure)
        write_event(battle, kind="called off", headline=f"“{name}” of {row.actor or battle} was called off.", who=who)


def settle(*, key: str, declaration: int, answer: int, who: str) -> Declaration:
    """Write the outcome of a finished declaration to the stored pieces, with its event; a second tap does nothing."""
    with locked(key) as battle:
        row = find_declaration(battle, declaration)
        if row.status == Declaration.Status.SETTLED:
            return row
        check_open(row)
        given = list(row.replies.all())
        if replies_shown(given, answer) != len(given):
            raise Stale(CHANGED)
        record, played = replayed(row, given)
        if isinstance(played, Waiting):
            raise Refusal(f"“{played.ask.label}” has not been answered yet.")
        _settle(battle, row, record, played, stored(battle), who)
        return row


def check_seen(battle: Battle, seen: int) -> None:
    """Raise ``Stale``, with what happened since, when a page shows an older battle."""
    if seen == battle.last_event:
        return
    since = Event.objects.filter(battle=battle, number__gt=seen).order_by("number")
    news = " ".join(f"{event.who}: {event.headline}" for event in since[:5])
    raise Stale(f"The battle has moved on since this page was shown. {news} Your tap was not stored.")


def _settle(
    battle: Battle, row: Declaration, record: Record, played: Resolved[Outcome], read: Stored, who: str
) -> None:
    write_changes(read, played.outcome.changes)
    row.outcome = to_json(played.outcome)
    row.trace = [to_json(step) for step in record.steps(played.trace)]
    row.status = Declaration.Status.SETTLED
    row.save(update_fields=["outcome", "trace", "status"])
    write_event(
        battle,
        kind=row.procedure,
        headline=played.outcome.headline,
        who=who,
        changes=played.outcome.changes,
        declaration=row,
    )


def _reply(key: str, declaration: int, answer: int, value: Any, source: Source, who: str) -> None:
    with locked(key) as battle:
        row = find_declaration(battle, declaration)
        given = list(row.replies.all())
        number = replies_shown(given, answer)
        if number is None:
            raise Stale(CHANGED)
        if number < len(given):
            if _same(given[number], value, source):
                return
            raise overtaken(given[number])
        check_open(row)
        record, played = replayed(row, given)
        if isinstance(played, Resolved):
            raise Stale("Nothing is being asked any more. Your answer was not stored.")
        answered = _answer(played, value, source)
        still_plays(replace(record, replies=(*record.replies, answered)))
        _row(row, number, answered, source, who).save()


def _answer(played: Waiting, value: Any, source: Source) -> ReplyValue:
    ask = played.ask
    if isinstance(ask, Roll):
        if source is Source.CHOSEN:
            raise Refusal(f"“{ask.label}” asks for dice, not for a choice.")
        faces = throw(ask) if source is Source.ROLLED else ask.spelled(value)
        try:
            ask.tallies(faces)
        except BadFaces as problem:
            raise Refusal(str(problem)) from problem
        return Dice(ask.label, faces, source)
    if source is not Source.CHOSEN:
        raise Refusal(f"“{ask.label}” asks for a choice, not for dice.")
    for option in ask.options:
        if str(option) == value:
            return Pick(ask.label, option)
    raise Refusal(f"“{value}” was not offered. Choose one of the buttons.")


def _row(declaration: Declaration, number: int, reply: ReplyValue, source: Source, who: str) -> Reply:
    value = to_json(reply.faces) if isinstance(reply, Dice) else reply.option
    return Reply(declaration=declaration, number=number, label=reply.label, value=value, source=source, who=who)


def _same(given: Reply, value: Any, source: Source) -> bool:
    if given.source != source:
        return False
    if source is Source.ROLLED:
        return True
    if source is Source.CHOSEN:
        return bool(str(given.value) == value)
    return _words(given.value) == _words(value)


def _words(faces: Sequence[Sequence[Face]]) -> list[list[str]]:
    """The faces of each pool as they are typed in."""
    return [[word for face in shown for word in words_of(face)] for shown in faces]


def _piece(read: Stored, key: object) -> Piece | None:
    row = read.rows.get(str(key))
    return row if isinstance(row, Piece) else None
