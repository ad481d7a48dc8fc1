"""The set-up page: what each side has, what is wrong with it, and the forms that add more."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.urls import reverse

from companion.models import Battle
from companion.queries.cards import card_template
from companion.queries.starting import next_step, why_not_start
from companion.setups.setup import Setup, SetupPart, SideLink
from companion.setups.usual import setup_of
from companion.sheets import Stored, key_of, stored
from rules.games import GAMES

AGREEMENT = "agreement"
"""The form of every game that adds nothing, but says what the players agree on."""


@dataclass(frozen=True)
class SetupPiece:
    """One piece, where it is taken out and where it is changed (both empty once the battle has started)."""

    piece: Any
    template: tuple[str, str]
    remove: str
    change: str


@dataclass(frozen=True)
class SetupSide:
    """One side with its pieces, and what is wrong with its build."""

    key: str
    name: str
    pieces: tuple[SetupPiece, ...]
    problems: tuple[str, ...]
    links: tuple[SideLink, ...]


@dataclass(frozen=True)
class SetupForm:
    """One form of the page; ``changing`` is the key of the row that it changes, empty where it makes a new one.

    ``adds_first`` marks the one that adds what a battle needs first.
    """

    slug: str
    title: str
    form: Any
    changing: str
    adds_first: bool


@dataclass(frozen=True)
class SetupPage:
    """Everything that the set-up page shows; ``sheet`` is the battle as the rules see it.

    ``needed`` is what it still needs before it can start, empty when it can.
    """

    sheet: Any
    sides: tuple[SetupSide, ...]
    board: tuple[SetupPiece, ...]
    forms: tuple[SetupForm, ...]
    needed: str
    once: str

    @property
    def next_step(self) -> str:
        """What to do about a battle that cannot start yet."""
        return next_step(self.sheet)


def setup_page(battle: Battle, data: Mapping[str, Any], edit: str = "") -> SetupPage:
    """Read a battle for its set-up page.

    ``data`` holds the posted form that was refused, by its address; ``edit`` is the key of the row to be changed.
    """
    setup = setup_of(battle.game)
    read = stored(battle)
    sheet = read.sheet
    links = setup.side_links(battle)
    pieces = [(piece.side, _piece(battle, setup, piece)) for piece in sheet.pieces]
    return SetupPage(
        sheet=sheet,
        sides=tuple(
            SetupSide(
                side.key,
                side.name,
                tuple(piece for owner, piece in pieces if owner == side.key),
                tuple(GAMES[battle.game].problems(sheet, side.key)),
                tuple(links.get(side.key, ())),
            )
            for side in sheet.sides
        ),
        board=tuple(piece for owner, piece in pieces if owner is None),
        forms=()
        if battle.started
        else tuple(_form(battle, setup, part, data.get(part.slug), row_of(part, read, edit)) for part in setup.parts),
        needed="" if battle.started else why_not_start(GAMES[battle.game], sheet),
        once=secrets.token_urlsafe(9),
    )


def row_of(part: SetupPart, read: Stored, key: str) -> Model | None:
    """The row of a battle with that key, if the form of a part can change it."""
    row = read.rows.get(key)
    return row if part.changes and isinstance(row, part.changes) else None


def _form(battle: Battle, setup: Setup, part: SetupPart, data: Any, row: Model | None) -> SetupForm:
    first = next(known for known in setup.parts if known.slug != AGREEMENT)
    action = reverse("setup-add", args=[battle.key, part.slug])
    given = {"row": row} if row else {}
    form = part.form(data, battle=battle, action=action, auto_id=f"{part.slug}-%s", **given)
    if row:
        return SetupForm(part.slug, f"Change {row}", form, key_of(row), part is first)
    return SetupForm(part.slug, part.title, form, "", part is first)


def _piece(battle: Battle, setup: Setup, piece: Any) -> SetupPiece:
    template = card_template(battle.game, piece)
    model, pk = piece.key.rsplit("-", 1)
    if battle.started:
        return SetupPiece(piece, template, "", "")
    slug = next((p.slug for p in setup.parts if p.changes and p.changes._meta.model_name == model), "")
    change = f"?edit={piece.key}#part-{slug}" if slug else ""
    return SetupPiece(piece, template, reverse("setup-remove", args=[battle.key, pk]), change)
