"""What dice are worth in X-Wing: hits and crits on red, evades on green, before anything modifies them."""

from __future__ import annotations

from typing import Any

from rules.asks import Declared, Roll
from rules.fortunes import Fortune, OneEach, each_for_its_side
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, EVADE, FOCUS, HIT
from rules.x_wing.exposing import HarmRolled
from rules.x_wing.modify import Rerolled
from rules.x_wing.sheet import Battle
from rules.x_wing.steps_2_to_4 import HandRolled

WORTH = {ATTACK: OneEach((HIT, CRIT)), DEFENCE: OneEach((EVADE,))}

UNHARMED = OneEach((FOCUS, BLANK))


def fortunes(declared: Declared[Battle, Any], ask: Roll[Any, Any]) -> tuple[Fortune, ...]:
    """The dice of an attack for the squads whose they are, also when they are rerolled; no cards and no draws."""
    if isinstance(ask, HarmRolled):
        return each_for_its_side(declared, ask, UNHARMED)
    if isinstance(ask, HandRolled):
        return each_for_its_side(declared, ask, WORTH[ask.hand.kind])
    if isinstance(ask, Rerolled):
        return each_for_its_side(declared, ask, WORTH[ask.again.now.dice.kind])
    return ()
