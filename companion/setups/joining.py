"""Pieces that join a battle as they are elsewhere: copied, or taken from another battle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.models import Battle, Piece
from companion.services.joining import Coming
from companion.services.leaving import leaving_of
from companion.setups.setup import Joining
from companion.setups.usual import setup_of
from companion.sheets import belongs, letting_go, of_side
from rules.changes import keyed
from rules.games import GAMES
from rules.words import next_name

LONGEST_NAME: int = Piece._meta.get_field("name").max_length or 0


def joining(battle: Battle, sheet: Any, source: Any, pieces: Iterable[Any], side: str = "") -> Coming:
    """Pieces of a source sheet as they join a battle, each with a name of its own and where there is room.

    They become those of the ``side``, if one is named, and let go of all that does not come with them. ``ValueError``
    where the rules know no such piece, or there is no room.
    """
    coming = tuple(of_side(piece, side) if side else piece for piece in pieces)
    along = {key for piece in coming for key in keyed(piece)}
    kept = {side.key for side in sheet.sides} | along
    gone = keyed(source).keys() - kept
    there = list(sheet.pieces)
    fits = setup_of(battle.game).fits
    joined: list[Any] = []
    for piece in coming:
        before = (*there, *joined)
        named = replace(piece, name=next_name(piece.name, {other.name for other in before}, LONGEST_NAME))
        joined.append(letting_go(fits(Joining(GAMES[battle.game], sheet, before, coming), named), gone))
    return Coming(source, tuple(joined))


def began_again(battle: Battle, sheet: Any, source: Any, owner: str, side: str) -> Coming:
    """All pieces of an owner, a side of the source sheet by its key, as they join a side of a battle."""
    return joining(battle, sheet, source, [piece for piece in source.pieces if belongs(piece, owner)], side)


def deployed(battle: Battle, sheet: Any, source: Any, side: str) -> Coming:
    """The pieces of a roster, by its sheet, that are not lost, as they join a side of a battle."""
    standing = [piece for piece in source.pieces if piece.standing]
    # A roster from a file may say of its pieces what belongs to the round of an earlier battle.
    return joining(battle, sheet, source, map(leaving_of(battle.game).rested, standing), side)


def ended_again(battle: Battle, sheet: Any, source: Any, owner: str, side: str) -> Coming:
    """The same of those that still stand, with their losses."""
    standing = [piece for piece in source.pieces if belongs(piece, owner) and piece.standing]
    return joining(battle, sheet, source, map(leaving_of(battle.game).rested, standing), side)
