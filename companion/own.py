"""Where to find what a game has of its own."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

ROOM = "companion.games"


def own(game: str, name: str) -> ModuleType | None:
    """The module of that name in a game's folder, if it has one."""
    if find_spec(f"{ROOM}.{game}") is None or find_spec(f"{ROOM}.{game}.{name}") is None:
        return None
    return import_module(f"{ROOM}.{game}.{name}")
