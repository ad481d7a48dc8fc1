"""Screens that stay on, and tablets that wake: they connect again and fetch."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.finger import Finger
from tests.browser.test_screen_from_afar import screen_of
from tests.browser.test_several_devices import TURN, app, attack, battle, site

__all__ = ("app", "battle", "site")

LOCKS = """
window.locks = [];
const wakeLock = { request: async (kind) => {
  if (window.refusing) throw new DOMException("", "NotAllowedError");
  const lock = new EventTarget();
  lock.kind = kind;
  lock.release = async () => { lock.released = true; lock.dispatchEvent(new Event("release")); };
  window.locks.push(lock);
  return lock;
} };
Object.defineProperty(Navigator.prototype, "wakeLock", { get: () => wakeLock, configurable: true });
"""
NO_LOCKS = "delete Navigator.prototype.wakeLock;"
PLAIN_HTTP = f"{NO_LOCKS} Object.defineProperty(window, 'isSecureContext', {{ value: false }});"
HELD = "window.locks.filter((lock) => !lock.released).length"
NO_LINE = re.compile("/live/")
BACK = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"


@pytest.fixture
def opened(battle, tablet):
    """Opens a tablet at the battle, or at its screen, with what its browser has of wake locks."""

    def opened(has, way="", **more):
        page = tablet(**more)
        page.add_init_script(has)
        page.goto(way or battle.get_absolute_url())
        return page

    return opened


def switch(page):
    return page.get_by_role("switch", name="Screen always on")


@pytest.mark.parametrize("is_screen", [False, True], ids=["battle", "screen"])
def test_the_switch_holds_the_screen_on_and_lets_it_go(battle, opened, look, is_screen):
    page = opened(LOCKS, screen_of(battle) if is_screen else "")
    expect(switch(page)).to_have_attribute("aria-checked", "false")
    assert page.evaluate(HELD) == 0, "nothing is held that nobody has asked for"
    switch(page).tap()
    expect(switch(page)).to_have_attribute("aria-checked", "true")
    expect(switch(page)).to_have_text("Screen always on: yes")
    assert page.evaluate("window.locks.map((lock) => lock.kind)") == ["screen"]
    look(page, f"awake-{'screen' if is_screen else 'battle'}")
    switch(page).tap()
    expect(switch(page)).to_have_attribute("aria-checked", "false")
    assert page.evaluate(HELD) == 0


def test_it_is_held_again_after_sleep_and_on_the_next_page_but_not_once_it_is_off(opened):
    page = opened(LOCKS)
    switch(page).tap()
    expect(switch(page)).to_have_attribute("aria-checked", "true")
    page.evaluate("window.locks[0].release()")
    page.evaluate(TURN, True)
    expect(switch(page)).to_have_attribute("aria-checked", "false")
    assert page.evaluate(HELD) == 0
    page.evaluate(TURN, False)
    expect(switch(page)).to_have_attribute("aria-checked", "true")
    page.reload()
    expect(switch(page)).to_have_attribute("aria-checked", "true")
    assert page.evaluate(HELD) == 1
    switch(page).tap()
    expect(switch(page)).to_have_attribute("aria-checked", "false")
    page.reload()
    page.evaluate(TURN, True)
    page.evaluate(TURN, False)
    expect(switch(page)).to_have_attribute("aria-checked", "false")
    assert page.evaluate(HELD) == 0


def test_it_is_there_again_after_a_tap_has_swapped_the_page(opened):
    page = opened(LOCKS)
    switch(page).tap()
    expect(switch(page)).to_have_attribute("aria-checked", "true")
    finger = Finger(page)
    attack(finger)
    finger.button("Call it off")
    expect(switch(page)).to_have_attribute("aria-checked", "true")
    assert page.evaluate(HELD) == 1


@pytest.mark.parametrize(
    ("has", "said"),
    [
        (PLAIN_HTTP, "Without https a page cannot keep the screen on"),
        (NO_LOCKS, "This browser cannot keep the screen on"),
    ],
    ids=["plain http", "an older browser"],
)
def test_where_there_is_none_the_page_says_so_and_what_to_do(battle, opened, look, has, said):
    for way in ("", screen_of(battle)):
        page = opened(has, way)
        expect(page.locator("[data-awake] .hint")).to_contain_text(said)
        expect(page.locator("[data-awake] .hint")).to_contain_text("set the device to stay on longer")
        expect(switch(page)).to_have_count(0)
    look(page, "awake-not-here")


def test_a_device_that_refuses_says_so(opened):
    page = opened(LOCKS)
    page.evaluate("window.refusing = true")
    switch(page).tap()
    expect(page.locator("[data-awake] .hint")).to_contain_text("its battery may be low")
    expect(switch(page)).to_have_attribute("aria-checked", "false")
    page.evaluate("window.refusing = false")
    switch(page).tap()
    expect(switch(page)).to_have_attribute("aria-checked", "true")
    expect(page.locator("[data-awake] .hint")).to_have_text("")


@pytest.mark.parametrize("woken", [f"({TURN})(false)", BACK], ids=["after sleep", "from the browser's memory"])
@pytest.mark.parametrize("is_screen", [False, True], ids=["battle", "screen"])
def test_who_wakes_fetches_though_no_line_can_be_had_yet(battle, tablet, woken, is_screen):
    ben, anna = tablet(expect={503}), Finger(tablet())
    with ben.expect_response(NO_LINE):
        ben.goto(screen_of(battle) if is_screen else battle.get_absolute_url())
    ben.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    if woken != BACK:
        ben.evaluate(TURN, True)
    ben.route(NO_LINE, lambda route: route.fulfill(status=503))
    anna.page.goto(battle.get_absolute_url())
    attack(anna)
    anna.dice(1, 4, 5)
    anna.says("Which system does it lose?")
    anna.button("lose shield", "which loses shield")
    anna.button("Apply")
    expect(anna.page.locator(".panel .headline")).to_have_count(0)
    expect(ben.locator("#battle")).not_to_contain_text("which loses shield")
    ben.evaluate(woken)
    expect(ben.locator("#battle")).to_contain_text("which loses shield")
    ben.unroute(NO_LINE)
    anna.button("Undo")
    expect(ben.locator("#battle")).to_contain_text(re.compile("Undone|No attack yet"))


@pytest.mark.parametrize("notices", [True, False], ids=["told of it", "not told"])
def test_a_device_that_slept_for_an_hour_catches_up(battle, tablet, notices):
    ben, anna = tablet(expect={"net::ERR_INTERNET_DISCONNECTED"}), Finger(tablet())
    ben.clock.install()
    with ben.expect_response(NO_LINE):
        ben.goto(battle.get_absolute_url())
    if notices:
        ben.evaluate(TURN, True)
    ben.context.set_offline(True)
    anna.page.goto(battle.get_absolute_url())
    attack(anna)
    anna.dice(1, 4, 5)
    anna.says("Which system does it lose?")
    anna.button("lose shield", "which loses shield")
    anna.button("Apply")
    expect(anna.page.locator(".panel .headline")).to_have_count(0)
    ben.clock.fast_forward("01:00:00")
    expect(ben.locator("#battle")).not_to_contain_text("which loses shield")
    ben.context.set_offline(False)
    if notices:
        ben.evaluate(TURN, False)
    expect(ben.locator("#battle")).to_contain_text("which loses shield")
