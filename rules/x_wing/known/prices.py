"""What the use of a card costs most often."""

from __future__ import annotations

from rules.x_wing.known.card import CARD

CHARGE = ((CARD, 1),)
"""One charge of the card itself."""

FORCE, LOCK, FOCUS_TOKEN, CALCULATE = (("force", 1),), (("lock", 1),), (("focus", 1),), (("calculate", 1),)
"""One of what the ship that pays has."""
