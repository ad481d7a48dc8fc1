"""A real server killed with SIGKILL under the hands of players, on the database that the tests run on."""

import re
from collections import Counter
from random import Random
from urllib.parse import parse_qsl

import pytest
from django.test import Client

from companion.beside import environment, free_port
from companion.management.broken import Broken
from companion.management.killing import Held, Player, Tap, held_of
from companion.models import Battle, Event
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.serving import manage

KILLS = 10
TAPS, FIRST = 35, 40
"""So many taps in each game, from a number by which they come to all that is done, corrections and redone taps too."""


@pytest.mark.timeout(600)
def test_nothing_acknowledged_is_lost_and_nothing_is_there_twice(given_database, tmp_path):
    ran = manage(tmp_path, "kill_test", "--kills", KILLS, timeout=580, env=environment(tmp_path, **given_database))
    assert (ran.returncode, ran.stderr) == (0, "")
    kills, acknowledged, cut, stored = map(int, re.findall(r"\d+", ran.stdout))
    assert kills == KILLS
    assert acknowledged > 0
    assert cut >= stored
    assert cut > 0


class Near(Player):
    """A player whose server is this process; it counts what was acknowledged of each kind of tap."""

    def __init__(self, battle, random):
        self.client = Client()
        self.done = Counter()
        super().__init__(battle, random, cookies={"csrftoken": ""})

    def ask(self, port, method, path, body=""):
        data = dict(parse_qsl(body, keep_blank_values=True))
        return self.client.post(path, data, headers={"HX-Request": "true"}).status_code

    def note(self, tap, status):
        before = self.acknowledged
        super().note(tap, status)
        self.done[tap.page.rstrip("/").rpartition("/")[2]] += self.acknowledged - before


@pytest.mark.django_db
@pytest.mark.any_database
def test_players_do_all_that_writes_history_and_know_what_each_tap_adds():
    done, versions = Counter(), 0
    for place, game in enumerate(GAMES):
        player = Near(demo_of(game), Random(FIRST + place))
        for _ in range(TAPS):
            tap = player.next_tap()
            player.flying = tap
            player.note(tap, player.post(0, tap))
            assert held_of(player.battle) == player.held, tap
        player.recover(0)
        done += player.done
        versions += player.held.versions
    assert {"declare", "apply", "undo", "redo", "correct"} <= done.keys()
    assert versions > 0


@pytest.mark.django_db
@pytest.mark.any_database
def test_a_correction_that_is_sent_again_is_not_stored_twice_and_done_again_has_its_versions_once_more():
    player = Near(demo_of("gods_gloom"), Random(18))
    while not (tap := player.next_tap()).page.endswith("correct/"):
        player.note(tap, player.post(0, tap))
    player.flying = tap
    assert player.post(0, tap) == tap.done
    assert player.recover(0), "it had been stored"
    corrected = player.held.versions
    for back_or_forth in (player._undo, player._redo):
        tap = back_or_forth(Battle.objects.get(pk=player.battle.pk))
        assert player.post(0, tap) == tap.done
        player.note(tap, tap.done)
        assert held_of(player.battle) == player.held
    assert player.held.versions == 2 * corrected > 0


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
