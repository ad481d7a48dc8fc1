"""What a change means at the table."""

from __future__ import annotations

from dataclasses import replace

from rules.changes import Change, Value, keyed
from rules.mobile_frame_zero.sheet import Battle, System
from rules.vocabulary import ChangeInWords, Track, Vocabulary


def _of_system(battle: Battle, change: Change, words: ChangeInWords) -> ChangeInWords:
    """A system, which is lost by its frame."""
    part = keyed(battle).get(change.piece)
    if not isinstance(part, System):
        return words
    frame = next(frame for frame in battle.frames if part in frame.systems)
    if change.track != "lost":
        return replace(words, piece=frame.name, what=f"{words.what} of {part.name}")
    return ChangeInWords(frame.name, part.name, _state(change.before), _state(change.after))


def _state(lost: Value) -> str:
    return "lost" if lost else "in place"


VOCABULARY = Vocabulary(
    {
        "acted": Track("turn", {False: "not taken", True: "taken"}),
        "attacked": Track("attack", {False: "not used", True: "used"}),
        "has_spotted": Track("spot", {False: "not placed", True: "placed"}),
        "owner": Track("held by", {None: "nobody"}),
        "hits_left": Track("hits until it is ruined", {0: "ruined"}),
    },
    unsaid=frozenset({"range", "rolled", "dice_gone"}),
    own=_of_system,
)
