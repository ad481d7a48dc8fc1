"""The odds on a card and the state of a piece are whole, on a phone too."""

import pytest
from playwright.sync_api import expect

from companion.models import Operator
from companion.tour import Tour
from rules.airsoft_squads.pieces import State
from tests.browser.finger import Finger
from tests.browser.test_double_taps import PAIRS
from tests.companion.demo import demo_of

CUT = """
selector => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility()).flatMap((part) => {
  const frame = part.closest(".piece").getBoundingClientRect();
  const box = part.getBoundingClientRect();
  const wide = box.left >= frame.left && box.right <= frame.right;
  return wide && box.top >= frame.top && box.bottom <= frame.bottom ? [] : [part.textContent.trim()];
})
"""


@pytest.mark.parametrize("size", [(1024, 768), (1024, 660), (390, 844)], ids=str)
@pytest.mark.parametrize("game", PAIRS)
def test_the_odds_of_every_target_are_whole_with_what_is_lost_on_average(transactional_db, tablet, game, size):
    width, height = size
    page = tablet(width=width, height=height)
    page.goto(demo_of(game).get_absolute_url())
    Finger(page).card(PAIRS[game][0])
    expect(page.locator(".battle-target")).to_be_visible()
    chances = page.locator(".piece > .chance:has(.expected)")
    assert page.evaluate(CUT, ".piece > .chance > :is(b, span)") == []
    assert chances.count() == chances.locator(".expected").filter(visible=True).count()


def test_the_state_of_a_piece_is_whole_on_a_phone(transactional_db, tablet):
    battle = demo_of("airsoft_squads")
    Operator.objects.filter(name=PAIRS["airsoft_squads"][0]).update(state=State.EXHAUSTED)
    page = tablet(width=390, height=844)
    page.goto(battle.get_absolute_url())
    expect(page.get_by_text("EXHAUSTED")).to_be_visible()
    assert page.evaluate(CUT, ".piece .token-state") == []


UNSEEN = """
() => {
  const sheet = document.querySelector(".panel").getBoundingClientRect().top;
  const told = ":is(.piece-name, .token, .is-moved, del)";
  const fighters = [...document.querySelectorAll(`:is(.is-attacker, .is-target) ${told}`)];
  const covered = fighters.filter((part) => part.checkVisibility() && part.getBoundingClientRect().bottom > sheet);
  const top = (part) => part.getBoundingClientRect().top;
  const above = [...document.querySelectorAll(".plate h2")].filter((name) => top(name) < top(name.closest(".plate")));
  return [...covered, ...above].map((part) => part.textContent.trim());
}
"""
"""What a sheet covers of the two who fight and of what becomes of them, and which sides' names are cut off."""

BEHIND_APPLY = """
() => {
  const foot = document.querySelector(".panel-foot").getBoundingClientRect().top;
  const changes = [...document.querySelectorAll(".panel-result .differences dd")];
  return changes.filter((part) => part.getBoundingClientRect().bottom > foot).map((part) => part.textContent.trim());
}
"""
OVER_THE_PLATES = """
document.querySelector(".panel").getBoundingClientRect().top
  < document.querySelector(".plates").getBoundingClientRect().bottom
"""


@pytest.mark.parametrize("game", ["airsoft_squads", "gods_gloom", "x_wing"])
def test_a_sheet_covers_no_name_of_a_side_and_a_result_neither_of_the_two_nor_what_changes(
    transactional_db, tablet, site, game
):
    page = tablet(width=390, height=844)
    for state in Tour(page, site).states(game, ("declare", "result")):
        assert not page.evaluate(OVER_THE_PLATES), state
        if state == "result":
            assert page.evaluate(UNSEEN) == []
            assert page.evaluate(BEHIND_APPLY) == []
            page.set_viewport_size({"width": 1024, "height": 660})
            assert page.evaluate(BEHIND_APPLY) == []
