"""What dice are worth in Mobile Frame Zero: how high those of a frame are, and how many damage dice do not miss."""

from __future__ import annotations

from typing import Any

from rules.asks import Declared, Roll
from rules.fortunes import Fortune, OneEach, each_for_its_side, height
from rules.mobile_frame_zero.charts import BANDS
from rules.mobile_frame_zero.sheet import Battle
from rules.mobile_frame_zero.strike import DamageRoll
from rules.mobile_frame_zero.turn import PoolRoll


def fortunes(declared: Declared[Battle, Any], ask: Roll[Any, Any]) -> tuple[Fortune, ...]:
    """The pool of a frame for its company, and damage dice for the company that attacks."""
    if isinstance(ask, PoolRoll):
        return each_for_its_side(declared, ask, height)
    if isinstance(ask, DamageRoll):
        missed, *others = BANDS[ask.chart]
        hits = OneEach([face for band in others for face in band if face not in missed])
        return each_for_its_side(declared, ask, hits)
    return ()
