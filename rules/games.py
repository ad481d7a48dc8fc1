"""The games, one line each."""

from rules.airsoft_squads import GAME as AIRSOFT_SQUADS
from rules.game import Game
from rules.gods_gloom import GAME as GODS_GLOOM
from rules.mobile_frame_zero import GAME as MOBILE_FRAME_ZERO
from rules.troops_and_supplies import GAME as TROOPS_AND_SUPPLIES
from rules.x_wing import GAME as X_WING

ALL = (
    MOBILE_FRAME_ZERO,
    TROOPS_AND_SUPPLIES,
    GODS_GLOOM,
    AIRSOFT_SQUADS,
    X_WING,
)

GAMES: dict[str, Game] = {game.slug: game for game in ALL}
