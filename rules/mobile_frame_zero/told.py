"""What a change means at the table."""

from __future__ import annotations

from rules.changes import Change, Value, keyed
from rules.game import Told, tell_plainly
from rules.mobile_frame_zero.sheet import Battle, Frame, System

UNSAID = ("destroyed_by", "range", "rolled")
"""Tracks that the headline tells already, or that only the app needs."""

WORDS: dict[str, tuple[str, dict[Value, str]]] = {
    "white": ("white dice", {}),
    "acted": ("turn", {False: "not taken", True: "taken"}),
    "attacked": ("attack", {False: "not used", True: "used"}),
    "has_spotted": ("spot", {False: "not placed", True: "placed"}),
    "attack": ("attack die", {}),
    "movement": ("movement die", {}),
    "spotting": ("spot die", {}),
    "spot": ("spot on it", {}),
    "status": ("on the board", {"active": "yes", "destroyed": "destroyed", "removed": "removed"}),
    "owner": ("held by", {None: "nobody"}),
    "hits_left": ("hits until it is ruined", {0: "ruined"}),
    "doomsday": ("doomsday clock", {}),
}


def tell(battle: Battle, change: Change) -> Told | None:
    """A change in the game's words; ``None`` for one that players need not be told."""
    if change.track in UNSAID:
        return None
    part = keyed(battle).get(change.piece)
    if isinstance(part, System):
        frame = _frame_of(battle, part)
        return Told(frame.name, part.name, _state(change.before), _state(change.after))
    told = tell_plainly(battle, change)
    if told is None:
        return None
    what, values = WORDS.get(change.track, (told.what, {}))
    before, after = values.get(change.before, told.before), values.get(change.after, told.after)
    return Told(told.piece, what, before, after)


def _frame_of(battle: Battle, system: System) -> Frame:
    return next(frame for frame in battle.frames if system in frame.systems)


def _state(lost: Value) -> str:
    return "lost" if lost else "in place"
