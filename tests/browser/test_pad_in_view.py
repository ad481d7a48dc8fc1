"""The pad of every kind of dice on phones: every key in view, large enough, with room between, and nothing too wide."""

from itertools import combinations

import pytest
from playwright.sync_api import expect

from companion.models import TroopUnit
from rules.asks import Choice
from tests.browser.finger import settled
from tests.browser.test_double_taps import PAIRS, Table

PHONES = ((390, 844), (360, 740), (360, 640))
SMALLEST, GAP = 64, 8
MOST_IN_A_ROW = {0: 3, 10: 3, 12: 3, 20: 4}
DICE = [*((game, 0) for game in PAIRS), *(("troops_and_supplies", faces) for faces in (10, 12, 20))]


BOXES = "keys => keys.map((key) => key.getBoundingClientRect().toJSON())"


def asked_for_dice(table: Table) -> None:
    """Declare the attack of the pair, and show the first dice that it asks for."""
    table.declares()
    while isinstance(table.device.played().ask, Choice):
        table.device.choose(str(table.device.played().ask.options[0]))
    table.go()


@pytest.mark.parametrize(("game", "faces"), DICE)
def test_every_key_is_in_view_on_a_phone_with_room_to_the_next(transactional_db, tablet, look, game, faces):
    table = Table(tablet(width=390, height=844), game)
    if faces:
        TroopUnit.objects.filter(battle=table.device.battle).update(battle_die=faces)
    asked_for_dice(table)
    for width, height in PHONES:
        table.page.set_viewport_size({"width": width, "height": height})
        keys = table.page.locator(".key")
        expect(keys.first).to_be_visible()
        look(table.page, f"pad-{game}-{faces}-{width}")
        boxes = keys.evaluate_all(BOXES)
        assert boxes
        for box in boxes:
            assert box["width"] >= SMALLEST
            assert box["height"] >= SMALLEST
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
            assert 0 <= box["y"] <= box["y"] + box["height"] <= height
        assert len({box["x"] for box in boxes}) <= MOST_IN_A_ROW[faces]
        for one, other in combinations(boxes, 2):
            beside = max(one["x"], other["x"]) - min(one["x"] + one["width"], other["x"] + other["width"])
            below = max(one["y"], other["y"]) - min(one["y"] + one["height"], other["y"] + other["height"])
            assert max(beside, below) >= GAP - 0.01
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width


ON_TOP = """
(element) => {
  const box = element.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return element.contains(there);
}
"""


@pytest.mark.parametrize("game", PAIRS)
def test_on_a_phone_on_its_side_it_is_seen_what_is_asked_and_it_can_be_called_off(transactional_db, tablet, look, game):
    table = Table(tablet(width=844, height=390), game)
    asked_for_dice(table)
    for width, height in ((844, 390), (667, 375)):
        table.page.set_viewport_size({"width": width, "height": height})
        expect(table.page.locator(".key").first).to_be_visible()
        settled(table.page)
        look(table.page, f"pad-{game}-{width}-on-its-side")
        for part in (".battle-ask .sentence", ".step-back form:last-child button", ".key"):
            assert table.page.locator(part).first.evaluate(ON_TOP), part


def test_a_phone_names_who_fights_and_what_is_asked_above_a_pad_that_covers_their_cards(transactional_db, tablet, look):
    table = Table(tablet(width=360, height=640), "x_wing")
    table.declares()
    for dice in ("crit crit crit", "blank blank"):
        while isinstance(table.device.played().ask, Choice):
            table.device.choose(str(table.device.played().ask.options[0]))
        table.device.dice(dice)
    while isinstance(table.device.played().ask, Choice):
        table.device.choose(str(table.device.played().ask.options[0]))
    table.go()
    page = table.page
    expect(page.locator(".fighters")).to_have_text("Antilles → Fel")
    expect(page.locator(".sentence")).to_contain_text("A faceup damage card is dealt")
    settled(page)
    look(page, "pad-of-damage-cards-360x640")
    for part in (".fighters", ".battle-ask .sentence", ".key"):
        assert page.locator(part).first.evaluate(ON_TOP), part


def test_a_phone_on_its_side_shows_the_one_number_below_what_is_asked(transactional_db, tablet, look):
    table = Table(tablet(width=844, height=390), "x_wing")
    table.go(**table.pair())
    expect(table.page.locator(".battle-declare .say")).to_be_visible()
    settled(table.page)
    look(table.page, "declare-x_wing-844-on-its-side")
    assert table.page.locator(".say").evaluate(ON_TOP)
