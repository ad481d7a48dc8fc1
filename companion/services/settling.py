"""Writing the outcome of a declaration to the stored pieces."""

from __future__ import annotations

from dataclasses import replace

from companion.models import Battle, Declaration
from companion.services.lucking import kept_luck
from companion.services.refusals import Stale
from companion.services.writing import write_changes, write_event
from companion.sheets import Stored
from rules.game import Illegal, Outcome
from rules.play import BadReply, Resolved
from rules.records import to_json
from rules.replay import Record

EDITED = (
    "The battle was edited since this was declared, and now it would come out otherwise. "
    "Call it off and declare it again. Nothing was written."
)


def store_outcome(
    battle: Battle, row: Declaration, record: Record, played: Resolved[Outcome], read: Stored, who: str
) -> None:
    """Write an outcome to the stored pieces, with its event; the caller holds the battle's lock.

    ``Stale`` where staff have edited the battle meanwhile and it would come out otherwise: its log could not be folded.
    """
    write_changes(read, played.outcome.changes)
    if record.battle != read.sheet and not _comes_out_as(played, record, replace(record, battle=read.sheet)):
        raise Stale(EDITED)
    row.outcome = to_json(played.outcome)
    row.trace = [to_json(step) for step in record.steps(played.trace)]
    row.status = Declaration.Status.SETTLED
    row.luck = kept_luck(record)
    row.save(update_fields=["outcome", "trace", "status", "luck"])
    write_event(
        battle,
        kind=row.procedure,
        headline=played.outcome.headline,
        who=who,
        changes=played.outcome.changes,
        declaration=row,
    )


def _comes_out_as(played: Resolved[Outcome], record: Record, now: Record) -> bool:
    """Whether a record comes out in the battle as it is now as it was played, in the same steps."""
    try:
        again = now.play()
    except (BadReply, Illegal):
        return False
    if not isinstance(again, Resolved) or again.outcome != played.outcome:
        return False
    return now.steps(again.trace) == record.steps(played.trace)
