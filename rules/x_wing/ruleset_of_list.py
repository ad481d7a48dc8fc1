"""Which ruleset a list was built for, by its builder's word or the points that it noted (XWS, xwing-data2)."""

from __future__ import annotations

from typing import NamedTuple

from rules.x_wing.building import is_huge
from rules.x_wing.factions import faction_id
from rules.x_wing.score import SQUAD_POINTS
from rules.x_wing.sheet import Ruleset
from rules.x_wing.ship_rows import ShipData
from rules.x_wing.xws import SHIPS, XwsPilot, XwsSquad

DEAREST = 10
"""What the dearest ship of 2.5 costs that is not huge."""

LARGEST = 50
"""The points of the largest squads of 2.5, those of XWA."""

WHY = {
    Ruleset.FIRST: "its ships cost more points than any but huge ones do in 2.5",
    Ruleset.SECOND: f"none of its ships costs more than {SQUAD_POINTS} points, as nearly all do in 2.0",
}
"""What the points of a list tell."""

WORDS = {"legacy": Ruleset.FIRST, "amg": Ruleset.SECOND, "beta": Ruleset.SECOND, "xwa": Ruleset.SECOND}
"""The words of squad builders for the rules of a list, such as YASB and Launch Bay Next."""


class Told(NamedTuple):
    """A ruleset, and what of a list tells it."""

    ruleset: Ruleset
    why: str


def ruleset_told(squad: XwsSquad, data: ShipData) -> Told | None:
    """The ruleset that a list was built for by its builder's word, or else by its points; ``None`` without both."""
    if by_word := WORDS.get(squad.ruleset):
        return Told(by_word, f"its builder says {squad.ruleset.upper()}")
    by_points = ruleset_by_points(squad, data)
    return Told(by_points, WHY[by_points]) if by_points else None


def ruleset_by_points(squad: XwsSquad, data: ShipData) -> Ruleset | None:
    """The ruleset whose points a list has; ``None`` where it notes none, not of every ship, or such as both have.

    Huge ships cost as much in both.
    """
    pilots = [pilot for pilot in squad.pilots if not _is_huge(squad, pilot, data)]
    noted = [pilot.points for pilot in pilots if pilot.points]
    if any(points > SQUAD_POINTS for points in noted):
        return Ruleset.FIRST
    if pilots and len(noted) == len(pilots):
        return _by_total(sum(noted), len(pilots))
    if noted or not squad.points or len(pilots) < len(squad.pilots):
        return None
    return _by_total(squad.points, len(pilots))


def _by_total(points: int, ships: int) -> Ruleset | None:
    """The ruleset in which so many ships cost so much together; ``None`` where they may in both.

    A whole squad of 2.0 is told by its total, though none of its ships costs more than a squad of 2.5.
    """
    if points > SQUAD_POINTS * ships or points > max(LARGEST, DEAREST * ships):
        return Ruleset.FIRST
    return None if points > max(SQUAD_POINTS, DEAREST * ships) else Ruleset.SECOND


def _is_huge(squad: XwsSquad, pilot: XwsPilot, data: ShipData) -> bool:
    row = data.pilots.get(pilot.id)
    named = SHIPS.get(pilot.ship, pilot.ship)
    ship = data.ships.get((row.faction, row.ship) if row else (faction_id(squad.faction), named))
    return ship is not None and is_huge(ship)
