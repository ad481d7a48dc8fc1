"""The games, one line each."""

from rules.airsoft_squads import GAME as AIRSOFT_SQUADS
from rules.game import Game
from rules.mobile_frame_zero import GAME as MOBILE_FRAME_ZERO

GAMES: dict[str, Game] = {
    game.slug: game
    for game in (
        MOBILE_FRAME_ZERO,
        AIRSOFT_SQUADS,
    )
}
