"""What was declared, asked again with its answers, and read from what was posted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from companion.forms.correcting_fields import Offered
from companion.forms.on_offer import on_offer
from companion.forms.questions import PREFIX, QuestionForm, settled_questions
from companion.forms.rows import answered_rows, asked_rows
from companion.services.foreseeing import Found
from companion.services.refusals import Refusal
from rules.changes import keyed
from rules.game import Illegal, OfPiece, Procedure
from rules.questions import PIECES, Answers, AnyQuestion, Rows
from rules.records import BadRecord
from rules.replay import Record

Posted: TypeAlias = Mapping[str, str]
"""What a page posted, by the names of its fields."""

AnyProcedure: TypeAlias = Procedure[Any, Any]


def asked_again(found: Found, posted: Posted) -> tuple[QuestionForm | None, tuple[Offered, ...]]:
    """The questions of a declaration with what was answered, and whom it could have been aimed at."""
    record = found.line.entry.record
    if record is None or found.line.answers is None or not _are_there(found):
        return None, ()
    return _question_form(found, record, posted), _targets(found, record, posted)


def declared_again(found: Found, record: Record, posted: Posted) -> tuple[Mapping[str, Any], Record]:
    """What was declared with the answers that were posted; as it was where they are the same."""
    stands = found.line.answers
    if stands is None or not posted or not _are_there(found):
        return stands or {}, record
    form = _question_form(found, record, posted)
    if not form.is_valid():
        raise Refusal(" ".join(str(error) for errors in form.errors.values() for error in errors))
    answers = {**_unasked(found, record, stands), **_pieces(found, record, posted), **form.answers()}
    if answers == dict(stands):
        return stands, record
    try:
        return answers, replace(record, declaration=record.procedure.declare(answers))
    except (BadRecord, Illegal) as problem:
        raise Refusal(str(problem)) from problem


def _are_there(found: Found) -> bool:
    """Whether those who did it, and to whom, are in the battle: whoever never joined it is asked nothing."""
    stands, there = found.line.answers or {}, keyed(found.before)
    return all(stands[name] in there for name in PIECES if stands.get(name))


def _unasked(found: Found, record: Record, stands: Answers) -> Answers:
    """What was answered that is asked no more, since something before it was corrected: it stands as it was."""
    asked = {question.name for question in _question_form(found, record, {}).questions}
    return {name: answer for name, answer in stands.items() if name not in asked and name not in PIECES}


def _question_form(found: Found, record: Record, posted: Posted) -> QuestionForm:
    stands = found.line.answers or {}
    procedure = _with_answers_on_offer(record.procedure, found, stands)
    lead = f"{PREFIX}-"
    said = {name.removeprefix(lead): text for name, text in posted.items() if name.startswith(lead)}
    pieces = _pieces(found, record, posted)
    if not posted:
        said = dict(said_for(procedure.questions(found.before, dict(stands)), stands))
    questions, answers = settled_questions(procedure, found.before, pieces, said, {})
    return QuestionForm(questions, dict(posted) if posted else None, answers)


def _with_answers_on_offer(procedure: AnyProcedure, found: Found, stands: Answers) -> AnyProcedure:
    """A procedure that offers whatever was answered."""
    names = {key: getattr(part, "name", key) for key, part in keyed(found.before).items()}

    def questions(battle: Any, answers: Answers) -> tuple[AnyQuestion, ...]:
        return tuple(on_offer(question, stands, names) for question in procedure.questions(battle, answers))

    return replace(procedure, questions=questions)


def said_for(questions: Sequence[AnyQuestion], answers: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What would have to be said for these answers."""
    for question in questions:
        if question.name not in answers:
            continue
        if not isinstance(question, Rows):
            yield question.name, str(answers[question.name])
            continue
        said = answered_rows(question, answers[question.name] or [], question.name)
        yield from ((name, text) for name, text in said.items() if name)
        shown = asked_rows(question, question.name, {})
        yield shown.shown, shown.could_be_ticked


def _pieces(found: Found, record: Record, posted: Posted) -> dict[str, Any]:
    stands = found.line.answers or {}
    pieces = {name: stands[name] for name in PIECES if name in stands}
    offered = [target.value for target in _targets(found, record, posted)]
    if "target" in pieces and posted.get("target", "") in offered:
        pieces["target"] = posted["target"]
    return pieces


def _targets(found: Found, record: Record, posted: Posted) -> tuple[Offered, ...]:
    """Whom else it could have been aimed at."""
    stands, procedure = found.line.answers or {}, record.procedure
    if "target" not in stands or not isinstance(procedure, OfPiece):
        return ()
    reasons = procedure.targets(found.before, str(stands["actor"]))
    names = {piece.key: piece.name for piece in found.before.pieces}
    chosen = posted.get("target", stands["target"])
    allowed = [key for key, why in reasons.items() if not why or key == stands["target"]]
    return tuple(Offered(key, names.get(key, key), key == chosen) for key in allowed)
