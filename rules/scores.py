"""Scores that follow from the battle: what they become by some changes, and who has the most points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from rules.changes import Change, apply, merged, shown
from rules.sheets import BattleSheet
from rules.words import counted, listed

B = TypeVar("B", bound=BattleSheet)


def rescored(battle: B, changes: Iterable[Change], score: Callable[[B], Mapping[str, int]]) -> tuple[Change, ...]:
    """The changes and what the scores become by them, recomputed from the battle afterwards."""
    settled = merged(changes)
    points = score(apply(battle, settled))
    return merged(
        (*settled, *(Change(side.key, "score", shown(side, "score"), points.get(side.key, 0)) for side in battle.sides))
    )


def winners(battle: BattleSheet, points: Mapping[str, int]) -> str:
    """Who wins with the most points, or who ties; nobody where staff have taken all sides out."""
    best = max(points.values(), default=0)
    names = [side.name for side in battle.sides if points[side.key] == best]
    if not names:
        return "nobody wins"
    verb = "wins" if len(names) == 1 else "tie"
    return f"{listed(names)} {verb} with {counted(best, 'point')}"
