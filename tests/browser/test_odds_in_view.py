"""The odds stay in sight at everything that is asked: on tablets, on one with the browser's bars, and on a phone."""

import pytest
from playwright.sync_api import expect

from rules.asks import Choice, Roll
from rules.play import Waiting
from tests.browser.finger import settled
from tests.browser.test_double_taps import PAIRS, Table

SCREENS = ((1024, 768), (1024, 660))
EVERY_SCREEN = (*SCREENS, (390, 844))
MOST_ASKS = 12
SIX_DICE = {"mobile_frame_zero": {"q-value": "6"}}
"""More of them than an attack usually has, and no more."""

HIDDEN = """
() => {
  const body = document.querySelector(".panel-body").getBoundingClientRect();
  const parts = [...document.querySelectorAll("#outlook .hist li, #outlook .say")];
  const shown = parts.map((one) => one.getBoundingClientRect());
  return shown.filter((box) => box.top < body.top - 1 || box.bottom > body.bottom + 1).length + (shown.length ? 0 : 99);
}
"""
"""How many parts of the odds are not to be seen without scrolling."""

BARE = """
() => {
  const isOut = (one) => getComputedStyle(one).clipPath !== "none";
  const isShown = (one) => one === document.body || (!isOut(one) && isShown(one.parentElement));
  const isRead = (one) => one && one.checkVisibility() && isShown(one);
  const charts = [...document.querySelectorAll("#outlook .losses")];
  const numbers = charts.flatMap((one) => [...one.querySelectorAll(".hist-chance")].map((told) => ({ one, told })));
  const bare = numbers.filter(({ one, told }) =>
    !isRead(told.querySelector(".in-percent")) && !isRead(one.querySelector("figcaption .in-percent")));
  const wide = numbers.filter(({ told }) => told.scrollWidth > told.clientWidth + 1);
  const found = (fault, some) => some.map(({ told }) => `${fault}: ${told.textContent}`);
  return [...found("bare", bare), ...found("wide", wide)];
}
"""
"""Which numbers of the odds do not say that they are in percent, or have no room for it."""


def test_both_histograms_are_seen_from_the_first_die_of_two_kinds_to_the_last(transactional_db, tablet, look):
    table = Table(tablet(), "gods_gloom")
    table.declares()
    table.go()
    page = table.page
    expect(page.locator(".tray")).to_have_count(2)
    expect(page.locator(".hist")).to_have_count(2)
    for side in ("attacker", "defender"):
        whose = page.locator(".battle-ask .sentence").inner_text()
        dice = page.locator(".tray .slot").count()
        for number in range(dice):
            settled(page)
            for width, height in SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                if not number:
                    look(page, f"odds-in-view-{width}x{height}-{side}")
                assert page.evaluate(HIDDEN) == 0, f"{side}, {number} dice entered, {width}x{height}"
            page.locator(".key").nth(2).tap()
        expect(page.locator(".sentence")).not_to_have_text(whose)


def test_the_bars_of_both_sums_are_seen_beside_the_pad(transactional_db, tablet, look):
    table = Table(tablet(), "airsoft_squads")
    table.declares()
    while isinstance(ask := table.device.played().ask, Choice):
        table.device.choose(str(ask.options[0]))
    table.go()
    page = table.page
    expect(page.locator(".sum-bar svg")).to_have_count(2)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        body = page.locator(".panel-body").bounding_box()
        look(page, f"odds-in-view-sums-{width}x{height}")
        for bar in page.locator(".sum-bar svg").all():
            box = bar.bounding_box()
            assert box, "the bar is shown"
            assert body["y"] <= box["y"] < box["y"] + box["height"] <= body["y"] + body["height"]
        assert page.evaluate(HIDDEN) == 0


