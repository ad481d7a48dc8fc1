"""The last attack is told whole on the screen for those who look on: nobody pushes it along there, or taps it."""

import pytest
from playwright.sync_api import expect

from rules.asks import Roll
from rules.games import GAMES
from rules.play import Waiting
from tests.browser.test_double_taps import Table
from tests.browser.test_screen_from_afar import screen_of

UNSEEN = """
() => [...document.querySelectorAll(".screen-attack :is(h2, b, .die-drawn, dt, dd)")]
  .filter((part) => part.checkVisibility() && part.getBoundingClientRect().bottom > innerHeight)
  .map((part) => part.textContent.trim())
"""
BROKEN = """
() => [...document.querySelectorAll(".screen-attack :is(h2, .rolled-name b)")].flatMap((part) => {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})
"""
"""The words that go on in another line."""


def settle(table):
    """Attack with the highest faces, and with the first of all options."""
    table.declares()
    while isinstance(played := table.device.played(), Waiting):
        if isinstance(played.ask, Roll):
            table.device.dice(*(" ".join([str(pool.die.symbols[-1])] * pool.count) for pool in played.ask.pools))
        else:
            table.device.choose(played.ask.options[0])
    assert table.device.apply().status_code == 302


@pytest.mark.parametrize("game", GAMES)
def test_a_tablet_tells_the_last_attack_whole_beside_the_board(transactional_db, tablet, look, game):
    table = Table(tablet(), game)
    settle(table)
    page = table.page
    page.goto(screen_of(table.device.battle))
    expect(page.locator(".screen-attack h2")).to_be_visible()
    for height in (768, 660):
        page.set_viewport_size({"width": 1024, "height": height})
        look(page, f"screen-attack-{game}-{height}")
        assert page.evaluate(UNSEEN) == [], height
        assert page.evaluate(BROKEN) == [], height
