"""Setting a piece right by hand, when the table and the app disagree."""

from __future__ import annotations

from dataclasses import dataclass

from rules.changes import Change, keyed
from rules.game import Answer, Answers, Count, Declared, Illegal, Option, Outcome, Question
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Battle, Frame, Status, Terrain
from rules.table import Table

LOST = {False: "in place", True: "lost"}


@dataclass(frozen=True, slots=True)
class Correction:
    """What a piece should show: pairs of a track (or the key of a system) and its value."""

    actor: str
    values: tuple[tuple[str, int | str | bool | None], ...]


def correct(declared: Declared[Battle, Correction], table: Table) -> Outcome:
    """Set a frame or terrain right; a frame with white dice stands, one without is destroyed."""
    battle, correction = declared.battle, declared.declaration
    piece = _piece(battle, correction.actor)
    asked = {question.name: question for question in questions(battle, {"actor": correction.actor})}
    changes: list[Change] = []
    for name, value in correction.values:
        if name not in asked:
            raise Illegal(f"{piece.name} has no “{name}” to correct.")
        _check_answer(asked[name], value)
        changes.append(_change(battle, piece, name, value))
    if isinstance(piece, Frame):
        changes += _standing(piece, dict(correction.values))
    settled = with_scores(battle, changes)
    if not settled:
        raise Illegal(f"{piece.name} shows that already.")
    return Outcome(f"{piece.name} is corrected by hand.", settled)


def questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """What can be set right, showing what the piece has now."""
    try:
        piece = _piece(battle, str(answers.get("actor")))
    except Illegal:
        return ()
    if isinstance(piece, Terrain):
        return (Count("hits_left", "Hits until it is ruined", 0, 99, piece.hits_left),)
    return (
        Question("white", "White dice", _numbers(0, 2), piece.white),
        *(
            Question(s.key, f"{s.name} ({s.kind})", tuple(Option(v, n) for v, n in LOST.items()), s.lost)
            for s in piece.systems
        ),
        Question("rockets", "Rockets", _numbers(0, 3), piece.rockets),
        Question("acted", "Has acted", (Option(False, "no"), Option(True, "yes")), piece.acted),
        Question("attacked", "Attack used", (Option(False, "no"), Option(True, "yes")), piece.attacked),
        Question("defence", "Defence", _numbers(0, 6, absent=True), piece.defence),
        Question("spot", "Spot on it", _numbers(1, 6, absent=True), piece.spot),
    )


def make(answers: Answers) -> Correction:
    """The correction that the answers make."""
    values = tuple((name, value) for name, value in answers.items() if name not in ("actor", "target"))
    return Correction(str(answers["actor"]), values)


def _numbers(least: int, most: int, *, absent: bool = False) -> tuple[Option, ...]:
    none = (Option(None, "none"),) if absent else ()
    return (*none, *(Option(number, str(number)) for number in range(least, most + 1)))


def _piece(battle: Battle, key: str) -> Frame | Terrain:
    try:
        return battle.target(key)
    except KeyError:
        raise Illegal("That piece is not in this battle.") from None


def _check_answer(question: Question | Count, value: Answer) -> None:
    if isinstance(question, Count):
        fits = isinstance(value, int) and not isinstance(value, bool) and question.least <= value <= question.most
    else:
        fits = any(value == option.value and type(value) is type(option.value) for option in question.options)
    if not fits:
        raise Illegal(f"“{question.label}” cannot be {value}.")


def _change(battle: Battle, piece: Frame | Terrain, name: str, value: Answer) -> Change:
    part = keyed(battle).get(name)
    if part is not None:
        return Change(name, "lost", part.lost, value)
    return Change(piece.key, name, getattr(piece, name), value)


def _standing(frame: Frame, values: dict[str, Answer]) -> tuple[Change, ...]:
    white = values.get("white", frame.white)
    status = Status.ACTIVE if white else Status.DESTROYED
    if status == frame.status:
        return ()
    destroyed_by = "" if white else "a correction"
    return (
        Change(frame.key, "status", frame.status, status),
        Change(frame.key, "destroyed_by", frame.destroyed_by, destroyed_by),
    )
