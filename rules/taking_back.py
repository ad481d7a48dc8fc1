"""What becomes of an undo where the battle has become another since: it takes back what its entry does now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.changes import Change, apply, forced, merged, undo
from rules.game import Game
from rules.scores import right_scores, unscored
from rules.timeline import Entry


@dataclass(frozen=True, slots=True)
class Undone:
    """An entry that an undo may take back, as it comes out in a fold: its headline, and its changes but for scores.

    ``is_another`` tells whether it changes something else than it did.
    """

    entry: Entry
    headline: str
    changes: tuple[Change, ...]
    is_another: bool = False


def undone_in(before: Any, entry: Entry, headline: str, changes: Iterable[Change]) -> Undone:
    """What comes out of an entry in a fold, as what an undo takes back."""
    own = unscored(before, changes)
    return Undone(entry, headline, own, is_another=set(own) != set(unscored(before, entry.changes)))


def taken_back(game: Game[Any], entry: Entry, now: Any, of: Undone) -> tuple[Change, ...]:
    """What an undo changes now; what followed of it at first follows still."""
    first = _at_first(entry).changes
    then, own = _tracks(_at_first(of.entry).changes), _tracks(of.changes)
    # What it did not take back at first names what had left the battle by then.
    left = then - _tracks(first)
    back = [change for change in undo(of.changes) if (change.piece, change.track) not in left]
    besides = [change for change in first if (change.piece, change.track) not in then | own]
    settled = forced(now, unscored(now, (*back, *besides)))
    return merged((*settled, *right_scores(apply(now, settled), game.score)))


def _at_first(entry: Entry) -> Entry:
    """An entry as it stood before all that are consequences of other entries' amendments."""
    return entry.stood[0] if entry.stood else entry


def _tracks(changes: Iterable[Change]) -> set[tuple[str, str]]:
    """What changes are of."""
    return {(change.piece, change.track) for change in changes}
