"""A battle is played again as it began, whatever was undone or corrected of its set-up since."""

from random import Random

import pytest

from companion.management.playing import Play
from companion.models import Battle
from rules.games import GAMES
from tests.companion.playing import sheet_of
from tests.companion.test_correcting_set_up import commit, correction, number_of_its_name
from tests.companion.test_setup_builder_earlier import finish
from tests.companion.test_three_sides import NAMES, several

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def set_up(game):
    """A device at a battle of two sides that is set up and not started."""
    _, devices = several(game, NAMES[:2])
    return devices["Anna"]


def start(device):
    Play(device.battle, Random(device.seen)).start()


def names(battle):
    return [piece.name for piece in sheet_of(battle).pieces]


def rematch(device):
    """The names of the pieces with which the battle is played again."""
    finish(device)
    assert device.post("rematch", once="once-and-no-more").status_code == 302
    return names(Battle.objects.get(once="once-and-no-more"))


@games
def test_who_joined_after_a_start_that_was_undone_plays_again(game):
    device = set_up(game)
    start(device)
    assert device.undo().status_code == 302
    first = device.sheet.pieces[0].key
    assert device.post("setup-again", first.rpartition("-")[2], seen=device.seen).status_code == 302
    start(device)
    assert rematch(device) == names(device.battle)


@games
def test_what_was_set_up_wrongly_is_set_up_as_it_was_corrected(game):
    device = set_up(game)
    number = next(event.number for event in device.battle.events.all() if "join" in event.headline)
    start(device)
    commit(device, number, **{number_of_its_name(correction(device, number)): "Renamed"})
    assert names(device.battle)[0] == "Renamed"
    Play(device.battle, Random(1)).fight(3)
    assert rematch(device)[0] == "Renamed"
