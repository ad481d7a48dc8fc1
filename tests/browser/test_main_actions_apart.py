"""What stores or decides never lies where the main action of the state before it lay, whatever the screen."""

import pytest

from rules.games import GAMES
from tests.browser.test_double_taps import DECIDES, PAIRS, WHAT_IS_UNTOLD, Table
from tests.companion.examples import Played

SCREENS = ((1024, 768), (1024, 660), (1024, 600), (768, 1024), (390, 844), (360, 640))
MAIN = ".button-main:not([data-enter]), .option-usual, [name=roll]"
MOST_TAPS = 16
BOXES = """
([decides, tapped]) => {
  const seen = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    const frames = [new DOMRect(0, 0, innerWidth, innerHeight)];
    for (let frame = element.parentElement; frame !== document.documentElement; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflowY !== "visible") frames.push(frame.getBoundingClientRect());
    }
    for (const frame of frames) {
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    // Answers are pushed along under the usual one, which stays where it is.
    const above = element.closest(".choice")?.querySelector(".asking");
    if (above && !above.contains(element)) bottom = Math.min(bottom, above.getBoundingClientRect().top);
    return { words: element.innerText.replaceAll("\\n", " "), left, top, right, bottom };
  };
  const buttons = [...document.querySelectorAll(decides)].filter((button) => button.checkVisibility());
  const boxes = buttons.map(seen).filter(({ left, top, right, bottom }) => left < right && top < bottom);
  return { tapped: tapped && seen(document.querySelector(tapped)), boxes };
}
"""
"""What is to be seen, without scrolling, of what is tapped, and of each button that stores or decides."""
CLICK = """
selector => {
  const shown = new Promise((done) => {
    addEventListener("htmx:afterSettle", () => done(true), { once: true });
    setTimeout(done, 5000, false);
  });
  document.querySelector(selector).click();
  return shown;
}
"""
"""A click of the page's own, which need not wait as a finger's tap does."""


def meet(one, other):
    """Whether two boxes share more than an edge."""
    beside = min(one["right"], other["right"]) - max(one["left"], other["left"])
    below = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return beside > 1 and below > 1


class Seen(Table):
    """A battle that is looked at on every screen before each tap on a main action."""

    def __init__(self, page, game):
        super().__init__(page, game)
        self.faults = []
        self.last = {}

    def begin(self, **query):
        """Show a page that no tap led to."""
        self.go(**query)
        self.page.evaluate(WHAT_IS_UNTOLD)
        self.last = {}

    def look(self, tapped=""):
        """See that nothing lies where what was tapped before lay, and note where that lies which is tapped next."""
        where = self.page.locator("#battle .sentence").first.text_content()
        for size in SCREENS:
            self.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            lying = self.page.evaluate(BOXES, [DECIDES, tapped])
            before = self.last.get(size)
            self.faults += [
                f"{size}: “{box['words']}” ({where}) lies where “{before['words']}” lay"
                for box in lying["boxes"]
                if before and meet(before, box)
            ]
            self.last[size] = lying["tapped"]

    def tap(self, selector=f".panel :is({MAIN})"):
        """Look, and tap."""
        self.look(selector)
        assert self.page.evaluate(CLICK, selector), f"nothing came of {selector}"

    def go_on(self):
        """Tap the main action of whatever comes until nothing is under way."""
        for _ in range(MOST_TAPS):
            if self.page.locator(".battle-idle").count():
                break
            self.tap()
        self.look()


@pytest.fixture
def seen(transactional_db, tablet, game):
    """A battle in which nothing lay where what was tapped before lay."""
    table = Seen(tablet(), game)
    yield table
    assert not table.faults, "\n".join(table.faults)


@pytest.mark.parametrize("game", PAIRS)
def test_no_step_of_an_attack_lies_where_the_one_before_it_lay(seen, game):
    for first in ("#declare .button-main", "button[name=rolls]"):
        seen.begin(**seen.pair())
        seen.tap(first)
        seen.go_on()
        seen.take_back()


@pytest.mark.parametrize("game", PAIRS)
def test_what_comes_after_the_start_lies_elsewhere_than_the_start(seen, game):
    starts = [one for one in GAMES[game].examples if one.procedure == "start" and not one.refused]
    # Where a start asks for something, that lies on the next page.
    asks = next((one for one in starts if one.replies), starts[0])
    seen.sit_at(Played(GAMES[game], asks).device.battle)
    seen.begin()
    seen.go_on()


@pytest.mark.parametrize("game", ["x_wing"])
def test_what_dice_that_fell_before_lead_to_lies_elsewhere_than_what_declares_it_again(seen):
    seen.declares()
    seen.device.roll()
    seen.device.call_off()
    seen.begin(**seen.pair())
    seen.tap("#declare .button-main")
    seen.go_on()


@pytest.mark.parametrize("game", PAIRS)
def test_what_comes_in_spite_of_a_hint_lies_elsewhere_than_what_goes_on_anyway(seen, game):
    for procedure in GAMES[game].of_the_battle:
        seen.begin(do=procedure.slug)
        if seen.page.locator(".battle-anyway").count():
            break
    seen.tap(".battle-anyway .button-main")
    seen.look()
