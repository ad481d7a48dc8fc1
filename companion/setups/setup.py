"""What a game supplies to set its battles up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.db import models
from django.db.models import Model
from django.urls import URLPattern

from companion.models import Battle
from companion.services.joining import Coming, Store
from companion.sheets import Stored, store_parts
from rules.board import Square
from rules.game import Game


@dataclass(frozen=True)
class SetupPart:
    """One form of the set-up page: its address, its title, the form, and the service that it feeds."""

    slug: str
    title: str
    form: Callable[..., forms.Form | forms.ModelForm[Any]]
    add: Callable[..., None]
    changes: type[models.Model] | None = None
    """The model of the rows that the form can change too; it then takes one as ``row``."""
    change: Callable[..., None] | None = None
    """The service that it feeds then, which takes the row as ``changed``."""
    joins: bool = True
    """Whether it adds pieces, or to them, which it may do after the start too."""


AGREEMENT = "agreement"
"""The form of every game that adds nothing, but says what the players agree on."""


def row_of(part: SetupPart, read: Stored, key: str) -> Model | None:
    """The row of a battle with that key, if the form of a part can change it."""
    row = read.rows.get(key)
    return row if part.changes and isinstance(row, part.changes) else None


@dataclass(frozen=True)
class SideLink:
    """A link by a side on the set-up page: its words and its address."""

    words: str
    address: str


def _no_links(battle: Battle) -> Mapping[str, Sequence[SideLink]]:
    return {}


def _no_hints(sheet: Any, side: str) -> Iterable[str]:
    return ()


@dataclass(frozen=True)
class Joining:
    """Where a piece joins: the battle, what is there or has joined before it, and all that joins with it."""

    game: Game[Any]
    sheet: Any
    there: tuple[Any, ...]
    coming: tuple[Any, ...]


def on_a_free_square(joining: Joining, piece: Any) -> Any:
    """The piece on the free square that is nearest to its own, where it has one on a board of squares."""
    board = joining.game.board(joining.sheet, "")
    own = getattr(piece, "square", None)
    if board is None or own is None:
        return piece
    taken = {getattr(other, "square", None) for other in joining.there}
    squares = [Square(column, row) for column in range(1, board.columns + 1) for row in range(1, board.rows + 1)]
    free = [square for square in squares if square not in taken]
    if not free:
        raise ValueError(f"no square is free for {piece.name}")
    nearest = min(free, key=own.steps_to)
    return replace(piece, column=nearest.column, row=nearest.row)


def _stored(battle: Battle, sides: Mapping[str, Model], coming: Coming) -> Mapping[str, Model]:
    return store_parts(battle, coming.pieces, sides.values())


@dataclass(frozen=True)
class Loaded:
    """Pieces of data that was loaded, to pick from; each way gives a sheet of them, and an empty one for nothing."""

    find: Callable[[Battle, str, int], Any]
    """The likeliest for a few letters, at most so many."""
    take: Callable[[Battle, str], Any]
    """The one with a key that ``find`` gave."""
    asks: str
    """What the field for the letters asks for."""


@dataclass(frozen=True)
class Setup:
    """The forms of a game's set-up page, and what is wrong with a build."""

    parts: tuple[SetupPart, ...]
    pages: Sequence[URLPattern] = ()
    """Pages of its own, under the address of the set-up page."""
    side_links: Callable[[Battle], Mapping[str, Sequence[SideLink]]] = _no_links
    """What the set-up page links to by each side, by the side's key."""
    hints: Callable[[Any, str], Iterable[str]] = _no_hints
    """What a side may still want to do, though nothing is wrong: by the battle's sheet and the side's key."""
    fits: Callable[[Joining, Any], Any] = on_a_free_square
    """A piece that is copied or taken from another battle, put where there is room; ``ValueError`` if there is none."""
    loaded: Loaded | None = None
    """Where more pieces are known than battles have had."""
    join: Store = _stored
    """Stores what joins a battle, by the rows of its sides, with what comes with it."""
