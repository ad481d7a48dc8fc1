"""What was answered when the same pieces declared the same last time."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Max, QuerySet

from companion.models import Declaration, Piece
from companion.prepared import Prepared
from companion.sheets import Stored
from rules.questions import Answers


def last_answers(read: Stored, procedure: str, actor: str) -> Mapping[str, Answers]:
    """The answers of the last declaration of this kind by a piece against each other one, by the key of that one."""
    answers = dict(_LAST(procedure, read.rows[actor].pk))
    return {key: answers[row.pk] for key, row in read.rows.items() if isinstance(row, Piece) and row.pk in answers}


def last_answers_of(read: Stored, procedure: str, actor: str, target: str) -> Answers:
    """The answers of the last declaration of this kind by a piece against another one; none where there is none."""
    return _LAST_OF.first(procedure, read.rows[actor].pk, read.rows[target].pk) or {}


def _last(procedure: str, actor: int) -> QuerySet[Declaration, tuple[int, Answers]]:
    of_kind = Declaration.objects.filter(procedure=procedure, actor=actor, target__isnull=False)
    last = of_kind.order_by().values("target_id").annotate(last=Max("pk")).values("last")
    return Declaration.objects.filter(pk__in=last).values_list("target_id", "answers")


def _last_of(procedure: str, actor: int, target: int) -> QuerySet[Declaration, Answers]:
    of_pair = Declaration.objects.filter(procedure=procedure, actor=actor, target=target)
    return of_pair.order_by("-pk").values_list("answers", flat=True)[:1]


_LAST, _LAST_OF = Prepared(_last, values=2), Prepared(_last_of, values=3)
