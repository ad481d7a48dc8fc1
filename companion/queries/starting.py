"""Whether a battle that is set up can start."""

from __future__ import annotations

from typing import Any

from rules.asks import Declared
from rules.game import Game, Illegal
from rules.play import play


def why_not_start(game: Game[Any], sheet: Any) -> str:
    """What a battle still needs before it can start, as the rules refuse it; empty when it can."""
    procedure = game.procedure("start")
    try:
        play(procedure.resolve, Declared(sheet, procedure.declare({})), ())
    except Illegal as reason:
        return str(reason)
    return ""


def next_step(sheet: Any) -> str:
    """What to do about a battle that cannot start yet."""
    sides = {piece.side for piece in sheet.pieces}
    return "Go on building" if all(side.key in sides for side in sheet.sides) else "Add pieces"
