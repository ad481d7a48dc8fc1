"""Typing in what a frame assigned when its dice were rolled without the app."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Declared
from rules.bounds import bounds_of
from rules.changes import Change
from rules.game import Illegal, Outcome
from rules.guards import refuse
from rules.mobile_frame_zero.now import acting_frame
from rules.mobile_frame_zero.pool import why_not_shown
from rules.mobile_frame_zero.score import with_scores
from rules.mobile_frame_zero.sheet import Battle, Frame
from rules.table import Table

WORDS = {"defence": "defence", "attack": "attack", "movement": "movement", "spotting": "spot"}


@dataclass(frozen=True, slots=True)
class Values:
    """The values that a frame assigned, typed in; ``None`` leaves a value as it is."""

    actor: str
    defence: int | None = None
    attack: int | None = None
    movement: int | None = None
    spotting: int | None = None


def type_values(declared: Declared[Battle, Values], table: Table) -> Outcome:
    """Take over values assigned at the table; ``Illegal`` when a die cannot show them or they are final already.

    Dice that wait to be assigned are taken as assigned by this, and a frame without a defence then has 0.
    """
    battle, values = declared.battle, declared.declaration
    frame = acting_frame(battle, values.actor)
    typed = {track: getattr(values, track) for track in WORDS}
    given = {track: value for track, value in typed.items() if value not in (None, getattr(frame, track))}
    if not given:
        raise Illegal("Enter at least one value that is not there yet.")
    for track, value in given.items():
        _check(frame, track, value)
    changes = [Change(frame.key, track, getattr(frame, track), value) for track, value in given.items()]
    changes.append(Change(frame.key, "acted", frame.acted, True))
    changes.append(Change(frame.key, "rolled", frame.rolled, ""))
    if frame.defence is None and "defence" not in given:
        changes.append(Change(frame.key, "defence", None, 0))
    words = ", ".join(f"{WORDS[track]} {value}" for track, value in given.items())
    return Outcome(f"{frame.name} assigns {words}.", with_scores(battle, changes))


def _check(frame: Frame, track: str, value: int) -> None:
    bounds = bounds_of(Frame, track)
    if not bounds.least <= value <= bounds.most:
        raise Illegal(f"{WORDS[track].capitalize()} is {bounds.least} to {bounds.most}. You entered {value}.")
    if track == "defence" and frame.defence is not None:
        raise Illegal(f"{frame.name} has a defence of {frame.defence} for this round.")
    if track == "attack" and frame.attacked:
        raise Illegal(f"{frame.name} has used its attack this round.")
    refuse(why_not_shown(frame, value) if track == "attack" else "")
    if track == "spotting" and frame.has_spotted:
        raise Illegal(f"{frame.name} has placed its spot this round.")
