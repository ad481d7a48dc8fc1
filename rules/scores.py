"""Scores that follow from the battle: what they become by some changes, and who has the most points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from rules.changes import Change, apply, merged
from rules.sheets import BattleSheet
from rules.words import counted, listed

B = TypeVar("B", bound=BattleSheet)

Score: TypeAlias = Callable[[B], Mapping[str, int]]
"""The points of all who have points, by their keys."""


def rescored(battle: B, changes: Iterable[Change], score: Score[B]) -> tuple[Change, ...]:
    """The changes, and what every score becomes by them, whatever they say of scores themselves.

    Raises what ``apply`` does where the changes do not fit the battle.
    """
    settled = unscored(battle, changes)
    return (*settled, *right_scores(apply(battle, settled), score))


def right_scores(battle: B, score: Score[B]) -> tuple[Change, ...]:
    """What makes the scores of a battle right; nobody has points before the start."""
    sides: dict[str, Any] = {side.key: side for side in battle.sides}
    points = score(battle).items()
    return merged(Change(key, "score", sides[key].score, has if battle.started else 0) for key, has in points)


def unscored(sheet: BattleSheet, changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes without those of scores."""
    sides = {side.key for side in sheet.sides}
    return merged(change for change in changes if not (change.piece in sides and change.track == "score"))


def leading(points: Mapping[str, int]) -> tuple[str, ...]:
    """The keys of all who have the most points."""
    best = max(points.values(), default=0)
    return tuple(key for key, has in points.items() if has == best)


def most_points(battle: BattleSheet, points: Mapping[str, int]) -> str:
    """Who wins with the most points, or who ties; nobody where staff have taken all sides out."""
    best = max(points.values(), default=0)
    names = [side.name for side in battle.sides if side.key in leading(points)]
    if not names:
        return "nobody wins"
    verb = "wins" if len(names) == 1 else "tie"
    return f"{listed(names)} {verb} with {counted(best, 'point')}"
