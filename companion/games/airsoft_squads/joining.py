"""Where operators, positions and cards go that are copied, or taken from another battle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.setups.setup import Joining
from rules.airsoft_squads.pieces import MOST_PLACES, Card, Lies, Operator, Position


def with_room(joining: Joining, piece: Any) -> Any:
    """The piece where its squad has room for it.

    An operator whose position is taken goes to the SAVEZONE, a position whose place is taken lengthens the row, and a
    card whose bearer does not come is in nobody's hands. ``ValueError`` where the row is as long as it may be.
    """
    if isinstance(piece, Operator):
        return piece if _is_free(joining, piece) else replace(piece, place=None)
    if isinstance(piece, Position):
        return _at_the_end(joining, piece)
    if isinstance(piece, Card) and piece.bearer not in (None, *(other.key for other in joining.coming)):
        return replace(piece, bearer=None, lies=Lies.APART)
    return piece


def _is_free(joining: Joining, operator: Operator) -> bool:
    mates = [other for other in joining.there if isinstance(other, Operator) and other.squad == operator.squad]
    row = [other for other in (*joining.there, *joining.coming) if isinstance(other, Position)]
    there = {position.place for position in row if position.squad == operator.squad}
    return operator.place in there - {mate.place for mate in mates}


def _at_the_end(joining: Joining, position: Position) -> Position:
    row = [other for other in joining.there if isinstance(other, Position) and other.squad == position.squad]
    taken = {other.place for other in row}
    place = position.place if position.place not in taken else max(taken) + 1
    if place > MOST_PLACES:
        raise ValueError(f"a row has at most {MOST_PLACES} positions")
    return replace(position, place=place, name=f"Position {place}")
