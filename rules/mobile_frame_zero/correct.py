"""Setting a piece right by hand, when the table and the app disagree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.asks import Option
from rules.changes import Change, apply, keyed
from rules.correction import Settled, Value, destroyed_or_back, edited_by_hand, of_the_piece
from rules.mobile_frame_zero.damage import gone_with
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Battle, Frame, System, Terrain
from rules.questions import Answers, Count, Question, choice_of, count_of
from rules.sheets import Status
from rules.table import Table

LOST = {False: "in place", True: "lost"}


def settle(battle: Battle, key: str, said: Sequence[Change], table: Table) -> Settled:
    """A frame without white dice is destroyed and one that gets some back stands again.

    One that has not acted after all has neither named a range nor rolled dice, of lost systems either.
    """
    changes = list(said)
    piece = battle.target(key)
    if isinstance(piece, Frame):
        now = apply(battle, changes).frame(key)
        changes += [*_fate(now), *_idle(piece, now), *_dice_gone(piece, now)]
    return Settled(with_scores(battle, changes))


def said(battle: Battle, key: str, name: str, value: Value) -> Iterable[Change]:
    """A system by its key is lost or in place; anything else is a track of the piece."""
    part = keyed(battle).get(name)
    if isinstance(part, System):
        return (Change(name, "lost", part.lost, bool(value)),)
    return of_the_piece(battle, key, name, value)


def questions(battle: Battle, answers: Answers) -> tuple[Question | Count, ...]:
    """What can be set right, showing what the piece has now."""
    piece = battle.target(str(answers.get("actor")))
    if isinstance(piece, Terrain):
        return (count_of(piece, "hits_left"),)
    return (
        choice_of(piece, "white"),
        *(
            Question(s.key, f"{s.name} ({s.kind})", tuple(Option(v, n) for v, n in LOST.items()), s.lost)
            for s in piece.systems
        ),
        choice_of(piece, "rockets"),
        choice_of(piece, "acted", "Has acted"),
        choice_of(piece, "attacked", "Attack used"),
        choice_of(piece, "defence", absent=True),
        choice_of(piece, "spot", absent=True),
    )


def _fate(frame: Frame) -> Iterator[Change]:
    yield from destroyed_or_back(frame, frame.white)
    if not frame.white and frame.status is Status.ACTIVE:
        yield from gone_with(frame)


def _idle(then: Frame, now: Frame) -> Iterator[Change]:
    if then.acted and not now.acted:
        yield Change(now.key, "range", now.range, None)
        yield Change(now.key, "rolled", now.rolled, "")


def _dice_gone(then: Frame, now: Frame) -> Iterator[Change]:
    """A loss set by hand is one of now: dice of the system lie there only if its frame has acted."""
    were = {system.key: system for system in then.systems}
    for system in now.systems:
        was = were.get(system.key, system)
        gone = system.lost and (not now.acted or (was.lost and system.dice_gone))
        yield Change(system.key, "dice_gone", system.dice_gone, gone)


def _besides(before: Battle, edited: Battle) -> Iterator[Change]:
    frames = {frame.key: frame for frame in before.frames}
    for now in edited.frames:
        then = frames.get(now.key, now)
        yield from (*_idle(then, now), *_dice_gone(then, now))
    if before.doomsday and not edited.doomsday and edited.started:
        yield Change(edited.key, "over", edited.over, True)


follows = edited_by_hand(lambda battle: battle.frames, "white", _fate, _besides)
"""A frame that an edit leaves without white dice is destroyed, and one that gets some back stands again.

One that has not acted after all has neither named a range nor rolled dice, of lost systems either. A clock put to 0
ends the battle.
"""
