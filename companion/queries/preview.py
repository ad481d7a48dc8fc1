"""What is about to change, for the cards and the scores to show before it is stored."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.changes import Change, apply, keyed, merged
from rules.game import Game
from rules.sheets import PieceSheet
from rules.vocabulary import NOTHING_GONE, ChangeInWords

FLED = "off the board"


@dataclass(frozen=True)
class Preview:
    """Changes beside their words, what pieces that stop standing then are, and new scores.

    ``sheet`` is the battle as it will be, ``after`` whatever changes in it by its key.
    """

    changes: tuple[tuple[Change, ChangeInWords], ...] = ()
    sheet: Any = None
    after: Mapping[str, Any] = field(default_factory=dict)
    falls: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[str, int] = field(default_factory=dict)

    def told_of(self, piece: PieceSheet, in_place: Collection[str]) -> tuple[ChangeInWords, ...]:
        """What changes of a piece and its parts, but for the tracks that its card itself shows in their places.

        Of a piece that falls nothing more is told: it falls.
        """
        if piece.key in self.falls:
            return ()
        parts = keyed(piece)
        return tuple(words for change, words in self.changes if change.piece in parts and change.track not in in_place)


NOTHING = Preview()


def differences(
    game: Game[Any], sheet: Any, changes: Iterable[Change], gone: Mapping[str, Any] = NOTHING_GONE
) -> tuple[ChangeInWords, ...]:
    """The changes in the players' words, those of one piece together; ``gone`` is what the sheet has no more."""
    return together(line for _, line in game.tell_each(sheet, merged(changes), gone))


def together(changes: Iterable[ChangeInWords]) -> tuple[ChangeInWords, ...]:
    """Changes in words, those of one piece one after the other."""
    told = tuple(changes)
    order = list(dict.fromkeys(line.piece for line in told))
    return tuple(sorted(told, key=lambda line: order.index(line.piece)))


def preview_of(game: Game[Any], sheet: Any, changes: Iterable[Change]) -> Preview:
    """What the changes would make of a battle."""
    settled = merged(changes)
    then = apply(sheet, settled)
    after = keyed(then)
    falls = {p.key: fate(after[p.key]) for p in sheet.pieces if p.standing and not after[p.key].standing}
    points = {c.piece: int(c.after) for c in settled if c.track == "score" and isinstance(c.after, int)}
    return Preview(tuple(game.tell_each(sheet, settled)), then, after, falls, points)


def fate(piece: object) -> str:
    """What a piece that does not stand any more is."""
    return FLED if getattr(piece, "fled", False) else "destroyed"
