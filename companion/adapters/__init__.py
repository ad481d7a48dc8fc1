"""Each game's way between stored rows and sheets: one line a game."""

from __future__ import annotations

from companion.adapters.adapter import Adapter, Stored
from companion.adapters.airsoft_squads import ADAPTER as AIRSOFT_SQUADS
from companion.adapters.gods_gloom import ADAPTER as GODS_GLOOM
from companion.adapters.mobile_frame_zero import ADAPTER as MOBILE_FRAME_ZERO
from companion.adapters.troops_and_supplies import ADAPTER as TROOPS_AND_SUPPLIES
from companion.adapters.x_wing import ADAPTER as X_WING
from companion.models import Battle

ALL = (
    MOBILE_FRAME_ZERO,
    TROOPS_AND_SUPPLIES,
    GODS_GLOOM,
    AIRSOFT_SQUADS,
    X_WING,
)

ADAPTERS: dict[str, Adapter] = {adapter.game.slug: adapter for adapter in ALL}


def stored(battle: Battle) -> Stored:
    """The battle's sheet and the rows that it was read from."""
    return ADAPTERS[battle.game].load(battle)


__all__ = ["ADAPTERS", "Adapter", "Stored", "stored"]
