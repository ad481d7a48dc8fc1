"""Why an entry cannot stay as it was after an amendment: the six reasons, each told in one sentence, and no others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NewType

from rules.asks import Choice
from rules.changes import keyed
from rules.dice import Face, Pool
from rules.fitting import Laid
from rules.game import Illegal
from rules.questions import PIECES
from rules.replay import Record
from rules.table import Pick
from rules.words import capitalised, counted, listed, without_step

Reason = NewType("Reason", str)
"""The sentence of a reason; only the functions of this module make one."""


def gone(name: str) -> Reason:
    """The piece is gone."""
    return Reason(f"{name} is gone by then.")


def not_allowed(problem: Illegal) -> Reason:
    """The rules do not allow it now: their sentence."""
    return Reason(str(problem))


def more_dice(pools: Sequence[Pool], asked: str) -> Reason:
    """So many dice more are asked."""
    dice = [counted(pool.count, pool.die.name, pool.die.name) for pool in pools]
    return Reason(f"{listed(dice)} more to roll: {asked}.")


def fewer_dice(over: Sequence[Face]) -> Reason:
    """So many dice fewer are asked."""
    return Reason(f"{counted(len(over), 'die', 'dice')} fewer: {listed([str(face) for face in over])} left over.")


def not_offered(option: str) -> Reason:
    """The option is not offered any more."""
    return Reason(f"{option} cannot be chosen any more.")


def different(besides: str = "") -> Reason:
    """What it was made from is different now, and what that shows by."""
    return Reason(f"What it was made from is different now{f': {besides}' if besides else '.'}")


def over() -> Reason:
    """The battle is over by then."""
    return Reason("The battle is over by then.")


def why_not(declaration: Any, was: Any, now: Any, problem: Illegal) -> Reason:
    """Why what was declared cannot be any more, in the battle as it was before it and as it is now."""
    if now.over and not was.over:
        return over()
    then, here = keyed(was), keyed(now)
    for name in PIECES:
        key = str(getattr(declaration, name, ""))
        if getattr(then.get(key), "standing", False) and not getattr(here.get(key), "standing", False):
            return gone(then[key].name)
    return not_allowed(problem)


def lacking(last: Laid, before: Record | None) -> tuple[str, Reason]:
    """What an ask still lacks, and why that was not asked; ``before`` is what was declared, in the battle as it was."""
    label = without_step(last.ask.label)
    if not isinstance(last.ask, Choice):
        more = more_dice(last.missing, label)
        return more, more
    if last.withdrawn is None:
        lacks = f"“{capitalised(label)}” is asked now."
        return lacks, different(lacks)
    taken = before.words_of(Pick(last.ask.label, last.withdrawn)) if before else ""
    withdrawn = not_offered(f"“{taken}”" if taken else f"What was chosen at “{capitalised(label)}”")
    return withdrawn, withdrawn
