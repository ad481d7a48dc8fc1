"""Choices that one tap answers to the end: nobody attaches a card or rerolls a die, or the usual system is lost."""

from __future__ import annotations

from collections.abc import Sequence
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


def usually(procedure: Procedure[Any, Any], moment: Moment[Any, Any], taken: Sequence[int | str]) -> Outcome | None:
    """What comes of the usual options; ``None`` where they may not be applied at once, or more is asked after them."""
    ask, replies = moment.ask, moment.replies
    if not isinstance(ask, Choice) or not ask.APPLIES:
        return None
    now = play(procedure.resolve, moment.declared, (*replies, *(Pick(ask.label, option) for option in taken)))
    return now.outcome if isinstance(now, Resolved) else None
