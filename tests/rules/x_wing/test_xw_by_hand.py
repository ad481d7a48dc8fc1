"""Ships that are set right by hand, and ships that leave the board."""

from dataclasses import replace

import pytest

from rules.changes import apply
from rules.game import Declared, Illegal
from rules.play import play
from rules.x_wing.correct import Correction, correct
from rules.x_wing.examples import HOWLRUNNER, WEDGE, battle
from rules.x_wing.leaving import Leaving, leave
from rules.x_wing.sheet import Phase
from rules.x_wing.ship import Status


def settled(resolver, sheet, declaration):
    return apply(sheet, play(resolver, Declared(sheet, declaration), ()).outcome.changes)


def corrected(sheet, **values):
    return settled(correct, sheet, Correction("howlrunner", tuple(values.items())))


LOCKED = battle(replace(WEDGE, lock="howlrunner"), replace(HOWLRUNNER, focus=1, stress=2, cloak=1, lock="wedge"))


def is_off_the_board_with_everything(sheet):
    ship = sheet.ship("howlrunner")
    tokens = (ship.focus, ship.stress, ship.cloak, ship.lock)
    return ship.status is Status.REMOVED and tokens == (0, 0, 0, None) and sheet.ship("wedge").lock is None


@pytest.mark.parametrize("phase", Phase)
def test_a_ship_that_leaves_the_board_is_removed_at_once_and_scored(phase):
    sheet = replace(LOCKED, phase=phase)
    outcome = play(leave, Declared(sheet, Leaving("howlrunner")), ()).outcome
    ended = apply(sheet, outcome.changes)
    assert outcome.headline == "Howlrunner has fled: it left the board."
    assert is_off_the_board_with_everything(ended)
    assert (ended.ship("howlrunner").destroyed_by, ended.squad("rebels").score) == ("fleeing", 40)


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (Status.DESTROYED, "Howlrunner is destroyed: it goes with its initiative."),
        (Status.REMOVED, "Howlrunner is no longer on the board."),
    ],
)
def test_a_ship_that_is_destroyed_or_gone_cannot_leave(status, sentence):
    with pytest.raises(Illegal) as refusal:
        play(leave, Declared(battle(WEDGE, replace(HOWLRUNNER, status=status)), Leaving("howlrunner")), ())
    assert str(refusal.value) == sentence


def test_a_correction_that_removes_a_ship_returns_its_tokens_and_every_lock():
    ended = corrected(LOCKED, status="removed")
    assert is_off_the_board_with_everything(ended)
    assert ended.ship("howlrunner").destroyed_by == "a correction"


def test_a_destroyed_ship_that_is_removed_by_hand_keeps_its_destroyer():
    sheet = battle(replace(WEDGE, lock="howlrunner"), replace(HOWLRUNNER, status=Status.DESTROYED, destroyed_by="Luke"))
    ended = corrected(sheet, status="removed")
    assert is_off_the_board_with_everything(ended)
    assert ended.ship("howlrunner").destroyed_by == "Luke"
