"""Which ruleset a list was built for, by the points that its builder noted (XWS, xwing-data2)."""

from __future__ import annotations

from rules.x_wing.building import is_huge
from rules.x_wing.factions import faction_id
from rules.x_wing.score import SQUAD_POINTS
from rules.x_wing.sheet import Ruleset
from rules.x_wing.ship_rows import ShipData
from rules.x_wing.xws import SHIPS, XwsPilot, XwsSquad

WHY = {
    Ruleset.FIRST: f"a ship of it costs more than {SQUAD_POINTS} points, which only huge ones do in 2.5",
    Ruleset.SECOND: f"none of its ships costs more than {SQUAD_POINTS} points, as nearly all do in 2.0",
}
"""What the points of a list tell."""


def ruleset_by_points(squad: XwsSquad, data: ShipData) -> Ruleset | None:
    """The ruleset whose points a list has; ``None`` where it notes none, or not of every ship.

    Huge ships cost as much in both.
    """
    pilots = [pilot for pilot in squad.pilots if not _is_huge(squad, pilot, data)]
    noted = [pilot.points for pilot in pilots if pilot.points]
    if any(points > SQUAD_POINTS for points in noted):
        return Ruleset.FIRST
    if pilots and len(noted) == len(pilots):
        return Ruleset.SECOND
    if noted or not squad.points or len(pilots) < len(squad.pilots):
        return None
    return Ruleset.FIRST if squad.points > SQUAD_POINTS * len(pilots) else Ruleset.SECOND


def _is_huge(squad: XwsSquad, pilot: XwsPilot, data: ShipData) -> bool:
    row = data.pilots.get(pilot.id)
    named = SHIPS.get(pilot.ship, pilot.ship)
    ship = data.ships.get((row.faction, row.ship) if row else (faction_id(squad.faction), named))
    return ship is not None and is_huge(ship)
