"""What a battle leaves to rosters."""

from __future__ import annotations

from dataclasses import dataclass

from companion.models import Battle
from companion.models.campaign import new_key
from companion.services.earlier import began
from companion.sheets import belongs, stored


@dataclass(frozen=True)
class KeptSide:
    """A side that can be kept: how many pieces it began with, and how many it ended with, none where that is no news.

    ``once`` and ``twice`` are the numbers of the forms for the two.
    """

    pk: int
    name: str
    began: int
    ended: int
    once: str
    twice: str


@dataclass(frozen=True)
class HomecomingPage:
    """The page of what comes home: the sides that can be kept as rosters."""

    sides: tuple[KeptSide, ...]


def homecoming_page(battle: Battle) -> HomecomingPage:
    """Read a battle for the page."""
    return HomecomingPage(_sides(battle))


def _sides(battle: Battle) -> tuple[KeptSide, ...]:
    if battle.started and not battle.over:
        return ()
    read, then = stored(battle), began(battle)
    found = []
    for side in read.sheet.sides:
        before = [piece for piece in then.pieces if belongs(piece, side.key)] if then else []
        after = [piece for piece in read.sheet.pieces if belongs(piece, side.key) and piece.standing]
        ended = len(after) if battle.over and before != after else 0
        if before or ended:
            pk = read.rows[side.key].pk
            found.append(KeptSide(pk, side.name, len(before), ended, new_key(), new_key()))
    return tuple(found)
