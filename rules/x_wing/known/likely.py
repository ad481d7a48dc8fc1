"""Which upgrades of a ship may say something in an attack that the app does not know."""

from __future__ import annotations

from rules.x_wing.known.cards import OF_UPGRADES
from rules.x_wing.known.quiet import QUIET
from rules.x_wing.ship import Ship
from rules.x_wing.upgrade import Upgrade


def likely(ship: Ship) -> tuple[Upgrade, ...]:
    """Those to look at: of one that no data set has, nobody can tell."""
    return tuple(upgrade for upgrade in ship.other_upgrades if _is_open(upgrade))


def unlikely(ship: Ship) -> tuple[Upgrade, ...]:
    """Those whose words have nothing to do with attacks, and those that the app knows: offered cards and weapons."""
    return tuple(upgrade for upgrade in ship.upgrades if upgrade not in likely(ship))


def _is_open(upgrade: Upgrade) -> bool:
    return upgrade.xws not in QUIET and upgrade.xws not in OF_UPGRADES
