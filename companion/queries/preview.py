"""What is about to change, for the cards and the scores to show before it is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.changes import Change, apply, keyed, merged
from rules.game import Game
from rules.vocabulary import ChangeInWords

FLED = "off the board"


@dataclass(frozen=True)
class Preview:
    """Changes in words beside the key of what they change, what pieces that stop standing then are, and new scores."""

    changes: tuple[tuple[str, ChangeInWords], ...] = ()
    falls: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, int] = field(default_factory=dict)


NOTHING = Preview()


def preview_of(game: Game[Any], sheet: Any, changes: Iterable[Change]) -> Preview:
    """What the changes would make of a battle."""
    settled = merged(changes)
    told = tuple((change.piece, words) for change, words in game.tell_each(sheet, settled))
    after = keyed(apply(sheet, settled))
    falls = {p.key: fate(after[p.key]) for p in sheet.pieces if p.standing and not after[p.key].standing}
    points = {c.piece: int(c.after) for c in settled if c.track == "score" and isinstance(c.after, int)}
    return Preview(told, falls, points)


def fate(piece: object) -> str:
    """What a piece that does not stand any more is."""
    return FLED if getattr(piece, "fled", False) else "destroyed"
