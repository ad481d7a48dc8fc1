"""What a log keeps in the shape of today, as the app itself reads it: what is usual may not be said there."""

from __future__ import annotations

from typing import Any

from rules.game import Game
from rules.parts_as_json import parts_from_json, parts_to_json
from rules.records import BadRecord, is_whole, to_json


def sheet_of_today(game: Game[Any], shape: int, sheet: Any) -> Any:
    """The battle that something was declared in; as it is where its shape is an earlier one."""
    if shape != game.shape or is_whole(game.battle, sheet):
        return sheet
    try:
        return to_json(game.read(sheet, shape))
    except BadRecord:
        return sheet


def declared_today(game: Game[Any], procedure: str, shape: int, declared: Any) -> Any:
    """What was declared, if anything; as it is where its shape is an earlier one, or where it is of other rules."""
    if declared is None or shape != game.shape:
        return declared
    try:
        return to_json(game.procedure(procedure).read(declared))
    except (BadRecord, KeyError):
        return declared


def parts_today(game: Game[Any], shape: int, parts: Any) -> Any:
    """What joined or left; as it is where its shape is an earlier one, or where it is not told."""
    if parts is None or shape != game.shape:
        return parts
    try:
        return parts_to_json(parts_from_json(game, parts, shape))
    except BadRecord:
        return parts
