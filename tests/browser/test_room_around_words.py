"""Words keep off the lines and edges beside them, and what belongs together lies close together."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.models import Side
from rules.asks import Roll
from rules.play import Waiting
from tests.browser.test_double_taps import Table
from tests.browser.test_group_by_touch import organise
from tests.companion.demo import demo_of
from tests.companion.group import invited, member
from tests.companion.season import battle_of, end

SCREENS = ((1024, 768), (1024, 660), (768, 1024), (390, 844))

APART = """
() => {
  const lines = [...document.querySelectorAll("#outlook .said > *")].map((part) => part.getBoundingClientRect());
  return lines[1].top - lines[0].bottom;
}
"""
"""How far the two lines of the sentence that says the odds are apart."""

CRAMPED = """
([selector, frame]) => [...document.querySelectorAll(selector)]
  .filter((part) => part.checkVisibility())
  .filter((part) => {
    const [inner, outer] = [part, part.closest(frame)].map((one) => one.getBoundingClientRect());
    return Math.min(inner.top - outer.top, outer.bottom - inner.bottom) < 3;
  })
  .map((part) => part.textContent.trim())
"""
"""What lies less than three pixels from the upper or the lower edge of what it stands in."""

TOUCHING = """
selector => {
  const parts = [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility());
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const isClose = (_, place) => boxes[place + 1].top - boxes[place].bottom < 6;
  return parts.slice(1).filter(isClose).map((one) => one.className);
}
"""
"""What lies less than six pixels below what comes before it."""


@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_the_sentence_of_the_odds_is_not_torn_apart(transactional_db, tablet, size):
    width, height = size
    table = Table(tablet(width=width, height=height), "troops_and_supplies")
    table.go(**table.pair())
    expect(table.page.locator("#outlook .said")).to_be_visible()
    assert table.page.evaluate(APART) <= 3


def attacked(table):
    """Store the attack of the pair, with a long sentence of what became of it."""
    table.declares()
    while isinstance(played := table.device.played(), Waiting):
        if isinstance(played.ask, Roll):
            table.device.dice(*("1 " * pool.count for pool in played.ask.pools))
        else:
            table.device.choose(str(played.ask.options[0]))
    table.device.apply()


@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_what_happened_last_keeps_off_the_edges_of_its_button_and_its_row(transactional_db, tablet, size):
    width, height = size
    table = Table(tablet(width=width, height=height), "troops_and_supplies")
    attacked(table)
    page = table.page
    page.goto(table.device.battle.get_absolute_url())
    expect(page.locator(".bar-undo small")).to_be_visible()
    assert page.evaluate(CRAMPED, [".bar-text", ".button"]) == []
    assert page.evaluate(CRAMPED, [".latest a > span", "li"]) == []


@pytest.mark.parametrize("width", [1024, 768, 390])
def test_how_it_came_about_keeps_off_the_lines_between_its_steps(transactional_db, tablet, width):
    table = Table(tablet(width=width, height=1024), "troops_and_supplies")
    attacked(table)
    page = table.page
    page.goto(f"{table.device.battle.get_absolute_url()}log/{table.device.last.number}/")
    expect(page.locator(".trace summary").first).to_be_visible()
    assert page.evaluate(CRAMPED, [".trace summary > :is(b, span)", "li"]) == []


@pytest.mark.parametrize("width", [1024, 768, 390])
def test_the_parts_of_a_result_and_of_what_it_makes_of_a_member_keep_apart(transactional_db, tablet, width):
    battle = battle_of()
    page = tablet(width=width, height=1024)
    organise(page, battle)
    invited(battle.campaign, "Ben")
    for side, name in zip(battle.sides.all(), ("Olga", "Ben"), strict=True):
        Side.objects.filter(pk=side.pk).update(player=member(name))
    end(battle, 1, 3)
    page.goto(battle.get_absolute_url())
    expect(page.locator(".result-of")).to_be_visible()
    assert page.evaluate(TOUCHING, ".result-of > *") == []
    page.locator(".panel").get_by_role("button", name="The result is right").tap()
    expect(page.locator(".result-of")).to_contain_text("The result is confirmed")
    page.goto(reverse("member", args=[battle.campaign.key, member("Ben").pk]))
    expect(page.locator(".rows li > span").first).to_be_visible()
    assert page.evaluate(CRAMPED, [".rows li > span", "li"]) == []


OFF_CENTRE = """
[...document.querySelectorAll(".sum-bar text")].filter((told) => {
  const [words, bar] = [told, told.previousElementSibling].map((one) => one.getBoundingClientRect());
  return Math.abs((words.top + words.bottom) / 2 - (bar.top + bar.bottom) / 2) > 1;
}).map((told) => told.textContent)
"""


def test_numbers_stand_in_the_middle_of_their_bars_beside_the_pad(transactional_db, tablet):
    table = Table(tablet(), "airsoft_squads")
    table.declares()
    while not isinstance(ask := table.device.played().ask, Roll):
        table.device.choose(str(ask.options[0]))
    table.go()
    expect(table.page.locator(".sum-bar text").first).to_be_visible()
    assert table.page.evaluate(OFF_CENTRE) == []


ROOM_BELOW_COUNTS = """
() => [...document.querySelectorAll(".piece:has(.tk b)")].map((piece) => {
  const counts = [...piece.querySelectorAll(".tk b")].map((one) => one.getBoundingClientRect().bottom);
  const below = piece.querySelector(".tokens + *");
  return below ? below.getBoundingClientRect().top - Math.max(...counts) : 9;
})
"""


def test_the_counts_of_tokens_keep_off_the_line_below_them(transactional_db, tablet):
    page = tablet()
    page.goto(demo_of("x_wing").get_absolute_url())
    expect(page.locator(".tk b").first).to_be_visible()
    assert min(page.evaluate(ROOM_BELOW_COUNTS)) >= 3
