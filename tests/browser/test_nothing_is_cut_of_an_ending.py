"""What leads on from a battle that is over is in sight and whole, and what the screen says of it is of one size."""

import pytest
from playwright.sync_api import expect

from companion.models import Battle
from companion.watching import proof_of
from rules.games import GAMES
from tests.browser.test_whole_on_every_screen import over
from tests.companion.demo import demo_of
from tests.companion.rosters import built
from tests.companion.test_rosters_deployed import battle_of, deploy

SAID = "The battle is over: Rebel Alliance and Galactic Empire tie with 0 points."

CUT = """
() => {
  const sheet = document.querySelector(".panel-body").getBoundingClientRect();
  return [...document.querySelectorAll(".panel .button")].filter((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return top < sheet.bottom && bottom > sheet.bottom;
  }).map((button) => button.textContent.trim());
}
"""
"""The buttons of which only a part is seen."""

SIZES = """
() => [...document.querySelectorAll(".status div")].map((line) =>
  [...new Set([...line.children].map((word) => getComputedStyle(word).fontSize))].length)
"""
"""In how many sizes each line of the state of a battle is written."""


@pytest.mark.parametrize("game", GAMES)
def test_no_button_of_a_battle_that_is_over_is_cut_off_on_a_phone(transactional_db, tablet, game):
    page = tablet(width=390, height=844)
    page.goto(over(game, SAID).get_absolute_url())
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("ended", [True, False], ids=["over", "under way"])
def test_the_screen_writes_each_line_of_the_state_in_one_size(transactional_db, tablet, ended):
    page, battle = tablet(), over("x_wing", SAID) if ended else demo_of("x_wing")
    page.goto(f"/w/{battle.pk}/{proof_of(battle)}/screen/")
    expect(page.locator(".status")).to_be_visible()
    assert set(page.evaluate(SIZES)) == {1}


@pytest.mark.parametrize("size", [(1024, 660), (390, 844)], ids=str)
def test_what_brings_pieces_home_is_in_sight_at_once(transactional_db, tablet, size):
    width, height = size
    campaign = demo_of("gods_gloom").home
    device = battle_of(campaign)
    for side in (0, 1):
        assert deploy(device, built(campaign), side).status_code == 302
    assert device.declare("start").status_code == 302
    Battle.objects.filter(pk=device.battle.pk).update(over=True)
    page = tablet(width=width, height=height)
    page.goto(f"{device.battle.get_absolute_url()}home/")
    box = page.get_by_role("button", name="Bring them home").bounding_box()
    assert box["y"] + box["height"] <= height


SEAT = 72
"""So high are the two seats of the main action with the room below them."""


@pytest.mark.parametrize("hand", ["right", "left"])
@pytest.mark.parametrize("size", [(1024, 768), (1024, 660)], ids=str)
def test_beside_the_board_the_rematch_lies_at_the_thumb_above_the_seats(transactional_db, tablet, look, size, hand):
    width, height = size
    page = tablet(width=width, height=height)
    page.goto(over("gods_gloom", SAID).get_absolute_url())
    page.evaluate("hand => { document.documentElement.dataset.hand = hand; }", hand)
    panel = page.locator(".panel").bounding_box()
    box = page.get_by_role("button", name="Play again").bounding_box()
    assert height - 3 * SEAT <= box["y"]
    assert box["y"] + box["height"] <= height - SEAT
    middle, panels = box["x"] + box["width"] / 2, panel["x"] + panel["width"] / 2
    assert middle > panels if hand == "right" else middle < panels
    look(page, f"rematch-at-the-thumb-{hand}-{height}")
    said = page.locator(".main-last .hint").bounding_box()
    assert said["y"] + said["height"] <= height
