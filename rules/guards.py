"""What every game refuses: to go on before the start or after the end, with pieces that are gone, or for a reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.checks import found
from rules.game import Illegal, WhyNot
from rules.sheets import BattleSheet, PieceSheet

B = TypeVar("B", bound=BattleSheet)
P = TypeVar("P", bound=PieceSheet)


def why_not_under_way(battle: BattleSheet) -> str:
    """Why nothing can be done in a battle; empty while it is under way."""
    if battle.over:
        return "The battle is over."
    return "" if battle.started else "The battle has not started."


def why_not_now(battle: BattleSheet, piece: PieceSheet) -> str:
    """Why a piece can do nothing now; empty when it can."""
    return why_not_under_way(battle) or why_not_there(piece)


def why_not_there(piece: PieceSheet) -> str:
    """Why a piece is not on the board; empty when it is."""
    return "" if piece.standing else f"{piece.name} is destroyed."


def why_not_an_enemy(piece: PieceSheet, other: PieceSheet) -> str:
    """Why a piece is no enemy on the board; empty when it is one."""
    return f"{other.name} is on the same side." if other.side == piece.side else why_not_there(other)


def each(kind: type[P], why_not: Callable[[B, P], str]) -> Callable[[B], WhyNot]:
    """Which pieces of a kind can be chosen, and why the others cannot."""
    return lambda battle: {piece.key: why_not(battle, piece) for piece in battle.pieces if isinstance(piece, kind)}


def others(kind: type[P], why_not: Callable[[B, P, P], str]) -> Callable[[B, str], WhyNot]:
    """Which other pieces of its kind one can be aimed at, by its key, and why not."""

    def targets(battle: B, actor: str) -> WhyNot:
        pieces = [piece for piece in battle.pieces if isinstance(piece, kind)]
        one = found(pieces, actor, "piece")
        return {piece.key: why_not(battle, one, piece) for piece in pieces if piece.key != actor}

    return targets


def is_under_way(battle: BattleSheet) -> bool:
    """Whether a battle has started and not ended."""
    return not why_not_under_way(battle)


def refuse(reason: str) -> None:
    """Raise ``Illegal`` if there is a reason."""
    if reason:
        raise Illegal(reason)
