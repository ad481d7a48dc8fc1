"""What becomes of an undo where what it took back has become another since: the two come to nothing together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.changes import Change, apply, forced, merged, undo
from rules.game import Game
from rules.scores import right_scores, unscored
from rules.timeline import Entry


def does_otherwise(before: Any, entry: Entry, changes: tuple[Change, ...], *, is_as_before: bool) -> bool:
    """Whether these changes are others than those of an entry, whatever becomes of the scores by them.

    They are held against how it stands where the battle stands as before, and elsewhere against how it stood at first:
    what was written to take that back fits by chance where it changes nothing any more.
    """
    stood = (entry,) if is_as_before else (entry, _at_first(entry))
    now = set(unscored(before, changes))
    return any(now != set(unscored(before, one.changes)) for one in stood)


def taken_back(game: Game[Any], entry: Entry, now: Any, of: Entry, changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """What an undo changes ``of`` which these are the changes now; what followed of it at first follows still."""
    first = _at_first(entry).changes
    then, own = _tracks(_at_first(of).changes), _tracks(changes)
    # What it did not take back at first names what had left the battle by then.
    left = then - _tracks(first)
    back = [change for change in undo(changes) if (change.piece, change.track) not in left]
    besides = [change for change in first if (change.piece, change.track) not in then | own]
    settled = forced(now, unscored(now, (*back, *besides)))
    return merged((*settled, *right_scores(apply(now, settled), game.score)))


def _at_first(entry: Entry) -> Entry:
    """An entry as it stood before all that are consequences of other entries' amendments."""
    return entry.stood[0] if entry.stood else entry


def _tracks(changes: Iterable[Change]) -> set[tuple[str, str]]:
    """What changes are of."""
    return {(change.piece, change.track) for change in changes}
