"""Another program holds the database while somebody taps: what was entered stays, and the same tap works later."""

import pytest
from playwright.sync_api import expect

from tests.browser.finger import Finger, hands_on
from tests.companion.demo import demo_of
from tests.companion.playing import Device
from tests.companion.test_attack_path import declare
from tests.companion.test_busy_database import held

FRESH = 500
"""Milliseconds in which a second tap at the same place is the first one still."""


@pytest.fixture
def device(live_server):
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    declare(device)
    return device


def test_dice_that_were_typed_stay_on_the_page_and_can_be_entered_again(device, tablet):
    finger = hands_on(tablet, device.battle.get_absolute_url())(expect={503})
    page = finger.page
    with held(table="companion_battle", how="EXCLUSIVE"):
        finger.dice(1, 4, 5)
        expect(page.locator("#trouble")).to_contain_text("Another program is writing")
        expect(page.locator("#trouble")).to_contain_text("tap again")
    assert not device.open.replies.exists()
    assert page.locator(".pool-text").input_value() == "1 4 5"
    finger.button("Enter")
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator(".choice")).to_be_visible()
    assert device.open.replies.count() == 1


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(503, "The app cannot be reached. What you entered is still here"), (413, "more than this page can take")],
)
def test_what_a_proxy_refuses_is_said_in_words(device, tablet, status, sentence):
    finger = hands_on(tablet, device.battle.get_absolute_url())(expect={status})
    page = finger.page
    page.route("**", lambda route: route.fulfill(status=status, content_type="text/html", body="<h1>No</h1>"))
    finger.dice(1, 4, 5)
    expect(page.locator("#trouble")).to_contain_text(sentence)
    assert page.locator(".pool-text").input_value() == "1 4 5"
    page.unroute("**")


def test_a_tap_whose_answer_is_lost_may_be_stored_and_counts_once_when_it_is_tapped_again(device, browser, site):
    # The console tells of what cannot be had, which no other tablet may.
    with browser.new_context(base_url=site, has_touch=True) as tablet:
        page = tablet.new_page()
        page.goto(device.battle.get_absolute_url())
        finger = Finger(page)

        def lose_the_answer(route):
            route.fetch()
            route.abort()

        page.route("**/dice/", lose_the_answer, times=1)
        finger.dice(1, 4, 5)
        told = "The app cannot be reached. Tap again: what has arrived does not count twice."
        expect(page.locator("#trouble")).to_have_text(told)
        assert device.open.replies.count() == 1
        page.wait_for_timeout(2 * FRESH)
        finger.button("Enter")
        expect(page.locator(".choice")).to_be_visible()
        assert device.open.replies.count() == 1


def test_without_scripts_a_page_keeps_them_and_sends_them_again(device, tablet):
    page = tablet(expect={503}, scripts=False)
    page.goto(device.battle.get_absolute_url())
    page.locator(".pool-text").fill("1 4 5")
    with held(table="companion_battle", how="EXCLUSIVE"):
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator("#why")).to_contain_text("Another program is writing")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".choice")).to_be_visible()
    assert device.open.replies.count() == 1
