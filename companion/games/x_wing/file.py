"""What the file of a battle of ships that is over tells besides: its squads, as builders and league sites read them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.models import XWingSquad
from companion.sheets import Stored
from rules.x_wing import xws
from rules.x_wing.flown import flown


def ending(read: Stored, begun: int) -> dict[str, Any]:
    """The squads of a battle in the XWS format, in the order of its sides; ``begun`` is the shape that it began in."""
    battle = read.sheet
    squads = ((squad, [ship for ship in battle.ships if ship.squad == squad.key]) for squad in battle.squads)
    return {
        "squads": [
            flown(squad.name, squad.faction, ships, _listed(read.rows[squad.key]), begun=begun)
            for squad, ships in squads
        ]
    }


def as_today(said: Any, now: Mapping[str, Any]) -> Any:
    """What the end of a battle says in a file, with the factions of squads of which an earlier version told none."""
    squads = said.get("squads") if isinstance(said, dict) else None
    if not isinstance(squads, list) or len(squads) != len(now["squads"]):
        return said
    pairs = zip(squads, now["squads"], strict=True)
    return {**said, "squads": [_with_faction(squad, of_today["faction"]) for squad, of_today in pairs]}


def _with_faction(squad: Any, faction: str) -> Any:
    none_told = isinstance(squad, dict) and squad.get("faction") == ""
    return {**squad, "faction": faction} if none_told else squad


def _listed(row: Any) -> xws.XwsSquad | None:
    """The list that a squad was read from."""
    assert isinstance(row, XWingSquad)
    try:
        return xws.read(json.loads(row.source)) if row.source else None
    except (ValueError, RecursionError):
        return None
