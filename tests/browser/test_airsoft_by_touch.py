"""An attack of Airsoft Squads by touch: a plain one, and one with a DEFENCE card and a doubled critical."""

import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.models import Battle, Operator, SquadCard
from tests.browser.finger import SIZES, Finger, hands_on
from tests.companion.demo import demo_of

MOST_TAPS = 7


@pytest.fixture
def depot(transactional_db) -> Battle:
    return demo_of("airsoft_squads")


@pytest.fixture
def open_at(depot: Battle, tablet: Callable[..., Page]) -> Callable[..., Finger]:
    return hands_on(tablet, depot.get_absolute_url())


def test_a_plain_attack_takes_at_most_seven_taps_with_both_card_turns_passed(open_at, capsys):
    finger = open_at()
    finger.card("Rook", "tap the target")
    finger.card("Boa", "Rook → Boa")
    finger.button("^Attack$", "Does Rook attach an ATTACK card?")
    finger.button("^Nobody attaches a card", "Rook rolls 1 attack die, Boa 1 defence die.")
    finger.dice(3, 2)
    finger.says("Rook hits Boa for 5")
    finger.button("Apply", "Vipers to act")
    expect(finger.page.locator(".bar-undo")).to_contain_text("Rook hits Boa for 5")
    assert Operator.objects.get(name="Boa").hits == 5
    with capsys.disabled():
        finger.took("Airsoft Squads, a plain attack by hand", MOST_TAPS)


@pytest.mark.parametrize("size", SIZES)
def test_an_attack_with_a_defence_card_and_a_doubled_critical(open_at, looks, capsys, size):
    width, height = SIZES[size]
    finger = open_at(width=width, height=height)
    shot = f"airsoft-{size}"
    looks(finger.page, f"{shot}-1-rows")
    finger.card("Rook", "tap the target")
    looks(finger.page, f"{shot}-2-target")
    finger.card("Adder", "Rook → Adder")
    looks(finger.page, f"{shot}-3-odds")
    finger.button("^Attack$", "Does Rook attach an ATTACK card?")
    finger.button("no card", "Does Adder attach a DEFENCE card?")
    looks(finger.page, f"{shot}-4-defence-card")
    finger.button("Sample smoke", "The attacked side has attached a card.")
    finger.button("Sample focus", "Rook rolls")
    looks(finger.page, f"{shot}-5-dice")
    finger.dice(6, 4)
    finger.says("The 6 of Rook is critical.")
    expect(finger.page.locator(".option", has_text="add the die")).to_contain_text("AP 17 against EP 12: +5")
    expect(finger.page.locator(".option", has_text="double the AP VALUE")).to_contain_text("AP 18 against EP 12: +6")
    looks(finger.page, f"{shot}-6-critical")
    finger.button("double the AP VALUE", "Rook hits Adder for 6 with a CRITICAL")
    looks(finger.page, f"{shot}-7-result")
    finger.button("Apply", "Vipers to act")
    expect(finger.page.locator(".row-slots .piece", has_text="Adder")).to_contain_text("Sample smoke")
    looks(finger.page, f"{shot}-8-after")
    assert Operator.objects.get(name="Adder").hits == 6
    assert SquadCard.objects.get(name="Sample smoke").bearer.name == "Adder"
    with capsys.disabled():
        sys.stdout.write(f"\nAirsoft Squads, with both cards and a doubled critical: {finger.taps} taps\n")


def test_who_is_out_of_range_says_so(open_at, look):
    finger = open_at()
    finger.card("Rook", "tap the target")
    finger.card("Cobra", "tap the target")
    expect(finger.page.locator(".notice")).to_have_text("Cobra is out of range: position 3, and Rook stands on 1.")
    look(finger.page, "airsoft-out-of-range")


@pytest.mark.parametrize("size", SIZES)
def test_a_move_the_cards_the_set_up_and_the_help_fit_the_tablet(open_at, depot, look, size):
    width, height = SIZES[size]
    finger = open_at(width=width, height=height)
    finger.page.locator(".deck summary").first.tap()
    look(finger.page, f"airsoft-{size}-cards")
    finger.card("Rook", "tap the target")
    finger.page.get_by_role("link", name="MOVE", exact=True).tap()
    finger.says("MOVE: Rook")
    look(finger.page, f"airsoft-{size}-move")
    finger.page.goto(f"/b/{depot.key}/setup/")
    look(finger.page, f"airsoft-{size}-setup")
    finger.page.goto("/help/airsoft_squads/")
    look(finger.page, f"airsoft-{size}-help")
    wide = finger.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
