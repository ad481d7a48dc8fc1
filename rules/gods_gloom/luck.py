"""What dice are worth in Gods Gloom: the successes of a unit, Hits on red and Blocks on blue."""

from __future__ import annotations

from typing import Any

from rules.asks import Declared, Roll
from rules.fortunes import Fortune, OneEach, each_for_its_side
from rules.gods_gloom.asks import UnitsDice
from rules.gods_gloom.dice import SUCCESS
from rules.gods_gloom.sheet import Battle

SUCCESSES = OneEach(range(SUCCESS, 7))


def fortunes(declared: Declared[Battle, Any], ask: Roll[Any, Any]) -> tuple[Fortune, ...]:
    """The dice of a unit, for its army."""
    return each_for_its_side(declared, ask, SUCCESSES) if isinstance(ask, UnitsDice) else ()
