"""Why dice lie there that nobody threw for what is under way: they fell for what was taken back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.models import Declaration, Reply
from companion.services.dice_that_fell import dice_that_fell
from rules.replay import Rolled
from rules.table import Source


def why_they_lie_there(declaration: Declaration, replies: Iterable[Reply], rolled: Sequence[Rolled]) -> str:
    """One sentence about the app's dice that lay there when it was declared, in two queries; empty where none did."""
    thrown = {reply.label for reply in replies if reply.source == Source.ROLLED}
    if not thrown:
        return ""
    fell = dice_that_fell(declaration)
    rolls = [roll for roll in rolled if roll.label in thrown and roll.label in fell]
    stayed = sum(len(faces) for roll in rolls for faces in fell[roll.label].kept(roll.pools))
    if not stayed:
        return ""
    waiting = sum(len(faces) for one in declaration.early for faces in one["faces"])
    lying = waiting + sum(len(faces) for roll in rolled for faces in roll.faces)
    few = f"{stayed} of these" if stayed < lying else "These" if stayed > 1 else "This"
    return f"{few} fell for what was taken back, and {'stay' if stayed > 1 else 'stays'}."
