"""What was answered when the same pieces declared the same last time."""

from __future__ import annotations

from companion.models import Declaration
from companion.sheets import Stored
from rules.questions import Answers


def last_answers(read: Stored, procedure: str, actor: str, target: str) -> Answers:
    """The answers of the last declaration of this kind by this pair."""
    last = (
        Declaration.objects.filter(
            procedure=procedure,
            actor_id=read.rows[actor].pk,
            target_id=read.rows[target].pk,
        )
        .order_by("-pk")
        .only("answers")
        .first()
    )
    return last.answers if last else {}
