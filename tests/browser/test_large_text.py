"""Text of twice the size, as a browser is set to: nothing is cut off, nothing lies over anything else.

Every state and page is looked at so by the walk through all of them in `test_axe`.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from companion.management.fuzzing import declared
from companion.models import Event
from companion.tour import STATES, Tour
from rules.asks import Choice
from rules.games import GAMES
from tests.browser.conftest import Tablet
from tests.browser.test_double_taps import PAIRS, Table
from tests.browser.test_nothing_is_cut_of_an_ending import SAID
from tests.browser.test_pad_in_view import ON_TOP, PHONES
from tests.browser.test_whole_on_every_screen import over

SIZES = ((1024, 768), (1024, 660))
AN_ATTACK = tuple(state for state in STATES if state != "over")

CUT = """
() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  const told = (part) => `${part.className || part.tagName}: ${part.textContent.trim().slice(0, 40)}`;
  const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const unseen = ".visually-hidden, .segment-input, .stamp, .tk b, .system-name, [aria-hidden=true], .skip";
  const own = (part) => [...part.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
  // Read out and not shown, on some screens only.
  const isClipped = (part) =>
    part !== document.body && (getComputedStyle(part).clipPath === "inset(50%)" || isClipped(part.parentElement));
  const texts = [...document.querySelectorAll("body *")]
    .filter((part) => own(part).length && !part.closest(unseen) && part.checkVisibility() && !isClipped(part))
    .map((part) => {
      const around = part.getBoundingClientRect();
      const rects = (node) => {
        const range = new Range();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      };
      // Letters of a line that is lower than its font have room above and below them.
      const boxes = own(part).flatMap(rects).map(({ left, right, top, bottom }) =>
        ({ left, right, top: Math.max(top, around.top), bottom: Math.min(bottom, around.bottom) }));
      return { part, boxes };
    });
  // What stays in sight while the rest is scrolled lies over that.
  const stuck = (part) => {
    const found = part.closest(".outlook, .asking, .correct-foot");
    return found && getComputedStyle(found).position === "sticky" ? found : null;
  };
  const scrolls = (overflow) => ["auto", "scroll"].includes(overflow);
  for (const { part, boxes } of texts) {
    for (let around = part; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.display === "contents") continue;
      if (scrolls(style.overflowX)) break;
      const down = scrolls(style.overflowY);
      const hides = style.overflowX !== "visible" || style.webkitLineClamp !== "none";
      const { left, right, top, bottom } = around.getBoundingClientRect();
      const past = boxes.some((box) =>
        box.right > right + 1 || box.left < left - 1 || (!down && (box.bottom > bottom + 3 || box.top < top - 3)));
      if (hides && past) faults.push(`cut by ${around.className}: ${told(part)}`);
      if (down) break;
    }
    // A board, a row of buttons and a table of rounds are pushed along.
    const pushed = ".squares-frame, .battle-target .actions, .rounds";
    if (boxes.some((box) => box.right > clientWidth + 1 || box.left < -1) && !part.closest(pushed))
      faults.push(`outside: ${told(part)}`);
  }
  const groups = ".piece, .panel-body, .panel-foot, .plates, .turn, .bar, .shop, .page";
  for (const group of document.querySelectorAll(groups)) {
    const inside = texts
      .filter(({ part }) => group.contains(part))
      .flatMap(({ part, boxes }) => boxes.map((box) => ({ part, box })));
    for (const [place, one] of inside.entries()) {
      for (const other of inside.slice(place + 1)) {
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (wide <= 4 || high <= 8) continue;
        if (one.part.contains(other.part) || other.part.contains(one.part)) continue;
        if (stuck(one.part) === stuck(other.part)) faults.push(`${told(one.part)} lies over ${told(other.part)}`);
      }
    }
  }
  return [...new Set(faults)];
}
"""


USUAL = {"standard": 16, "fixed": 13}
TWICE = {"standard": 32, "fixed": 26}
"""The sizes of text that a browser is set to, as Chromium's come, and twice that."""
ROOT = "getComputedStyle(document.documentElement).fontSize"


class Glasses:
    """What sets the text of a page's browser to twice the size, and back."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def sets(self, sizes: dict[str, int]) -> None:
        """Have text of these sizes; the page is laid out anew, also where it asks how much room there is."""
        self.session.send("Page.setFontSizes", {"fontSizes": sizes})

    def faults(self) -> Iterator[str]:
        """What is cut or covered at twice the size on what the page shows now, which has its usual size again then."""
        self.sets(TWICE)
        try:
            yield from faults(self.page)
        finally:
            self.sets(USUAL)
            self.session.detach()


@pytest.fixture
def large(tablet: Tablet) -> Page:
    """A page of a browser whose text is set to twice the size."""
    page = tablet()
    Glasses(page).sets(TWICE)
    return page


def faults(page: Page) -> Iterator[str]:
    """What is cut or covered on what the page shows now."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        yield from (f"{width}x{height}: {fault}" for fault in page.evaluate(CUT))


def test_what_is_cut_only_at_twice_the_size_is_found_on_a_page_of_the_usual_size(tablet, site):
    page = tablet()
    page.goto(site)
    page.evaluate(
        """
        () => {
          const low = document.createElement("div");
          low.className = "low";
          low.style.cssText = "height: 30px; overflow: hidden";
          low.append(Object.assign(document.createElement("p"), { textContent: "of one line" }));
          document.querySelector("main").append(low);
        }
        """
    )
    assert "cut by low" not in "\n".join(faults(page))
    assert "cut by low: P: of one line" in "\n".join(Glasses(page).faults())
    assert "cut by low" not in "\n".join(faults(page))


