"""A finger on the tablet."""

import re
import sys
from collections.abc import Callable, Mapping

from playwright.sync_api import Error, Locator, Page, expect

from companion.tour_of_pages import SETTLED

UNDER_WAY = "main.htmx-request, main .htmx-request:not(#questions)"
"""What sent something that a whole page comes for; what is tapped meanwhile is a test of its own."""
SIZES = {"landscape": (1024, 768), "portrait": (768, 1024)}


HEARS = """
addEventListener("keydown", ({ key }) => {
  if (key.length === 1) window.name = Number(window.name) + 1;
});
"""
"""Counts characters where they are heard, whatever typed them, and keeps the number from page to page."""


NOTES = """
(() => {
  const { stopImmediatePropagation } = Event.prototype;
  addEventListener("click", () => (window.unheard = false), true);
  Event.prototype.stopImmediatePropagation = function () {
    if (this.type === "click") window.unheard = true;
    stopImmediatePropagation.call(this);
  };
})()
"""
"""Notes of the last tap whether the page kept it from counting, as it does with one that comes with news."""


class Finger:
    """A finger that counts taps and characters typed, and where `then` is given waits until the page says that."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        for script in (HEARS, NOTES):
            page.add_init_script(script)
            page.evaluate(script)

    @property
    def typed(self) -> int:
        """How many characters were typed until now."""
        return int(self.page.evaluate("Number(window.name)"))

    def took(self, what: str, taps: int, typed: int = 0) -> None:
        """Say how many taps and characters something took, and fail where they are more than these."""
        told = f"\n{what}: {self.taps} taps of {taps}, {self.typed} characters typed of {typed}\n"
        sys.stdout.write(told)
        assert self.taps <= taps, told
        assert self.typed <= typed, told

    def says(self, text: str) -> None:
        """Wait until the panel's sentence has this text."""
        expect(self.page.locator(".sentence")).to_contain_text(text)

    def tap(self, found: Locator, then: str = "") -> None:
        """Tap the first of what was found, once the page of the tap before has come; again where news came with it."""
        expect(self.page.locator(UNDER_WAY)).to_have_count(0)
        found.first.tap()
        if self.was_unheard():
            settled(self.page)
            found.first.tap()
        self.taps += 1
        if then:
            self.says(then)

    def was_unheard(self) -> bool:
        """Whether the last tap did nothing."""
        try:
            return bool(self.page.evaluate("window.unheard"))
        except Error:  # the page goes, because of the tap
            return False

    def type_in(self, label: str, text: str) -> None:
        """Tap the field of this label and type."""
        self.tap(self.page.get_by_label(label, exact=True))
        self.page.keyboard.type(text)

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


class InEverySize:
    """What looks at a page in every size, and leaves it in another one each time: taps fall in one after the other."""

    def __init__(
        self, page: Page, what: str, sizes: Mapping[str, tuple[int, int]], look: Callable[[Page, str], None]
    ) -> None:
        self.page = page
        self.what = what
        self.sizes = list(sizes.items())
        self.look = look

    def __call__(self, name: str, *tapped: Locator) -> None:
        """Look at the page, and see that in every size a finger reaches what is tapped next."""
        for size, (width, height) in self.sizes:
            self.page.set_viewport_size({"width": width, "height": height})
            self.look(self.page, f"{self.what}-{size}-{name}")
            for found in tapped:
                found.first.tap(trial=True)
        self.sizes.append(self.sizes.pop(0))


def settled(page: Page) -> None:
    """Wait until what the page shows may be tapped, or what the page shows that comes meanwhile."""
    try:
        page.evaluate(SETTLED)
    except Error:  # the page goes, because of the tap before
        page.wait_for_load_state()
        page.evaluate(SETTLED)


def turn_to(page: Page, side: str) -> None:
    """Have a set-up page show a side."""
    tab = page.locator(".build-tabs .plate", has_text=side)
    if tab.get_attribute("aria-current") != "true":
        tab.tap()
        expect(tab).to_have_attribute("aria-current", "true")


def pick_game(page: Page, game: str) -> None:
    """Tap the picture of a game."""
    page.locator(f"label.pick:has([value={game}])").tap()


def fill_in(form: Locator, **fields: str) -> None:
    """Fill a form by the names of its fields: buttons and lists by what they say, all else as it is typed."""
    for name, value in fields.items():
        field = form.locator(f"[name={name}]").first
        if field.get_attribute("type") == "radio":
            form.locator(f".field:has([name={name}]) label.segment").get_by_text(value, exact=True).tap()
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)


def send(form: Locator) -> None:
    """Send a form of the set-up page, and wait until the page has changed and may be tapped again."""
    page = form.page
    settled(page)
    # The answer is there before the page has it: what were filled in between would go with the old form.
    form.evaluate("form => form.setAttribute('data-sent', '')")
    form.locator("[type=submit]").first.tap()
    expect(page.locator("[data-sent]")).to_have_count(0)
    settled(page)


def part_of(page: Page, part: str) -> Locator:
    """The form of a part of the set-up page, unfolded."""
    settled(page)
    section = page.locator(f".setup-form:has(#part-{part})")
    if section.locator("details:not([open])").count():
        section.locator("summary").tap()
    return section.locator("form").first


def hands_on(tablet: Callable[..., Page], address: str) -> Callable[..., Finger]:
    """A function that opens a page on a new tablet and lays a finger on it."""

    def open_page(**more: object) -> Finger:
        page = tablet(**more)
        page.goto(address)
        return Finger(page)

    return open_page
