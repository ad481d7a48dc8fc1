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
