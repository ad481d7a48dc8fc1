"""Cards that let their ship attack while it is disarmed, or ships of its own side (xwing-data2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.x_wing.factions import faction_id
from rules.x_wing.means import PLENTY
from rules.x_wing.ship import Ship, Weapon
from rules.x_wing.weapon_kinds import CANNONS, MISSILES, TORPEDOES, id_of


@dataclass(frozen=True, slots=True)
class Licence:
    """With which weapons, by their ids, a ship attacks while it is disarmed, with how many dice ``at_most``.

    ``many_tokens`` tells that it may have more than one disarm token; ``locked`` that it needs a lock on the defender,
    which it cannot spend then.
    """

    weapons: frozenset[str]
    at_most: int = PLENTY
    many_tokens: bool = False
    locked: bool = False


OF_UPGRADES = {
    "os1arsenalloadout": Licence(TORPEDOES | MISSILES, locked=True),
    "xg1assaultconfiguration": Licence(CANNONS, at_most=3),
}
OF_PILOTS = {"tychocelchu-battleoverendor": Licence(MISSILES, at_most=4, many_tokens=True)}

AT_FRIENDS = ("r5tk", "generalgrievouscommand")
"""Upgrades by their ids, or by the letters of their names, with which a ship may attack friendly ones."""


def may_attack_friends(ship: Ship) -> bool:
    """Whether a card lets a ship attack ships of its own side."""
    return any((card.xws or faction_id(card.name)) in AT_FRIENDS for card in ship.upgrades)


def fires_disarmed(ship: Ship) -> bool:
    """Whether a disarmed ship has a weapon with which a card lets it attack."""
    return any(_licence(ship, weapon) for weapon in ship.weapons)


def why_not_disarmed(ship: Ship, weapon: Weapon, target: str) -> str:
    """Why a ship cannot attack with a weapon by its disarm tokens; empty when it can."""
    licence = _licence(ship, weapon)
    if not ship.disarm or (licence and (ship.lock == target or not licence.locked)):
        return ""
    return f"{ship.name} is disarmed."


def most_dice(ship: Ship, weapon: Weapon) -> int:
    """How many attack dice a weapon has at most, if its ship is disarmed."""
    licence = _licence(ship, weapon)
    return licence.at_most if licence else PLENTY


def keeps_lock(ship: Ship, weapon: Weapon) -> bool:
    """Whether a ship cannot spend its lock, as it attacks disarmed."""
    licence = _licence(ship, weapon)
    return licence is not None and licence.locked


def _licence(ship: Ship, weapon: Weapon) -> Licence | None:
    """What lets a disarmed ship attack with a weapon; nothing does so for a ship that is not disarmed."""
    if not ship.disarm:
        return None
    xws = id_of(ship, weapon)
    return next((licence for licence in _licences(ship) if xws in licence.weapons), None)


def _licences(ship: Ship) -> Iterator[Licence]:
    """What lets a ship attack with so many disarm tokens."""
    found = [OF_UPGRADES[card.xws] for card in ship.upgrades if card.xws in OF_UPGRADES]
    found += [OF_PILOTS[ship.pilot]] if ship.pilot in OF_PILOTS else []
    return (licence for licence in found if ship.disarm == 1 or licence.many_tokens)
