"""The panel of what is under way: what is asked next, or what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.forms.selection import Selection
from companion.models import Declaration, Reply
from companion.queries.adding import adding_to
from companion.queries.choices import choice_of
from companion.queries.explained import explained
from companion.queries.pad import pads_of
from companion.queries.panels import LEFT, RIGHT, AskPanel, Panel, ResultPanel
from companion.queries.preview import differences, preview_of
from companion.queries.selection import Chosen
from companion.queries.stayed import why_they_lie_there
from companion.services.refusals import Stale
from companion.services.under_way import replayed
from companion.services.whose import as_played
from rules.asks import Choice, Outlook
from rules.game import Game
from rules.outlooks import beside
from rules.play import Waiting
from rules.replay import Record
from rules.table import Moment, Source


def under_way_panel(
    game: Game[Any],
    sheet: Any,
    declaration: Declaration,
    replies: Sequence[Reply],
    typed: Mapping[str, Any],
    selection: Selection,
) -> Panel:
    """The panel of a declaration that has come so far; ``typed`` is a refused form."""
    try:
        record, played = replayed(declaration, replies)
    except Stale as stale:
        return AskPanel(chosen=Chosen(game, sheet), sentence=str(stale), declaration=declaration)
    picked = Chosen(
        game,
        sheet,
        record.procedure,
        str(declaration.answers.get("actor", "")),
        str(declaration.answers.get("target", "")),
    )
    rolled, waiting = record.rolled(), len(declaration.early)
    shown: dict[str, Any] = {
        "chosen": picked,
        "declaration": declaration,
        "answer": replies[-1].pk if replies else 0,
        "trace": explained(game, record.procedure.slug, record.steps(played.trace)),
        "rolled": rolled,
        "landed": rolled[len(rolled) - _landed(replies) :],
        "stayed": why_they_lie_there(declaration, replies, rolled),
        "seat": RIGHT if (_taps(declaration, replies) + selection.rolls) % 2 else LEFT,
        "can_take_back": bool(declaration.early) or (bool(replies) and replies[-1].source != Source.ROLLED),
        "waiting": waiting,
        "adding": adding_to(record, replies, typed),
        "rolls": selection.rolls,
        "sides": as_played(declaration, replies, waiting, record, played) if declaration.battle.seated else None,
    }
    if isinstance(played, Waiting):
        return _ask(record, played, declaration, typed, shown)
    return ResultPanel(
        **shown,
        sentence=played.outcome.headline,
        differences=differences(record.game, record.battle, played.outcome.changes),
        preview=preview_of(record.game, record.battle, played.outcome.changes),
        checklist=played.outcome.checklist,
        also=played.outcome.also,
    )


def _taps(declaration: Declaration, replies: Iterable[Reply]) -> int:
    """How many taps answered what was asked: replies of one tap have one time, those that declared it that of it."""
    return len({reply.when for reply in replies if reply.source != Reply.ADDED} - {declaration.when})


def _landed(replies: Sequence[Reply]) -> int:
    """How many rolls came with the last tap: those of both sides where it answered both."""
    return sum(reply.when == replies[-1].when and reply.source not in (Source.CHOSEN, Reply.ADDED) for reply in replies)


def _ask(
    record: Record, waiting: Waiting, declaration: Declaration, typed: Mapping[str, Any], shown: Mapping[str, Any]
) -> AskPanel:
    ask = waiting.ask
    moment = Moment(record.declared, record.replies, ask)
    odds = _odds_beside_those_before(record, moment)
    if isinstance(ask, Choice):
        applying = shown["sides"].acting if shown["sides"] else None
        return AskPanel(**shown, **choice_of(record, moment, typed, applying=applying), outlook=odds)
    pads = pads_of(record, ask, declaration.early, typed)
    rolled, landed = (*shown["rolled"], *pads.waiting), pads.waiting or shown["landed"]
    return AskPanel(
        **{**shown, "rolled": rolled, "landed": landed}, sentence=pads.first.sentence, pads=pads, outlook=odds
    )


def _odds_beside_those_before(record: Record, moment: Moment[Any, Any]) -> Outlook | None:
    """The odds as they stand, and what they were before the dice that fell last."""
    now = record.procedure.odds_at(moment, None)
    if now is None or not any(lost.steps for lost in now.losses):
        return now
    earlier = record.before_the_dice()
    before = record.procedure.odds_at(earlier, None) if earlier else None
    return beside(now, before) if before else now
