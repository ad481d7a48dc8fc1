"""An edit of play data by staff: whatever it does, the scores are recalculated and the log says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.adapters import ADAPTERS, stored
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.services.writing import SET_UP, in_words, with_scores, write_changes, write_event
from rules.changes import Change, difference, keyed, merged
from rules.game import Game


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
            reason = str(problem)
            raise Refusal(f"{reason[:1].upper()}{reason[1:]}. Nothing was saved.") from problem
        game = ADAPTERS[battle.game].game
        rescored = with_scores(edited, game, ())
        write_changes(edited, rescored)
        if edited.sheet == before and not rescored:
            return
        changes = merged((*difference(before, edited.sheet), *rescored))
        moved = _moved(before, edited.sheet)
        write_event(
            battle,
            kind=SET_UP if moved else "edit",
            headline=_headline(game, edited.sheet, moved, changes),
            who=who,
            changes=changes,
        )


def _moved(before: object, after: object) -> list[str]:
    older, newer = keyed(before), keyed(after)
    added = [f"{newer[key].name} added" for key in newer if key not in older]
    return added + [f"{older[key].name} taken out" for key in older if key not in newer]


def _headline(game: Game, sheet: Any, moved: list[str], changes: tuple[Change, ...]) -> str:
    parts = moved + [in_words(game, sheet, change) for change in changes]
    return f"Edited in the admin: {'; '.join(parts or ['what the players agreed on'])}."
