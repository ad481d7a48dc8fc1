"""Once the attacker is tapped, its targets are in sight and their odds with them, on phones and in portrait too."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.finger import Finger, settled
from tests.browser.test_double_taps import PAIRS
from tests.companion.demo import demo_of

SCREENS = ((390, 844), (360, 740), (768, 1024))

IN_SIGHT = """
name => {
  const end = document.querySelector(".panel").getBoundingClientRect().top;
  const boxes = [...document.querySelectorAll(".board a[data-focus]")].map((link) => link.getBoundingClientRect());
  const fits = (box) => box.width && box.top >= 0 && box.bottom <= end && box.left >= 0 && box.right <= innerWidth;
  const seen = boxes.filter(fits);
  return [seen.length, boxes.length, document.documentElement.scrollWidth <= innerWidth];
}
"""


@pytest.mark.parametrize("game", PAIRS)
def test_a_target_is_in_sight_as_soon_as_the_attacker_is_tapped(transactional_db, tablet, look, game):
    page, address = tablet(), demo_of(game).get_absolute_url()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        Finger(page).card(PAIRS[game][0])
        expect(page.locator(".battle-target")).to_be_visible()
        look(page, f"targets-{game}-{width}x{height}")
        targets_are_in_sight(page)


def targets_are_in_sight(page: Page) -> None:
    """See that a target is in sight, and what the piece can do instead, and that the reasons are folded away."""
    seen, all_of_them, fits = page.evaluate(IN_SIGHT)
    assert seen, f"none of {all_of_them} targets is in sight"
    assert fits
    # What the piece can do instead is one row, and why the rest cannot be is told to whoever asks.
    assert page.locator(".instead .actions .button").count()
    reasons = page.locator(".not-now p")
    if reasons.count():
        expect(reasons.first).not_to_be_visible()
        Finger(page).tap(page.locator(".not-now summary"))
        expect(reasons.first).to_be_visible()


@pytest.mark.parametrize("game", PAIRS)
def test_the_tap_on_a_target_that_came_into_sight_chooses_it(transactional_db, tablet, game):
    page = tablet(width=390, height=844)
    page.goto(demo_of(game).get_absolute_url())
    finger = Finger(page)
    finger.card(PAIRS[game][0])
    expect(page.locator(".battle-target")).to_be_visible()
    settled(page)
    finger.card(PAIRS[game][1])
    expect(page.locator(".battle-declare")).to_be_visible()
