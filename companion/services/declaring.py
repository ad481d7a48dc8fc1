"""Declaring, taking back, calling off and applying: the path of every attack from the form to the stored pieces."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Q

from companion.models import Battle, Declaration, Event, Piece
from companion.prepared import Prepared
from companion.services.locking import locked
from companion.services.once import number_of_form
from companion.services.refusals import Refusal, Stale
from companion.services.replying import lay
from companion.services.results import check_unmade
from companion.services.settling import store_outcome
from companion.services.under_way import (
    CHANGED,
    check_open,
    find_declaration,
    replayed,
    replies_shown,
    replies_to,
)
from companion.services.whose import Taps, anybody
from companion.services.writing import write_event
from companion.sheets import Stored, stored
from rules.game import Illegal
from rules.games import GAMES
from rules.play import Resolved, Waiting
from rules.questions import Answers
from rules.records import BadRecord, to_json
from rules.replay import Record
from rules.table import Source
from rules.words import without_step

_BEFORE = Prepared(
    lambda battle, once: Declaration.objects.filter(Q(once=once) | Q(status=Declaration.Status.OPEN), battle=battle),
    values=2,
)
"""What a form has declared in a battle, and what is under way there."""


def declare(
    *,
    key: str,
    procedure: str,
    answers: Callable[[Stored], Answers],
    seen: int,
    once: str,
    who: str,
    rolls: bool = False,
    taps: Taps = anybody,
    guest: bool = False,
) -> Declaration:
    """Declare something; what asks nothing is settled at once.

    ``answers`` reads the posted answers for the stored battle, once the page is known to be up to date. ``seen`` is
    the last event that the page showed, ``once`` the form's own number: a second tap finds the first. With ``rolls``
    the app rolls until somebody has to decide, or to roll for whom nobody here ``taps``. A ``guest`` is nobody where
    others are members.
    """
    with locked(key) as battle:
        before = _BEFORE(battle.pk, number_of_form(once))
        for row in before:
            if row.once == once:
                return row
        check_unmade(battle, guest=guest)
        check_seen(battle, seen)
        for row in before:
            raise Stale(f"{row.who} has declared something that is still under way.")
        read = stored(battle)
        game = GAMES[battle.game]
        try:
            chosen = game.procedure(procedure)
        except KeyError:
            raise Refusal("That is no action of this game.") from None
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
            shape=game.shape,
            once=once,
            who=who,
        )
        if isinstance(played, Resolved):
            store_outcome(battle, row, record, played, read, who)
        else:
            lay(row, record, 0, who, rolls=rolls, when=row.when, taps=taps)
        return row


def take_back(*, key: str, declaration: int, answer: int, waiting: int = 0) -> None:
    """Take back the last reply, with those of the same tap, before anything is applied.

    Where the dice of so many sides are ``waiting`` for those of others, it takes back the last of them instead. The
    server's dice stay as they fell. A second tap, when that is gone, does nothing.
    """
    with locked(key) as battle:
        row = find_declaration(battle, declaration)
        check_open(row)
        given = replies_to(row)
        shown = replies_shown(given, answer)
        if shown is None and answer > 0:
            return
        if waiting > len(row.early) and shown == len(given):
            return
        if row.early and waiting == len(row.early) and shown == len(given):
            row.early = row.early[:-1]
            row.save(update_fields=["early"])
            return
        if not shown or shown < len(given) or row.early or waiting:
            raise Stale("There is a newer answer than the one that you wanted to take back.")
        if given[-1].source == Source.ROLLED:
            raise Refusal("The app's dice stay as they fell. Call it off if it was declared by mistake.")
        row.replies.filter(when=given[-1].when).exclude(source=Source.ROLLED).delete()


def call_off(*, key: str, declaration: int, who: str) -> None:
    """Give up what is under way: nothing of it is applied, and once dice have fallen for it the log says so."""
    with locked(key) as battle:
        row = find_declaration(battle, declaration)
        if row.status == Declaration.Status.CANCELLED:
            return
        if row.status == Declaration.Status.SETTLED:
            raise Stale("It is applied already. You can undo it instead.")
        row.status = Declaration.Status.CANCELLED
        row.save(update_fields=["status"])
        if not row.early and not row.replies.filter(source__in=(Source.ENTERED, Source.ROLLED)).exists():
            return
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
        given = replies_to(row)
        if replies_shown(given, answer) != len(given):
            raise Stale(CHANGED)
        record, played = replayed(row, given)
        if isinstance(played, Waiting):
            raise Refusal(f"“{without_step(played.ask.label)}” has not been answered yet.")
        store_outcome(battle, row, record, played, stored(battle), who)
        return row


def check_seen(battle: Battle, seen: int) -> None:
    """Raise ``Stale``, with what happened since, when a page shows an older battle."""
    if seen == battle.last_event:
        return
    since = Event.objects.filter(battle=battle, number__gt=seen).order_by("number")
    news = " ".join(f"{event.who}: {event.headline}" for event in since[:5])
    raise Stale(f"The battle has moved on since this page was shown. {news} Your tap was not stored.")


def _piece(read: Stored, key: object) -> Piece | None:
    row = read.rows.get(str(key))
    return row if isinstance(row, Piece) else None
