"""What was posted with a declaration, or added to one: read, and held against what was on offer."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from companion.forms.questions import QuestionForm, settled_questions
from companion.forms.rows import TAKE
from companion.forms.selection import Selection
from companion.services.last_answers import last_answers_of
from companion.services.refusals import Refusal
from companion.sheets import Stored
from rules.game import Game, OfPiece, Procedure
from rules.questions import Answers
from rules.replay import Record


def posted_answers(read: Stored, game: Game[Any], selection: Selection, data: Mapping[str, Any]) -> Answers:
    """The answers of a posted declaration of one of the game's procedures; ``Refusal`` when they do not fit."""
    procedure = game.procedure(selection.do)
    pieces = _posted_pieces(procedure, read.sheet, selection)
    last = last_answers_of(read, selection.do, pieces["actor"], pieces["target"]) if _takes(pieces, data) else {}
    typed = {name: rows for name, rows in last.items() if isinstance(rows, list)}
    questions, answers = settled_questions(procedure, read.sheet, pieces, selection.said, typed)
    form = QuestionForm(questions, data, answers)
    if not form.is_valid():
        raise Refusal(" ".join(str(error) for errors in form.errors.values() for error in errors))
    return {**pieces, **form.answers()}


def _takes(pieces: Mapping[str, str], data: Mapping[str, Any]) -> bool:
    """Whether a row on offer is taken, which may be one that the same pieces typed in last time."""
    return "target" in pieces and any(TAKE in name for name in data)


def _posted_pieces(procedure: Procedure[Any, Any], sheet: Any, selection: Selection) -> dict[str, str]:
    if not isinstance(procedure, OfPiece):
        return {}
    reason = procedure.actors(sheet).get(selection.attacker, "That piece is not in this battle.")
    if reason:
        raise Refusal(reason)
    targets = procedure.targets(sheet, selection.attacker)
    if not targets:
        return {"actor": selection.attacker}
    reason = targets.get(selection.target, "Tap the target first.")
    if reason:
        raise Refusal(reason)
    return {"actor": selection.attacker, "target": selection.target}


def posted_rows(record: Record, data: Mapping[str, Any]) -> dict[str, Any]:
    """The rows of a posted form by the names of their questions; ``Refusal`` when there are none that fit."""
    form = QuestionForm(record.procedure.addable(record.declared, record.replies), data, {})
    if not form.is_valid():
        raise Refusal(" ".join(str(error) for errors in form.errors.values() for error in errors))
    rows_of = {name: rows for name, rows in form.answers().items() if rows}
    if not rows_of:
        raise Refusal("Nothing was added. Type its name and what it does.")
    for row in chain.from_iterable(rows_of.values()):
        if row.keys() <= {"name", "typed"}:
            raise Refusal(f"Say what “{row['name']}” does.")
    return rows_of
