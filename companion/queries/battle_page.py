"""The battle page: the cards of both sides, the board, the panel and the bar, as one frozen value."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from companion.forms.selection import Selection
from companion.live.versions import version
from companion.models import Battle, Declaration, Event
from companion.queries.board import BoardView, board_view
from companion.queries.cards import card_template
from companion.queries.panel import battle_actions, panel_for
from companion.queries.panels import Action, Panel
from companion.services.undoing import undoable
from companion.sheets import battle_model, stored
from rules.changes import keyed
from rules.game import Game
from rules.games import GAMES
from rules.sheets import PieceSheet, SideSheet

LATEST = 6


@dataclass(frozen=True)
class Card:
    """One piece as a card: what to show, and what a tap on it does.

    ``role`` is ``attacker``, ``target`` or empty. ``url`` is where a tap leads, empty when nothing can be tapped now;
    ``why_not`` is the reason why it cannot be chosen, which the tap then shows. ``token`` is the template of the piece
    on a board of squares, ``seat`` the place of its side at the table, 0 for none.
    """

    key: str
    name: str
    piece: Any
    template: tuple[str, str]
    token: tuple[str, str]
    seat: int
    role: str
    url: str
    why_not: str
    changed: bool


@dataclass(frozen=True)
class SideView:
    """One side: its name, its score if the game has points, what it has left, its cards and those that are gone."""

    key: str
    name: str
    score: int | None
    score_changed: bool
    left: tuple[tuple[str, str], ...]
    cards: tuple[Card, ...]
    destroyed: tuple[Card, ...]

    @property
    def gone(self) -> str:
        """What is true of all its pieces that do not stand any more."""
        return "off the board" if any(getattr(card.piece, "fled", False) for card in self.destroyed) else "destroyed"


@dataclass(frozen=True)
class BattlePage:
    """Everything that the battle page shows."""

    battle: Battle
    game: Game[Any]
    status: tuple[tuple[str, str], ...]
    sides: tuple[SideView, ...]
    board: tuple[Card, ...]
    squares: BoardView[Card] | None
    sides_template: str
    panel: Panel
    undo: Event | None
    latest: tuple[Event, ...]
    bar_actions: tuple[Action, ...]
    once: str
    version: str

    @property
    def seen(self) -> int:
        """The last event that the page shows."""
        return self.battle.last_event


def battle_page(battle: Battle, selection: Selection, data: Mapping[str, Any] | None = None) -> BattlePage:
    """Read a battle and say what its page shows for a selection; ``data`` is a posted form that was refused."""
    game = GAMES[battle.game]
    read = stored(battle)
    under_way = (
        Declaration.objects.filter(battle=battle, status=Declaration.Status.OPEN)
        .select_related("actor", "target")
        .prefetch_related("replies")
        .first()
    )
    latest = tuple(
        Event.objects.filter(battle=battle)
        .annotate(checklist=F("declaration__outcome__checklist"))
        .order_by("-number")[:LATEST]
    )
    panel = panel_for(battle, game, read, selection, under_way, data)
    changed = {(change["piece"], change["track"]) for event in latest[:1] for change in event.changes}
    seats = {side.key: seat for seat, side in enumerate(read.sheet.sides, start=1)}
    cards = tuple(_card(piece, panel, battle.game, changed, seats) for piece in read.sheet.pieces)
    return BattlePage(
        battle=battle,
        game=game,
        status=game.status(read.sheet),
        sides=tuple(_side(side, cards, changed, game.left(read.sheet, side.key)) for side in read.sheet.sides),
        board=tuple(card for card in cards if card.piece.side is None),
        squares=_squares(game, read.sheet, cards, panel, selection),
        sides_template=battle_model(game.slug).SIDES,
        panel=panel,
        bar_actions=battle_actions(game, read.sheet) if under_way is None else (),
        once=secrets.token_urlsafe(9),
        undo=undoable(battle) if under_way is None else None,
        latest=latest,
        version=_version(battle, under_way),
    )


def _version(battle: Battle, under_way: Declaration | None) -> str:
    replies = list(under_way.replies.all()) if under_way else []
    return version(battle.last_event, under_way.pk if under_way else None, replies[-1].pk if replies else None)


def _card(piece: PieceSheet, panel: Panel, game: str, changed: set[tuple[str, str]], seats: Mapping[str, int]) -> Card:
    parts = keyed(piece).keys()
    return Card(
        key=piece.key,
        name=piece.name,
        piece=piece,
        template=card_template(game, piece),
        token=card_template(game, piece, "_token"),
        seat=seats.get(piece.side or "", 0),
        role=panel.chosen.role(piece.key),
        url=panel.chosen.tap(piece.key) if panel.tappable else "",
        why_not=panel.chosen.why_not(piece.key) if panel.tappable else "",
        changed=any(key in parts for key, _ in changed),
    )


def _squares(
    game: Game[Any], sheet: Any, cards: tuple[Card, ...], panel: Panel, selection: Selection
) -> BoardView[Card] | None:
    board = game.board(sheet, panel.chosen.attacker)
    if board is None:
        return None
    return board_view(board, {card.key: card for card in cards}, panel.chosen, selection.said, panel.tappable)


def _side(
    side: SideSheet,
    cards: tuple[Card, ...],
    changed: set[tuple[str, str]],
    left: tuple[tuple[str, str], ...],
) -> SideView:
    own = [card for card in cards if card.piece.side == side.key]
    return SideView(
        key=side.key,
        name=side.name,
        score=getattr(side, "score", None),
        score_changed=(side.key, "score") in changed,
        left=left,
        cards=tuple(card for card in own if card.piece.standing),
        destroyed=tuple(card for card in own if not card.piece.standing),
    )
