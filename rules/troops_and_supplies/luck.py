"""What dice are worth in Troops and Supplies: a higher one meets or beats more."""

from __future__ import annotations

from typing import Any

from rules.asks import Declared, Roll
from rules.fortunes import Fortune, each_for_its_side, height
from rules.troops_and_supplies.sheet import Battle


def fortunes(declared: Declared[Battle, Any], ask: Roll[Any, Any]) -> tuple[Fortune, ...]:
    """The dice of both armies, each for its own."""
    return each_for_its_side(declared, ask, height)
