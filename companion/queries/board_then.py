"""A battle's board with changes on it: the cards that become others, and the scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.looks import Look
from companion.queries.cards import Card, side_view
from companion.queries.panels import ReplayPanel
from companion.queries.preview import Preview, preview_of
from companion.queries.selection import Chosen
from companion.queries.table_view import CardsView
from companion.sheets import battle_model
from rules.changes import Change, keyed
from rules.game import Game
from rules.parts import Part, Unlike, leaving, still_to_do, with_what_comes
from rules.vocabulary import ChangeInWords

OUT = "not in the battle"


@dataclass(frozen=True, kw_only=True)
class BoardThen(CardsView):
    """The board as it will stand: the cards of what changes, and the names of the pieces that do not.

    ``besides`` are the changes that no card and no score shows: of the battle itself, say, or of its decks.
    """

    preview: Preview
    cards: tuple[Card, ...]
    unchanged: tuple[str, ...]
    besides: tuple[ChangeInWords, ...]

    @property
    def sheet_then(self) -> Any:
        """The battle as it will stand."""
        return self.preview.sheet


def board_then(
    game: Game[Any], sheet: Any, changes: Sequence[Change], looks: Mapping[str, Look], parts: Sequence[Part] = ()
) -> BoardThen:
    """The board of a sheet with what some changes would make of it, and parts that join it or leave it."""
    there = keyed(sheet).keys()
    gone = leaving(parts)
    if parts:
        sheet, changes = _with_what_comes(sheet, parts, changes)
    preview = preview_of(game, sheet, changes)
    cards, unchanged = [], []
    for piece in sheet.pieces:
        after = preview.after.get(piece.key, piece)
        if piece.key in gone:
            cards.append(Card.of(game, piece, looks, falls=OUT))
        elif piece.key not in there or after != piece or preview.told_of(piece, ()):
            becomes = preview.told_of(piece, battle_model(game.slug).IN_PLACE)
            falls = preview.falls.get(piece.key, "")
            cards.append(Card.of(game, piece, looks, becomes=becomes, falls=falls, after=after))
        elif piece.standing:
            unchanged.append(piece.name)
    return BoardThen(
        game=game,
        panel=ReplayPanel(chosen=Chosen(game, sheet)),
        sides=tuple(side_view(side, (), set(), (), looks, preview) for side in sheet.sides),
        squares=None,
        preview=preview,
        cards=tuple(cards),
        unchanged=tuple(unchanged),
        besides=tuple(_besides(sheet, preview)),
    )


def _with_what_comes(sheet: Any, parts: Sequence[Part], changes: Sequence[Change]) -> tuple[Any, Sequence[Change]]:
    """The sheet with what comes, and what changes on it then: all that can, since cards tell from what to what."""
    try:
        return with_what_comes(sheet, parts), changes
    except Unlike:
        return with_what_comes(sheet, parts, changes), still_to_do(sheet, parts, changes)


def _besides(sheet: Any, preview: Preview) -> Iterator[ChangeInWords]:
    on_cards = {key for piece in sheet.pieces for key in keyed(piece)}
    for change, words in preview.changes:
        if change.piece not in on_cards and change.track != "score":
            yield words
