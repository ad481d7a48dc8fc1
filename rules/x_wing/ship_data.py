"""Reading ships, pilots and upgrades from the objects of xwing-data2.

The reading is tolerant: fields that are not known are left out, and only what has the wrong type is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.records import BadRecord, brief, is_kept
from rules.x_wing.factions import faction_id
from rules.x_wing.ship import Arc, Size
from rules.x_wing.ship_rows import PilotRow, Pool, ShipRow, Stats, UpgradeRow, UpgradeWeapon
from rules.x_wing.weapon_terms import read_header

ARCS = {
    "Front Arc": Arc.FRONT,
    "Rear Arc": Arc.REAR,
    "Left Arc": Arc.LEFT,
    "Right Arc": Arc.RIGHT,
    "Bullseye Arc": Arc.BULLSEYE,
    "Full Front Arc": Arc.FULL_FRONT,
    "Full Rear Arc": Arc.FULL_REAR,
    "Single Turret Arc": Arc.SINGLE_TURRET,
    "Double Turret Arc": Arc.DOUBLE_TURRET,
}

LONGEST = 50
"""The most letters of a name or id, so that a ship's name has room for a number."""


def read_ship(data: object, place: str = "ship") -> tuple[ShipRow, tuple[PilotRow, ...]]:
    """The ship and its pilots that one object of the data set describes; ``BadRecord`` where it does not fit."""
    ship = _object(data, place)
    xws, faction = _text(ship, "xws", place), faction_id(_text(ship, "faction", place))
    size = _text(ship, "size", place).lower()
    if size not in list(Size):
        raise BadRecord(f"{place}.size is {brief(size)}, which is no size.")
    stats = ship.get("stats", [])
    row = ShipRow(
        xws,
        _text(ship, "name", place),
        faction,
        Size(size),
        _stats(stats, f"{place}.stats"),
        _energy(stats, f"{place}.stats"),
    )
    pilots = _list(ship.get("pilots", []), f"{place}.pilots")
    return row, tuple(_pilot(pilot, row, f"{place}.pilots[{number}]") for number, pilot in enumerate(pilots))


def read_upgrades(data: object, place: str = "upgrades") -> tuple[UpgradeRow, ...]:
    """The upgrades that one list of the data set describes; ``BadRecord`` where it does not fit."""
    return tuple(_upgrade(item, f"{place}[{number}]") for number, item in enumerate(_list(data, place)))


def _pilot(data: object, ship: ShipRow, place: str) -> PilotRow:
    pilot = _object(data, place)
    own = pilot.get("shipStats")
    return PilotRow(
        _text(pilot, "xws", place),
        _text(pilot, "name", place),
        ship.xws,
        ship.faction,
        _number(pilot, "initiative", place),
        _cost(pilot, "cost", place),
        _pool(pilot.get("force", {}), f"{place}.force"),
        _pool(pilot.get("charges", {}), f"{place}.charges"),
        None if own is None else _stats(own, f"{place}.shipStats"),
        _texts(pilot, "standardLoadout", place),
        _ability(pilot, place),
    )


def _ability(pilot: Mapping[str, Any], place: str) -> str:
    """The name of what the type of a pilot's ship can do, where the pilot's card has it."""
    ability = pilot.get("shipAbility")
    place = f"{place}.shipAbility"
    return "" if ability is None else _text(_object(ability, place), "name", place)


def _stats(data: object, place: str) -> Stats:
    attacks: list[tuple[Arc, int]] = []
    values = {"agility": 0, "hull": 0, "shields": 0}
    for number, item in enumerate(_list(data, place)):
        stat = _object(item, f"{place}[{number}]")
        kind, value = str(stat.get("type")), _number(stat, "value", f"{place}[{number}]")
        if kind == "attack":
            attacks.append((_arc(stat, f"{place}[{number}]"), value))
        elif kind in values:
            values[kind] = value
    return Stats(tuple(attacks), **values)


def _energy(data: object, place: str) -> Pool:
    """The energy among the values of a ship."""
    for number, item in enumerate(_list(data, place)):
        stat = _object(item, f"{place}[{number}]")
        if stat.get("type") == "energy":
            return _pool(stat, f"{place}[{number}]")
    return Pool()


