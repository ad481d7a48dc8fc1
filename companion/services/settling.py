"""Writing the outcome of a declaration to the stored pieces."""

from __future__ import annotations

from companion.models import Battle, Declaration
from companion.services.lucking import kept_luck
from companion.services.writing import write_changes, write_event
from companion.sheets import Stored
from rules.game import Outcome
from rules.play import Resolved
from rules.records import to_json
from rules.replay import Record


def store_outcome(
    battle: Battle, row: Declaration, record: Record, played: Resolved[Outcome], read: Stored, who: str
) -> None:
    """Write an outcome to the stored pieces, with its event; the caller holds the battle's lock."""
    write_changes(read, played.outcome.changes)
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
