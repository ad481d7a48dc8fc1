"""The panel of the battle page: what the table needs next."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from companion.forms.questions import QuestionForm, settled_questions
from companion.forms.selection import Selection
from companion.models import Battle, Declaration
from companion.queries.adding import adding_to
from companion.queries.panels import (
    LEFT,
    RIGHT,
    Action,
    AskPanel,
    DeclarePanel,
    IdlePanel,
    MenuPanel,
    OverPanel,
    PadPool,
    Panel,
    ResultPanel,
    StartPanel,
    TargetPanel,
)
from companion.queries.selection import Chosen, actions_of, chosen
from companion.queries.starting import next_step, why_not_start
from companion.services.last_answers import last_answers
from companion.services.refusals import Stale
from companion.services.under_way import replayed
from companion.sheets import Stored
from rules.asks import Choice, Declared, Option, Outlook, Roll
from rules.changes import Change, keyed, merged
from rules.game import Game, Illegal
from rules.play import Waiting
from rules.questions import Answers
from rules.records import BadRecord
from rules.replay import Record
from rules.table import Source
from rules.vocabulary import ChangeInWords


def panel_for(
    battle: Battle,
    game: Game[Any],
    read: Stored,
    selection: Selection,
    under_way: Declaration | None,
    data: Mapping[str, Any] | None = None,
) -> Panel:
    """The panel for a selection, or for what is under way; ``data`` is a posted form that was refused."""
    sheet = read.sheet
    if under_way is not None:
        under_way.battle = battle
        return _under_way(game, sheet, under_way, data or {})
    picked = chosen(game, sheet, selection)
    if not sheet.started:
        needed, step = why_not_start(game, sheet), next_step(sheet)
        return StartPanel(chosen=Chosen(game, sheet), sentence=needed, seat=LEFT, next_step=step, once=_once())
    if sheet.over:
        return OverPanel(chosen=Chosen(game, sheet))
    notice = picked.why_not(selection.why) if selection.why else ""
    if not picked.attacker and picked.procedure is None:
        return IdlePanel(chosen=picked, sentence="Tap the attacker.", notice=notice)
    if not picked.attacker:
        return _declare(read, picked, selection, notice, (), data)
    actions = _actions(picked)
    name = keyed(sheet)[picked.attacker].name
    if picked.procedure is None:
        return MenuPanel(chosen=picked, sentence=name, notice=notice, actions=actions)
    if picked.needs_target:
        return TargetPanel(chosen=picked, sentence=f"{name}: tap the target.", notice=notice, actions=actions)
    return _declare(read, picked, selection, notice, actions, data)


def _declare(
    read: Stored,
    picked: Chosen,
    selection: Selection,
    notice: str,
    actions: tuple[Action, ...],
    data: Mapping[str, Any] | None,
) -> Panel:
    procedure = picked.procedure
    assert procedure is not None
    pieces = {role: key for role, key in (("actor", picked.attacker), ("target", picked.target)) if key}
    remembered = last_answers(read, procedure.slug, picked.attacker, picked.target) if picked.target else {}
    named = keyed(picked.sheet)
    sentence = " → ".join(named[key].name for key in pieces.values())
    try:
        questions, answers = settled_questions(procedure, picked.sheet, pieces, selection.said, remembered)
    except Illegal:
        notice = notice or "There is nothing to choose as its target."
        return MenuPanel(chosen=picked, sentence=sentence, notice=notice, actions=actions)
    return DeclarePanel(
        chosen=picked,
        sentence=sentence,
        notice=notice,
        actions=actions,
        form=QuestionForm(questions, data, answers),
        outlook=_outlook(picked, answers),
        once=_once(),
    )


def _outlook(picked: Chosen, answers: Answers) -> Outlook | None:
    procedure = picked.procedure
    if procedure is None or procedure.outlook is None:
        return None
    try:
        return procedure.outlook(Declared(picked.sheet, procedure.declare(answers)))
    except (Illegal, BadRecord) as problem:
        return Outlook(str(problem))


def _under_way(game: Game[Any], sheet: Any, declaration: Declaration, typed: Mapping[str, Any]) -> Panel:
    replies = list(declaration.replies.all())
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
    shown: dict[str, Any] = {
        "chosen": picked,
        "declaration": declaration,
        "answer": replies[-1].pk if replies else 0,
        "trace": record.steps(played.trace),
        "can_take_back": bool(replies) and replies[-1].source != Source.ROLLED,
        "adding": adding_to(record, replies, typed),
    }
    if isinstance(played, Waiting):
        return _ask(record, played, typed, shown)
    return ResultPanel(
        **shown,
        sentence=played.outcome.headline,
        seat=LEFT,
        differences=differences(record.game, record.battle, played.outcome.changes),
        checklist=played.outcome.checklist,
    )


def _ask(record: Record, waiting: Waiting, typed: Mapping[str, Any], shown: Mapping[str, Any]) -> AskPanel:
    ask = waiting.ask
    pools: tuple[PadPool, ...] = ()
    options: tuple[Option, ...] = ()
    whose = ""
    if isinstance(ask, Roll):
        pools = tuple(
            PadPool(
                name := f"pool-{place}", pool.die.name, pool.count, pool.die.symbols, str(typed.get(name, ""))[:400]
            )
            for place, pool in enumerate(ask.pools)
        )
    elif isinstance(ask, Choice):
        options = record.procedure.options(record.declared, ask)
        whose = getattr(keyed(record.battle).get(ask.by), "name", "")
    return AskPanel(
        **shown,
        sentence=ask.sentence(record.declared),
        seat=RIGHT if len(record.replies) % 2 else LEFT,
        whose=whose,
        pools=pools,
        options=options,
        outlook=record.procedure.odds_at(record.declared, ask),
    )


def differences(game: Game[Any], sheet: Any, changes: Iterable[Change]) -> tuple[ChangeInWords, ...]:
    """The changes in the players' words, those of one piece together."""
    told = [line for change in merged(changes) if (line := game.tell(sheet, change)) is not None]
    order = list(dict.fromkeys(line.piece for line in told))
    return tuple(sorted(told, key=lambda line: order.index(line.piece)))


def _actions(picked: Chosen) -> tuple[Action, ...]:
    return tuple(
        Action(procedure.name, procedure.slug, picked.url_of(procedure), reason)
        for procedure, reason in actions_of(picked.game, picked.sheet, picked.attacker)
        if procedure != picked.procedure
    )


def battle_actions(game: Game[Any], sheet: Any) -> tuple[Action, ...]:
    """What can be declared for the battle itself: at once, or by its URL where something is asked first."""
    return tuple(
        Action(p.name, p.slug, f"?do={p.slug}" if p.questions(sheet, {}) else "", "")
        for p in game.of_the_battle
        if p.offered(sheet)
    )


def _once() -> str:
    return secrets.token_urlsafe(9)
