"""Two people on two phones and a tablet at the board: from founding a group to the rematch, by each kind of scoring."""

import sys

import pytest
from playwright.sync_api import expect

from tests.browser.evening import Evening, Steady
from tests.browser.matches import MATCHES
from tests.browser.test_group_by_touch import PHONE
from tests.browser.test_several_devices import app, site  # noqa: F401  (the fixtures that these tests ask for)
from tests.companion.playing import sheet_of

REMATCH = 3


@pytest.fixture
def evening(app, tablet) -> Evening:  # noqa: F811
    return Evening(Steady(tablet()), Steady(tablet(**PHONE)), Steady(tablet(**PHONE, dark=True)))


@pytest.mark.parametrize("game", MATCHES)
def test_a_group_is_founded_and_plays_to_the_end_and_once_more(evening, look, capsys, game):
    match = MATCHES[game]
    evening.found_a_group()
    evening.build_rosters(game, match.rosters)
    battle = evening.sit_down(game, match.laid)
    match.play(evening)
