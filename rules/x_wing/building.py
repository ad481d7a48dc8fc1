"""Ships of a battle from rows: printed values, and what upgrades change (xwing-data2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.x_wing.ship import Arc, Effect, Needs, Ship, Size, Weapon
from rules.x_wing.ship_rows import PilotRow, ShipRow, Stats, UpgradeRow


@dataclass(frozen=True, slots=True)
class Terms:
    """A weapon's requirement, its cost in charges, and its effect."""

    needs: Needs = Needs.NOTHING
    cost: int = 0
    effect: Effect = Effect.NONE


LOCKED = Terms(Needs.LOCK, 1)
FOCUSED = Terms(Needs.FOCUS, 1)

TERMS = {
    "protontorpedoes": Terms(Needs.LOCK, 1, Effect.HIT_TO_CRIT),
    "advprotontorpedoes": Terms(Needs.LOCK, 1, Effect.HIT_TO_CRIT),
    "iontorpedoes": Terms(Needs.LOCK, 1, Effect.ION),
    "plasmatorpedoes": Terms(Needs.LOCK, 1, Effect.PLASMA),
    "homingtorpedoes": LOCKED,
    "concussionmissiles": LOCKED,
    "clustermissiles": LOCKED,
    "ionmissiles": Terms(Needs.LOCK, 1, Effect.ION),
    "protonrockets": FOCUSED,
    "barragerockets": FOCUSED,
    "homingmissiles": Terms(Needs.LOCK, 1, Effect.HOMING),
    "magpulsewarheads": LOCKED,
    "ioncannon": Terms(effect=Effect.ION),
    "ioncannonturret": Terms(effect=Effect.ION),
    "heavylasercannon": Terms(effect=Effect.TAMED),
    "autoblasters": Terms(effect=Effect.BULLSEYE_DIE),
    "jammingbeam": Terms(effect=Effect.JAM),
    "tractorbeam": Terms(effect=Effect.TRACTOR),
    "dorsalturret": Terms(),
}
"""By the ids of weapons, which their data does not tell."""


def build(
    key: str,
    squad: str,
    pilot: PilotRow,
    ship: ShipRow,
    upgrades: Iterable[UpgradeRow],
    *,
    with_upgrade_costs: bool = True,
) -> Ship:
    """A ship ready for battle; in 2.5 the pilot's cost covers its upgrades."""
    worn = tuple(upgrades)
    stats = pilot.stats or ship.stats
    hull = max(1, stats.hull + sum(upgrade.hull for upgrade in worn))
    shields = max(0, stats.shields + sum(upgrade.shields for upgrade in worn))
    force = pilot.force.value + sum(upgrade.force.value for upgrade in worn)
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
        pilot.charges.value,
        pilot.charges.recovers,
        (pilot.cost or 0) + costs,
        tuple(_weapons(key, stats, worn)),
        tuple(upgrade.name for upgrade in worn),
    )


def cost_of(upgrade: UpgradeRow, pilot: PilotRow, ship: ShipRow) -> int:
    """What an upgrade costs on this ship."""
    stats = pilot.stats or ship.stats
    values = {"size": str(ship.size), "initiative": str(pilot.initiative), "agility": str(stats.agility)}
    return dict(upgrade.costs).get(values.get(upgrade.by, ""), upgrade.cost)


def _weapons(key: str, stats: Stats, upgrades: tuple[UpgradeRow, ...]) -> Iterator[Weapon]:
    dice: dict[Arc, int] = {}
    for arc, value in (*stats.attacks, *(attack for upgrade in upgrades for attack in upgrade.attacks)):
        dice[arc] = dice.get(arc, 0) + value
    for number, (arc, value) in enumerate(dice.items(), start=1):
        yield Weapon(f"{key}-primary-{number}", f"primary, {arc}", arc, value)
    armed = [upgrade for upgrade in upgrades if upgrade.weapon]
    for number, upgrade in enumerate(armed, start=1):
        yield special_weapon(f"{key}-special-{number}", upgrade)


def special_weapon(key: str, upgrade: UpgradeRow) -> Weapon:
    """The weapon of an upgrade; where nothing is known of its requirement and cost, it has none."""
    weapon = upgrade.weapon
    if weapon is None:
        raise ValueError(f"{upgrade.name} is no weapon")
    terms = TERMS.get(upgrade.xws, Terms())
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
    )


def is_known(upgrade: UpgradeRow) -> bool:
    """Whether a weapon's requirement and cost are known; other upgrades are no weapons."""
    return upgrade.weapon is None or upgrade.xws in TERMS


def is_huge(ship: ShipRow) -> bool:
    """Whether it is a huge ship, whose special rules are not covered."""
    return ship.size is Size.HUGE
