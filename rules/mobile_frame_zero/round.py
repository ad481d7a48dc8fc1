"""The end of a round: markers go, and the doomsday clock is counted down (rulebook pp. 93-96)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.changes import Change
from rules.game import Declared, Illegal, Outcome
from rules.mobile_frame_zero.damage import MARKERS
from rules.mobile_frame_zero.score import score, tactical_order, with_scores
from rules.mobile_frame_zero.sheet import Battle, Frame
from rules.table import Table

LEAVE, TAKE_ONE = "leave it", "take one off"

LAST_ROUND = 99
"""The most rounds that a sheet counts; the clock ends a battle long before."""


@dataclass(frozen=True, slots=True)
class EndRound:
    """The round ends."""


def end_round(declared: Declared[Battle, EndRound], table: Table) -> Outcome:
    """Take one off the doomsday clock, ask each company by score whether to take one more, and clear the frames."""
    battle = declared.battle
    if battle.over:
        raise Illegal("The battle is over.")
    if not battle.started:
        raise Illegal("The battle has not started.")
    if battle.round >= LAST_ROUND:
        raise Illegal(f"A battle has at most {LAST_ROUND} rounds.")
    clock = max(0, battle.doomsday - 1)
    table.note("doomsday clock", clock)
    for company in tactical_order(battle):
        if not clock:
            break
        if table.choose("doomsday clock", company.key, (LEAVE, TAKE_ONE)) == TAKE_ONE:
            clock -= 1
            table.note("doomsday clock", f"{clock}: {company.name} takes one off")
    changes = [change for frame in battle.frames for change in _cleared(frame)]
    changes.append(Change(battle.key, "doomsday", battle.doomsday, clock))
    if not clock:
        changes.append(Change(battle.key, "over", battle.over, True))
        return Outcome(f"The doomsday clock is at 0: {_winners(battle)}.", with_scores(battle, changes))
    changes.append(Change(battle.key, "round", battle.round, battle.round + 1))
    return Outcome(f"Round {battle.round} ends; the doomsday clock is at {clock}.", with_scores(battle, changes))


def _cleared(frame: Frame) -> Iterator[Change]:
    for marker in MARKERS:
        yield Change(frame.key, marker, getattr(frame, marker), None)
    for flag in ("acted", "attacked", "has_spotted"):
        yield Change(frame.key, flag, getattr(frame, flag), False)
    yield Change(frame.key, "range", frame.range, None)
    yield Change(frame.key, "rolled", frame.rolled, "")


def _winners(battle: Battle) -> str:
    points = score(battle)
    best = max(points.values(), default=0)
    names = [company.name for company in battle.companies if points[company.key] == best]
    if len(names) == 1:
        return f"{names[0]} wins with {best} points"
    return f"{' and '.join(names)} tie with {best} points"
