"""What decides an attack is drawn, its mode is seen to the result, and the dice of both sides land at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.finger import hands_on
from tests.companion.demo import demo_of

LOW_AND_SMALL = [(1024, 660), (390, 844)]

PLACES = """
[...document.querySelectorAll(".of-piece")].map((one) => {
  const { left, right, top } = one.getBoundingClientRect();
  return [Math.round(left), Math.round(right), Math.round(top)];
})
"""

FALLING = "[...document.querySelectorAll('.rolled .die-drawn')].map((die) => getComputedStyle(die).animationName)"


def declared(tablet, game, actor, target, width=1024, height=768):
    finger = hands_on(tablet, demo_of(game).get_absolute_url())(width=width, height=height)
    finger.card(actor, "tap the target")
    finger.card(target, "→")
    return finger


@pytest.mark.parametrize("size", [(1024, 768), *LOW_AND_SMALL])
def test_the_modifiers_of_two_units_stand_in_a_column_each(transactional_db, tablet, size):
    finger = declared(tablet, "gods_gloom", "Tusk Reavers", "Bound Soldiers", *size)
    (_, end, top), (start, _, beside) = finger.page.evaluate(PLACES)
    assert end < start
    assert top == beside
    finger.answer("^Charge ")
    expect(finger.page.locator(".sum").first).to_have_text("Dice of Tusk Reavers: 6 red, 2 blue.628 dice")


@pytest.mark.parametrize("size", LOW_AND_SMALL)
def test_the_mode_is_seen_at_what_is_asked_and_at_the_result(transactional_db, tablet, size):
    finger = declared(tablet, "airsoft_squads", "Rook", "Adder", *size)
    finger.button("^Attack$")
    for state in ("ask", "result"):
        expect(finger.page.locator(f".battle-{state}")).to_be_visible()
        mode = finger.page.locator(".doing .mode")
        expect(mode).to_have_text("Attack")
        box, sentence = mode.bounding_box(), finger.page.locator("#panel .sentence").bounding_box()
        assert box["height"] > 0
        assert box["y"] + box["height"] <= sentence["y"] + sentence["height"]
        if state == "ask":
            finger.button("^Nobody attaches a card", "Rook rolls 1 attack die")
            finger.dice(3, 2)


def test_the_dice_of_both_sides_land_at_once(transactional_db, tablet):
    finger = declared(tablet, "airsoft_squads", "Rook", "Adder")
    finger.page.emulate_media(reduced_motion="no-preference")
    finger.button("^Attack$")
    finger.button("^Nobody attaches a card", "Rook rolls 1 attack die")
    finger.dice(3, 2)
    expect(finger.page.locator(".rolled .die-drawn")).to_have_count(2)
    assert finger.page.evaluate(FALLING) == ["fall", "fall"]
