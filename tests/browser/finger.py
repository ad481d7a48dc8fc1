"""A finger on the tablet."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

SIZES = {"landscape": (1024, 768), "portrait": (768, 1024)}


class Finger:
    """A finger that counts its taps, and where `then` is given waits until the page says that."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def says(self, text: str) -> None:
        """Wait until the panel's sentence has this text."""
        expect(self.page.locator(".sentence")).to_contain_text(text)

    def tap(self, found: Locator, then: str = "") -> None:
        """Tap the first of what was found."""
        found.first.tap()
        self.taps += 1
        if then:
            self.says(then)

    def card(self, name: str, then: str = "") -> None:
        """Tap the card of a piece."""
        self.tap(self.page.locator(".piece-name a", has_text=name), then)

    def button(self, name: str, then: str = "") -> None:
        """Tap a button whose name fits the pattern."""
        self.tap(self.page.get_by_role("button", name=re.compile(name)), then)

    def answer(self, text: str, within: str = ".questions") -> None:
        """Tap the answer to a question whose words fit the pattern."""
        self.tap(self.page.locator(f"{within} label.segment", has_text=re.compile(text)))

    def dice(self, *faces: int | str) -> None:
        """Tap the keys of these faces."""
        for face in faces:
            self.tap(self.page.get_by_role("button", name=str(face), exact=True))


def hands_on(tablet: Callable[..., Page], address: str) -> Callable[..., Finger]:
    """A function that opens a page on a new tablet and lays a finger on it."""

    def open_page(**more: object) -> Finger:
        page = tablet(**more)
        page.goto(address)
        return Finger(page)

    return open_page
