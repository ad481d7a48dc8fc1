"""The games, one line each."""

from rules.game import Game
from rules.mobile_frame_zero import GAME as MOBILE_FRAME_ZERO
from rules.troops_and_supplies import GAME as TROOPS_AND_SUPPLIES

ALL = (
    MOBILE_FRAME_ZERO,
    TROOPS_AND_SUPPLIES,
)

GAMES: dict[str, Game] = {game.slug: game for game in ALL}
