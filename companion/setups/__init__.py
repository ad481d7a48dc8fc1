"""How a battle of each game is set up by hand, and its demo battle: one line a game."""

from companion.setups.frames import SETUP as FRAMES
from companion.setups.gloom import SETUP as GLOOM
from companion.setups.operators import SETUP as OPERATORS
from companion.setups.setup import Setup, SetupPart
from companion.setups.ships import SETUP as SHIPS
from companion.setups.troops import SETUP as TROOPS

SETUPS: dict[str, Setup] = {
    "mobile_frame_zero": FRAMES,
    "troops_and_supplies": TROOPS,
    "gods_gloom": GLOOM,
    "airsoft_squads": OPERATORS,
    "x_wing": SHIPS,
}

__all__ = ["SETUPS", "Setup", "SetupPart"]
