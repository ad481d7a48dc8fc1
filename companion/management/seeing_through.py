"""Declaring something and seeing it through: everything that it asks is answered, and it is applied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from companion.models import Battle, Declaration
from companion.services.declaring import call_off, declare, settle
from companion.services.refusals import Refusal
from companion.services.under_way import replayed
from rules.asks import Ask
from rules.game import Procedure
from rules.play import Waiting
from rules.replay import Record

MOST_ASKS = 60
"""More than any declaration asks."""

Answering: TypeAlias = Callable[[dict[str, Any], Record, Ask], bool]
"""Answers an ask, by what names its place to the services; whether it goes on after that."""


def last_event(battle: Battle) -> int:
    """The number of a battle's last event, which a page shows."""
    return Battle.objects.values_list("last_event", flat=True).get(pk=battle.pk)


def take(
    battle: Battle,
    procedure: Procedure[Any, Any],
    answers: dict[str, Any],
    *,
    once: str,
    who: str,
    answer: Answering,
) -> bool:
    """Declare one thing and see it through; whether the rules let it be declared."""
    seen = last_event(battle)
    try:
        row = declare(
            key=battle.key, procedure=procedure.slug, answers=lambda _: answers, seen=seen, once=once, who=who
        )
    except Refusal:
        return False
    if row.status == Declaration.Status.OPEN:
        row.battle = battle
        see_through(row, answer)
    return True


def see_through(row: Declaration, answer: Answering) -> None:
    """Answer all that is asked of a declaration, and apply it; one that never ends is called off."""
    for _ in range(MOST_ASKS):
        given = list(row.replies.all())
        record, now = replayed(row, given)
        where = {"key": row.battle.key, "declaration": row.pk, "answer": given[-1].pk if given else 0}
        if not isinstance(now, Waiting):
            settle(**where, who=row.who)  # type: ignore[arg-type]
            return
        if not answer(where, record, now.ask):
            return
    call_off(key=row.battle.key, declaration=row.pk, who=row.who)
