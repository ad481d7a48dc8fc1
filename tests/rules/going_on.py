"""A battle that goes on: something is declared in it, the dice fall, and usual decisions are taken."""

from random import Random

from rules.asks import Declared
from rules.changes import apply
from rules.games import GAMES
from tests.rules.at_random import play_on, usual_reply


def gone_on(game, sheet, slug, seed=1, **answers):
    """The battle after a procedure with these answers."""
    procedure = GAMES[game].procedure(slug)
    declared = Declared(sheet, procedure.declare(answers))
    _, _, end = play_on(procedure.resolve, declared, Random(seed), reply=usual_reply)
    return apply(sheet, end.outcome.changes)


def labels(turn):
    """The stops of a turn's way, each with its state."""
    return [(stop.label, stop.state) for stop in turn.track]
