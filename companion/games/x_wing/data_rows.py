"""Loaded ship data: stored rows to the rows that the rules know, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import models

from companion.models import DataSet, PilotCard, ShipType, UpgradeCard
from rules.records import to_json
from rules.x_wing.ship import Arc, Needs, Size
from rules.x_wing.ship_rows import (
    Header,
    PilotRow,
    Pool,
    ShipData,
    ShipRow,
    Stats,
    UpgradeRow,
    UpgradeWeapon,
    ship_data,
)

Attacks = tuple[tuple[Arc, int], ...]


def loaded_data(data_set: DataSet) -> ShipData:
    """Everything that a loaded data set knows, in three queries."""
    return ship_data(
        map(_ship, ShipType.objects.filter(data_set=data_set)),
        map(_pilot, PilotCard.objects.filter(data_set=data_set)),
        map(_upgrade, UpgradeCard.objects.filter(data_set=data_set)),
    )


def data_of(pilots: Iterable[PilotCard]) -> ShipData:
    """What a loaded data set knows of some of its pilots: them, what they fly and their loadouts, in two queries."""
    cards = tuple(pilots)
    sets = {card.data_set_id for card in cards}
    worn = {upgrade for card in cards for upgrade in card.loadout}
    return ship_data(
        map(_ship, ShipType.objects.filter(data_set__in=sets, xws__in={card.ship for card in cards})),
        map(_pilot, cards),
        map(_upgrade, UpgradeCard.objects.filter(data_set__in=sets, xws__in=worn)),
    )


def rows_of(data_set: DataSet, data: ShipData) -> Mapping[type[models.Model], list[models.Model]]:
    """The rows that hold ship data, by their tables and not stored yet."""
    return {
        ShipType: [ShipType(data_set=data_set, **_ship_values(row)) for row in data.ships.values()],
        PilotCard: [PilotCard(data_set=data_set, **_pilot_values(row)) for row in data.pilots.values()],
        UpgradeCard: [UpgradeCard(data_set=data_set, **_upgrade_values(row)) for row in data.upgrades.values()],
    }


def _ship(row: ShipType) -> ShipRow:
    stats = Stats(_attacks(row.attacks), row.agility, row.hull, row.shields)
    return ShipRow(row.xws, row.name, row.faction, Size(row.size), stats, Pool(row.energy, row.recovers_energy))


def _ship_values(row: ShipRow) -> dict[str, Any]:
    return {
        **_named(row, "xws", "name", "faction", "size"),
        **_named(row.stats, "attacks", "agility", "hull", "shields"),
        **_pools(row, "energy"),
    }


def _pilot(row: PilotCard) -> PilotRow:
    own = None
    if row.own_hull is not None:
        own = Stats(_attacks(row.own_attacks or []), row.own_agility or 0, row.own_hull, row.own_shields or 0)
    return PilotRow(
        row.xws,
        row.name,
        row.ship,
        row.faction,
        row.initiative,
        row.cost,
        Pool(row.force, row.recovers_force),
        Pool(row.charges, row.recovers_charges),
        own,
        tuple(row.loadout),
        row.ability,
    )


def _pilot_values(row: PilotRow) -> dict[str, Any]:
    return {
        **_named(row, "xws", "name", "ship", "faction", "initiative", "cost", "loadout", "ability"),
        **_pools(row, "force", "charges"),
        **{f"own_{name}": value for name, value in _named(row.stats, "attacks", "agility", "hull", "shields").items()},
    }


def _upgrade(row: UpgradeCard) -> UpgradeRow:
    weapon = header = None
    if row.needs:
        header = Header(Needs(row.needs), row.costs_charges, row.costs_energy, row.bonus_only, row.more)
    if row.arc:
        weapon = UpgradeWeapon(Arc(row.arc), row.dice or 0, row.nearest or 0, row.farthest or 0, row.ordnance, header)
    return UpgradeRow(
        row.xws,
        row.name,
        tuple(row.slots),
        row.cost,
        row.by,
        tuple((on, cost) for on, cost in row.costs),
        weapon,
        Pool(row.charges, row.recovers_charges),
        Pool(row.force, row.recovers_force),
        _attacks(row.attacks),
        row.agility,
        row.hull,
        row.shields,
        row.energy,
    )


def _upgrade_values(row: UpgradeRow) -> dict[str, Any]:
    weapon = row.weapon
    header = weapon.header if weapon else None
    told = header or Header()
    return {
        **_named(row, "xws", "name", "slots", "cost", "by", "costs"),
        **_named(row, "attacks", "agility", "hull", "shields", "energy"),
        **_pools(row, "force", "charges"),
        **_named(weapon, "dice", "nearest", "farthest"),
        "arc": weapon.arc.value if weapon else "",
        "ordnance": weapon.ordnance if weapon else False,
        **_named(told, "bonus_only", "more"),
        "needs": told.needs.value if header else "",
        "costs_charges": told.charges,
        "costs_energy": told.energy,
    }


def _named(row: object, *names: str) -> dict[str, Any]:
    """What a row shows under these names, as plain values; nothing of what is not there."""
    return {name: to_json(getattr(row, name, None)) for name in names}


def _pools(row: object, *names: str) -> dict[str, int]:
    """What there is of these, and how much of it comes back."""
    pools = {name: getattr(row, name) for name in names}
    values = {name: pool.value for name, pool in pools.items()}
    return values | {f"recovers_{name}": pool.recovers for name, pool in pools.items()}


def _attacks(pairs: list[tuple[str, int]]) -> Attacks:
    return tuple((Arc(arc), dice) for arc, dice in pairs)
