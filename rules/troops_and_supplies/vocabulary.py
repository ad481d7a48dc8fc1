"""What a change means at the table."""

from __future__ import annotations

from rules.board import column_name
from rules.changes import Change, Value
from rules.troops_and_supplies.sheet import Battle
from rules.vocabulary import ChangeInWords, Track, Vocabulary

OFF = "off the board"


def _column(column: Value) -> str:
    return column_name(column) if isinstance(column, int) else OFF


def _off_at_once(battle: Battle, change: Change, words: ChangeInWords) -> ChangeInWords | None:
    """A unit that leaves the board leaves its column and row at once."""
    return None if change.track == "row" and change.after is None else words


VOCABULARY = Vocabulary(
    {
        "strength": Track("strength"),
        "attacked": Track("attack", {False: "not used", True: "used"}),
        "fired": Track("shot", {False: "not fired", True: "fired"}),
        "turn": Track("whose turn"),
        "column": Track("column", _column),
        "row": Track("row", {None: OFF}),
    },
    own=_off_at_once,
)
