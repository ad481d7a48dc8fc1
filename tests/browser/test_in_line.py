"""What belongs in a line or a column stands in it, and no words are cut in half where a part of a page scrolls."""

import pytest
from playwright.sync_api import expect

from companion.services.demo import load_demo
from rules.asks import Roll
from rules.play import Waiting
from tests.browser.test_double_taps import PAIRS, Table
from tests.companion.demo import demo_of
from tests.companion.rosters import built
from tests.companion.test_homecoming import GAME, end, fell, fight

HALF = """
() => {
  const body = document.querySelector(".panel-body").getBoundingClientRect();
  const stuck = document.querySelector(".panel-body .asking")?.getBoundingClientRect();
  const edge = stuck ? stuck.top : body.bottom;
  return [...document.querySelectorAll(".panel-body summary")]
    .filter((told) => {
      const words = document.createRange();
      words.selectNodeContents(told);
      const { top, bottom } = words.getBoundingClientRect();
      return told.checkVisibility() && top < edge - 2 && bottom > edge + 2;
    })
    .map((told) => told.textContent);
}
"""
"""What can be unfolded in the panel and is seen to a part of its letters' height only."""


@pytest.mark.parametrize("game", PAIRS)
def test_no_heading_below_the_odds_is_cut_in_half(transactional_db, tablet, game):
    table = Table(tablet(), game)
    table.declares()
    while isinstance(played := table.device.played(), Waiting):
        for width, height in ((1024, 768), (1024, 660), (390, 844)):
            table.page.set_viewport_size({"width": width, "height": height})
            table.go()
            expect(table.page.locator(".battle-ask")).to_be_visible()
            assert table.page.evaluate(HALF) == [], f"{played.ask.label}, {width}x{height}"
        if isinstance(played.ask, Roll):
            table.device.dice(*(" ".join([str(pool.die.symbols[-1])] * pool.count) for pool in played.ask.pools))
        else:
            table.device.choose(str(played.ask.options[0]))


def test_what_is_unfolded_below_two_columns_of_questions_is_not_cut_in_half(transactional_db, tablet):
    table = Table(tablet(width=768, height=1024), "gods_gloom")
    table.go(**table.pair())
    expect(table.page.locator(".battle-declare")).to_be_visible()
    assert table.page.evaluate(HALF) == []


HEIGHTS = """
[...document.querySelectorAll(".panel-foot .button")]
  .filter((button) => button.checkVisibility())
  .map((button) => button.offsetHeight)
"""


def test_both_seats_below_an_attack_are_as_high(transactional_db, tablet):
    table = Table(tablet(), "troops_and_supplies")
    table.go(**table.pair())
    expect(table.page.locator("[name=rolls]")).to_be_visible()
    left, right = table.page.evaluate(HEIGHTS)
    assert left == right


def test_the_whole_table_of_a_game_in_rows_is_seen_on_a_tablet(transactional_db, tablet):
    page = tablet()
    page.goto(demo_of("airsoft_squads").get_absolute_url())
    said, board = page.locator(".facing > .hint").bounding_box(), page.locator(".board").bounding_box()
    assert said["y"] + said["height"] <= board["y"] + board["height"]


ROOM = """
[...document.querySelectorAll(".army .piece:has(.stand)")].map((card) => {
  const parts = [...card.querySelectorAll(".in > :not(.stand)")].map((part) => part.getBoundingClientRect());
  const { top, bottom } = card.getBoundingClientRect();
  return Math.min(...parts.map((part) => part.top)) - top - (bottom - Math.max(...parts.map((part) => part.bottom)));
})
"""
"""How much more room is above the words of each card than below them."""


def test_the_words_of_a_card_are_in_its_middle(transactional_db, tablet):
    page = tablet()
    page.goto(f"{demo_of('troops_and_supplies').get_absolute_url()}setup/")
    expect(page.locator(".army .piece").first).to_be_visible()
    assert all(abs(more) <= 4 for more in page.evaluate(ROOM))


LEFTS = """
selector => [...document.querySelectorAll(selector)].map((part) => Math.round(part.getBoundingClientRect().left))
"""


@pytest.mark.parametrize("width", [1024, 390])
def test_dice_that_are_corrected_begin_in_one_line_where_they_lie_below_each_other(transactional_db, tablet, width):
    table = Table(tablet(width=width, height=844), "troops_and_supplies")
    table.declares()
    while isinstance(played := table.device.played(), Waiting):
        if isinstance(played.ask, Roll):
            table.device.dice(*("1 " * pool.count for pool in played.ask.pools))
        else:
            table.device.choose(str(played.ask.options[0]))
    table.device.apply()
    page = table.page
    page.goto(f"{table.device.battle.get_absolute_url()}log/{table.device.last.number}/correct/")
    expect(page.locator(".correct .rolled-name").first).to_be_visible()
    assert len(set(page.evaluate(LEFTS, ".correct .rolled-name"))) == 1
    assert len(set(page.evaluate(LEFTS, ".correct .rolled-name + *"))) == 1


FIRST = (
    "[...document.querySelectorAll('.homecoming .segments')].map((row) => row.children[1].getBoundingClientRect().left)"
)


def test_who_fell_and_who_stands_have_their_answers_in_one_column(transactional_db, tablet):
    device = fight(built(load_demo(), GAME))
    fell(device, device.sheet.units[0])
    end(device)
    page = tablet()
    page.goto(f"{device.battle.get_absolute_url()}home/")
    expect(page.locator(".homecoming .cols-2")).to_have_count(1)
    assert len(set(page.evaluate(FIRST))) == 1


BELOW = """
() => {
  const board = document.querySelector(".board").getBoundingClientRect();
  return [...document.querySelectorAll(".mini")]
    .filter((counter) => counter.getBoundingClientRect().bottom > board.bottom)
    .map((counter) => counter.textContent.trim());
}
"""
"""Which counters do not lie whole on the board that is seen."""


def test_a_low_tablet_shows_every_counter_below_the_cards_of_who_fights(transactional_db, tablet):
    table = Table(tablet(width=1024, height=660), "troops_and_supplies")
    table.declares()
    table.go()
    expect(table.page.locator(".battle-ask")).to_be_visible()
    assert table.page.evaluate(BELOW) == []
