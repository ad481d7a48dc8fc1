"""The panel of the battle page: what the table needs next."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.adapters import Stored
from companion.forms.questions import QuestionForm, settled_questions
from companion.models import Battle, Declaration
from companion.queries.adding import Adding, adding_to
from companion.queries.selection import Chosen, Selection, actions_of, chosen
from companion.services.refusals import Refusal, Stale
from companion.services.under_way import replayed
from rules.changes import Change, keyed, merged
from rules.dice import Face
from rules.game import Answers, Declared, Game, Illegal, Option, Outlook, Procedure, Told
from rules.play import Waiting
from rules.records import BadRecord
from rules.replay import Record
from rules.table import Choice, Roll, Source, Step


@dataclass(frozen=True)
class Action:
    """Something else to declare, for the chosen piece by its URL or for the battle, and why it cannot be."""

    label: str
    slug: str
    url: str
    refused: str


@dataclass(frozen=True)
class PadPool:
    """One kind of dice to enter: how many, and a key for each face."""

    name: str
    die: str
    count: int
    symbols: tuple[Face, ...]
    typed: str

    @property
    def listed(self) -> str:
        """Its symbols as a list that scripts read."""
        return json.dumps([str(symbol) for symbol in self.symbols])

    @property
    def is_drawn(self) -> bool:
        """Whether its faces have names of several words: such a die stands for cards or chits."""
        return any(" " in str(symbol) for symbol in self.symbols)


@dataclass(frozen=True)
class Panel:
    """What the panel shows; ``kind`` names its template.

    ``start``: not started; ``idle``: tap the attacker; ``menu``: what the chosen piece can do; ``target``: tap the
    target; ``declare``: the questions and what follows; ``ask``: dice or a decision; ``result``: what will change;
    ``over``: the battle has ended.
    """

    kind: str
    chosen: Chosen
    sentence: str = ""
    notice: str = ""
    actions: tuple[Action, ...] = ()
    form: QuestionForm | None = None
    outlook: Outlook | None = None
    once: str = ""
    declaration: Declaration | None = None
    answer: int = 0
    """The id of the last reply that the page shows."""
    whose: str = ""
    pools: tuple[PadPool, ...] = ()
    options: tuple[Option, ...] = ()
    trace: tuple[Step, ...] = ()
    differences: tuple[Told, ...] = ()
    checklist: tuple[str, ...] = ()
    can_take_back: bool = False
    adding: Adding | None = None


def panel_for(
    battle: Battle,
    game: Game,
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
        return Panel("start", Chosen(game, sheet), once=_once())
    if sheet.over:
        return Panel("over", Chosen(game, sheet))
    notice = picked.why_not(selection.why) if selection.why else ""
    if not picked.attacker and picked.procedure is None:
        return Panel("idle", picked, "Tap the attacker.", notice)
    if not picked.attacker:
        return _declare(read, picked, selection, notice, (), data)
    actions = _actions(picked)
    name = keyed(sheet)[picked.attacker].name
    if picked.procedure is None:
        return Panel("menu", picked, name, notice, actions)
    if picked.needs_target:
        return Panel("target", picked, f"{name}: tap the target.", notice, actions)
    return _declare(read, picked, selection, notice, actions, data)


def posted_answers(sheet: Any, game: Game, selection: Selection, data: Mapping[str, Any]) -> Answers:
    """The answers of a posted declaration of one of the game's procedures; ``Refusal`` when they do not fit."""
    procedure = game.procedure(selection.do)
    pieces = _posted_pieces(procedure, sheet, selection)
    questions, answers = settled_questions(procedure, sheet, pieces, selection.said, {})
    form = QuestionForm(questions, data, answers)
    if not form.is_valid():
        raise Refusal(" ".join(str(error) for errors in form.errors.values() for error in errors))
    return {**pieces, **form.answers()}


def _posted_pieces(procedure: Procedure, sheet: Any, selection: Selection) -> dict[str, str]:
    actors = procedure.actors(sheet)
    if not actors:
        return {}
    reason = actors.get(selection.attacker, "That piece is not in this battle.")
    if reason:
        raise Refusal(reason)
    targets = procedure.targets(sheet, selection.attacker)
    if not targets:
        return {"actor": selection.attacker}
    reason = targets.get(selection.target, "Tap the target first.")
    if reason:
        raise Refusal(reason)
    return {"actor": selection.attacker, "target": selection.target}


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
    remembered = _remembered(read, picked) if picked.target else {}
    named = keyed(picked.sheet)
    sentence = " → ".join(named[key].name for key in pieces.values())
    try:
        questions, answers = settled_questions(procedure, picked.sheet, pieces, selection.said, remembered)
    except Illegal:
        return Panel("menu", picked, sentence, notice or "There is nothing to choose as its target.", actions)
    return Panel(
        "declare",
        picked,
        sentence,
        notice,
        actions,
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


def _under_way(game: Game, sheet: Any, declaration: Declaration, typed: Mapping[str, Any]) -> Panel:
    replies = list(declaration.replies.all())
    try:
        record, played = replayed(declaration, replies)
    except Stale as stale:
        return Panel("ask", Chosen(game, sheet), str(stale), declaration=declaration)
    picked = Chosen(
        game,
        sheet,
        record.procedure,
        str(declaration.answers.get("actor", "")),
        str(declaration.answers.get("target", "")),
    )
    panel = Panel(
        "result",
        picked,
        declaration=declaration,
        answer=replies[-1].pk if replies else 0,
        trace=record.told(played.trace),
        can_take_back=bool(replies) and replies[-1].source != Source.ROLLED,
        adding=adding_to(record, replies, typed),
    )
    if isinstance(played, Waiting):
        return _ask(panel, record, played, typed)
    return replace(
        panel,
        sentence=played.outcome.headline,
        differences=differences(record.game, record.battle, played.outcome.changes),
        checklist=played.outcome.checklist,
    )


def _ask(panel: Panel, record: Record, waiting: Waiting, typed: Mapping[str, Any]) -> Panel:
    ask = waiting.ask
    procedure = record.procedure
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
        options = tuple(procedure.option(record.declared, ask, option) for option in ask.options)
        whose = getattr(keyed(record.battle).get(ask.by), "name", "")
    sentence = procedure.sentence(record.declared, ask)
    outlook = procedure.prospect(record.declared, ask)
    return replace(panel, kind="ask", sentence=sentence, whose=whose, pools=pools, options=options, outlook=outlook)


def differences(game: Game, sheet: Any, changes: Iterable[Change]) -> tuple[Told, ...]:
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


def battle_actions(game: Game, sheet: Any) -> tuple[Action, ...]:
    """What can be declared for the battle itself: at once, or by its URL where something is asked first."""
    return tuple(
        Action(p.name, p.slug, f"?do={p.slug}" if p.questions(sheet, {}) else "", "")
        for p in game.procedures
        if p.offered(sheet)
    )


def _remembered(read: Stored, picked: Chosen) -> Answers:
    """The answers of the last declaration of this kind by this pair."""
    assert picked.procedure is not None
    last = (
        Declaration.objects.filter(
            procedure=picked.procedure.slug,
            actor_id=read.rows[picked.attacker].pk,
            target_id=read.rows[picked.target].pk,
        )
        .order_by("-pk")
        .only("answers")
        .first()
    )
    return last.answers if last else {}


def _once() -> str:
    return secrets.token_urlsafe(9)
