"""The games as pages offer them: by name and by picture."""

from __future__ import annotations

from dataclasses import dataclass

from rules.games import GAMES


@dataclass(frozen=True)
class OfferedGame:
    """One game: its key, its name, faces of its dice that are symbols, templates that may draw it, and its colour."""

    slug: str
    name: str
    symbols: tuple[str, ...]
    picture: tuple[str, str]
    accent: int


def offered_games() -> tuple[OfferedGame, ...]:
    """All games; the first picture that there is draws each."""
    return tuple(
        OfferedGame(slug, game.name, game.symbols, (f"{slug}/_picture.html", "battle/_picture.html"), number)
        for number, (slug, game) in enumerate(GAMES.items(), start=1)
    )
