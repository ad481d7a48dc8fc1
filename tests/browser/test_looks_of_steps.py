"""What a step of a battle looks like: numbers of two sides in rows, and an entry told once."""

import pytest
from playwright.sync_api import expect

from tests.browser.finger import Finger
from tests.browser.test_double_taps import Table
from tests.companion.demo import demo_of

TOPS = "[...document.querySelectorAll('.stepper')].map((one) => Math.round(one.getBoundingClientRect().top))"
TOLD = """
said => [...document.querySelectorAll(".battle-replay *")].filter((part) => part.textContent.includes(said))
  .filter((part) => !part.querySelector("*") && part.getBoundingClientRect().height > 1 && part.checkVisibility())
  .filter((part) => getComputedStyle(part.closest("h2") || part).clipPath === "none").length
"""


@pytest.mark.parametrize("height", [768, 660])
def test_the_numbers_of_two_armies_stand_in_rows(transactional_db, tablet, height):
    table = Table(tablet(height=height), "gods_gloom")
    table.go(do="armies")
    expect(table.page.locator(".stepper")).to_have_count(6)
    tops = table.page.evaluate(TOPS)
    assert tops[:3] == tops[3:]


@pytest.mark.parametrize("size", [(1024, 768), (768, 1024), (390, 844)], ids=str)
def test_a_replay_tells_an_entry_once(transactional_db, tablet, size):
    width, height = size
    table = Table(tablet(width=width, height=height), "gods_gloom")
    table.device.declare("armies", **{f"q-{table.device.sheet.sides[0].key}.momentum": "1"})
    table.page.goto(f"{table.device.battle.get_absolute_url()}replay/")
    said = table.page.locator(".turn > p")
    expect(said).to_contain_text(" of ")
    assert table.page.evaluate(TOLD, said.inner_text().partition(": ")[2]) == 1


SHOWN_STOPS = """
() => {
  const track = document.querySelector(".track").getBoundingClientRect();
  const stops = [...document.querySelectorAll(".track li")].filter((one) => one.offsetHeight > 2);
  return stops.filter((one) => one.getBoundingClientRect().bottom <= track.bottom).map((one) => one.textContent.trim());
}
"""


def test_the_strip_counts_the_units_of_both_sides(transactional_db, tablet):
    page = tablet()
    page.goto(demo_of("gods_gloom").get_absolute_url())
    expect(page.locator(".button-step")).to_be_visible()
    assert page.evaluate(SHOWN_STOPS) == ["now: Ashen Horde: 4 left", "now: Unliving Host: 4 left"]


AT_ITS_WORDS = """
() => {
  const { left, top, width, height } = document.querySelector(".turn > p").getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2).className;
}
"""


def test_the_whole_strip_is_tapped_for_the_next_step(transactional_db, tablet):
    page = tablet()
    page.goto(demo_of("troops_and_supplies").get_absolute_url())
    expect(page.locator(".button-step")).to_have_text("End turn")
    assert "button-step" in page.evaluate(AT_ITS_WORDS)


LINES = """
[...document.querySelectorAll(".side .tokens")]
  .map((row) => new Set([...row.querySelectorAll(".num")].map((one) => one.offsetTop)).size)
"""


def test_a_phone_tells_strength_supplies_and_range_of_a_unit_in_one_line(transactional_db, tablet, look):
    page = tablet(width=390, height=844)
    page.goto(demo_of("troops_and_supplies").get_absolute_url())
    expect(page.locator(".side .tokens").first).to_be_visible()
    look(page, "troops-in-one-line")
    assert set(page.evaluate(LINES)) == {1}


BELOW_THE_BOARD = """
() => {
  const board = document.querySelector(".board").getBoundingClientRect();
  return [...document.querySelectorAll(".side .chance :is(b, span)")].filter((part) => part.checkVisibility())
    .filter((part) => part.getBoundingClientRect().bottom > board.bottom).map((part) => part.textContent);
}
"""


ON_THE_BAND = """
() => [...document.querySelectorAll(".side:nth-child(even) .chance :is(b, span)")].filter((part) => {
  const edge = part.closest(".piece").getBoundingClientRect().right - 9;
  return part.checkVisibility() && part.getBoundingClientRect().right > edge;
}).map((part) => part.textContent)
"""
"""What is said of a chance that touches the band of its side."""


def test_a_tablet_shows_whole_what_a_target_on_a_square_is_expected_to_lose(transactional_db, tablet, look):
    page = tablet()
    page.goto(demo_of("troops_and_supplies").get_absolute_url())
    Finger(page).card("Rifle squad")
    expect(page.locator(".side .chance .expected")).to_be_visible()
    look(page, "troops-expected")
    assert page.evaluate(BELOW_THE_BOARD) == []
    assert page.evaluate(ON_THE_BAND) == []


def test_a_phone_has_what_leads_on_from_the_log_in_two_rows(transactional_db, tablet):
    page = tablet(width=390, height=844)
    page.goto(f"{demo_of('x_wing').get_absolute_url()}log/")
    buttons = page.locator(".side-by-side .button")
    expect(buttons).to_have_count(3)
    assert len({box.bounding_box()["y"] for box in buttons.all()}) == 2
