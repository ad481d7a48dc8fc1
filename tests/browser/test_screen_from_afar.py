"""The screen for those who look on: large, never tapped, and never behind the table."""

import re

import pytest
from playwright.sync_api import expect

from companion.services.pinning import pin
from companion.watching import proof_of
from rules.games import GAMES
from tests.browser.finger import Finger
from tests.browser.test_axe import AXE, PLAIN, RULES, RUN, TOO_WIDE
from tests.browser.test_several_devices import app, attack, battle, site
from tests.companion.demo import demo_of

__all__ = ("app", "battle", "site")

TABLET = {"width": 1024, "height": 768}
BIG, HUGE, PORTRAIT = {"width": 1920, "height": 1080}, {"width": 3840, "height": 2160}, {"width": 1080, "height": 1920}


CUT = """
[...document.querySelectorAll(".plate h2")]
  .filter((name) => name.scrollHeight > name.clientHeight + 4)
  .map((name) => name.textContent)
"""


def screen_of(battle):
    return f"/w/{battle.pk}/{proof_of(battle)}/screen/"


def listening(page, battle):
    with page.expect_response(re.compile(r"/w/\d+/\w+/live/")):
        page.goto(screen_of(battle))
    return page


def letters(page, where):
    return page.locator(where).first.evaluate("part => parseFloat(getComputedStyle(part).fontSize)")


def test_it_shows_an_attack_as_soon_as_it_is_applied_and_what_is_pinned(battle, tablet, look):
    screen, table = listening(tablet(**BIG), battle), Finger(tablet())
    expect(screen.locator(".screen-attack")).to_contain_text("No attack yet")
    table.page.goto(battle.get_absolute_url())
    attack(table)
    table.dice(1, 4, 5)
    table.says("Which system does it lose?")
    table.button("lose shield", "which loses shield")
    table.button("Apply")
    expect(screen.locator(".screen-attack h2")).to_contain_text("which loses shield")
    expect(screen.locator(".screen-attack .die-drawn")).to_have_count(3)
    look(screen, "screen-1-all")
    pin(key=battle.key, what="attack")
    expect(screen.locator(".board")).to_have_count(0)
    look(screen, "screen-2-the-attack")
    pin(key=battle.key, what="score")
    expect(screen.locator(".screen-attack")).to_have_count(0)
    look(screen, "screen-3-the-score")
    pin(key=battle.key, what="board")
    expect(screen.locator(".board")).to_be_visible()


def test_its_letters_grow_with_the_screen(battle, tablet):
    sizes, page = [], tablet()
    page.goto(screen_of(battle))
    for size in (TABLET, BIG, HUGE):
        page.set_viewport_size(size)
        sizes.append((letters(page, ".score strong"), letters(page, ".piece-name")))
    small, big, huge = sizes
    assert small[0] < big[0] < huge[0]
    assert small[1] < big[1] < huge[1]
    assert big[0] >= 64
    assert huge[1] == pytest.approx(2 * big[1], rel=0.1)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_for_everybody_in_every_game(transactional_db, tablet, look, game):
    page, found = tablet(), []
    page.goto(screen_of(demo_of(game)))
    page.evaluate(AXE)
    page.evaluate(PLAIN)
    for name, size, theme in (("big", BIG, "light"), ("portrait", PORTRAIT, "dark"), ("tablet", TABLET, "light")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=theme)
        look(page, f"screen-{game}-{name}")
        cut = page.evaluate(CUT)
        found += [f"{name}: {text} is cut" for text in cut]
        found += [f"{name}: {fault}" for fault in (*page.evaluate(RUN, list(RULES)), page.evaluate(TOO_WIDE)) if fault]
    assert not found, "\n".join(found)