@pytest.mark.parametrize(
    ("game", "width", "height"),
    [("troops_and_supplies", 1024, 660), *((game, 390, 844) for game in PAIRS)],
)
def test_the_cards_of_both_who_fight_are_seen_beside_the_pad(transactional_db, tablet, look, game, width, height):
    table = Table(tablet(width=width, height=height), game)
    table.declares(**SIX_DICE.get(game, {}))
    while isinstance(ask := table.device.played().ask, Choice):
        table.device.choose(str(ask.options[0]))
    table.go()
    page = table.page
    expect(page.locator(".key").first).to_be_visible()
    look(page, f"both-beside-the-pad-{game}-{width}x{height}")
    panel, bottom = page.locator(".panel").bounding_box(), height
    if panel["y"] > page.locator(".turn").bounding_box()["y"] + 60:
        bottom = panel["y"]
    for who in ("attacker", "target"):
        card = page.locator(f".piece.is-{who}").bounding_box()
        assert card["y"] + card["height"] * 0.9 <= bottom, who


@pytest.mark.parametrize("game", ["troops_and_supplies", "gods_gloom"])
def test_the_numbers_of_charts_side_by_side_say_that_they_are_in_percent(transactional_db, tablet, look, game):
    table = Table(tablet(), game)
    table.declares()
    table.go()
    page = table.page
    expect(page.locator("#outlook .losses")).to_have_count(2)
    for width, height in (*EVERY_SCREEN, (820, 1180), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        look(page, f"odds-in-percent-{game}-{width}x{height}")
        assert page.evaluate(BARE) == []


RUN_TOGETHER = """
() => [...document.querySelectorAll("#outlook .hist")].flatMap((bars) => {
  const told = [...bars.querySelectorAll(".hist-chance")].map((number) => {
    const range = document.createRange();
    range.selectNodeContents(number);
    const seen = [...range.getClientRects()].filter((box) => box.height > 2);
    const sign = number.querySelector(".in-percent");
    const isOut = getComputedStyle(sign).clipPath !== "none";
    return isOut ? seen[0] : range.getBoundingClientRect();
  });
  return told.slice(1).filter((box, place) => box.left < told[place].right);
}).length
"""
"""How many numbers over bars begin before the one beside them has ended."""


@pytest.mark.parametrize("many", [5, 8])
def test_charts_too_narrow_for_a_sign_at_each_number_say_it_once(transactional_db, tablet, many):
    table = Table(tablet(width=390, height=844), "gods_gloom")
    table.declares()
    table.go()
    page = table.page
    page.evaluate(
        """many => {
          for (const told of document.querySelectorAll("#outlook .hist-chance")) told.firstChild.data = "100";
          for (const bars of document.querySelectorAll("#outlook .hist"))
            while (bars.children.length < many) bars.append(bars.firstElementChild.cloneNode(true));
        }""",
        many,
    )
    assert page.evaluate(BARE) == []
    assert many > 5 or page.evaluate(RUN_TOGETHER) == 0


@pytest.mark.parametrize("game", PAIRS)
def test_the_odds_are_seen_at_every_ask_of_an_attack(transactional_db, tablet, look, game):
    table = Table(tablet(), game)
    table.declares()
    hidden = []
    for number in range(MOST_ASKS):
        played = table.device.played()
        if not isinstance(played, Waiting):
            break
        table.go()
        expect(table.page.locator(".battle-ask")).to_be_visible()
        for width, height in EVERY_SCREEN:
            table.page.set_viewport_size({"width": width, "height": height})
            look(table.page, f"odds-at-{game}-{width}x{height}-{number}")
            if table.page.locator("#outlook .hist").count() and table.page.evaluate(HIDDEN):
                hidden.append(f"{played.ask.label}, {width}x{height}")
        if isinstance(played.ask, Roll):
            table.device.dice(*(" ".join([str(pool.die.symbols[-1])] * pool.count) for pool in played.ask.pools))
        else:
            table.device.choose(played.ask.options[0])
    assert not hidden, f"the odds are out of sight at {', '.join(hidden)}"
