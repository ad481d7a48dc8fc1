"""The panel of the battle page: what the table needs next."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.forms.questions import QuestionForm, left_open, settled_questions
from companion.forms.selection import ANYWAY, Selection
from companion.models import Battle, Declaration, Reply
from companion.queries.panel_under_way import under_way_panel
from companion.queries.panels import (
    LEFT,
    Action,
    Answer,
    AnywayPanel,
    Beforehand,
    DeclarePanel,
    IdlePanel,
    MenuPanel,
    OverPanel,
    Panel,
    StartPanel,
    TargetPanel,
)
from companion.queries.prospects import counted, prospects
from companion.queries.selection import Chosen, chosen
from companion.queries.starting import next_step, why_not_start
from companion.services.last_answers import last_answers
from companion.sheets import Stored
from rules.asks import Declared, Outlook
from rules.changes import keyed
from rules.game import Game, Illegal
from rules.questions import Answers, AnyQuestion, Question
from rules.records import BadRecord
from rules.turns import Turn
from rules.words import listed, without_rank

MOST_FIRST = 3
"""The most pieces that are offered to act before the players go on."""


def panel_for(
    battle: Battle,
    game: Game[Any],
    read: Stored,
    turn: Turn,
    selection: Selection,
    under_way: Declaration | None,
    given: Sequence[Reply],
    data: Mapping[str, Any] | None = None,
) -> Panel:
    """The panel for a selection, or for what is under way and was ``given``; ``data`` is a refused form."""
    sheet = read.sheet
    if under_way is not None:
        under_way.battle = battle
        return under_way_panel(game, sheet, under_way, given, data or {}, selection)
    picked = chosen(game, sheet, selection)
    if not sheet.started:
        needed, step = why_not_start(game, sheet), next_step(sheet)
        return StartPanel(chosen=Chosen(game, sheet), sentence=needed, seat=LEFT, next_step=step, once=_once())
    if sheet.over:
        return OverPanel(chosen=Chosen(game, sheet), sentence="The battle is over.")
    notice = picked.why_not(selection.why) if selection.why else ""
    if not picked.attacker and turn.missing and selection.do == turn.next and not selection.anyway:
        return _anyway(picked, turn, notice)
    if not picked.attacker and picked.procedure is None:
        return IdlePanel(chosen=picked, sentence=turn.sentence, notice=notice)
    if not picked.attacker:
        return _declare(read, picked, selection, notice, (), data)
    actions = _actions(picked)
    name = keyed(sheet)[picked.attacker].name
    if picked.procedure is None:
        return MenuPanel(chosen=picked, sentence=name, notice=notice, actions=actions)
    if picked.needs_target:
        return TargetPanel(
            chosen=picked,
            sentence=f"{without_rank(name)}: tap the target.",
            notice=notice,
            actions=actions,
            prospects=prospects(picked, last_answers(read, picked.procedure.slug, picked.attacker), selection.said),
            beforehand=_beforehand(picked),
        )
    return _declare(read, picked, selection, notice, actions, data)


def _beforehand(picked: Chosen) -> tuple[Beforehand, ...]:
    """What only the table knows of any target."""
    procedure = picked.procedure
    first = next((key for key, reason in picked.targets.items() if not reason), "")
    if procedure is None or not first:
        return ()
    try:
        asked = procedure.questions(picked.sheet, {"actor": picked.attacker, "target": first})
    except Illegal:
        return ()
    return tuple(
        Beforehand(
            question.label,
            tuple(
                Answer(
                    option.label,
                    picked.saying(question.name, str(option.value)),
                    picked.said.get(question.name) == str(option.value),
                )
                for option in question.options
            ),
        )
        for question in asked
        if isinstance(question, Question) and question.untold
    )


def _anyway(picked: Chosen, turn: Turn, notice: str) -> AnywayPanel:
    step = picked.game.procedure(turn.next)
    asks = bool(step.questions(picked.sheet, {}))
    named = keyed(picked.sheet)
    return AnywayPanel(
        chosen=replace(picked, procedure=step),
        sentence=turn.missing,
        notice=notice,
        seat=LEFT,
        first=tuple(
            Action(f"{without_rank(named[key].name)} first", "", f"?attacker={key}", "")
            for key in turn.first[:MOST_FIRST]
        ),
        step=Action(step.name, step.slug, f"?do={step.slug}&{ANYWAY}=1" if asks else "", ""),
        once=_once(),
    )


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
    last = last_answers(read, procedure.slug, picked.attacker) if picked.target else {}
    named = keyed(picked.sheet)
    names = tuple(without_rank(named[key].name) for key in pieces.values())
    sentence = " → ".join(names)
    try:
        questions, answers = settled_questions(
            procedure, picked.sheet, pieces, selection.said, last.get(picked.target, {})
        )
    except (BadRecord, Illegal) as problem:
        # What was typed in last time may be more than the rules take by now.
        told = str(problem) if isinstance(problem, BadRecord) else "It has no target now."
        return MenuPanel(chosen=picked, sentence=sentence, notice=notice or told, actions=actions)
    return DeclarePanel(
        chosen=picked,
        sentence=sentence,
        named=names,
        notice=notice,
        actions=actions,
        form=QuestionForm(questions, data, answers),
        prospects=counted(prospects(picked, last, selection.said)) if picked.target else {},
        outlook=_untold(questions, selection.said) or _outlook(picked, answers),
        once=_once(),
        anyway=selection.anyway,
    )


def _untold(questions: Iterable[AnyQuestion], said: Mapping[str, str]) -> Outlook | None:
    """What is to be said before there are odds."""
    labels = [question.label for question in questions if left_open(question, said)]
    return Outlook(f"{listed(labels)}: tap what it shows.") if labels else None


def _outlook(picked: Chosen, answers: Answers) -> Outlook | None:
    procedure = picked.procedure
    if procedure is None or procedure.outlook is None:
        return None
    try:
        return procedure.outlook(Declared(picked.sheet, procedure.declare(answers)))
    except (Illegal, BadRecord) as problem:
        return Outlook(str(problem))


def _actions(picked: Chosen) -> tuple[Action, ...]:
    return tuple(
        Action(procedure.name, procedure.slug, picked.url_of(procedure), reason)
        for procedure, reason in picked.actions(picked.attacker)
        if procedure != picked.procedure
    )


def battle_actions(game: Game[Any], sheet: Any, turn: Turn) -> tuple[Action, ...]:
    """What can be declared for the battle itself: at once, or by its URL where something is asked first.

    Going on asks first where somebody would be passed over.
    """
    passing = turn.next if turn.missing else ""
    return tuple(
        Action(p.name, p.slug, f"?do={p.slug}" if p.slug == passing or p.questions(sheet, {}) else "", "")
        for p in game.of_the_battle
        if p.offered(sheet)
    )


def _once() -> str:
    return secrets.token_urlsafe(9)
