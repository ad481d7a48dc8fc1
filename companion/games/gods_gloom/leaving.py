"""Units that leave a battle of Gods Gloom."""

from __future__ import annotations

from dataclasses import replace

from companion.services.leaving import Leaving
from rules.gods_gloom.sheet import Unit


def rested(unit: Unit) -> Unit:
    """The unit as it comes out of a battle: it has done nothing in the next one's round."""
    return replace(unit, activated=False, shot=False)


LEAVING = Leaving(rested)
