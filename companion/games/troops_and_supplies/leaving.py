"""Units that leave a battle."""

from __future__ import annotations

from dataclasses import replace

from companion.services.leaving import Leaving
from rules.troops_and_supplies.sheet import Unit


def rested(unit: Unit) -> Unit:
    """The unit as it comes out of a battle: it has done nothing in the next one's turn."""
    return replace(unit, attacked=False, fired=False)


LEAVING = Leaving(rested)
