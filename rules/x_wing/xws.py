"""Squads in the XWS format: read tolerantly, resolved in ship data, and written again (XWS)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.records import BadRecord, brief
from rules.x_wing.building import build_known, is_huge, is_known
from rules.x_wing.factions import faction_id, faction_name
from rules.x_wing.no_squad import NO_SQUAD, PAGE, is_page, only_squad_in, why_no_squad
from rules.x_wing.ship import Ship
from rules.x_wing.ship_rows import PilotRow, ShipData, UpgradeRow

LONGEST = 200_000
"""The most characters of a file."""

MOST_PILOTS = 40
MOST_UPGRADES = 30
LONGEST_NAME = 120

UNNAMED = "Squad"
"""The name of a list that has none."""

DEEPEST = 20
"""How deep a list may be nested, so that it can be written again wherever it was read."""

TOO_DEEP = f"The squad is nested more than {DEEPEST} deep."
TOO_LARGE = "The squad has a number that is too large."

SLOTS = {
    "force": "force-power",
    "forcepower": "force-power",
    "tacticalrelay": "tactical-relay",
    "ept": "talent",
    "elitepilottalent": "talent",
    "amd": "astromech",
    "astromechdroid": "astromech",
    "mod": "modification",
    "system": "sensor",
}
"""Names of slots that older builders write."""

SHIPS = {"upsilonclasscommandshuttle": "upsilonclassshuttle"}
"""Ids of ships that builders write otherwise than the data set."""


@dataclass(frozen=True, slots=True)
class XwsPilot:
    """A pilot of a list: ids as they were read, its upgrades as pairs of slot and id; points that can be are noted."""

    id: str
    ship: str = ""
    points: int | None = None
    upgrades: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class XwsSquad:
    """A list as it was read.

    ``ruleset`` is the builder's word for its rules, in small letters, and ``source`` the whole text of the list, kept
    for writing it again.
    """

    name: str
    faction: str
    pilots: tuple[XwsPilot, ...]
    points: int | None = None
    source: str = "{}"
    ruleset: str = ""


@dataclass(frozen=True, slots=True)
class Resolved:
    """A squad's ships, the pilots whose numbers must be typed in, and what the players should know."""

    ships: tuple[Ship, ...]
    unknown: tuple[XwsPilot, ...]
    warnings: tuple[str, ...]


def parse(text: str) -> XwsSquad:
    """The squad that a pasted or uploaded text describes; ``BadRecord`` with one sentence where it does not."""
    if len(text) > LONGEST:
        raise BadRecord(
            PAGE if is_page(text) else f"That is too long for a squad: {len(text)} characters, at most {LONGEST}."
        )
    try:
        data = _data(text.lstrip("\ufeff"))
    except json.JSONDecodeError:
        if not (squad := only_squad_in(text)):
            raise BadRecord(why_no_squad(text)) from None
        data = _data(squad)
    return read(data)


