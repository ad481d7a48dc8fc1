"""How pieces are drawn: as cards of their sides, and on a board of squares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from companion.forms.selection import Selection
from companion.looks import NOBODY, Look
from companion.models import Battle
from companion.queries.board import BoardView, board_view
from companion.queries.fallen import fell_on
from companion.queries.panels import IdlePanel, Panel, TargetPanel
from companion.queries.preview import FLED, Preview, fate
from companion.sheets import battle_model
from rules.asks import Outlook
from rules.changes import keyed
from rules.game import Game
from rules.games import GAMES
from rules.sheets import PieceSheet, SideSheet
from rules.turns import Turn
from rules.vocabulary import ChangeInWords


def card_template(game: str, piece: object, kind: str = "") -> tuple[str, str]:
    """The templates that may draw a piece, of its game and the usual one: the first that there is does."""
    return f"{game}/_{type(piece).__name__.lower()}{kind}.html", f"battle/_piece{kind}.html"


@dataclass(frozen=True)
class Card:
    """One piece as a card: what to show, and what a tap on it does.

    ``role`` is ``attacker``, ``target`` or empty. ``lit`` tells that it may act now, ``spent`` that it is done. ``url``
    is where a tap leads, empty when nothing can be tapped now; ``why_not`` is the reason why it cannot be chosen, which
    the tap then shows. ``token`` is the template of the piece on a board of squares, ``look`` the look of its side.
    ``after`` is the piece as it is about to be, ``becomes`` what changes that its drawing does not show in place, and
    ``falls`` what it then is, if it does not stand any more.
    ``prospect`` are the odds of the chosen attacker against it, ``best`` where no other target's are better.
    """

    key: str
    name: str
    piece: Any
    template: tuple[str, str]
    token: tuple[str, str]
    look: Look
    role: str = ""
    lit: bool = False
    spent: bool = False
    url: str = ""
    next: bool = False
    why_not: str = ""
    changed: bool = False
    becomes: tuple[ChangeInWords, ...] = ()
    falls: str = ""
    prospect: Outlook | None = None
    best: bool = False
    after: Any = None

    @property
    def then(self) -> Any:
        """The piece as it is about to be, which is as it is where nothing changes."""
        return self.after or self.piece

    @property
    def is_called_done(self) -> bool:
        """Whether a word on it says that it is done, where no other matters more."""
        return self.spent and not self.role and not self.changed

    @property
    def states(self) -> str:
        """Everything that is seen of it at a glance, as classes for the stylesheet."""
        states = {
            f"is-{self.role}": self.role,
            "is-lit": self.lit,
            "is-spent": self.spent,
            "is-open": self.url and not self.why_not,
            "is-dimmed": self.why_not,
            "is-changed": self.changed,
            "is-wreck": self.falls,
        }
        return " ".join(name for name, is_so in states.items() if is_so)

    @property
    def drawn_by(self) -> tuple[Any, ...]:
        """All that a drawing of it shows: of its odds the one number, and what is lost on average."""
        odds = self.prospect and (self.prospect.main, self.prospect.expected)
        return tuple(odds if name == "prospect" else value for name, value in vars(self).items())

    @classmethod
    def of(cls, game: Game[Any], piece: PieceSheet, looks: Mapping[str, Look], **shown: Any) -> Self:
        """The card of a piece of a game; ``looks`` are those of the sides."""
        template, token = card_template(game.slug, piece), card_template(game.slug, piece, "_token")
        return cls(piece.key, piece.name, piece, template, token, looks.get(piece.side or "", NOBODY), **shown)


@dataclass(frozen=True)
class Left:
    """Something that a side has left: as it is, whether it has just changed, and what it is about to become then."""

    name: str
    now: str
    changed: bool
    becomes: str | None

    @classmethod
    def all_of(cls, game: Game[Any], side: str, was: Any, sheet: Any, then: Any) -> tuple[Self, ...]:
        """All that a side has left in a battle, as it was and as it is about to be; ``None`` where nothing changes."""
        before, now = game.left(was, side), game.left(sheet, side)
        later = game.left(then, side) if then is not None else now
        return tuple(
            cls(name, is_now, one != is_now, will_be if will_be != is_now else None)
            for (_, one), (name, is_now), (_, will_be) in zip(before, now, later, strict=True)
        )


@dataclass(frozen=True)
class SideView:
    """One side: its name and look, what it has left, its cards and those that are gone.

    It has a score if the game has points, and what that is about to become if it changes.
    """

    key: str
    name: str
    look: Look
    score: int | None
    score_becomes: int | None
    score_changed: bool
    left: tuple[Left, ...]
    cards: tuple[Card, ...]
    destroyed: tuple[Card, ...]

    @property
    def gone(self) -> str:
        """What is true of all its pieces that do not stand any more."""
        return "off the board" if any(fate(card.piece) == FLED for card in self.destroyed) else fate(None)


@dataclass(frozen=True)
class Table:
    """What the cards show besides their pieces.

    ``prospects`` are the odds against each possible target, while one is being chosen, and ``best`` is the target with
    the best ones.
    """

    panel: Panel
    turn: Turn
    changed: set[tuple[str, str]]
    looks: Mapping[str, Look]
    preview: Preview
    prospects: Mapping[str, Outlook] = field(default_factory=dict)
    best: str = ""

    def is_next(self, key: str) -> bool:
        """Whether a piece is one of those that are tapped next: to act, or as the target."""
        if isinstance(self.panel, IdlePanel):
            return key in self.turn.may_act
        return isinstance(self.panel, TargetPanel) and self.panel.chosen.targets.get(key) == ""

    def card(self, piece: PieceSheet) -> Card:
        """The card of a piece."""
        panel, parts = self.panel, keyed(piece).keys()
        role, game = panel.chosen.role(piece.key), panel.chosen.game
        return Card.of(
            game,
            piece,
            self.looks,
            role=role,
            # Beside what is under way nobody acts but who takes part in it.
            lit=piece.key in self.turn.may_act and (panel.tappable or bool(role)),
            spent=piece.key in self.turn.spent,
            url=panel.chosen.tap(piece.key) if panel.tappable else "",
            next=self.is_next(piece.key),
            why_not=panel.chosen.why_not(piece.key) if panel.tappable else "",
            changed=any(key in parts for key, _ in self.changed),
            becomes=self.preview.told_of(piece, battle_model(game.slug).IN_PLACE),
            after=self.preview.after.get(piece.key),
            falls=self.preview.falls.get(piece.key, ""),
            prospect=self.prospects.get(piece.key),
            best=piece.key == self.best,
        )


def squares_view(
    battle: Battle, sheet: Any, cards: tuple[Card, ...], panel: Panel, selection: Selection
) -> BoardView[Card] | None:
    """The board of squares with the cards that stand on it and that fell there, where the game has one."""
    board = GAMES[battle.game].board(sheet, panel.chosen.attacker)
    if board is None:
        return None
    named, fell = {card.key: card for card in cards}, fell_on(battle, sheet.pieces)
    return board_view(board, named, panel.chosen, selection.said, panel.tappable, fell)


def side_view(
    side: SideSheet,
    cards: tuple[Card, ...],
    changed: set[tuple[str, str]],
    left: tuple[Left, ...],
    looks: Mapping[str, Look],
    preview: Preview,
) -> SideView:
    """One side with its cards."""
    own = [card for card in cards if card.piece.side == side.key]
    return SideView(
        key=side.key,
        name=side.name,
        look=looks.get(side.key, NOBODY),
        score_becomes=preview.scores.get(side.key),
        score=getattr(side, "score", None),
        score_changed=(side.key, "score") in changed,
        left=left,
        cards=tuple(card for card in own if card.piece.standing),
        destroyed=tuple(card for card in own if not card.piece.standing),
    )
