"""What dice are worth in Airsoft Squads: what they add, or that they show enough."""

from __future__ import annotations

from typing import Any

from rules.airsoft_squads.actions import RuleViolation
from rules.airsoft_squads.sheet import Battle
from rules.airsoft_squads.shot import ShotDice
from rules.asks import Declared, Roll
from rules.fortunes import Fortune, OneEach, each_for_its_side, height


def fortunes(declared: Declared[Battle, Any], ask: Roll[Any, Any]) -> tuple[Fortune, ...]:
    """The dice of an attack, each for the squad that adds them, and the die of an operator that may be OUT."""
    if isinstance(ask, RuleViolation):
        return each_for_its_side(declared, ask, OneEach(range(ask.needed, 7)))
    return each_for_its_side(declared, ask, height) if isinstance(ask, ShotDice) else ()