def _data(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (BadRecord, json.JSONDecodeError):
        raise
    except ValueError:
        raise BadRecord(TOO_LARGE) from None
    except RecursionError:
        raise BadRecord(TOO_DEEP) from None


def read(data: object) -> XwsSquad:
    """The squad that parsed JSON describes; ``BadRecord`` with one sentence where it does not fit."""
    if not isinstance(data, Mapping):
        raise BadRecord(NO_SQUAD)
    pilots = data.get("pilots")
    if not isinstance(pilots, list) or not pilots:
        raise BadRecord("The squad has no list of pilots.")
    if len(pilots) > MOST_PILOTS:
        raise BadRecord(f"The squad has {len(pilots)} pilots. At most {MOST_PILOTS} can be read.")
    read_pilots = tuple(_pilot(pilot, number) for number, pilot in enumerate(pilots, start=1))
    name = _optional(data, "name", "The squad") or UNNAMED
    faction = _optional(data, "faction", "The squad")
    if not faction:
        raise BadRecord("The squad names no faction.")
    ruleset = data.get("ruleset")
    word = ruleset.strip().lower() if isinstance(ruleset, str) else ""
    return XwsSquad(name, faction, read_pilots, _points(data), _source(data), word)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, in which no name may stand twice: readers differ in which of the two they take."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadRecord("The squad says one thing twice in the same place: export it again.")
    return found


def _no_number(name: str) -> None:
    raise BadRecord(f"The squad has {name} where a number should be.")


def _source(data: object) -> str:
    """The whole list as plain ASCII text, which is read back as it is."""
    level = [data]
    for _ in range(DEEPEST):
        level = [part for parent in level for part in _parts(parent)]
    if level:
        raise BadRecord(TOO_DEEP)
    try:
        return json.dumps(data, allow_nan=False)
    except ValueError:
        raise BadRecord(TOO_LARGE) from None


def _parts(data: object) -> Iterable[Any]:
    if isinstance(data, Mapping):
        return data.values()
    return data if isinstance(data, list) else ()


def write(squad: XwsSquad) -> dict[str, Any]:
    """The squad as plain JSON values, with everything that was read of it."""
    kept = json.loads(squad.source)
    olds = kept.get("pilots", [])
    pilots = []
    for place, pilot in enumerate(squad.pilots):
        old = olds[place] if place < len(olds) and isinstance(olds[place], dict) else {}
        upgrades: dict[str, list[str]] = {}
        for slot, upgrade in pilot.upgrades:
            upgrades.setdefault(slot, []).append(upgrade)
        written = {"ship": pilot.ship or None, "points": pilot.points, "upgrades": upgrades or None}
        pilots.append({**old, "id": pilot.id, **_said(written)})
    named = {"name": squad.name, "faction": squad.faction, **_said({"points": squad.points})}
    return {"version": "2.0.0", "description": "", **kept, **named, "pilots": pilots}


def _said(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was read, without what was not there or could not be."""
    return {name: value for name, value in values.items() if value is not None}


def resolve(
    squad: XwsSquad,
    data: ShipData,
    key: str,
    *,
    first: int = 1,
    second_edition_costs: bool = False,
    taken: Iterable[str] = (),
) -> Resolved:
    """The ships of a squad, numbered from ``first``; what the data does not know is told, never dropped.

    An upgrade that is not known stays with its ship by its id.

    A ship whose name is ``taken`` by another ship of the battle, or of the squad, gets a number after it.

    ``BadRecord`` where upgrades would make a ship that no rule knows.

    ``second_edition_costs`` are those of 2.5, where a pilot's cost covers its upgrades.
    """
    ships: list[Ship] = []
    names = set(taken)
    unknown: list[XwsPilot] = []
    warnings: list[str] = []
    for number, pilot in enumerate(squad.pilots, start=first):
        row = data.pilots.get(pilot.id)
        ship = data.ships.get((row.faction, row.ship)) if row else None
        if row is None or ship is None:
            unknown.append(pilot)
            warnings.append(f"The pilot “{pilot.id}” is not known: type its numbers.")
            warnings += _unworn(pilot.id, (upgrade for _, upgrade in pilot.upgrades), data)
            continue
        ids = [upgrade for _, upgrade in pilot.upgrades] or row.loadout
        warnings += _unworn(row.name, ids, data)
        worn = tuple(data.upgrades[upgrade] for upgrade in ids if upgrade in data.upgrades)
        try:
            own_key = f"{key}-{number}"
            built = build_known(own_key, key, row, ids, data, with_upgrade_costs=not second_edition_costs)
        except ValueError as problem:
            raise BadRecord(f"{row.name} cannot be built with these upgrades: {problem}.") from problem
        ships.append(_named(built, names))
        warnings += _warnings(row, ship.xws, pilot, worn, is_huge(ship))
        warnings += _of_another_faction(row, squad)
    return Resolved(tuple(ships), tuple(unknown), tuple(warnings))


def _named(ship: Ship, taken: set[str]) -> Ship:
    """The ship with the first free number after a name that is taken; its name is taken then."""
    numbered = (f"{ship.name} {number}" for number in range(2, len(taken) + 2))
    name = next(name for name in (ship.name, *numbered) if name not in taken)
    taken.add(name)
    return replace(ship, name=name)


def _unworn(name: str, upgrades: Iterable[str], data: ShipData) -> list[str]:
    return [f"{name}: the upgrade “{upgrade}” is not known." for upgrade in upgrades if upgrade not in data.upgrades]


def _warnings(row: PilotRow, ship: str, pilot: XwsPilot, worn: tuple[UpgradeRow, ...], huge: bool) -> Iterator[str]:
    if pilot.ship and SHIPS.get(pilot.ship, pilot.ship) != ship:
        yield f"{row.name} flies “{ship}”, and the list says “{pilot.ship}”."
    if row.cost is None:
        yield f"{row.name} has no cost."
    if huge:
        yield f"{row.name} flies a huge ship, whose own rules are not covered."
    for upgrade in worn:
        if not is_known(upgrade):
            yield f"{row.name}: {upgrade.name} does more than the app knows; it is marked on the ship's card."


def _of_another_faction(row: PilotRow, squad: XwsSquad) -> Iterator[str]:
    if row.faction != faction_id(squad.faction):
        own, listed = faction_name(row.faction), faction_name(squad.faction)
        yield f"{row.name} flies for the faction {own}, and the list is of {listed}."


def _pilot(data: object, number: int) -> XwsPilot:
    place = f"Pilot {number}"
    if not isinstance(data, Mapping):
        raise BadRecord(f"{place} should be an object, not {brief(data)}.")
    key = _optional(data, "id", place) or _optional(data, "name", place)
    if not key:
        raise BadRecord(f"{place} has no id.")
    return XwsPilot(key, _optional(data, "ship", place), _points(data), tuple(_upgrades(data, place)))


def _upgrades(data: Mapping[str, Any], place: str) -> Iterator[tuple[str, str]]:
    upgrades = data.get("upgrades") or {}
    if not isinstance(upgrades, Mapping):
        raise BadRecord(f"The upgrades of {place.lower()} should be an object, not {brief(upgrades)}.")
    if sum(len(ids) if isinstance(ids, list) else 1 for ids in upgrades.values()) > MOST_UPGRADES:
        raise BadRecord(f"{place} has more than {MOST_UPGRADES} upgrades.")
    for slot, ids in upgrades.items():
        if not isinstance(ids, list) or not all(isinstance(upgrade, str) and upgrade for upgrade in ids):
            raise BadRecord(f"{place}: {brief(slot)} should be a list of upgrade ids.")
        for upgrade in ids:
            yield SLOTS.get(str(slot), str(slot)), _short(upgrade, place)


def _optional(data: Mapping[str, Any], name: str, place: str) -> str:
    value = data.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadRecord(f"{place}: {name} should be text, not {brief(value)}.")
    return _short(value.strip(), place)


def _short(value: str, place: str) -> str:
    if len(value) > LONGEST_NAME:
        raise BadRecord(f"{place} has a name or id of more than {LONGEST_NAME} letters.")
    if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value):
        raise BadRecord(f"{place} has a letter that cannot be kept.")
    return value


def _points(data: Mapping[str, Any]) -> int | None:
    """The points that the builder noted, which are told and never trusted; ``None`` for what cannot be points."""
    points = data.get("points")
    return points if isinstance(points, int) and not isinstance(points, bool) and 0 <= points <= 999 else None
