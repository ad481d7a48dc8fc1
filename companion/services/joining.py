"""Pieces that join a battle as they are elsewhere, all at once: copies of its own, or those of another battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.db.models import Model

from companion.models import Battle
from companion.services.building import building
from companion.services.declaring import check_seen
from companion.services.locking import locked
from companion.services.refusals import Refusal
from companion.sheets import Stored, key_of, stored
from rules.changes import keyed
from rules.words import capitalised, listed


@dataclass(frozen=True)
class Coming:
    """Pieces that join a battle, and the sheet that they come from."""

    source: Any
    pieces: tuple[Any, ...] = ()


Store: TypeAlias = Callable[[Battle, Mapping[str, Any], Coming], Mapping[str, Model]]
"""Stores what joins a battle, by the rows of its sides; the new rows by the keys of what they were made from."""

GONE = "What you tapped is no longer there. Nothing was added."


def join(
    *,
    key: str,
    who: str,
    seen: int,
    pieces: Callable[[Battle, Stored], Coming],
    store: Store,
    told: str = "",
) -> dict[str, str]:
    """Add pieces to their side, or to the board where they have none; ``told`` says how they come.

    Returns the keys that they and their parts have now, by those that they had where they come from.

    ``pieces`` says which, by the battle under its lock; none of them is a tap on what is gone by now.
    """
    with locked(key) as battle:
        check_seen(battle, seen)
        read = stored(battle)
        sides = {side.key: read.rows[side.key] for side in read.sheet.sides}
        try:
            coming = pieces(battle, read)
            if not coming.pieces:
                raise Refusal(GONE)
            names = [piece.name for piece in coming.pieces]
            with building(key, who, seen, _headline(names, sides.get(coming.pieces[0].side), told), joins=True):
                rows = store(battle, sides, coming)
                stored(battle)
            return {key: key_of(rows[key]) for piece in coming.pieces for key in keyed(piece)}
        except ValueError as problem:
            raise Refusal(f"{capitalised(str(problem))}. Nothing was added.") from problem


def _headline(names: Sequence[str], side: Any, told: str) -> str:
    if side is None:
        return f"On the board: {listed(names)}{told}."
    return f"{listed(names)} {'joins' if len(names) == 1 else 'join'} {side}{told}."
