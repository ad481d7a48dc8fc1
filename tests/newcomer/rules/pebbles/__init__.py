"""Pebbles, as its players in the park have it."""

from rules.by_hand import usual_correction
from rules.ending import usual_ending
from rules.game import Game, OfPiece
from rules.outlooks import usual_odds
from rules.pebbles.examples import DEMO, EXAMPLES
from rules.pebbles.sheet import Battle
from rules.pebbles.throw import Throw, score, targets, throw, throwers
from rules.starting import starting

GAME = Game(
    slug="pebbles",
    name="Pebbles",
    edition="Park 1",
    battle=Battle,
    procedures=(
        OfPiece("attack", "Throw", Throw, throw, actors=throwers, targets=targets, **usual_odds(throw)),
        usual_correction(),
        starting(),
        usual_ending(),
    ),
    score=score,
    examples=EXAMPLES,
    demo=DEMO,
)
