"""The games, one line each: the names of their folders, in the order in which they are offered."""

from importlib import import_module
from typing import Any

from rules.game import Game

FOLDERS = (
    "mobile_frame_zero",
    "troops_and_supplies",
    "gods_gloom",
    "airsoft_squads",
    "x_wing",
)

GAMES: dict[str, Game[Any]] = {folder: import_module(f"rules.{folder}").GAME for folder in FOLDERS}
