"""Ships of a battle from rows: printed values, and what upgrades change (xwing-data2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.x_wing.ship import Arc, Ship, Size, Weapon
from rules.x_wing.ship_data import LONGEST
from rules.x_wing.ship_rows import PilotRow, Pool, ShipData, ShipRow, Stats, UpgradeRow
from rules.x_wing.upgrade import Upgrade, key_of
from rules.x_wing.weapon_terms import Terms, terms_of

IN_TURRETS = {
    "tiesffighter": "Missile",
    "tiewiwhispermodifiedinterceptor": "Missile",
    "tierbheavy": "Cannon",
}
"""The slot whose weapons fire from the ship's turret instead of the front arc, by the ids of ship types."""

LOST_AT_SETUP = {"chewbacca-crew-swz19": 1, "gnkgonkdroid": 1, "zamwesell": 2}
"""How many charges pilots and upgrades lose before the battle, by their ids."""


def build(
    key: str,
    squad: str,
    pilot: PilotRow,
    ship: ShipRow,
    upgrades: Iterable[UpgradeRow],
    *,
    with_upgrade_costs: bool = True,
    unknown: Iterable[str] = (),
) -> Ship:
    """A ship ready for battle; in 2.5 the pilot's cost covers its upgrades.

    ``unknown`` are names of upgrades of which nothing is known: they change no number, and stay with the ship.
    """
    worn = tuple(upgrades)
    stats = pilot.stats or ship.stats
    hull = max(1, stats.hull + sum(upgrade.hull for upgrade in worn))
    shields = max(0, stats.shields + sum(upgrade.shields for upgrade in worn))
    force = pilot.force.value + sum(upgrade.force.value for upgrade in worn)
    energy = max(0, ship.energy.value + sum(upgrade.energy for upgrade in worn))
    agility = max(0, stats.agility + sum(upgrade.agility for upgrade in worn))
    costs = sum(cost_of(upgrade, pilot, ship) for upgrade in worn) if with_upgrade_costs else 0
    return Ship(
        key,
        pilot.name,
        squad,
        ship.name,
        ship.size,
        pilot.initiative,
        agility,
        hull,
        shields,
        shields,
        force,
        force,
        max([pilot.force.recovers, *(upgrade.force.recovers for upgrade in worn)]),
        pilot.charges.value,
        _charges_at_start(pilot.xws, pilot.charges),
        pilot.charges.recovers,
        energy,
        energy,
        ship.energy.recovers,
        (pilot.cost or 0) + costs,
        tuple(_weapons(key, ship.xws, stats, worn)),
        tuple(_upgrades(key, worn, unknown)),
        pilot.xws,
        pilot.ability,
    )


def build_known(
    key: str, squad: str, pilot: PilotRow, upgrades: Iterable[str], data: ShipData, *, with_upgrade_costs: bool
) -> Ship:
    """A ship of the data with upgrades by their ids; those that the data does not know stay with it by their ids."""
    ids = tuple(upgrades)
    worn = (data.upgrades[upgrade] for upgrade in ids if upgrade in data.upgrades)
    unknown = (upgrade[:LONGEST] for upgrade in ids if upgrade not in data.upgrades)
    ship = data.ships[pilot.faction, pilot.ship]
    return build(key, squad, pilot, ship, worn, with_upgrade_costs=with_upgrade_costs, unknown=unknown)


def _upgrades(key: str, worn: tuple[UpgradeRow, ...], unknown: Iterable[str]) -> Iterator[Upgrade]:
    """The upgrades with the charges that they start with; those of a weapon lie on the weapon."""
    for number, row in enumerate(worn, start=1):
        charges = Pool() if _is_armed(row) else row.charges
        at_start = _charges_at_start(row.xws, charges)
        yield Upgrade(key_of(key, number), row.name, row.xws, at_start, charges.value, charges.recovers)
    for number, name in enumerate(unknown, start=len(worn) + 1):
        yield Upgrade(key_of(key, number), name)


def _charges_at_start(xws: str, charges: Pool) -> int:
    return max(0, charges.value - LOST_AT_SETUP.get(xws, 0))


def cost_of(upgrade: UpgradeRow, pilot: PilotRow, ship: ShipRow) -> int:
    """What an upgrade costs on this ship."""
    stats = pilot.stats or ship.stats
    values = {"size": str(ship.size), "initiative": str(pilot.initiative), "agility": str(stats.agility)}
    return dict(upgrade.costs).get(values.get(upgrade.by, ""), upgrade.cost)


def _weapons(key: str, ship: str, stats: Stats, upgrades: tuple[UpgradeRow, ...]) -> Iterator[Weapon]:
    armed = [(upgrade, terms) for upgrade in upgrades if (terms := _terms(upgrade))]
    turns = any(terms.turns for _, terms in armed)
    dice: dict[Arc, int] = {}
    for printed, value in (*stats.attacks, *(attack for upgrade in upgrades for attack in upgrade.attacks)):
        arc = Arc.SINGLE_TURRET if turns and printed is Arc.FRONT else printed
        dice[arc] = dice.get(arc, 0) + value
    for number, (arc, value) in enumerate(dice.items(), start=1):
        yield Weapon(f"{key}-primary-{number}", f"primary, {arc}", arc, value)
    special = [upgrade for upgrade in upgrades if _is_armed(upgrade)]
    for number, upgrade in enumerate(special, start=1):
        weapon = special_weapon(f"{key}-special-{number}", upgrade)
        turned = weapon.arc is Arc.FRONT and IN_TURRETS.get(ship) in upgrade.slots
        yield replace(weapon, arc=Arc.SINGLE_TURRET) if turned else weapon


def special_weapon(key: str, upgrade: UpgradeRow) -> Weapon:
    """The weapon of an upgrade, marked where its card does more than is known."""
    weapon, terms = upgrade.weapon, _terms(upgrade)
    if weapon is None or terms is None:
        raise ValueError(f"{upgrade.name} is no weapon")
    return Weapon(
        key,
        upgrade.name,
        weapon.arc,
        weapon.dice,
        weapon.nearest,
        weapon.farthest,
        special=True,
        ordnance=weapon.ordnance,
        needs=terms.needs,
        cost=min(terms.cost, upgrade.charges.value),
        charges=upgrade.charges.value,
        most_charges=upgrade.charges.value,
        recovers=upgrade.charges.recovers,
        effect=terms.effect,
        energy_cost=terms.energy,
        force_cost=terms.force,
        bonus_only=terms.bonus_only,
        more=terms.more,
        grants=terms.grants,
        free=terms.free,
    )


def is_known(upgrade: UpgradeRow) -> bool:
    """Whether all that a weapon does is known; other upgrades are no weapons."""
    terms = _terms(upgrade)
    return terms is None or not terms.more


def _terms(upgrade: UpgradeRow) -> Terms | None:
    """What an attack with an upgrade needs, costs and does; ``None`` where it is no weapon."""
    return terms_of(upgrade.xws, upgrade.weapon.header) if upgrade.weapon else None


def _is_armed(upgrade: UpgradeRow) -> bool:
    """Whether it is a weapon of its own, and does not only turn those of its ship."""
    terms = _terms(upgrade)
    return terms is not None and not terms.turns


def is_huge(ship: ShipRow) -> bool:
    """Whether it is a huge ship, whose special rules are not covered."""
    return ship.size is Size.HUGE
