"""Choices that follow one another and that nobody uses: no card is attached, no die rerolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.asks import Choice, Side
from rules.game import Outcome, Procedure
from rules.play import Resolved, Waiting, play
from rules.table import Moment, Pick


@dataclass(frozen=True, slots=True)
class Passed:
    """The options by which every side in turn does nothing, whose turns those are, and what comes after them."""

    label: str
    taken: tuple[int | str, ...]
    sides: frozenset[Side]
    played: Waiting | Resolved[Outcome]


def passed(procedure: Procedure[Any, Any], moment: Moment[Any, Any]) -> Passed | None:
    """Every choice of a kind passed from a moment on; ``None`` where that is one choice, with more to do after it."""
    ask, replies, sides = moment.ask, moment.replies, frozenset[Side]()
    if not isinstance(ask, Choice) or ask.PASS is None:
        return None
    option, label = nothing = ask.PASS
    while True:
        sides |= {ask.by}
        replies = (*replies, Pick(ask.label, option))
        now = play(procedure.resolve, moment.declared, replies)
        if not (isinstance(now, Waiting) and isinstance(now.ask, Choice) and nothing == now.ask.PASS):
            break
        ask = now.ask
    count = len(replies) - len(moment.replies)
    if count == 1 and isinstance(now, Waiting):
        return None
    return Passed(label, (option,) * count, sides, now)
