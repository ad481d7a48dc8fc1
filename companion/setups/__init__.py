"""How a battle of each game is set up by hand, and its demo battle: one line a game."""

from companion.setups.frames import SETUP as FRAMES
from companion.setups.setup import Setup, SetupPart

SETUPS: dict[str, Setup] = {
    "mobile_frame_zero": FRAMES,
}

__all__ = ["SETUPS", "Setup", "SetupPart"]
