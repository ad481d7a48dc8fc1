"""Between attacks the board has the screen: held upright, the sheet is one line, and all else lies below the cards."""

import pytest
from playwright.sync_api import expect

from rules.games import GAMES
from tests.browser.finger import UNDER_WAY, Finger, settled
from tests.browser.test_double_taps import PAIRS
from tests.companion.demo import demo_of

UPRIGHT = [(768, 1024), (390, 844), (360, 640)]
LEAST = 0.84
"""How much of the height of a screen is above the sheet: three lines of text on the smallest phone."""


@pytest.mark.parametrize("game", GAMES)
def test_upright_the_sheet_is_a_line_and_the_rest_lies_below_the_cards(transactional_db, tablet, look, game):
    page = tablet()
    battle = demo_of(game)
    for width, height in UPRIGHT:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(battle.get_absolute_url())
        sheet = page.locator(".panel-body")
        expect(sheet).to_be_in_viewport(ratio=1)
        look(page, f"idle-{game}-{width}")
        box = sheet.bounding_box()
        assert box["y"] > LEAST * height
        assert round(box["y"] + box["height"]) == height
        theme = page.get_by_role("button", name="dark")
        theme.scroll_into_view_if_needed()
        cards = page.locator(".piece").last.bounding_box()
        assert cards["y"] + cards["height"] < theme.bounding_box()["y"] < sheet.bounding_box()["y"]


def test_what_was_said_last_takes_the_place_of_the_hint(transactional_db, tablet):
    page = tablet(width=390, height=844)
    page.goto(demo_of("troops_and_supplies").get_absolute_url())
    hint = page.get_by_text("Tap who acts, then the target.")
    expect(hint).to_be_in_viewport()
    page.locator(".turn").get_by_text("End turn").tap()
    page.get_by_role("button", name="Go on anyway").tap()
    last = page.locator(".latest li")
    expect(last.first).to_have_text("It is the turn of River army.")
    expect(last.first).to_be_in_viewport(ratio=1)
    expect(hint).to_have_count(0)
    expect(last.nth(1)).to_be_hidden()


def test_reminders_of_what_was_applied_lie_below_the_cards_and_leave_the_sheet_its_line(transactional_db, tablet, look):
    page = tablet(width=390, height=844)
    page.goto(demo_of("x_wing").get_absolute_url())
    finger = Finger(page)
    for name in PAIRS["x_wing"]:
        finger.card(name)
    finger.button("^Roll all for me")
    while not page.locator(".battle-idle").count():
        finger.tap(page.locator(".option-usual, .dice [name=roll], form[action$='/apply/'] button"))
        expect(page.locator(UNDER_WAY)).to_have_count(0)
        settled(page)
    look(page, "idle-reminders")
    sheet, reminders = page.locator(".panel-body").bounding_box(), page.locator(".checklist").bounding_box()
    assert sheet["y"] > LEAST * 844
    assert reminders["y"] > page.locator(".piece").last.bounding_box()["y"]
