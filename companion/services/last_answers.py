"""What was answered when the same pieces declared the same last time, and what was typed in for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from django.db.models import F, FilteredRelation, Max, Q, QuerySet

from companion.models import Declaration, Piece, Reply
from companion.prepared import Prepared
from companion.services.under_way import added_to
from companion.sheets import Stored
from rules.questions import Answers

Found: TypeAlias = tuple[int, int, str, Answers, Mapping[str, Any] | None]
"""A target, a declaration against it with its kind and answers, and some rows that were added to it, if any were."""


def last_answers(read: Stored, procedure: str, actor: str) -> Mapping[str, Answers]:
    """The answers of the last declaration of this kind by a piece against each other one, by the key of that one.

    Rows that were typed in last time are among them, whatever kind of declaration that was, and whether they stood in
    it or were added to it.
    """
    by_target = groupby(_LAST(read.rows[actor].pk), itemgetter(0))
    answers = {target: _answers(procedure, found) for target, found in by_target}
    return {key: answers[row.pk] for key, row in read.rows.items() if isinstance(row, Piece) and row.pk in answers}


def last_answers_of(read: Stored, procedure: str, actor: str, target: str) -> Answers:
    """The answers of the last declaration of this kind by a piece against another one; none where there is none."""
    return _answers(procedure, _LAST_OF(read.rows[actor].pk, read.rows[target].pk))


def _answers(procedure: str, found: Iterable[Found]) -> Answers:
    """The answers of the declaration of this kind, with what was typed in for any, of several the last one."""
    kinds = list(_kinds(found))
    own = next((answers for kind, answers in kinds if kind == procedure), {})
    return {**own, **{name: rows for _, answers in kinds for name, rows in answers.items() if _is_typed(rows)}}


def _kinds(found: Iterable[Found]) -> Iterator[tuple[str, Answers]]:
    """Each declaration by its kind, with its answers and all that was added."""
    for (_, _, kind), same in groupby(found, itemgetter(0, 1, 2)):
        rows = list(same)
        yield kind, added_to(rows[0][3], [added for *_, added in rows if added])


def _is_typed(answer: Any) -> bool:
    return isinstance(answer, list) and any(row.get("typed") for row in answer)


def _last(**pieces: int) -> QuerySet[Declaration, Found]:
    """The last declaration of each kind against each piece, in the order in which they were made, with what was added.

    There is one row for each reply that added something.
    """
    against = Declaration.objects.filter(**pieces, target__isnull=False)
    last = against.order_by().values("target_id", "procedure").annotate(last=Max("pk")).values("last")
    added = FilteredRelation("replies", condition=Q(replies__source=Reply.ADDED))
    told = Declaration.objects.filter(pk__in=last).annotate(added=added, more=F("added__value"))
    order = told.order_by("target_id", "pk", "added__number")
    return order.values_list("target_id", "pk", "procedure", "answers", "more")


_LAST = Prepared(lambda actor: _last(actor=actor))
_LAST_OF = Prepared(lambda actor, target: _last(actor=actor, target=target), values=2)
