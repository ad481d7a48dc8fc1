"""Five pieces a side are seen on a low tablet without scrolling, with both sides' names and the odds."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.finger import Finger
from tests.browser.test_double_taps import PAIRS
from tests.companion.demo import demo_of
from tests.companion.playing import Device, forms_of

FIVE = 5
GAMES_OF_CARDS = ("gods_gloom", "mobile_frame_zero", "x_wing")
SEEN = """
selector => {
  const board = document.querySelector(".board").getBoundingClientRect();
  const boxes = [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const fits = (box) => box.height && box.top >= board.top - 1 && box.bottom <= board.bottom + 1;
  return [boxes.filter(fits).length, boxes.length];
}
"""


def filled(game):
    """A demo with five pieces on each side: its own, and the first of each side again."""
    device = Device(demo_of(game), name="Anna")
    for side in device.sheet.sides:
        own = [piece for piece in device.sheet.pieces if piece.side == side.key]
        for number in range(FIVE - len(own)):
            again = reverse("setup-again", args=[device.battle.key, own[number].key.rsplit("-", 1)[1]])
            page = device.get("setup", side=side.key)
            form = next(form for form in forms_of(page) if form["action"] == again)
            assert device.client.post(again, form["fields"]).status_code == 302
        assert sum(piece.side == side.key for piece in device.sheet.pieces) == FIVE
    return device.battle


@pytest.mark.parametrize("game", GAMES_OF_CARDS)
def test_five_pieces_a_side_are_seen_without_scrolling(transactional_db, tablet, look, game):
    page = tablet(width=1024, height=660)
    page.goto(filled(game).get_absolute_url())
    assert page.locator(".sides > .side > .piece").count() == 2 * FIVE
    look(page, f"five-{game}-idle")
    assert page.evaluate(SEEN, ".sides > .side > .piece") == [2 * FIVE, 2 * FIVE]
    finger = Finger(page)
    finger.card(PAIRS[game][0])
    expect(page.locator(".battle-target")).to_be_visible()
    look(page, f"five-{game}-target")
    assert page.evaluate(SEEN, ".sides > .side > .piece") == [2 * FIVE, 2 * FIVE]
    for plate in page.locator(".plate h2").all():
        expect(plate).to_be_in_viewport()