def _upgrade(data: object, place: str) -> UpgradeRow:
    upgrade = _object(data, place)
    sides = _list(upgrade.get("sides", []), f"{place}.sides")
    side = _object(sides[0], f"{place}.sides[0]") if sides else {}
    cost = _object(upgrade.get("cost", {}), f"{place}.cost")
    costs = _object(cost.get("values", {}), f"{place}.cost.values")
    changed = {"agility": 0, "hull": 0, "shields": 0, "energy": 0}
    attacks: list[tuple[Arc, int]] = []
    force = _pool(side.get("force", {}), f"{place}.force")
    for grant in _grants(side, place):
        stat = str(grant.get("value")) if grant.get("type") == "stat" else ""
        if stat == "attack":
            attacks.append((_arc(grant, f"{place}.grants"), _number(grant, "amount", f"{place}.grants")))
        elif stat in changed:
            changed[stat] += _number(grant, "amount", f"{place}.grants")
        elif grant.get("type") == "force":
            force = Pool(force.value + _number(grant, "amount", f"{place}.grants"), force.recovers)
    return UpgradeRow(
        _text(upgrade, "xws", place),
        _text(upgrade, "name", place),
        _texts(side, "slots", place),
        _cost(cost, "value", f"{place}.cost") or 0,
        _kept(cost.get("variable", ""), f"{place}.cost.variable"),
        tuple(_costs(costs, f"{place}.cost.values")),
        _weapon(side, f"{place}.attack") if "attack" in side else None,
        _pool(side.get("charges", {}), f"{place}.charges"),
        force,
        tuple(attacks),
        **changed,
    )


def _costs(costs: Mapping[str, Any], place: str) -> Iterator[tuple[str, int]]:
    for key in costs:
        if (cost := _cost(costs, key, place)) is not None:
            yield _kept(key, place).lower(), cost


def _grants(side: Mapping[str, Any], place: str) -> Iterator[Mapping[str, Any]]:
    for number, grant in enumerate(_list(side.get("grants", []), f"{place}.grants")):
        yield _object(grant, f"{place}.grants[{number}]")


def _weapon(side: Mapping[str, Any], place: str) -> UpgradeWeapon:
    attack, ability = _object(side["attack"], place), side.get("ability")
    nearest, farthest = _number(attack, "minrange", place), _number(attack, "maxrange", place)
    ordnance = attack.get("ordnance") is True
    header = read_header(ability) if isinstance(ability, str) else None
    return UpgradeWeapon(_arc(attack, place), _number(attack, "value", place), nearest, farthest, ordnance, header)


def _pool(data: object, place: str) -> Pool:
    pool = _object(data, place)
    return Pool(*(_number(pool, name, place) if name in pool else 0 for name in ("value", "recovers")))


def _cost(data: Mapping[str, Any], name: str, place: str) -> int | None:
    """A cost; ``None`` where the data set has none, or has question marks for it."""
    cost = data.get(name)
    unsettled = isinstance(cost, str) and cost and not cost.strip("?")
    return None if cost is None or unsettled else _number(data, name, place)


def _arc(data: Mapping[str, Any], place: str) -> Arc:
    arc = data.get("arc")
    if not isinstance(arc, str) or arc not in ARCS:
        raise BadRecord(f"{place}.arc is {brief(arc)}, which is no arc.")
    return ARCS[arc]


def _object(data: object, place: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise BadRecord(f"{place} should be an object, not {brief(data)}.")
    return data


def _list(data: object, place: str) -> list[Any]:
    if not isinstance(data, list):
        raise BadRecord(f"{place} should be a list, not {brief(data)}.")
    return data


def _text(data: Mapping[str, Any], name: str, place: str) -> str:
    value = data.get(name)
    if not value:
        raise BadRecord(f"{place}.{name} should be text, not {brief(value)}.")
    return _kept(value, f"{place}.{name}")


def _texts(data: Mapping[str, Any], name: str, place: str) -> tuple[str, ...]:
    return tuple(_kept(item, f"{place}.{name}") for item in _list(data.get(name, []), f"{place}.{name}"))


def _kept(value: object, place: str) -> str:
    """A text that every database keeps."""
    if not isinstance(value, str):
        raise BadRecord(f"{place} should be text, not {brief(value)}.")
    if len(value) > LONGEST or not is_kept(value):
        raise BadRecord(f"{place} should be at most {LONGEST} plain letters, not {brief(value)}.")
    return value


def _number(data: Mapping[str, Any], name: str, place: str) -> int:
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 999:
        raise BadRecord(f"{place}.{name} should be a small whole number, not {brief(value)}.")
    return value
