"""What was answered when the same pieces declared the same last time."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Max, QuerySet

from companion.models import Declaration, Piece
from companion.sheets import Stored
from rules.questions import Answers


def last_answers(read: Stored, procedure: str, actor: str) -> Mapping[str, Answers]:
    """The answers of the last declaration of this kind by a piece against each other one, by the key of that one."""
    of_kind = _of_kind(read, procedure, actor).filter(target__isnull=False)
    last = of_kind.order_by().values("target_id").annotate(last=Max("pk")).values("last")
    answers = dict(Declaration.objects.filter(pk__in=last).values_list("target_id", "answers"))
    return {key: answers[row.pk] for key, row in read.rows.items() if isinstance(row, Piece) and row.pk in answers}


def last_answers_of(read: Stored, procedure: str, actor: str, target: str) -> Answers:
    """The answers of the last declaration of this kind by a piece against another one; none where there is none."""
    of_pair = _of_kind(read, procedure, actor).filter(target_id=read.rows[target].pk)
    return of_pair.order_by("-pk").values_list("answers", flat=True).first() or {}


def _of_kind(read: Stored, procedure: str, actor: str) -> QuerySet[Declaration]:
    return Declaration.objects.filter(procedure=procedure, actor_id=read.rows[actor].pk)
