"""Every answer to what is asked is in view on a tablet, without scrolling."""

import pytest
from playwright.sync_api import expect

from companion.models import Frame, Token
from rules.asks import Roll
from rules.mobile_frame_zero.forced import DEFENCES
from rules.play import Waiting
from tests.browser.test_double_taps import PAIRS, Table

UNSEEN = """
() => {
  const body = document.querySelector(".panel-body").getBoundingClientRect();
  const asking = document.querySelector(".asking").getBoundingClientRect();
  const bottom = Math.min(body.bottom, asking.top);
  return [...document.querySelectorAll(".options .option")].filter((option) => {
    const box = option.getBoundingClientRect();
    return box.top < body.top - 1 || box.bottom > bottom + 1;
  }).map((option) => option.textContent.trim());
}
"""
"""The answers that lie beyond the panel, or behind the usual one, which stays where it is."""


@pytest.mark.parametrize("acted", [True, False], ids=["acted", "not acted"])
@pytest.mark.parametrize("size", [(1024, 768), (1024, 660)], ids=str)
def test_all_defences_that_a_frame_may_have_are_in_view(transactional_db, tablet, look, size, acted):
    width, height = size
    table = Table(tablet(width=width, height=height), "mobile_frame_zero")
    target = PAIRS["mobile_frame_zero"][1]
    Frame.objects.filter(name=target).update(acted=acted, attacked=False)
    Token.objects.filter(piece__name=target, kind="defence").delete()
    table.declares()
    table.go()
    expect(table.page.locator(".sentence")).to_contain_text("What is its defence?")
    expect(table.page.locator(".option")).to_have_count(len(DEFENCES) + (not acted))
    look(table.page, f"defences-{width}x{height}-{acted}")
    assert table.page.evaluate(UNSEEN) == []


def test_the_first_answer_beside_the_usual_one_is_in_view_on_a_low_phone(transactional_db, tablet, look):
    table = Table(tablet(width=360, height=640), "airsoft_squads")
    table.declares()
    table.go()
    expect(table.page.locator(".sentence")).to_contain_text("attach an ATTACK card?")
    look(table.page, "attack-card-360x640")
    first = table.page.locator(".options .option").first.inner_text()
    assert first not in table.page.evaluate(UNSEEN)


COVERED = """
() => {
  const panel = document.querySelector(".panel").getBoundingClientRect();
  return [...document.querySelectorAll(".piece:is(.is-attacker, .is-target)")].filter((card) => {
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const isUnder = right > panel.left + 1 && left < panel.right - 1 && bottom > panel.top + 1 && top < panel.bottom;
    return isUnder || top < 0 || bottom > innerHeight;
  }).map((card) => card.querySelector(".piece-name").textContent.trim());
}
"""
"""The cards of the two that lie under the panel or beyond the screen."""

BROKEN = """
() => [...document.querySelectorAll(".piece:is(.is-attacker, .is-target) .piece-name a")].filter((name) => {
  const [text] = [...name.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  return [...text.data.matchAll(/\\S+/g)].some((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  });
}).map((name) => name.textContent.trim())
"""
"""The names of the two of which a word goes on in another line."""


@pytest.mark.parametrize("game", PAIRS)
def test_a_phone_on_its_side_shows_the_two_beside_what_is_chosen_and_what_came_of_it(
    transactional_db, tablet, look, game
):
    table = Table(tablet(width=844, height=390), game)
    table.declares()
    while isinstance(played := table.device.played(), Waiting):
        if isinstance(played.ask, Roll):
            table.device.dice(*(" ".join([str(pool.die.symbols[-1])] * pool.count) for pool in played.ask.pools))
            continue
        table.go()
        look(table.page, f"phone-on-its-side-{game}-choice")
        assert table.page.evaluate(COVERED) + table.page.evaluate(BROKEN) == [], played.ask.label
        table.device.choose(str(played.ask.options[0]))
    table.go()
    expect(table.page.locator(".battle-result")).to_be_visible()
    look(table.page, f"phone-on-its-side-{game}-result")
    assert table.page.evaluate(COVERED) + table.page.evaluate(BROKEN) == []
