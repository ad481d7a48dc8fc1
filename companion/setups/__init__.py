"""How a battle of each game is set up by hand, and its demo battle: one line a game."""

from companion.setups.frames import SETUP as FRAMES
from companion.setups.operators import SETUP as OPERATORS
from companion.setups.setup import Setup, SetupPart

SETUPS: dict[str, Setup] = {
    "mobile_frame_zero": FRAMES,
    "airsoft_squads": OPERATORS,
}

__all__ = ["SETUPS", "Setup", "SetupPart"]
