"""How a piece is drawn."""

from __future__ import annotations


def card_template(game: str, piece: object, kind: str = "") -> tuple[str, str]:
    """The templates that may draw a piece, of its game and the usual one: the first that there is does."""
    return f"{game}/_{type(piece).__name__.lower()}{kind}.html", f"battle/_piece{kind}.html"
