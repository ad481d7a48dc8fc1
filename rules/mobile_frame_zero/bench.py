"""What ``manage.py bench`` measures of this game."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.asks import Declared
from rules.mobile_frame_zero.attack import resolve
from rules.mobile_frame_zero.charts import Chart
from rules.mobile_frame_zero.examples import EXAMPLES
from rules.mobile_frame_zero.outlook import outlook
from rules.mobile_frame_zero.samples import OSPREY_ATTACK, OSPREY_BATTLE
from rules.mobile_frame_zero.strike import Strike, strike
from rules.odds import odds
from rules.play import play

MOST_DICE = 14
"""An attack of 8 and a spot of 6 against no defence."""

OSPREY = EXAMPLES[0]
UNACTED = replace(
    OSPREY_BATTLE, frames=(replace(OSPREY_BATTLE.frames[0], acted=False, defence=None), *OSPREY_BATTLE.frames[1:])
)


def _odds(chart: Chart, cover: int | None = 0) -> Callable[[], object]:
    return lambda: odds(strike, Strike(MOST_DICE, chart, cover))


CASES: Mapping[str, Callable[[], object]] = {
    "odds, 14 dice in the open": _odds(Chart.OPEN),
    "odds, 14 dice behind terrain, 3 hits left": _odds(Chart.TERRAIN, 3),
    "odds, 14 dice behind terrain, 20 hits left": _odds(Chart.TERRAIN, 20),
    "odds, 14 dice behind a frame": _odds(Chart.FRAME, 6),
    "odds, 14 dice behind a frame that absorbs": _odds(Chart.FRAME, None),
    "outlook of the rulebook's example": lambda: outlook(Declared(OSPREY_BATTLE, OSPREY_ATTACK)),
    "outlook before the target has acted": lambda: outlook(Declared(UNACTED, replace(OSPREY_ATTACK, use_spot=False))),
    "play of the rulebook's example": lambda: play(resolve, OSPREY.declared, OSPREY.replies),
}
