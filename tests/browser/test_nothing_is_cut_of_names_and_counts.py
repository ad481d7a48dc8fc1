"""The names of those who fight are broken nowhere, and the counts of tokens lie over nothing and under nothing."""

import pytest
from playwright.sync_api import expect

from companion.tour import Tour
from tests.browser.test_double_taps import PAIRS, Table

BROKEN = """
names => {
  const heading = document.querySelector(".declared .sentence");
  const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  const lines = (name) => {
    const range = document.createRange();
    for (texts.currentNode = heading; texts.nextNode(); ) {
      const at = texts.currentNode.data.indexOf(name);
      if (at < 0) continue;
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + name.length);
      return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
    }
    return 0;
  };
  return names.filter((name) => lines(name) !== 1);
}
"""
"""The names that the heading of an attack does not tell in one line."""

TOUCHED = """
() => {
  const box = (part) => part.getBoundingClientRect();
  const meet = (one, other, by) =>
    one.left < other.right + by && one.right > other.left - by
    && one.top < other.bottom + by && one.bottom > other.top - by;
  const told = (row) => {
    const range = document.createRange();
    range.selectNodeContents(row);
    return range.getBoundingClientRect();
  };
  return [...document.querySelectorAll(".tk > b")].filter((count) => count.checkVisibility()).filter((count) => {
    const token = count.parentElement;
    const others = [...token.parentElement.children].filter((other) => other !== token);
    const rows = [...token.closest(".in").querySelectorAll(".weapons, .ship-type, .faceup")];
    const below = rows.filter((row) => row.checkVisibility()).map(told);
    // What changes has an outline of three pixels around it.
    return others.some((other) => meet(box(count), box(other), other.matches("[class*=is-]") ? 3 : 0))
      || below.some((row) => meet(box(count), row, 1));
  }).map((count) => `${count.closest(".piece").querySelector("h3").textContent.trim()} ${count.parentElement.title}`);
}
"""
"""The counts of tokens that touch another token or the words below."""


@pytest.mark.parametrize("size", [(1024, 768), (1024, 660), (768, 1024), (390, 844)], ids=str)
@pytest.mark.parametrize("game", ["gods_gloom", "x_wing"])
def test_the_heading_of_an_attack_breaks_no_name(transactional_db, tablet, game, size):
    width, height = size
    table = Table(tablet(width=width, height=height), game)
    table.go(**table.pair())
    expect(table.page.locator(".battle-declare")).to_be_visible()
    assert table.page.evaluate(BROKEN, list(PAIRS[game])) == []


def test_the_count_of_a_token_touches_neither_another_token_nor_the_words_below(transactional_db, tablet, site):
    page = tablet(width=390, height=844)
    for state in Tour(page, site).states("x_wing", ("idle", "result")):
        for width, height in ((390, 844), (768, 1024), (1024, 768)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(TOUCHED) == [], (state, width)
        page.set_viewport_size({"width": 390, "height": 844})


@pytest.mark.parametrize(("game", "step"), [("gods_gloom", "armies"), ("x_wing", "finish")])
def test_in_portrait_cards_tell_all_that_they_do_where_nobody_is_aimed_at(transactional_db, tablet, game, step):
    table = Table(tablet(width=768, height=1024), game)
    told = table.page.locator(".piece .in > *")
    before = told.filter(visible=True).count()
    table.go(do=step)
    expect(table.page.locator(".battle-declare")).to_be_visible()
    assert told.filter(visible=True).count() == before
    table.go(**table.pair())
    expect(table.page.locator(".piece.is-target")).to_be_visible()
    assert told.filter(visible=True).count() < before


LONG = """
() => [...document.querySelectorAll(".questions label.segment")].filter((answer) => answer.checkVisibility())
  .filter((answer) => {
    const tops = new Set();
    const texts = document.createTreeWalker(answer, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const box of range.getClientRects()) if (box.width > 1) tops.add(Math.round(box.top));
    }
    return tops.size > 2;
  }).map((answer) => answer.textContent.trim())
"""
"""The answers that take more than two lines."""


@pytest.mark.parametrize("width", [1024, 390])
def test_no_answer_of_a_correction_of_a_ship_takes_three_lines(transactional_db, tablet, width):
    table = Table(tablet(width=width), "x_wing")
    table.go(attacker=table.device.key("Wedge Antilles"), do="correction")
    expect(table.page.locator(".battle-declare")).to_be_visible()
    assert table.page.evaluate(LONG) == []
