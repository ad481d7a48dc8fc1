"""The table as a page shows it: the cards of both sides, the board, the panel, how it stands and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.forms.selection import Selection
from companion.looks import Look, looks_of
from companion.models import Battle
from companion.queries.board import BoardView
from companion.queries.cards import Card, Left, SideView, Table, side_view, squares_view
from companion.queries.panels import AimedPanel, Panel, ResultPanel
from companion.queries.preview import NOTHING
from companion.sheets import Stored, battle_model
from rules.asks import Outlook
from rules.changes import Change, rewound
from rules.game import Game
from rules.games import GAMES
from rules.turns import Turn


@dataclass(frozen=True, kw_only=True)
class CardsView:
    """What the cards of a battle's pieces show besides those: the battle, its sides, and the squares they stand on."""

    game: Game[Any]
    panel: Panel
    sides: tuple[SideView, ...]
    squares: BoardView[Card] | None

    @property
    def is_attack(self) -> bool:
        """Whether who is chosen attacks."""
        procedure = self.panel.chosen.procedure
        return procedure is not None and procedure.slug == "attack"

    @property
    def sheet_then(self) -> Any:
        """The battle as it is about to be, which is as it is where nothing changes."""
        return self.panel.chosen.sheet


@dataclass(frozen=True, kw_only=True)
class TableView(CardsView):
    """What every page shows that has a battle's table on it."""

    battle: Battle
    status: tuple[tuple[str, str], ...]
    turn: Turn
    board: tuple[Card, ...]
    sides_template: str


def table_fields(
    battle: Battle,
    read: Stored,
    sheet: Any,
    panel: Panel,
    turn: Turn,
    changes: Sequence[Change],
    selection: Selection,
) -> dict[str, Any]:
    """The fields of a ``TableView`` for a battle as this sheet has it; ``changes`` are those to mark."""
    game, looks = GAMES[battle.game], looks_in(read)
    changed, was = {(change.piece, change.track) for change in changes}, rewound(sheet, changes)
    preview = panel.preview if isinstance(panel, ResultPanel) else NOTHING
    prospects = panel.prospects if isinstance(panel, AimedPanel) else {}
    foes = {piece.key: prospects[piece.key] for piece in sheet.pieces if piece.side and piece.key in prospects}
    cards = tuple(map(Table(panel, turn, changed, looks, preview, prospects, best_of(foes)).card, sheet.pieces))
    return {
        "battle": battle,
        "game": game,
        "panel": panel,
        "status": game.status(sheet),
        "turn": turn,
        "sides": tuple(
            side_view(s, cards, changed, Left.all_of(game, s.key, was, sheet, preview.sheet), looks, preview)
            for s in sheet.sides
        ),
        "board": tuple(card for card in cards if card.piece.side is None),
        "squares": squares_view(battle, sheet, cards, panel, selection),
        "sides_template": battle_model(game.slug).SIDES,
    }


def looks_in(read: Stored) -> Mapping[str, Look]:
    """The look of each side of a battle, by its key."""
    keys = [side.key for side in read.sheet.sides]
    rows: Any = [read.rows[key] for key in keys]
    return dict(zip(keys, looks_of(rows), strict=True))


def best_of(prospects: Mapping[str, Outlook]) -> str:
    """The key of the target with the best odds; empty where one is not counted, none is best, or nothing can happen."""
    chances = {key: found.main.chance for key, found in prospects.items() if found.main}
    if len(chances) < len(prospects):
        return ""
    best = max(chances.values(), default=0)
    leading = [key for key, chance in chances.items() if chance == best]
    return leading[0] if best and len(leading) == 1 and len(chances) > 1 else ""
