"""The set-up page: what each side has, what is wrong with it, and the forms that add more."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from companion.adapters import stored
from companion.models import Battle
from companion.setups import SETUPS
from companion.setups.setup import SideLink


@dataclass(frozen=True)
class SetupPiece:
    """One piece, and where it is taken out (empty once the battle has started)."""

    piece: Any
    template: str
    remove: str


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
    """One form of the page."""

    slug: str
    title: str
    form: Any


@dataclass(frozen=True)
class SetupPage:
    """Everything that the set-up page shows."""

    sides: tuple[SetupSide, ...]
    board: tuple[SetupPiece, ...]
    forms: tuple[SetupForm, ...]
    once: str

    @property
    def ready(self) -> bool:
        """Whether nothing is wrong with any build."""
        return not any(side.problems for side in self.sides)


def setup_page(battle: Battle, data: Mapping[str, Any]) -> SetupPage:
    """Read a battle for its set-up page; ``data`` holds the posted form that was refused, by its address."""
    setup = SETUPS[battle.game]
    sheet = stored(battle).sheet
    links = setup.side_links(battle)
    pieces = [(piece.side, _piece(battle, piece)) for piece in sheet.pieces]
    return SetupPage(
        sides=tuple(
            SetupSide(
                side.key,
                side.name,
                tuple(piece for owner, piece in pieces if owner == side.key),
                tuple(setup.problems(sheet, side.key)),
                tuple(links.get(side.key, ())),
            )
            for side in sheet.sides
        ),
        board=tuple(piece for owner, piece in pieces if owner is None),
        forms=()
        if battle.started
        else tuple(
            SetupForm(
                part.slug,
                part.title,
                part.form(
                    data.get(part.slug),
                    battle=battle,
                    action=reverse("setup-add", args=[battle.key, part.slug]),
                ),
            )
            for part in setup.parts
        ),
        once=secrets.token_urlsafe(9),
    )


def _piece(battle: Battle, piece: Any) -> SetupPiece:
    template = f"{battle.game}/_{type(piece).__name__.lower()}.html"
    pk = piece.key.rsplit("-", 1)[1]
    return SetupPiece(piece, template, "" if battle.started else reverse("setup-remove", args=[battle.key, pk]))
