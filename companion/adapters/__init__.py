"""Each game's way between stored rows and sheets: one line a game."""

from __future__ import annotations

from companion.adapters.adapter import Adapter, Stored
from companion.adapters.airsoft_squads import ADAPTER as AIRSOFT_SQUADS
from companion.adapters.mobile_frame_zero import ADAPTER as MOBILE_FRAME_ZERO
from companion.models import Battle

ADAPTERS: dict[str, Adapter] = {
    adapter.game.slug: adapter
    for adapter in (
        MOBILE_FRAME_ZERO,
        AIRSOFT_SQUADS,
    )
}


def stored(battle: Battle) -> Stored:
    """The battle's sheet and the rows that it was read from."""
    return ADAPTERS[battle.game].load(battle)


__all__ = ["ADAPTERS", "Adapter", "Stored", "stored"]
