"""What the file of a battle of ships that is over tells besides: its squads, as builders and league sites read them."""

from __future__ import annotations

import json
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


def _listed(row: Any) -> xws.XwsSquad | None:
    """The list that a squad was read from."""
    assert isinstance(row, XWingSquad)
    try:
        return xws.read(json.loads(row.source)) if row.source else None
    except (ValueError, RecursionError):
        return None
