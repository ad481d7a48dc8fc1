"""An attack of Troops and Supplies by touch: two minis, the dice one by one, the counterattack, and the turn."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from companion.models import Battle, Token, TroopBattle, TroopUnit
from tests.browser.finger import SIZES, Finger, InEverySize, hands_on
from tests.companion.demo import demo_of

MOST_TAPS = 10


@pytest.fixture
def crossing(transactional_db) -> Battle:
    return demo_of("troops_and_supplies")


@pytest.fixture
def open_at(crossing: Battle, tablet: Callable[..., Page]) -> Callable[..., Finger]:
    return hands_on(tablet, crossing.get_absolute_url())


def mini(finger: Finger, name: str) -> None:
    finger.tap(finger.page.locator("a.mini", has_text=re.compile(name)))


def lying(name: str) -> dict[str, int]:
    """The Troop and Supply Tokens of a unit."""
    return {token.kind: token.value for token in Token.objects.filter(piece__name=name)}


def test_three_dice_against_three_take_at_most_ten_taps(open_at, capsys):
    finger = open_at()
    mini(finger, "Rifle squad")
    finger.says("tap the target")
    mini(finger, "Guard squad")
    finger.button("^Attack$")
    finger.says("Rifle squad attacks with 3 d6, Guard squad defends with 3 d6.")
    finger.dice(6, 5, 2, 5, 3, 1)
    finger.says("Does Guard squad counterattack Rifle squad?")
    finger.button("^Apply: no counterattack.*Rifle squad attacks Guard squad: 1 loss, 2 left")
    expect(finger.page.locator(".mini", has_text="Guard squad").locator(".mini-strength")).to_have_text("2")
    assert lying("Rifle squad")["supplies"] == 3
    with capsys.disabled():
        finger.took("Troops and Supplies, 3 against 3 dice by hand", MOST_TAPS)


def test_an_attack_and_its_counterattack_by_touch(open_at, looks):
    finger = open_at()
    shot = InEverySize(finger.page, "troops", SIZES, looks)
    button = partial(finger.page.get_by_role, "button")
    shot("1-board", finger.page.locator("a.mini", has_text="Rifle squad"))
    mini(finger, "Rifle squad")
    finger.says("tap the target")
    shot("2-target", finger.page.locator("a.mini", has_text="Guard squad"))
    mini(finger, "Guard squad")
    finger.says("Rifle squad → Guard squad")
    shot("3-odds", button(name="Attack", exact=True))
    finger.button("^Attack$")
    finger.says("attacks with 3 d6")
    finger.dice(6, 5, 2, 5)
    shot("4-dice", button(name="3", exact=True))
    finger.dice(3, 1)
    finger.says("Does Guard squad counterattack Rifle squad?")
    shot("5-counterattack", button(name="counterattack with 2 d6"))
    finger.button("counterattack with 2 d6")
    finger.says("Guard squad counterattacks with 2 d6")
    finger.dice(6, 4, 3, 4, 1)
    finger.says("Guard squad counterattacks: 1 loss, 2 left.")
    shot("6-result", button(name="Apply"))
    finger.button("Apply")
    expect(finger.page.locator(".mini", has_text="Rifle squad").locator(".mini-strength")).to_have_text("2")
    assert lying("Rifle squad") == lying("Guard squad") == {"strength": 2, "supplies": 3}


def test_what_is_out_of_range_says_so_and_an_empty_square_is_a_move(open_at, look):
    finger = open_at()
    mini(finger, "Rifle squad")
    finger.says("tap the target")
    mini(finger, "Lancer troop")
    expect(finger.page.locator(".notice")).to_have_text(
        "Lancer troop is out of range of Rifle squad: 2 squares, reach 1."
    )
    look(finger.page, "troops-out-of-range")
    finger.tap(finger.page.locator("a.square-put", has_text=re.compile("^D3$")))
    finger.says("Move: Rifle squad")
    look(finger.page, "troops-move")
    finger.button("^Move$")
    expect(finger.page.locator(".square", has_text="on D3")).to_contain_text("Rifle squad")


def test_a_destroyed_unit_leaves_the_board_and_the_turn_passes(open_at, look):
    TroopUnit.objects.get(name="Lancer troop").lay(strength=1)
    finger = open_at()
    mini(finger, "Scout section")
    finger.page.get_by_role("link", name="Call In").tap()
    finger.says("tap the target")
    mini(finger, "Lancer troop")
    finger.says("Call In: Scout section → Lancer troop")
    finger.button("^Call In$")
    finger.says("Gun battery attacks with 6 d10, Lancer troop defends with 1 d8.")
    look(finger.page, "troops-ten-sided-dice")
    finger.dice(10, 9, 8, 2, 2, 5, 8)
    finger.says("Scout section calls in Gun battery against Lancer troop: 1 loss, destroyed.")
    finger.button("Apply")
    expect(finger.page.locator(".destroyed summary")).to_contain_text("destroyed (1) Lancer troop")
    expect(finger.page.locator(".mini", has_text="Lancer troop")).to_have_count(0)
    finger.tap(finger.page.get_by_role("link", name="End turn"), "Rifle squad has not attacked.")
    finger.button("Go on anyway")
    expect(finger.page.locator(".turn")).to_contain_text("River army")
    look(finger.page, "troops-next-turn")


def test_every_tap_on_the_board_works_without_scripts(open_at):
    finger = open_at(scripts=False)
    mini(finger, "Rifle squad")
    mini(finger, "Guard squad")
    finger.button("^Attack$")
    finger.page.get_by_label("3 attack d6").fill("6 5 2")
    finger.page.get_by_label("3 defence d6").fill("5 3 1")
    finger.button("Enter")
    finger.button("^Apply: no counterattack")
    finger.says("Hill army's turn: Scout section or Gun battery")
    expect(finger.page.locator(".panel .headline")).to_have_count(0)
    assert lying("Guard squad")["strength"] == 2


WIDTHS = "[...document.querySelectorAll('.square')].map(square => square.getBoundingClientRect().width)"
PUSHED = "document.querySelector('.squares-frame').scrollLeft"


@pytest.mark.parametrize("size", SIZES)
def test_a_wide_board_keeps_its_squares_large_and_stays_where_it_was_pushed_to(open_at, look, size):
    TroopBattle.objects.update(columns=16)
    TroopUnit.objects.filter(name="Mortar team").update(column=16)
    width, height = SIZES[size]
    finger = open_at(width=width, height=height)
    assert min(finger.page.evaluate(WIDTHS)) >= 48
    assert finger.page.evaluate("document.documentElement.scrollWidth") <= width
    mini(finger, "Mortar team")
    finger.says("Mortar team")
    assert finger.page.evaluate(PUSHED) > 0
    look(finger.page, f"troops-wide-{size}")


def test_a_board_of_eight_columns_is_no_wider_than_a_phone(open_at, look):
    finger = open_at(width=390, height=844)
    mini(finger, "Rifle squad")
    finger.says("tap the target")
    for width in (390, 360):
        finger.page.set_viewport_size({"width": width, "height": 844})
        look(finger.page, f"troops-phone-{width}")
        frame = finger.page.locator(".squares-frame")
        assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth")
        boxes = [one.bounding_box() for one in finger.page.locator(".mini").all()]
        assert min(box["width"] for box in boxes) >= 36
        assert min(box["height"] for box in boxes) >= 48


def test_after_the_attacker_falls_to_the_counterattack_nobody_is_chosen(open_at, look):
    TroopUnit.objects.get(name="Rifle squad").lay(strength=1)
    finger = open_at()
    mini(finger, "Rifle squad")
    finger.says("tap the target")
    mini(finger, "Guard squad")
    finger.button("^Attack$")
    finger.says("attacks with 1 d6")
    finger.dice(1, 6, 6, 6)
    finger.button("counterattack with 3 d6")
    finger.says("counterattacks with 3 d6")
    finger.dice(6, 6, 6, 1)
    finger.says("counterattacks: 1 loss, destroyed.")
    finger.button("Apply")
    finger.says("Hill army's turn")
    expect(finger.page.locator(".mini", has_text="Rifle squad")).to_have_count(0)
    look(finger.page, "troops-attacker-destroyed")
