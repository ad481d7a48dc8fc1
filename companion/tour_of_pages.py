"""A tour in a browser through the pages around a battle: its log and set-up, its campaign, and the ways in."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

NEW = ("builder", "change", "start")
"""What a battle from nothing comes by: its set-up with two pieces, one of them as it is changed, and its own page."""

OF_A_BATTLE = ("log", "entry", "help", "set-up", "replay", "correct", "screen", "homecoming")
OF_ALL = ("share", "people", "who", "joining")
"""The pages that are the same in every game; who joins is nobody yet, and so cannot turn to any other after it."""

PAGES = (*OF_A_BATTLE, "campaign", "rosters", "standings", *NEW, *OF_ALL)

LINKS = {
    "log": ".bar-links a[href$='/log/']",
    "help": ".bar-links a[href^='/help/']",
    "set-up": ".bar-links a[href$='/setup/']",
    "campaign": ".panel a[href^='/c/']",
}
BELOW = {"replay": "replay/", "share": "share/", "homecoming": "home/"}
OF_CAMPAIGN = ("people", "rosters", "standings")
ATTACKS, ENTRIES = ".log li:not(.is-step) > a", ".log a"
CORRECT = "a[href$='/correct/']"
KNOWN = ".known-one"
SETTLED = """
() => new Promise((done) => {
  // Between two pages there is no root.
  const isNew = () => document.documentElement?.classList.contains("is-new") ?? true;
  const look = () => (isNew() ? setTimeout(look, 20) : done());
  look();
})
"""
"""Waits until what the page shows may be tapped; asked from outside, that would be seen up to half a second late."""
BUILT = ".army .piece"


class TourOfPages:
    """The pages around the battle that a browser shows, by taps and addresses."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site

    def pages(self, wanted: Collection[str] = PAGES) -> Iterator[str]:
        """Go on to each of the other pages of the battle that was toured."""
        battle = self._address()
        for name in (name for name in PAGES if name in wanted):
            self.page.goto(battle)
            self._turn_to(name)
            yield name

    def _turn_to(self, name: str) -> None:
        """Open another page of the battle that is shown, or of its campaign."""
        if name in NEW:
            self._new_battle(name)
        elif name in BELOW:
            self.page.goto(f"{self._address()}{BELOW[name]}")
        elif name in ("entry", "correct"):
            self._entry(corrects=name == "correct")
        elif name == "screen":
            self.page.goto(f"{self._address()}share/")
            self._go(self.page.get_by_role("link", name="Open the screen"), swaps=False)
        elif name == "who":
            self.page.goto(f"{self.site}/who/")
        elif name == "joining":
            self._join()
        else:
            self._go(self.page.locator(LINKS.get(name, LINKS["campaign"])), swaps=False)
            if name in OF_CAMPAIGN:
                self.page.goto(f"{self._address()}{name}/")

    def _new_battle(self, name: str) -> None:
        """Another battle of the campaign, set up from nothing, or one of its first pieces, or its own page."""
        self._turn_to("campaign")
        self._go(self.page.get_by_role("button", name="Set the battle up"), swaps=False)
        for number in range(2):
            self._settled()
            self.page.locator(KNOWN).nth(number).click()
            self.page.locator(BUILT).nth(number).wait_for()
        self._settled()
        if name == "change":
            change = self.page.locator(f"{BUILT}-acts a").first
            # A part of the set-up may be about changing anything: the one of this piece comes with the answer.
            heading = change.get_attribute("aria-label") or ""
            change.click()
            self.page.get_by_role("heading", name=heading).wait_for()
        elif name == "start":
            self.page.goto(self._address().removesuffix("setup/"))

    def _entry(self, *, corrects: bool) -> None:
        """The last entry of the log that can be corrected, of a piece where there is one, or its correction."""
        self._go(self.page.locator(LINKS["log"]), swaps=False)
        found = [*self.page.locator(ATTACKS).all(), *self.page.locator(ENTRIES).all()]
        for entry in [link.get_attribute("href") or "" for link in found]:
            self.page.goto(f"{self.site}{entry}")
            if self.page.locator(CORRECT).count():
                if corrects:
                    self._go(self.page.locator(CORRECT), swaps=False)
                return

    def _join(self) -> None:
        """A link into the campaign, opened by a device that nobody knows."""
        self._turn_to("people")
        self._go(self.page.get_by_role("button", name="Make a link"), swaps=False)
        _, _, link = self.page.locator(".invitation .address").inner_text().partition("/j/")
        self.page.context.clear_cookies()
        self.page.goto(f"{self.site}/j/{link}")

    def _address(self) -> str:
        return self.page.url.partition("?")[0]

    def _go(self, control: Locator, *, swaps: bool = True) -> None:
        """Tap something, and wait until what comes of it may be tapped in turn."""
        self._settled()
        if not swaps:
            with self.page.expect_navigation():
                control.first.click()
            return
        self.page.evaluate("document.getElementById('battle').dataset.left = ''")
        control.first.click()
        self.page.locator("#battle:not([data-left])").wait_for(state="attached")
        self._settled()

    def _settled(self) -> None:
        self.page.evaluate(SETTLED)
