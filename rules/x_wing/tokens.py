"""Tokens: their colours, when they go away, and how many it takes (rules reference, 2.5)."""

from __future__ import annotations

from rules.x_wing.ship import Ship, Size

GREEN = ("focus", "calculate", "evade", "reinforce_fore", "reinforce_aft")
ORANGE = ("disarm", "tractor", "jam")
RED = ("strain", "deplete", "ion", "stress")
CLOAK = "cloak"
ALL = (*GREEN, *ORANGE, *RED)
"""Every counted token by its track; the cloak is blue and at most one."""

IN_END_PHASE = (*GREEN, *ORANGE)
"""What is removed in the End Phase; red and blue tokens stay."""

NAMES = {
    "focus": "focus",
    "calculate": "calculate",
    "evade": "evade",
    "reinforce_fore": "reinforce (fore)",
    "reinforce_aft": "reinforce (aft)",
    "disarm": "disarm",
    "tractor": "tractor",
    "jam": "jam",
    "strain": "strain",
    "deplete": "deplete",
    "ion": "ion",
    "stress": "stress",
    "cloak": "cloak",
}

THRESHOLD = {Size.SMALL: 1, Size.MEDIUM: 2, Size.LARGE: 3}
"""How many tractor or ion tokens it takes; no source tells how many tractor tokens a huge ship takes."""

HUGE_IONIZED = 6


def is_tractored(ship: Ship) -> bool:
    """Whether it has enough tractor tokens for its size."""
    return ship.size in THRESHOLD and ship.tractor >= THRESHOLD[ship.size]


def is_ionized(ship: Ship) -> bool:
    """Whether it has enough ion tokens for its size."""
    return ship.ion >= THRESHOLD.get(ship.size, HUGE_IONIZED)


def green(ship: Ship) -> tuple[str, ...]:
    """The green tokens that a ship has, one of each kind that it has."""
    return tuple(track for track in GREEN if getattr(ship, track))
