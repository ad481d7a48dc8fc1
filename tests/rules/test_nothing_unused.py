"""A sheet has no property that nothing reads."""

import inspect
import re
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

from rules.games import GAMES

ROOT = Path(__file__).parents[2]
TEXT = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("rules", "companion", "templates")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".html")
)


def properties():
    for game in GAMES.values():
        module = import_module(game.battle.__module__)
        for name, sheet in inspect.getmembers(module, lambda part: inspect.isclass(part) and is_dataclass(part)):
            for track, value in vars(sheet).items():
                if isinstance(value, property):
                    yield pytest.param(track, id=f"{game.slug}-{name}-{track}")


@pytest.mark.parametrize("name", list(properties()))
def test_every_property_of_a_sheet_is_read(name):
    assert re.search(rf"\.{name}\b|getattr\([^()]*\"{name}\"", TEXT)
