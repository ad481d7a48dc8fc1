"""Every page and state of every game is for everybody: axe finds nothing, and nothing is too wide or moves unasked.

axe judges each of them in landscape and on a phone in the light theme, and upright the contrast of the dark one.
With text of twice the size nothing is cut or covered.
"""

from pathlib import Path

import pytest

from companion.models import FrameBattle
from companion.tour import AROUND, STATES, WAYS, Tour
from companion.tour_of_pages import OF_ALL, PAGES
from rules.games import GAMES
from tests.browser.test_large_text import Glasses

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
PLAIN = """
() => {
  const plain = new CSSStyleSheet();
  plain.replaceSync(`
    *::before, *::after { content: none !important; }
    .tray, .laid-dice, .met { background: var(--tray) !important; }
    .hero { background: #2c4334 !important; }
  `);
  document.adoptedStyleSheets = [plain];
}
"""
"""Bands beside the words, and gradients at their lightest: on what is behind these axe judges no contrast."""

RUN = """
async (runOnly) => {
  const kinds = ["violations", "incomplete"];
  const found = await axe.run(document, { runOnly, resultTypes: kinds, preload: false, selectors: false });
  const told = (id) => ({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`;
  const unjudged = found.incomplete.filter(({ id }) => id === "color-contrast");
  const known = /overlapped by|partially overlaps|partially obscured|non-text characters|too short|has no value/;
  return [...found.violations, ...unjudged]
    .flatMap(({ id, nodes }) => nodes.map(told(id)))
    .filter((fault) => !known.test(fault));
}
"""
"""What axe finds by these rules, and words whose contrast it could not judge, but for those scrolled out of sight."""

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
LARGE, UPRIGHT, PHONE, SMALL_PHONE = (1024, 768), (768, 1024), (390, 844), (360, 740)
JUDGED = (("light", LARGE, RULES), ("light", PHONE, RULES), ("dark", UPRIGHT, ("color-contrast",)))
"""By which rules each theme is judged on which screen: all but contrast are the same in both, and that on all three."""

ZOOMED = (512, 384)
"""What a tablet of 1024 by 768 has left when everything on it is twice as large."""

TOO_WIDE = """
() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return "";
  const isPast = (part) => part.getBoundingClientRect().right > clientWidth + 0.5;
  const past = [...document.querySelectorAll("body *")].filter(isPast);
  return `${scrollWidth} px: ${past.slice(0, 4).map((part) => part.outerHTML.slice(0, 90)).join(" ... ")}`;
}
"""
EMPTY = """
() => {
  const pieces = [...document.querySelectorAll("#battle .board :is(.piece, .mini)")];
  return pieces.length > 0 && !pieces.some((piece) => piece.checkVisibility());
}
"""
MOVING = "document.getAnimations().map((each) => each.animationName || each.transitionProperty)"
UNMARKED = """
() => [...document.querySelectorAll(".piece.is-lit, .segment-input:checked + .segment, .button-main, .option-usual")]
  .filter((part) => !part.matches(":is(.battle-target, .battle-declare) .is-lit:not(.is-attacker, .is-target)"))
  .filter((part) => part.checkVisibility() && getComputedStyle(part).outlineStyle === "none")
  .map((part) => part.outerHTML.slice(0, 90))
"""


REFUSED = ".panel .notice-why, .panel .not-now"
"""What tells somebody why a tap does nothing."""


def shown(page, size, **media):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(**media)


def faults(page):
    """What is wrong with what the page shows now."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE)
        page.evaluate(PLAIN)
    for theme, (width, height), rules in JUDGED:
        shown(page, (width, height), color_scheme=theme)
        yield from (f"{width}x{height}, {theme}: {fault}" for fault in page.evaluate(RUN, list(rules)))
    for size in (PHONE, SMALL_PHONE, ZOOMED):
        shown(page, size)
        if fault := page.evaluate(TOO_WIDE):
            yield f"wider than {size[0]} px: {fault}"
        if page.evaluate(EMPTY):
            yield f"no piece is left on a screen of {size[0]} px"
    shown(page, LARGE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    if fault := page.evaluate(TOO_WIDE):
        yield f"text of twice the size is wider than {LARGE[0]} px: {fault}"
    page.evaluate("document.documentElement.style.fontSize = ''")
    yield from (f"moves all the same: {name}" for name in page.evaluate(MOVING))
    shown(page, LARGE, forced_colors="active")
    yield from (f"not marked in forced colours: {part}" for part in page.evaluate(UNMARKED))
    shown(page, LARGE, forced_colors="none")
    yield from (f"text of twice the size: {fault}" for fault in Glasses(page).faults())
    shown(page, LARGE)


@pytest.mark.parametrize("game", GAMES)
def test_every_state_and_page_of_a_game_is_for_everybody(transactional_db, tablet, site, game):
    page = tablet()
    page.goto("/")
    found = [f"first page, {fault}" for fault in faults(page)]
    tour = Tour(page, site)
    seen, states = set(), {*STATES, *AROUND, *WAYS[game]}
    for state in tour.states(game, states):
        found += [f"{state}, {fault}" for fault in faults(page)]
        seen.add(state)
        if state == "refused":
            assert page.locator(REFUSED).count(), "it is told why"
        if state == "after":
            # Its battle has no end that is declared: the next round is the last.
            FrameBattle.objects.update(doomsday=1)
    pages = set(PAGES) - (set() if game == next(iter(GAMES)) else set(OF_ALL))
    for name in tour.pages(pages):
        found += [f"{name}, {fault}" for fault in faults(page)]
        seen.add(name)
    assert {*STATES, *pages, "refused"} <= seen
    assert not found, "\n".join(dict.fromkeys(found))


def test_what_is_looked_for_is_found(tablet, live_server):
    page = tablet()
    page.goto("/")
    page.evaluate(
        """
        () => {
          const name = document.querySelector(".game-card .hint");
          Object.assign(name.style, { color: "#999", background: "#aaa" });
          document.querySelector(".button").setAttribute("aria-label", "");
          document.querySelector(".button").textContent = "";
          const wide = document.querySelector(".hero");
          wide.style.width = "2200px";
          wide.animate([{ opacity: 0.9 }, { opacity: 1 }], 100_000);
        }
        """
    )
    found = "\n".join(faults(page))
    for fault in (
        "color-contrast",
        "button-name",
        "wider than 360 px",
        "twice the size",
        "moves all the same",
    ):
        assert fault in found
