"""An edit of play data by staff: whatever it does, the scores are recalculated and the log says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from companion.adapters import ADAPTERS, stored
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.services.writing import write_changes, write_event
from rules.changes import Change, difference, keyed, merged


@contextmanager
def editing(*, key: str, who: str) -> Iterator[None]:
    """Hold the battle's lock while rows are edited by hand, then recalculate its scores and write the event.

    Raises ``Refusal``, with nothing saved, when the rows then make no battle that the rules know.
    """
    with locked(key) as battle:
        before = stored(battle).sheet
        yield
        try:
            edited = stored(battle)
        except ValueError as problem:
            raise Refusal(f"{str(problem).capitalize()}. Nothing was saved.") from problem
        points = ADAPTERS[battle.game].game.score(edited.sheet)
        rescored = merged(Change(side.key, "score", side.score, points[side.key]) for side in edited.sheet.sides)
        write_changes(edited, rescored)
        changes = merged((*difference(before, edited.sheet), *rescored))
        headline = _headline(before, edited.sheet, changes)
        if headline:
            write_event(battle, kind="edit", headline=headline, who=who, changes=changes)


def _headline(before: object, after: object, changes: tuple[Change, ...]) -> str:
    older, newer = keyed(before), keyed(after)
    named = {**older, **newer}
    parts = [f"{named[key].name} added" for key in newer if key not in older]
    parts += [f"{named[key].name} taken out" for key in older if key not in newer]
    parts += [
        f"{getattr(named[change.piece], 'name', 'battle')}: {change.track} {change.before} → {change.after}"
        for change in changes
    ]
    return f"Edited in the admin: {'; '.join(parts)}."[:500] if parts else ""
