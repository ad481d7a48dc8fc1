"""Setting a piece right by hand, when the table and the app disagree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.changes import Change, apply
from rules.following import Following, fallen_or_back, following, why_not_back
from rules.game import Answer, Answers, Count, Declared, Illegal, Option, Outcome, Question
from rules.mobile_frame_zero.damage import destruction
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Battle, Frame, Status, Terrain
from rules.records import from_json
from rules.table import Table

LOST = {False: "in place", True: "lost"}


@dataclass(frozen=True, slots=True)
class Correction:
    """What a piece should show: pairs of a track (or the key of a system) and its value."""

    actor: str
    values: tuple[tuple[str, int | str | bool | None], ...]


def correct(declared: Declared[Battle, Correction], table: Table) -> Outcome:
    """Set a frame or terrain right; ``Illegal`` when the piece cannot show it or shows it already.

    A frame without white dice is destroyed and one that gets some back stands again; a frame that has not acted after
    all has neither named a range nor rolled dice.
    """
    battle, correction = declared.battle, declared.declaration
    piece = battle.target(correction.actor)
    values = dict(correction.values)
    asked = {question.name: question for question in questions(battle, {"actor": correction.actor})}
    for name, value in values.items():
        if name not in asked:
            raise Illegal(f"{piece.name} has no “{name}” to correct.")
        _check_answer(asked[name], value)
    changes = [_change(piece, name, value) for name, value in values.items()]
    if isinstance(piece, Frame):
        now = apply(battle, changes).frame(piece.key)
        changes += [*_standing(now), *_idle(piece, now)]
    settled = with_scores(battle, changes)
    if not settled:
        raise Illegal(f"{piece.name} shows that already.")
    return Outcome(f"{piece.name} is corrected by hand.", settled)


def follows(before: Battle, edited: Battle) -> Following:
    """A frame that an edit leaves without white dice is destroyed, and one that gets some back stands again.

    One that has not acted after all has neither named a range nor rolled dice. A clock put to 0 ends the battle.
    ``Illegal`` when it puts a frame without white dice back on the board.
    """
    if reason := why_not_back(before.frames, edited.frames, "white", "white dice"):
        raise Illegal(reason)
    frames = {frame.key: frame for frame in before.frames}
    changes = [change for now in edited.frames for change in _idle(frames.get(now.key, now), now)]
    for frame in fallen_or_back(before.frames, edited.frames, "white"):
        changes += _standing(frame)
    if before.doomsday and not edited.doomsday and edited.started:
        changes.append(Change(edited.key, "over", edited.over, True))
    return following(before, edited, changes)


def questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """What can be set right, showing what the piece has now."""
    piece = battle.target(str(answers.get("actor")))
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
    """The correction that the answers make; ``BadRecord`` when they name no piece."""
    values = tuple((name, value) for name, value in answers.items() if name not in ("actor", "target"))
    return Correction(from_json(str, answers.get("actor"), "actor"), values)


def _numbers(least: int, most: int, *, absent: bool = False) -> tuple[Option, ...]:
    none = (Option(None, "none"),) if absent else ()
    return (*none, *(Option(number, str(number)) for number in range(least, most + 1)))


def _check_answer(question: Question | Count, value: Answer) -> None:
    if isinstance(question, Count):
        fits = isinstance(value, int) and not isinstance(value, bool) and question.least <= value <= question.most
    else:
        fits = any(value == option.value and type(value) is type(option.value) for option in question.options)
    if not fits:
        raise Illegal(f"“{question.label}” cannot be {value}.")


def _change(piece: Frame | Terrain, name: str, value: Answer) -> Change:
    for system in piece.systems if isinstance(piece, Frame) else ():
        if system.key == name:
            return Change(name, "lost", system.lost, value)
    return Change(piece.key, name, getattr(piece, name), value)


def _standing(frame: Frame) -> Iterator[Change]:
    if not frame.white and frame.status is Status.ACTIVE:
        yield from destruction(frame, "a correction")
    if frame.white and frame.status is Status.DESTROYED:
        yield Change(frame.key, "status", frame.status, Status.ACTIVE)
        yield Change(frame.key, "destroyed_by", frame.destroyed_by, "")


def _idle(then: Frame, now: Frame) -> Iterator[Change]:
    if then.acted and not now.acted:
        yield Change(now.key, "range", now.range, None)
        yield Change(now.key, "rolled", now.rolled, "")
