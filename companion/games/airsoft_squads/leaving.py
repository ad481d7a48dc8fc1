"""Operators that leave a battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.services.leaving import Leaving
from rules.airsoft_squads.pieces import Bonus, Operator, State


def rested(piece: Any) -> Any:
    """The piece as it comes out of a battle: no operator has done anything in the next one's TURN, or is kept up."""
    if not isinstance(piece, Operator):
        return piece
    state = State.NORMAL if piece.state is State.EXHAUSTED else piece.state
    return replace(piece, state=state, moved=0, medics=0, bonus=Bonus.NONE, held=frozenset())


def lost(piece: Any) -> Any | None:
    """An operator that its roster has lost; positions and cards come home as they were."""
    return replace(piece, state=State.OUT, place=None) if isinstance(piece, Operator) else None


LEAVING = Leaving(rested, lost=lost)
