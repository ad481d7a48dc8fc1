"""To which attacks the bonuses of ranges 1 and 3 apply (rules reference, range bonus; 2.5)."""

from __future__ import annotations

from rules.x_wing.ship import Effect, Ship, Weapon

OF_ATTACKER, OF_DEFENDER = 1, 3
"""The ranges at which one of them has a die more."""


def has_attacker_bonus(distance: int, weapon: Weapon) -> bool:
    """Whether the attacker rolls a die more."""
    return distance == OF_ATTACKER and not weapon.ordnance


def has_defender_bonus(distance: int, weapon: Weapon, attacker: Ship) -> bool:
    """Whether the defender rolls a die more, by the attacker as it attacks."""
    synced = weapon.effect is Effect.SYNCED and attacker.calculate > 0
    return distance == OF_DEFENDER and not (weapon.ordnance or synced)
