"""A side of ships as a list that squad builders read: its ships as they are now, not as a list once said."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from companion.games.x_wing.reading_lists import known_data
from companion.models import XWingBattle, XWingSquad
from companion.services.refusals import Refusal
from companion.sheets import key_of, stored
from rules.words import listed
from rules.x_wing import xws
from rules.x_wing.ship import Ship
from rules.x_wing.ship_rows import ShipData
from rules.x_wing.xws import XwsPilot, XwsSquad

EMPTY = "This side has no ships yet: there is no list to download."
OURS = "Download the roster as a file of this app instead."


def written_squad(side: XWingSquad) -> dict[str, Any]:
    """The list of a side, with what a list that it was read from says besides.

    ``Refusal`` where squad builders would not know a ship, or what it carries.
    """
    battle = XWingBattle.objects.get(pk=side.battle_id)
    data = known_data(battle).data
    ships = [ship for ship in stored(battle).sheet.ships if ship.squad == key_of(side) and ship.standing]
    if not ships:
        raise Refusal(EMPTY)
    kept, pairs = _kept(side)
    pilots, olds = [], []
    for ship in ships:
        at = next((at for at, (pilot, _) in enumerate(pairs) if _is(pilot, ship)), None)
        pilot, old = pairs.pop(at) if at is not None else (_pilot(ship, data), {})
        pilots.append(pilot)
        olds.append(old)
    known = (row.faction for ship in ships if (row := data.pilots.get(ship.pilot)))
    faction = side.faction or next(known, "")
    if not faction:
        raise Refusal(f"The faction of {side} is not known. {OURS}")
    source = json.dumps({**kept, "pilots": olds})
    return xws.write(XwsSquad(side.name, faction, tuple(pilots), source=source))


def _kept(side: XWingSquad) -> tuple[dict[str, Any], list[tuple[XwsPilot, dict[str, Any]]]]:
    """What the list says that a side was read from, and its pilots as they were read and as they stand there."""
    if not side.source:
        return {}, []
    kept: dict[str, Any] = json.loads(side.source)
    pilots = kept.pop("pilots")
    # The points of the whole list are of all its ships.
    kept.pop("points", None)
    return kept, list(zip(xws.read({**kept, "pilots": pilots}).pilots, pilots, strict=True))


def _is(pilot: XwsPilot, ship: Ship) -> bool:
    return pilot.id == ship.pilot and sorted(_worn(pilot.upgrades)) == sorted(one.xws for one in ship.upgrades)


def _worn(upgrades: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (upgrade for _, upgrade in upgrades)


def _pilot(ship: Ship, data: ShipData) -> XwsPilot:
    row = data.pilots.get(ship.pilot)
    if row is None:
        raise Refusal(f"{ship.name} was built by hand: squad builders do not know it. {OURS}")
    unknown = [one.name for one in ship.upgrades if not _slots(one.xws, data)]
    if unknown:
        raise Refusal(f"{ship.name} carries {listed(unknown)}, of which no slot is known. {OURS}")
    return XwsPilot(ship.pilot, row.ship, upgrades=tuple((_slots(u.xws, data)[0], u.xws) for u in ship.upgrades))


def _slots(upgrade: str, data: ShipData) -> tuple[str, ...]:
    row = data.upgrades.get(upgrade)
    return row.slots if row else ()
