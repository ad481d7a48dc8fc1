"""A hand that taps twice or three times at one place, however busy the page is."""

import json
import time
from collections.abc import Sequence
from zlib import crc32

from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.finger import UNDER_WAY, settled

TABLET, PHONE = (1024, 768), (390, 844)
UNEVEN = (0, 120, 420)
"""The milliseconds of a tap and two more of a hand that falters: one comes before any answer, one on the next page."""
TAPS = (
    (TABLET, (0, 120)),
    (TABLET, (0, 300, 600)),
    (PHONE, (0, 300)),
    (PHONE, (0, 120, 240)),
)
"""The screens, and the milliseconds at which each is tapped for once."""

ONE = 0.5
"""Seconds within which a tap at the same place is one more of those before, as static/taps.js has it."""

LONG = 15
"""Seconds after which a click does not come any more."""
COUNT = "() => { window.clicks = 0; addEventListener('click', () => (window.clicks += 1), true); }"


def in_turn(name: str) -> tuple[int, int]:
    """The screen of a test of this name, half of which are on a tablet and half on a phone."""
    return (TABLET, PHONE)[crc32(name.encode()) % 2]


class Hand:
    """A hand at one page, which taps there at these milliseconds for once."""

    def __init__(self, page: Page, moments: Sequence[int] = (0,)) -> None:
        self.page = page
        self.moments = moments
        self.width = page.viewport_size["width"]
        target = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]["targetId"]
        self.browser = page.context.browser.new_browser_cdp_session()
        self.session = self.browser.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]
        self.touched = 0
        self.last = 0.0

    def __str__(self) -> str:
        return f"{self.width} px, taps at {self.moments} ms"

    def is_free(self) -> None:
        """Wait until a tap does something, also where a board has moved what is tapped to the place of the last tap.

        A page that is still on its way would take away what is aimed at now, and one that has just come knows nothing
        of taps before its scripts have run.
        """
        self.page.wait_for_load_state()
        time.sleep(max(0, self.last + ONE - time.time()))
        expect(self.page.locator(UNDER_WAY)).to_have_count(0)
        settled(self.page)

    def aim(self, found: Locator) -> None:
        """Find what is tapped, once a tap on it does something."""
        self.is_free()
        found.first.evaluate("found => found.scrollIntoView({ behavior: 'instant' })")
        self.box = found.first.bounding_box()
        self.page.evaluate(COUNT)

    def tap(self, at: float) -> None:
        """Tap at a moment, which the page hears of even when it is too busy to hear the tap itself.

        Nobody waits for an answer: a page that makes room for the next one at that moment never gives it.
        """
        self.last = at
        point = {"x": self.box["x"] + self.box["width"] / 2, "y": self.box["y"] + self.box["height"] / 2}
        for kind, points in (("touchStart", [point]), ("touchEnd", [])):
            self.touched += 1
            touch = {"type": kind, "touchPoints": points, "timestamp": at}
            message = {"id": self.touched, "method": "Input.dispatchTouchEvent", "params": touch}
            sent = {"sessionId": self.session, "message": json.dumps(message)}
            self.browser.send("Target.sendMessageToTarget", sent)

    def was_lost(self) -> bool:
        """Whether the browser made no click of any of the taps, as it happens on a machine that is very busy."""
        until = time.time() + LONG
        while time.time() < until:
            try:
                if self.page.evaluate("window.clicks !== 0"):
                    return False
            except Error:  # the page goes, because of a tap
                return False
            time.sleep(0.1)
        return True


def tap_together(hands: Sequence[Hand]) -> None:
    """Tap with every hand where it aims, as often and as fast as it does; once more with those whose taps were lost."""
    _tap(hands)
    if lost := [hand for hand in hands if hand.was_lost()]:
        _tap(lost)


def _tap(hands: Sequence[Hand]) -> None:
    start = time.time()
    due = [(moment, place) for place, hand in enumerate(hands) for moment in hand.moments]
    for wait, place in sorted(due):
        time.sleep(max(0, start + wait / 1000 - time.time()))
        hands[place].tap(start + wait / 1000)
