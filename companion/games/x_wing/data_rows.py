"""Loaded ship data: stored rows to the rows that the rules know, and back."""

from __future__ import annotations

from collections.abc import Mapping
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
        "xws": row.xws,
        "name": row.name,
        "faction": row.faction,
        "size": row.size.value,
        "agility": row.stats.agility,
        "hull": row.stats.hull,
        "shields": row.stats.shields,
        "attacks": to_json(row.stats.attacks),
        "energy": row.energy.value,
        "recovers_energy": row.energy.recovers,
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
    )


def _pilot_values(row: PilotRow) -> dict[str, Any]:
    own = row.stats
    return {
        "xws": row.xws,
        "name": row.name,
        "ship": row.ship,
        "faction": row.faction,
        "initiative": row.initiative,
        "cost": row.cost,
        "force": row.force.value,
        "recovers_force": row.force.recovers,
        "charges": row.charges.value,
        "recovers_charges": row.charges.recovers,
        "own_agility": own.agility if own else None,
        "own_hull": own.hull if own else None,
        "own_shields": own.shields if own else None,
        "own_attacks": to_json(own.attacks) if own else None,
        "loadout": to_json(row.loadout),
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
        "xws": row.xws,
        "name": row.name,
        "slots": to_json(row.slots),
        "cost": row.cost,
        "by": row.by,
        "costs": to_json(row.costs),
        "arc": weapon.arc.value if weapon else "",
        "dice": weapon.dice if weapon else None,
        "nearest": weapon.nearest if weapon else None,
        "farthest": weapon.farthest if weapon else None,
        "ordnance": weapon.ordnance if weapon else False,
        "charges": row.charges.value,
        "recovers_charges": row.charges.recovers,
        "force": row.force.value,
        "recovers_force": row.force.recovers,
        "agility": row.agility,
        "hull": row.hull,
        "shields": row.shields,
        "attacks": to_json(row.attacks),
        "energy": row.energy,
        "needs": told.needs.value if header else "",
        "costs_charges": told.charges,
        "costs_energy": told.energy,
        "bonus_only": told.bonus_only,
        "more": told.more,
    }


def _attacks(pairs: list[tuple[str, int]]) -> Attacks:
    return tuple((Arc(arc), dice) for arc, dice in pairs)
