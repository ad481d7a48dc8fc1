"""An edit of play data by staff: what follows of itself comes with it, scores are recalculated, and the log says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.services.writing import (
    SET_UP,
    in_words,
    with_left,
    with_scores,
    write_changes,
    write_event,
)
from companion.sheets import stored
from rules.changes import Change, difference, keyed, merged
from rules.game import Game, Illegal
from rules.games import GAMES


@contextmanager
def editing(*, key: str, who: str, done: str = "saved") -> Iterator[None]:
    """Hold the battle's lock while rows are edited by hand, then write what follows, its scores and the event.

    Raises ``Refusal``, which says that nothing was ``done``, when the rows then make no battle that the rules know.
    """
    with locked(key) as battle:
        before = stored(battle).sheet
        yield
        game = GAMES[battle.game]
        try:
            edited = stored(battle)
            follows = game.follows(before, edited.sheet)
        except Illegal as problem:
            raise Refusal(f"{problem} Nothing was {done}.") from problem
        except ValueError as problem:
            reason = str(problem)
            raise Refusal(f"{reason[:1].upper()}{reason[1:]}. Nothing was {done}.") from problem
        by_hand = difference(before, edited.sheet)
        settled = with_scores(edited, game, follows.changes)
        write_changes(edited, settled)
        if edited.sheet == before and not settled:
            return
        unsaid = {change for change in follows.changes if not game.tell(edited.sheet, change)}
        told = merged((*by_hand, *(change for change in settled if change not in unsaid)))
        moved = _moved(before, edited.sheet)
        parts = [*moved, *_in_words(game, before, edited.sheet, told)] or ["what the players agreed on"]
        write_event(
            battle,
            kind=SET_UP if moved else "edit",
            headline=with_left(f"Edited in the admin: {'; '.join(parts)}.", follows.left),
            who=who,
            changes=merged((*by_hand, *settled)),
        )


def _moved(before: object, after: object) -> list[str]:
    older, newer = keyed(before), keyed(after)
    added = [f"{newer[key].name} added" for key in newer if key not in older]
    return added + [f"{older[key].name} taken out" for key in older if key not in newer]


def _in_words(game: Game[Any], before: object, after: object, changes: Iterable[Change]) -> Iterator[str]:
    """The changes in words, but for pointers that went with what they pointed to; what is gone has its old name."""
    gone = keyed(before).keys() - keyed(after).keys()
    for change in changes:
        if change.before not in gone:
            yield in_words(game, after, change)
        elif change.after is not None:
            yield in_words(game, before, change)
