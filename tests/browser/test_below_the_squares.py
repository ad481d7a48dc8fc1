"""What stands below a board of squares is seen with it, on a tablet and on the screen for those who look on."""

import pytest
from playwright.sync_api import expect

from companion.watching import proof_of
from rules.play import Waiting
from tests.browser.test_double_taps import Table
from tests.browser.test_five_a_side import SEEN
from tests.browser.test_whole_on_every_screen import over
from tests.companion.demo import demo_of

GAME = "troops_and_supplies"
LAST = {"attacker": "Gun battery", "target": "Militia"}
"""Whose cards come last of each side, or nearly, and who are in range of each other."""

ON_THE_SCREEN = """
() => [...document.querySelectorAll(".board .piece, .board .square")]
  .filter((part) => part.checkVisibility() && part.getBoundingClientRect().bottom > innerHeight)
  .map((part) => part.textContent.trim())
"""


def test_four_cards_a_side_are_seen_whole_below_the_board(transactional_db, tablet, look):
    page = tablet(width=1024, height=768)
    page.goto(demo_of(GAME).get_absolute_url())
    expect(page.locator(".battle-idle")).to_be_visible()
    look(page, "squares-and-cards")
    assert page.evaluate(SEEN, ".sides-beside .piece") == [8, 8]


def test_the_cards_of_the_two_who_fight_are_seen_whole_wherever_they_stood(transactional_db, tablet, look):
    table = Table(tablet(width=1024, height=768), GAME)
    pair = {role: table.device.piece(name).key for role, name in LAST.items()}
    fighters = ".sides-beside .piece:is(.is-attacker, .is-target)"
    table.go(**pair)
    expect(table.page.locator(".battle-declare")).to_be_visible()
    assert table.page.evaluate(SEEN, fighters) == [2, 2]
    table.device.declare("attack", pair["attacker"], pair["target"])
    table.go()
    expect(table.page.locator(".battle-ask")).to_be_visible()
    look(table.page, "squares-and-who-fights")
    assert table.page.evaluate(SEEN, fighters) == [2, 2]


def test_a_card_that_changed_is_marked_where_no_word_for_it_has_room(transactional_db, tablet):
    table = Table(tablet(width=1024, height=768), GAME)
    table.declares()
    table.device.dice("1 1 1", "2 2 2")
    played = table.device.played()
    assert isinstance(played, Waiting)
    table.device.choose(played.ask.options[-1])
    table.device.apply()
    table.go()
    expect(table.page.locator(".battle-idle")).to_be_visible()
    changed = table.page.locator(".sides-beside .piece", has_text="Rifle squad")
    expect(changed.locator(".tab-changed")).to_be_attached()
    expect(changed).to_have_css("border-top-style", "dotted")
    assert changed.locator(".piece-name").bounding_box()["height"] < 2 * 16, "in one line"


@pytest.mark.parametrize("game", [GAME, "airsoft_squads"])
@pytest.mark.parametrize("height", [768, 660])
def test_nobody_pushes_a_board_along_on_the_screen_for_those_who_look_on(transactional_db, tablet, look, game, height):
    battle = over(game, "The battle is over.")
    page = tablet(width=1024, height=height)
    page.goto(f"/w/{battle.pk}/{proof_of(battle)}/screen/")
    expect(page.locator(".board .piece").first).to_be_visible()
    look(page, f"screen-whole-{game}-{height}")
    assert page.evaluate(ON_THE_SCREEN) == []
