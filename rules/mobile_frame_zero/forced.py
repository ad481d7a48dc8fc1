"""A frame that is attacked before it has acted (RULINGS, "The defence")."""

from __future__ import annotations

from dataclasses import dataclass

from rules.asks import Choice, Declared, Option
from rules.changes import Change
from rules.mobile_frame_zero.declaration import Attack
from rules.mobile_frame_zero.pool import usable_ranges
from rules.mobile_frame_zero.sheet import Battle, Frame, Range
from rules.mobile_frame_zero.turn import roll_and_defend
from rules.table import Table
from rules.untold import Untold

ROLL = "roll"
DEFENCES = tuple(map(str, range(7)))


@dataclass(frozen=True, slots=True)
class Defence(Untold, Choice[Battle, Attack, str]):
    """The defence of a frame that is attacked before it told one."""

    LABEL = "defence"

    frame: str

    def sentence(self, declared: Declared[Battle, Attack]) -> str:
        """Who has no defence yet, and why."""
        frame = declared.battle.frame(self.frame)
        return f"{frame.name} has {'acted' if frame.acted else 'not acted'}. What is its defence?"

    def option(self, declared: Declared[Battle, Attack], value: str) -> Option:
        """The defence, or the roll that finds it."""
        if value == ROLL:
            return Option(value, "roll its pool", "all its dice, now")
        return Option(value, value, "no die assigned" if value == "0" else "")


@dataclass(frozen=True, slots=True)
class NamedRange(Choice[Battle, Attack, str]):
    """The range that a frame names when it has to act."""

    LABEL = "named range"
    SENTENCE = "Which range does {frame} name?"

    frame: str


@dataclass(frozen=True, slots=True)
class RocketsFired(Choice[Battle, Attack, int]):
    """The rockets that a frame fires when it has to act."""

    LABEL = "rockets fired"
    SENTENCE = "How many rockets does {frame} fire?"

    frame: str


def forced_to_act(frame: Frame, table: Table) -> tuple[int, tuple[Change, ...]]:
    """The defence of a frame that has none yet: typed in, or rolled with its whole pool now.

    A frame that has acted without telling its defence can only tell it. The rest of a rolled pool stays with the frame
    until it finishes its turn.
    """
    answer = table.choose(Defence(frame.company, DEFENCES if frame.acted else (*DEFENCES, ROLL), frame.key))
    if answer != ROLL:
        defence = int(answer)
        return defence, (
            Change(frame.key, "acted", frame.acted, True),
            Change(frame.key, "defence", frame.defence, defence),
        )
    reach = Range(table.choose(NamedRange(frame.company, tuple(map(str, usable_ranges(frame))), frame.key)))
    least = 1 if reach == Range.DIRECT and not frame.weapons(reach) else 0
    most = frame.rockets if reach == Range.DIRECT else 0
    rockets = table.choose(RocketsFired(frame.company, tuple(range(least, most + 1)), frame.key))
    defence, left, changes = roll_and_defend(frame, reach, rockets, table)
    return defence, (*changes, Change(frame.key, "rolled", frame.rolled, left))
