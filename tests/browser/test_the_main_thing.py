"""Two people on two phones and a tablet at the board: from founding a group to the rematch, by each kind of scoring."""

import sys

import pytest
from playwright.sync_api import expect

from companion.models import Battle, Deployment
from rules.games import GAMES
from tests.browser.evening import PLAYERS, Evening, Steady
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
    table = evening.table
    expect(table.page.get_by_role("button", name="Play again")).to_be_visible()
    ended = table.page.url
    unsettled = evening.places()
    table.page.goto(ended)
    evening.confirm(match.asked)
    evening.bring_home()
    assert Deployment.objects.filter(battle=battle, homecoming__isnull=False).count() == 2
    assert unsettled == []
    for line, begins in zip(evening.places(), match.standings, strict=True):
        assert line.startswith(begins), line
    look(table.page, f"main-thing-standings-{game}")

    table.page.goto(ended)
    before = table.taps
    table.button("^Play again$")
    expect(table.page.get_by_role("heading", level=1)).to_have_text("Set-up of The ford 2")
    evening.start()
    taps = table.taps - before
    with capsys.disabled():
        sys.stdout.write(f"\n{GAMES[game].name}, a rematch with seats and rosters: {taps} taps of {REMATCH}\n")
    assert taps <= REMATCH
    again = Battle.objects.get(name="The ford 2")
    assert [side.player.name for side in again.sides.all()] == list(PLAYERS), "the seats stay"
    assert again.seated
    assert Deployment.objects.filter(battle=again).count() == 2, "and the rosters go with them"
    assert len(sheet_of(again).pieces) == len(sheet_of(battle).pieces)
