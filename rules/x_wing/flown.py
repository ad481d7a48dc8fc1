"""A squad as it was flown, in the XWS format for league sites: of its ships, with the slots of its list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.x_wing.factions import faction_id
from rules.x_wing.ship import Ship
from rules.x_wing.starter import starter_data
from rules.x_wing.xws import XwsPilot, XwsSquad

UNKNOWN_SLOT = "unknown"
"""The slot of an upgrade of which only the id is known."""

UNKNOWN_FACTION = "unknown"
"""The faction of a squad that was typed in ship by ship, of which nobody has said it: each squad names one."""

AS_FLOWN = 6
"""The shape from which on a battle that began with it tells of its ships what they flew with."""


def flown(
    name: str, faction: str, ships: Sequence[Ship], listed: XwsSquad | None = None, *, begun: int = AS_FLOWN
) -> dict[str, Any]:
    """The squad as plain JSON values; ``listed`` is the list that it was read from, if it was.

    A battle that ``begun`` with an earlier shape tells that list wherever it has the same pilots, as its files do.
    """
    if begun >= AS_FLOWN:
        squad = _of_ships(name, faction, ships, listed)
    else:
        is_listed = listed is not None and _pilots(listed) == sorted(map(_id, ships))
        squad = listed if listed and is_listed else _of_ships(name, faction, ships)
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


def _of_ships(name: str, faction: str, ships: Sequence[Ship], listed: XwsSquad | None = None) -> XwsSquad:
    """The squad of these ships, with the slots that a list gave their upgrades."""
    slots = {upgrade: slot for pilot in (listed.pilots if listed else ()) for slot, upgrade in pilot.upgrades}
    pilots = (XwsPilot(_id(ship), faction_id(ship.type), ship.cost, tuple(_upgrades(ship, slots))) for ship in ships)
    return XwsSquad(name, faction_id(faction) or _faction_of(ships), tuple(pilots))


def _faction_of(ships: Iterable[Ship]) -> str:
    """For whom the first pilot flies that every app knows, so that a file is the same wherever it is written."""
    known = starter_data().pilots
    return next((known[ship.pilot].faction for ship in ships if ship.pilot in known), UNKNOWN_FACTION)


def _upgrades(ship: Ship, given: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    known = starter_data().upgrades
    for upgrade in ship.upgrades:
        xws = upgrade.xws or faction_id(upgrade.name)
        slots = known[xws].slots if xws in known else ()
        yield given.get(xws) or (slots[0] if slots else UNKNOWN_SLOT), xws


def _written(pilot: XwsPilot) -> dict[str, Any]:
    upgrades: dict[str, list[str]] = {}
    for slot, upgrade in pilot.upgrades:
        upgrades.setdefault(slot, []).append(upgrade)
    said = {"ship": pilot.ship or None, "points": pilot.points, "upgrades": upgrades or None}
    return {"id": pilot.id, **{name: value for name, value in said.items() if value is not None}}
