"""A frame that is attacked before it has acted (RULINGS, "The defence")."""

from __future__ import annotations

from rules.changes import Change
from rules.mobile_frame_zero.pool import usable_ranges
from rules.mobile_frame_zero.sheet import Frame, Range
from rules.mobile_frame_zero.turn import roll_and_defend
from rules.table import Table

ROLL = "roll"
DEFENCES = tuple(map(str, range(7)))


def forced_to_act(frame: Frame, table: Table) -> tuple[int, tuple[Change, ...]]:
    """The defence of a frame that has none yet: typed in, or rolled with its whole pool now.

    A frame that has acted without telling its defence can only tell it. The rest of a rolled pool stays with the frame
    until it finishes its turn.
    """
    answer = table.choose("defence", frame.company, DEFENCES if frame.acted else (*DEFENCES, ROLL))
    if answer != ROLL:
        defence = int(answer)
        return defence, (
            Change(frame.key, "acted", frame.acted, True),
            Change(frame.key, "defence", frame.defence, defence),
        )
    reach = Range(table.choose("named range", frame.company, tuple(map(str, usable_ranges(frame)))))
    least = 1 if reach == Range.DIRECT and not frame.count(reach) else 0
    most = frame.rockets if reach == Range.DIRECT else 0
    rockets = table.choose("rockets fired", frame.company, tuple(range(least, most + 1)))
    defence, left, changes = roll_and_defend(frame, reach, rockets, table)
    return defence, (*changes, Change(frame.key, "rolled", frame.rolled, left))
