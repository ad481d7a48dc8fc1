"""What tests of a turn share: pieces, what comes of a procedure, and its refusals."""

import pytest

from rules.asks import Declared
from rules.changes import apply, keyed
from rules.game import Illegal
from rules.mobile_frame_zero import GAME
from rules.mobile_frame_zero.samples import frame
from rules.mobile_frame_zero.sheet import (
    Station,
)
from rules.play import Resolved, play
from rules.table import Pick

RAIDER = frame("Raider", "red", "Rd G", rockets=1)
HILL = Station("hill", "Hill", "blue")


def done(slug, stage, declared, *replies):
    played = play(GAME.procedure(slug).resolve, Declared(stage, declared), replies)
    assert isinstance(played, Resolved), played
    return played.outcome.headline, keyed(apply(stage, played.outcome.changes))


def refusal(slug, stage, declared):
    with pytest.raises(Illegal) as refused:
        play(GAME.procedure(slug).resolve, Declared(stage, declared), ())
    return str(refused.value)


def picks(**dice):
    return tuple(Pick(f"{action} die", die) for action, die in dice.items())
