"""The app knows its games from a few lists of one line a game; everything else that they share names none of them."""

from pathlib import Path

import pytest

from rules.games import GAMES

ROOT = Path(__file__).parents[2]
LISTS = {"rules/games.py"}
"""The list of games."""

OWN = {"companion/management/commands/abilities.py", "companion/management/commands/load_xwing_data.py"}
"""Commands that one game has for itself, where Django looks for them."""

ROOMS = ("admin", "files", "forms", "management", "queries", "services", "sheets", "views")

SHARED = [
    *ROOT.glob("rules/*.py"),
    *ROOT.glob("companion/*.py"),
    *ROOT.glob("companion/*/__init__.py"),
    *(path for room in ROOMS for path in (ROOT / "companion" / room).rglob("*.py")),
    *(ROOT / "companion/games").glob("*.py"),
    *ROOT.glob("templates/*.html"),
    *(ROOT / "templates/battle").glob("*.html"),
    *ROOT.glob("static/*.css"),
    *ROOT.glob("static/*.js"),
]
OF_ONE_GAME = [
    *(path for path in (ROOT / "companion").rglob("*.py") if path.parent.name != "migrations"),
    *(ROOT / "templates").rglob("*.html"),
    *(ROOT / "rules").rglob("*.py"),
]
"""Migrations are a history, in which the field for a game lists those of its day."""


def short(path):
    return path.relative_to(ROOT).as_posix()


def named_in(text):
    """The slugs of the games that a text names."""
    return {slug for slug, game in GAMES.items() if slug in text or game.name in text}


@pytest.mark.parametrize("path", [path for path in SHARED if short(path) not in LISTS | OWN], ids=short)
def test_what_the_games_share_names_none_of_them(path):
    assert not named_in(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", [path for path in OF_ONE_GAME if short(path) not in LISTS], ids=short)
def test_what_is_a_games_own_names_no_other(path):
    assert len(named_in(path.read_text(encoding="utf-8"))) <= 1


@pytest.mark.parametrize("name", sorted(LISTS))
def test_no_line_of_a_list_names_two_games(name):
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert all(len(named_in(line)) <= 1 for line in lines)
    assert {slug for line in lines for slug in named_in(line)} == set(GAMES)
