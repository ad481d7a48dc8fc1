"""Pebbles, as its players in the park have it."""

from collections.abc import Iterable

from rules.by_hand import usual_correction
from rules.changes import Change
from rules.game import Game, OfPiece, no_pieces
from rules.outlooks import usual_odds
from rules.pebbles.examples import DEMO, EXAMPLES
from rules.pebbles.sheet import Battle
from rules.pebbles.throw import Throw, score, targets, throw, throwers
from rules.starting import starting
from rules.table import Table


def begin(battle: Battle, table: Table) -> tuple[str, Iterable[Change]]:
    """Start with the first throw."""
    return "The first pebble may fly.", ()


GAME = Game(
    slug="pebbles",
    name="Pebbles",
    edition="Park 1",
    battle=Battle,
    procedures=(
        OfPiece("attack", "Throw", Throw, throw, actors=throwers, targets=targets, **usual_odds(throw)),
        usual_correction(),
        starting(no_pieces, begin),
    ),
    score=score,
    examples=EXAMPLES,
    demo=DEMO,
)
