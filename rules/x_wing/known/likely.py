"""Which upgrades of a ship, and what its type can do, may say something in an attack that the app does not know."""

from __future__ import annotations

from collections.abc import Iterator

from rules.x_wing.known.cards import OF_UPGRADES, of_type
from rules.x_wing.known.of_others import ABILITIES, PILOTS, UPGRADES
from rules.x_wing.known.quiet import QUIET, QUIET_ABILITIES
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.upgrade import Upgrade


def likely(ship: Ship) -> tuple[str, ...]:
    """The names of those to look at: of one that no data set has, nobody can tell."""
    own = ship.ability if _is_open_type(ship.ability) else ""
    return (*([own] if own else []), *(upgrade.name for upgrade in ship.other_upgrades if _is_open(upgrade)))


def unlikely(ship: Ship) -> tuple[str, ...]:
    """Those whose words have nothing to do with attacks, and those that the app knows: offered cards and weapons."""
    seen = {upgrade.key for upgrade in ship.other_upgrades if _is_open(upgrade)}
    own = ship.ability if not _is_open_type(ship.ability) else ""
    return (*([own] if own else []), *(upgrade.name for upgrade in ship.upgrades if upgrade.key not in seen))


def of_others(battle: Battle, *engaged: Ship) -> Iterator[str]:
    """The ships besides those of an attack whose cards may say something in it, each with these cards."""
    keys = {ship.key for ship in engaged}
    for ship in battle.ships:
        names = [ship.ability] if ship.ability in ABILITIES else []
        names += [upgrade.name for upgrade in ship.upgrades if upgrade.xws in UPGRADES]
        if ship.standing and ship.key not in keys and (names or ship.pilot in PILOTS):
            yield ", ".join((ship.name, *names))


def _is_open_type(ability: str) -> bool:
    return ability not in QUIET_ABILITIES and not of_type(ability)


def _is_open(upgrade: Upgrade) -> bool:
    return upgrade.xws not in QUIET and upgrade.xws not in OF_UPGRADES
