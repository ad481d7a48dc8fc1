"""What a state looks like at a glance: what may be tapped, what keeps its place, and what has room."""

import pytest
from playwright.sync_api import expect

from companion.models import Battle
from rules.games import GAMES
from tests.browser.finger import Finger
from tests.companion.demo import demo_of

LAMP = """
() => {
  const lamp = document.createElement("i");
  lamp.style.background = "var(--lamp)";
  document.body.append(lamp);
  const colour = getComputedStyle(lamp).backgroundColor;
  lamp.remove();
  return colour === getComputedStyle(document.querySelector("#declare .button-main")).backgroundColor;
}
"""
"""Whether the main action is lit."""

TALL = "[...document.querySelectorAll('.square')].map((square) => Math.round(square.getBoundingClientRect().top))"
BROKEN = """
[...document.querySelectorAll(".half span")]
  .filter((name) => name.offsetHeight > 1.5 * parseFloat(getComputedStyle(name).lineHeight))
  .map((name) => name.textContent)
"""


@pytest.mark.parametrize("game", ["troops_and_supplies", "x_wing"])
def test_the_battle_is_not_ended_by_a_lit_button_before_somebody_is_sure(transactional_db, tablet, game):
    battle, page = demo_of(game), tablet()
    end = next(step.slug for step in GAMES[game].of_the_battle if step.ends)
    page.goto(f"{battle.get_absolute_url()}?do={end}")
    expect(page.locator("#declare .button-main")).to_have_text("End the battle")
    assert not page.evaluate(LAMP)
    with page.expect_response("**/b/**"):
        Finger(page).answer("^\\s*yes")
    assert page.evaluate(LAMP)
    page.get_by_role("link", name="Not now").tap()
    expect(page.locator(".battle-idle")).to_be_visible()
    assert not Battle.objects.get(pk=battle.pk).over


def test_no_square_moves_when_the_odds_come(transactional_db, tablet):
    page = tablet()
    page.goto(demo_of("troops_and_supplies").get_absolute_url())
    before = page.evaluate(TALL)
    Finger(page).card("Rifle squad", "tap the target")
    expect(page.locator(".mini-chance")).to_be_visible()
    assert page.evaluate(TALL) == before


def test_the_name_of_a_side_is_broken_at_no_letter(transactional_db, tablet, site):
    battle, page = demo_of("mobile_frame_zero"), tablet()
    for over in (False, True):
        Battle.objects.filter(pk=battle.pk).update(over=over)
        page.goto(battle.home.get_absolute_url())
        expect(page.locator(".scoreboard")).to_be_visible()
        assert page.evaluate(BROKEN) == [], "names of one word, in more than one line"


COVERED = """
() => {
  const chance = document.querySelector(".mini-chance").getBoundingClientRect();
  return [...document.querySelectorAll(".mini-strength, .mini-name")]
    .filter((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return left < chance.right && right > chance.left && top < chance.bottom && bottom > chance.top;
    })
    .map((part) => part.textContent);
}
"""
"""What the chance on a counter lies on."""


def test_the_chance_on_a_counter_covers_neither_its_strength_nor_its_name(transactional_db, tablet):
    for width, height in ((1024, 768), (768, 1024), (390, 844)):
        page = tablet(width=width, height=height)
        page.goto(demo_of("troops_and_supplies").get_absolute_url())
        Finger(page).card("Rifle squad", "tap the target")
        expect(page.locator(".mini-chance")).to_be_visible()
        assert page.evaluate(COVERED) == []
