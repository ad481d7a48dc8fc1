"""A squad as it was flown, in the XWS format for league sites: of its list, or of its ships where that is another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rules.x_wing.factions import faction_id
from rules.x_wing.ship import Ship
from rules.x_wing.starter import starter_data
from rules.x_wing.xws import XwsPilot, XwsSquad

UNKNOWN_SLOT = "unknown"
"""The slot of an upgrade of which only the id is known."""


def flown(name: str, faction: str, ships: Sequence[Ship], listed: XwsSquad | None = None) -> dict[str, Any]:
    """The squad as plain JSON values; ``listed`` is the list that it was read from, if it was."""
    squad = listed if listed and _pilots(listed) == sorted(map(_id, ships)) else _of_ships(name, faction, ships)
    points = squad.points if squad.points is not None else sum(ship.cost for ship in ships)
    return {
        "version": "2.0.0",
        "name": squad.name,
        "faction": squad.faction,
        "points": points,
        "pilots": [_written(pilot) for pilot in squad.pilots],
    }


def _pilots(squad: XwsSquad) -> list[str]:
    return sorted(pilot.id for pilot in squad.pilots)


def _id(ship: Ship) -> str:
    """The id of a ship's pilot; one that was typed in has its name as builders would write it."""
    return ship.pilot or faction_id(ship.name)


def _of_ships(name: str, faction: str, ships: Iterable[Ship]) -> XwsSquad:
    pilots = tuple(XwsPilot(_id(ship), faction_id(ship.type), ship.cost, tuple(_upgrades(ship))) for ship in ships)
    return XwsSquad(name, faction_id(faction), pilots)


def _upgrades(ship: Ship) -> Iterator[tuple[str, str]]:
    known = starter_data().upgrades
    for upgrade in ship.upgrades:
        xws = upgrade.xws or faction_id(upgrade.name)
        slots = known[xws].slots if xws in known else ()
        yield slots[0] if slots else UNKNOWN_SLOT, xws


def _written(pilot: XwsPilot) -> dict[str, Any]:
    upgrades: dict[str, list[str]] = {}
    for slot, upgrade in pilot.upgrades:
        upgrades.setdefault(slot, []).append(upgrade)
    said = {"ship": pilot.ship or None, "points": pilot.points, "upgrades": upgrades or None}
    return {"id": pilot.id, **{name: value for name, value in said.items() if value is not None}}
