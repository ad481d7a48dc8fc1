"""Whoever taps with the left hand has the panel and its main actions on the left, words where the last one lay."""

import pytest
from playwright.sync_api import expect

from tests.browser.finger import Finger
from tests.browser.test_double_taps import PAIRS
from tests.companion.demo import demo_of

GAME = "troops_and_supplies"


@pytest.mark.parametrize("size", [(1024, 660), (390, 844)], ids=str)
def test_for_the_left_hand_what_is_next_lies_on_the_left(transactional_db, tablet, look, size):
    width, height = size
    page = tablet(width=width, height=height)
    page.goto(demo_of(GAME).get_absolute_url())
    finger = Finger(page)
    finger.tap(page.get_by_role("button", name="left", exact=True))
    expect(page.locator("html")).to_have_attribute("data-hand", "left")
    finger.card(PAIRS[GAME][0])
    finger.card(PAIRS[GAME][1])
    attack = page.get_by_role("button", name="Attack", exact=True)
    expect(attack).to_be_in_viewport(ratio=1)
    look(page, f"left-hand-{width}")
    box, panel = attack.bounding_box(), page.locator(".panel").bounding_box()
    assert panel["x"] == 0
    assert box["x"] < page.get_by_role("button", name="Roll all for me").bounding_box()["x"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finger.tap(page.get_by_role("button", name="Roll all for me"))
    expect(page.locator(".battle-declare")).to_have_count(0)
    under = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('button, a, label')?.textContent.trim() || ''",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    assert not under
