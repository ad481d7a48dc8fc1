"""What the use of a card costs most often."""

from __future__ import annotations

from rules.x_wing.known.card import CARD
from rules.x_wing.ship import Ship

CHARGE = ((CARD, 1),)
"""One charge of the card itself."""

FORCE, LOCK, FOCUS_TOKEN, CALCULATE = (("force", 1),), (("lock", 1),), (("focus", 1),), (("calculate", 1),)
"""One of what the ship that pays has."""

ONLY_ATTACKING = ("darthvader-tieddefender",)
"""Pilots that spend Force only where they attack."""


def spends_force(ship: Ship, *, attacking: bool) -> bool:
    """Whether a ship may spend Force in an attack, in which it is the attacker or not."""
    return attacking or ship.pilot not in ONLY_ATTACKING
