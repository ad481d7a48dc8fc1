"""Why dice lie there that nobody threw for what is under way: they fell for what was taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from companion.models import Declaration, Reply
from companion.services.dice_that_fell import Nth, dice_that_fell
from rules.replay import Rolled
from rules.table import Source, roll_of

L = TypeVar("L", Reply, Rolled)


def why_they_lie_there(declaration: Declaration, replies: Iterable[Reply], rolled: Sequence[Rolled]) -> str:
    """One sentence about the app's dice that lay there when it was declared, in two queries; empty where none did."""
    dice = [reply for reply in replies if reply.source in (Source.ENTERED, Source.ROLLED)]
    thrown = {nth for nth, reply in _numbered(dice) if reply.source == Source.ROLLED}
    if not thrown:
        return ""
    fell = dice_that_fell(declaration)
    rolls = [(nth, roll) for nth, roll in _numbered(rolled) if nth in thrown and nth in fell]
    stayed = sum(len(faces) for nth, roll in rolls for faces in fell[nth].kept(roll.pools))
    if not stayed:
        return ""
    waiting = sum(len(faces) for one in declaration.early for faces in one["faces"])
    lying = waiting + sum(len(faces) for roll in rolled for faces in roll.faces)
    few = f"{stayed} of these" if stayed < lying else "These" if stayed > 1 else "This"
    return f"{few} fell for what was taken back, and {'stay' if stayed > 1 else 'stays'}."


def _numbered(rolls: Iterable[L]) -> Iterator[tuple[Nth, L]]:
    """Each roll with its name and how many of the same came before it."""
    before: Counter[str] = Counter()
    for roll in rolls:
        name = roll_of(roll.label)
        yield (name, before[name]), roll
        before[name] += 1