def test_the_text_is_of_twice_the_size_on_every_page_of_a_browser_that_is_set_to_it(large, site):
    large.goto(site)
    assert large.evaluate(ROOT) == "32px"
    assert large.evaluate("matchMedia('(min-width: 30em)').matches")
    assert not large.evaluate("matchMedia('(min-width: 40em)').matches")


@pytest.mark.parametrize("game", PAIRS)
def test_on_a_phone_every_key_of_the_pad_can_be_tapped_at_twice_the_size(transactional_db, large, game):
    table = Table(large, game)
    table.declares()
    while isinstance(table.device.played().ask, Choice):
        table.device.choose(str(table.device.played().ask.options[0]))
    table.go()
    expect(large.locator(".key").first).to_be_visible()
    for width, height in PHONES:
        large.set_viewport_size({"width": width, "height": height})
        assert large.evaluate("document.documentElement.scrollWidth") <= width
        for key in large.locator(".key").all():
            key.scroll_into_view_if_needed()
            assert key.evaluate(ON_TOP)


def test_what_is_cut_or_covered_is_found(large, site):
    large.goto(site)
    large.evaluate(
        """
        () => {
          const style = (selector, text) => (document.querySelector(selector).style.cssText = text);
          style(".game-card .button", "width: 20px; overflow: hidden; white-space: nowrap; padding: 0");
          style(".hero-title", "margin-bottom: -60px");
          style("#new", "width: 3000px; text-align: right");
        }
        """
    )
    found = "\n".join(faults(large))
    for fault in ("px wide", "cut by button", "outside: H2", "lies over"):
        assert fault in found


def odds_are_in_sight(page: Page) -> None:
    """See that the number and the bars of what is about to be declared are shown without scrolling."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        number, bars = page.locator(".say > strong").bounding_box(), page.locator(".hist").first.bounding_box()
        foot = page.locator(".panel-foot").bounding_box()
        assert number["y"] > 0
        assert bars["y"] + bars["height"] <= foot["y"]


@pytest.mark.parametrize("game", GAMES)
def test_an_attack_shows_its_odds_and_nothing_of_it_is_cut_on_a_phone_at_twice_the_size(
    transactional_db, tablet, site, look, game
):
    page = tablet()
    glasses, cut = Glasses(page), []

    def look_at(state: str) -> None:
        page.set_viewport_size({"width": 390, "height": 844})
        glasses.sets(TWICE)
        cut.extend(f"{state}, {fault}" for fault in page.evaluate(CUT))
        look(page, f"large-phone-{game}-{state}")
        glasses.sets(USUAL)
        page.set_viewport_size({"width": 1024, "height": 768})

    tour = Tour(page, site)
    for state in tour.states(game, AN_ATTACK):
        if state == "declare":
            odds_are_in_sight(page)
        look_at(state)
    assert not tour.left
    # To play it to its end takes five times as long as the attack does.
    page.goto(over(game, SAID).get_absolute_url())
    look_at("over")
    assert cut == []


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_correction_is_whole_at_twice_the_size(transactional_db, large, look, game):
    battle = declared(game, 3, 14).battle
    kinds = dict(Event.objects.filter(battle=battle, declaration__isnull=False).values_list("kind", "number"))
    assert len(kinds) > 1, "the last entry of each kind is looked at"
    cut = []
    for number in kinds.values():
        large.goto(f"{battle.get_absolute_url()}log/{number}/correct/")
        expect(large.locator("#correct")).to_be_visible()
        for closed in (True, False):
            for width, height in (*SIZES, *PHONES, (820, 1180)):
                large.set_viewport_size({"width": width, "height": height})
                cut += [f"{number}, {width}x{height}: {fault}" for fault in large.evaluate(CUT)] if closed else []
                for faces in large.locator(".fix-die[open] .fix-faces").all():
                    box = faces.bounding_box()
                    assert 0 <= box["x"] <= box["x"] + box["width"] <= width
                if not closed:
                    look(large, f"correct-large-{game}-{width}x{height}-{number}")
            for die in large.locator(".fix-die:not([open]) > summary").all()[:closed]:
                die.click()
    assert cut == []


SUMS = """
() => [...document.querySelectorAll(".sum-bar svg")].map((bar) => {
  const box = (one) => one.getBoundingClientRect();
  const isIn = (one, other) =>
    box(one).left >= box(other).left - 1 && box(one).right <= box(other).right + 1
    && box(one).top >= box(other).top - 1 && box(one).bottom <= box(other).bottom + 1;
  const texts = [...bar.querySelectorAll("text")];
  return {
    high: Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize))),
    outside: texts.filter((text) => ![...bar.querySelectorAll("rect")].some((part) => isIn(text, part))).length,
  };
})
"""
"""How high the numbers in the bars of sums are, and how many of them reach out of their stretch."""


@pytest.mark.parametrize("size", [*SIZES, (390, 844), (820, 1180)])
def test_the_numbers_in_the_bars_of_sums_grow_with_all_other_text(transactional_db, tablet, look, size):
    width, height = size
    page = tablet(width=width, height=height)
    table = Table(page, "airsoft_squads")
    table.declares()
    table.go()
    usual = page.evaluate(SUMS)
    Glasses(page).sets(TWICE)
    large = page.evaluate(SUMS)
    page.locator(".sums, .sum-bar").first.scroll_into_view_if_needed()
    look(page, f"sums-large-{width}x{height}")
    assert [bar["outside"] for bar in usual + large] == [0] * 4
    assert [bar["high"] for bar in usual] == [14, 14]
    assert min(bar["high"] for bar in large) > 22
