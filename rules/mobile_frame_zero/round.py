"""The end of a round: markers go, and the doomsday clock is counted down (rulebook, pp. 93-96)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.asks import Choice, Declared
from rules.changes import Change
from rules.ending import next_round, sure, why_not_sure
from rules.game import Outcome
from rules.guards import refuse, why_not_under_way
from rules.mobile_frame_zero.damage import MARKERS
from rules.mobile_frame_zero.score import score, tactical_order, with_scores
from rules.mobile_frame_zero.sheet import Battle, Frame
from rules.questions import Answers, AnyQuestion
from rules.scores import leading, most_points
from rules.table import Table

LEAVE, TAKE_ONE = "leave it", "take one off"


@dataclass(frozen=True, slots=True)
class EndRound:
    """The round ends; the players are ``sure`` where the battle ends with it."""

    sure: bool = True


@dataclass(frozen=True, slots=True)
class ClockTurned(Choice[Battle, EndRound, str]):
    """Whether a company takes one more off the doomsday clock."""

    LABEL = "doomsday clock"
    SENTENCE = "{by}: take one more off the doomsday clock?"
    OPTIONS = {TAKE_ONE: (TAKE_ONE, "the end comes sooner")}


def end_round(declared: Declared[Battle, EndRound], table: Table) -> Outcome:
    """Take one off the doomsday clock, ask each company by score whether to take one more, and clear the frames."""
    battle = declared.battle
    refuse(why_not_under_way(battle))
    refuse(why_not_sure(declared.declaration.sure or not _is_last(battle)))
    following = next_round(battle)
    clock = max(0, battle.doomsday - 1)
    table.note("doomsday clock", clock)
    for company in tactical_order(battle):
        if not clock:
            break
        if table.choose(ClockTurned(company.key, (LEAVE, TAKE_ONE))) == TAKE_ONE:
            clock -= 1
            table.note("doomsday clock", f"{clock}: {company.name} takes one off")
    changes = [change for frame in battle.frames for change in _cleared(frame)]
    changes.append(Change(battle.key, "doomsday", battle.doomsday, clock))
    if not clock:
        changes.append(Change(battle.key, "over", battle.over, True))
        return Outcome(
            f"The doomsday clock is at 0: {most_points(battle, score(battle))}.", with_scores(battle, changes)
        )
    changes.append(following)
    return Outcome(f"Round {battle.round} ends; the doomsday clock is at {clock}.", with_scores(battle, changes))


def ending_questions(battle: Battle, answers: Answers) -> tuple[AnyQuestion, ...]:
    """Where the clock comes to 0 whatever the companies do, whether the players are sure."""
    return (sure(f"the doomsday clock comes to 0: {most_points(battle, score(battle))}"),) if _is_last(battle) else ()


def _is_last(battle: Battle) -> bool:
    return battle.doomsday <= 1


def winners(battle: Battle) -> tuple[str, ...]:
    """The keys of the companies with the highest score when the doomsday clock is at 0; none before."""
    return () if battle.doomsday else leading(score(battle))


def _cleared(frame: Frame) -> Iterator[Change]:
    for marker in MARKERS:
        yield Change(frame.key, marker, getattr(frame, marker), None)
    for flag in ("acted", "attacked", "has_spotted"):
        yield Change(frame.key, flag, getattr(frame, flag), False)
    yield Change(frame.key, "range", frame.range, None)
    yield Change(frame.key, "rolled", frame.rolled, "")
    for system in frame.systems:
        yield Change(system.key, "dice_gone", system.dice_gone, system.lost)
