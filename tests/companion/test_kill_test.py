"""A real server killed with SIGKILL under the hands of players, on the database that the tests run on."""

import re
from random import Random

import pytest

from companion.beside import environment, free_port
from companion.management.broken import Broken
from companion.management.killing import Held, Player, Tap
from companion.models import Event
from tests.companion.demo import demo_of
from tests.companion.serving import manage

KILLS = 10


@pytest.mark.timeout(600)
def test_nothing_acknowledged_is_lost_and_nothing_is_there_twice(given_database, tmp_path):
    ran = manage(tmp_path, "kill_test", "--kills", KILLS, timeout=580, env=environment(tmp_path, **given_database))
    assert (ran.returncode, ran.stderr) == (0, "")
    kills, acknowledged, cut, stored = map(int, re.findall(r"\d+", ran.stdout))
    assert kills == KILLS
    assert acknowledged > 0
    assert cut >= stored
    assert cut > 0


@pytest.fixture
def player(db):
    return Player(demo_of("mobile_frame_zero"), Random(1))


def test_a_player_finds_what_was_lost(player):
    player.held = player.held.plus(Held(0, 1, 0))
    with pytest.raises(Broken, match="it should be Held"):
        player.recover(0)


def test_a_player_finds_what_is_there_twice(player):
    first = Event.objects.filter(battle=player.battle).first()
    Event.objects.create(battle=player.battle, number=99, kind=first.kind, headline="Twice", who="x")
    with pytest.raises(Broken, match="it should be Held"):
        player.recover(0)


def test_a_player_finds_what_the_log_does_not_tell(player):
    player.battle.round = 7
    player.battle.save()
    with pytest.raises(Broken):
        player.recover(0)


def test_a_player_says_that_the_server_that_is_back_does_not_answer(player):
    player.flying = Tap("undo/", {}, lambda: Held(0, 0, 1))
    with pytest.raises(Broken, match=r"the server that is back did not answer undo/: "):
        player.recover(free_port())
    assert player.flying, "it is still on its way"
