"""Seeing through what was declared: everything that it asks is answered, and it is applied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from companion.models import Declaration
from companion.services.declaring import call_off, settle
from companion.services.under_way import replayed
from rules.asks import Ask
from rules.play import Waiting
from rules.replay import Record

MOST_ASKS = 60
"""More than any declaration asks."""

Answering: TypeAlias = Callable[[dict[str, Any], Record, Ask], bool]
"""Answers an ask, by what names its place to the services; whether it goes on after that."""


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
