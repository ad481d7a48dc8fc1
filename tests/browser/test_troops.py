"""An attack of Troops and Supplies by touch: two minis, the dice one by one, the counterattack, and the turn."""

import re
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.models import Battle, TroopBattle, TroopUnit
from companion.services.demo import load_demo

SIZES = {"landscape": (1024, 768), "portrait": (768, 1024)}
MOST_TAPS = 10


class Hand:
    """A finger that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str, text: str = "") -> None:
        self.page.locator(selector, has_text=re.compile(text)).first.tap()
        self.taps += 1

    def mini(self, name: str) -> None:
        self.tap("a.mini", name)

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(name)).first.tap()
        self.taps += 1

    def dice(self, *faces: int) -> None:
        for face in faces:
            self.page.get_by_role("button", name=str(face), exact=True).tap()
            self.taps += 1


@pytest.fixture
def crossing(transactional_db) -> Battle:
    return load_demo().battles.get(game="troops_and_supplies")


@pytest.fixture
def open_at(crossing: Battle, tablet: Callable[..., Page]) -> Callable[..., Hand]:
    def open_page(**more: object) -> Hand:
        page = tablet(**more)
        page.goto(crossing.get_absolute_url())
        return Hand(page)

    return open_page


def sentence(hand: Hand, text: str) -> None:
    expect(hand.page.locator(".sentence")).to_contain_text(text)


def test_three_dice_against_three_take_at_most_ten_taps(open_at, capsys):
    TroopUnit.objects.filter(name="Guard squad").update(supplies=0)
    hand = open_at()
    hand.mini("Rifle squad")
    sentence(hand, "tap the target")
    hand.mini("Guard squad")
    hand.button("^Attack$")
    sentence(hand, "Rifle squad attacks with 3 d6, Guard squad defends with 3 d6.")
    hand.dice(6, 5, 2, 5, 3, 1)
    sentence(hand, "Rifle squad attacks Guard squad: 1 loss, 2 left.")
    hand.button("Apply")
    expect(hand.page.locator(".mini", has_text="Guard squad").locator(".mini-strength")).to_have_text("2")
    assert TroopUnit.objects.get(name="Rifle squad").supplies == 3
    with capsys.disabled():
        sys.stdout.write(f"\nTroops and Supplies, 3 against 3 dice by hand: {hand.taps} taps of {MOST_TAPS}\n")
    assert hand.taps <= MOST_TAPS


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_an_attack_and_its_counterattack_by_touch(open_at, look, size, dark):
    width, height = SIZES[size]
    hand = open_at(width=width, height=height, dark=dark)
    shot = f"troops-{size}-{'dark' if dark else 'light'}"
    look(hand.page, f"{shot}-1-board")
    hand.mini("Rifle squad")
    sentence(hand, "tap the target")
    look(hand.page, f"{shot}-2-target")
    hand.mini("Guard squad")
    sentence(hand, "Rifle squad → Guard squad")
    look(hand.page, f"{shot}-3-odds")
    hand.button("^Attack$")
    sentence(hand, "attacks with 3 d6")
    hand.dice(6, 5, 2, 5)
    look(hand.page, f"{shot}-4-dice")
    hand.dice(3, 1)
    sentence(hand, "Does Guard squad counterattack Rifle squad?")
    look(hand.page, f"{shot}-5-counterattack")
    hand.button("counterattack with 2 d6")
    sentence(hand, "Guard squad counterattacks with 2 d6")
    hand.dice(6, 4, 3, 4, 1)
    sentence(hand, "Guard squad counterattacks: 1 loss, 2 left.")
    look(hand.page, f"{shot}-6-result")
    hand.button("Apply")
    expect(hand.page.locator(".mini", has_text="Rifle squad").locator(".mini-strength")).to_have_text("2")
    rifles, guards = (TroopUnit.objects.get(name=name) for name in ("Rifle squad", "Guard squad"))
    assert (rifles.strength, rifles.supplies, guards.strength, guards.supplies) == (2, 3, 2, 3)


def test_what_is_out_of_range_says_so_and_an_empty_square_is_a_move(open_at, look):
    hand = open_at()
    hand.mini("Rifle squad")
    sentence(hand, "tap the target")
    hand.mini("Lancer troop")
    expect(hand.page.locator(".notice")).to_have_text(
        "Lancer troop is out of range of Rifle squad: 2 squares, reach 1."
    )
    look(hand.page, "troops-out-of-range")
    hand.tap("a.square-put", "^D3$")
    sentence(hand, "Move: Rifle squad")
    look(hand.page, "troops-move")
    hand.button("^Move$")
    expect(hand.page.locator(".square", has_text="on D3")).to_contain_text("Rifle squad")


def test_a_destroyed_unit_leaves_the_board_and_the_turn_passes(open_at, look):
    TroopUnit.objects.filter(name="Lancer troop").update(strength=1)
    hand = open_at()
    hand.mini("Scout section")
    hand.page.get_by_role("link", name="Call In").tap()
    sentence(hand, "tap the target")
    hand.mini("Lancer troop")
    sentence(hand, "Call In: Scout section → Lancer troop")
    hand.button("^Call In$")
    sentence(hand, "Gun battery attacks with 6 d10, Lancer troop defends with 1 d8.")
    look(hand.page, "troops-ten-sided-dice")
    hand.dice(10, 9, 8, 2, 2, 5, 8)
    sentence(hand, "Scout section calls in Gun battery against Lancer troop: 1 loss, destroyed.")
    hand.button("Apply")
    expect(hand.page.locator(".destroyed")).to_contain_text("destroyed (1)")
    expect(hand.page.locator(".mini", has_text="Lancer troop")).to_have_count(0)
    hand.button("End turn")
    expect(hand.page.locator(".status")).to_contain_text("River army")
    look(hand.page, "troops-next-turn")


def test_every_tap_on_the_board_works_without_scripts(open_at):
    hand = open_at(scripts=False)
    hand.mini("Rifle squad")
    hand.mini("Guard squad")
    hand.button("^Attack$")
    hand.page.get_by_label("3 attack d6").fill("6 5 2")
    hand.page.get_by_label("3 defence d6").fill("5 3 1")
    hand.button("Enter")
    hand.button("no counterattack")
    hand.button("Apply")
    sentence(hand, "Rifle squad")
    expect(hand.page.locator(".panel .headline")).to_have_count(0)
    assert TroopUnit.objects.get(name="Guard squad").strength == 2


WIDTHS = "[...document.querySelectorAll('.square')].map(square => square.getBoundingClientRect().width)"
PUSHED = "document.querySelector('.squares-frame').scrollLeft"


@pytest.mark.parametrize("size", SIZES)
def test_a_wide_board_keeps_its_squares_large_and_stays_where_it_was_pushed_to(open_at, look, size):
    TroopBattle.objects.update(columns=16)
    TroopUnit.objects.filter(name="Mortar team").update(column=16)
    width, height = SIZES[size]
    hand = open_at(width=width, height=height)
    assert min(hand.page.evaluate(WIDTHS)) >= 48
    assert hand.page.evaluate("document.documentElement.scrollWidth") <= width
    hand.mini("Mortar team")
    sentence(hand, "Mortar team")
    assert hand.page.evaluate(PUSHED) > 0
    look(hand.page, f"troops-wide-{size}")


def test_after_the_attacker_falls_to_the_counterattack_nobody_is_chosen(open_at, look):
    TroopUnit.objects.filter(name="Rifle squad").update(strength=1)
    hand = open_at()
    hand.mini("Rifle squad")
    sentence(hand, "tap the target")
    hand.mini("Guard squad")
    hand.button("^Attack$")
    sentence(hand, "attacks with 1 d6")
    hand.dice(1, 6, 6, 6)
    hand.button("counterattack with 3 d6")
    sentence(hand, "counterattacks with 3 d6")
    hand.dice(6, 6, 6, 1)
    sentence(hand, "counterattacks: 1 loss, destroyed.")
    hand.button("Apply")
    sentence(hand, "Tap the attacker.")
    expect(hand.page.locator(".mini", has_text="Rifle squad")).to_have_count(0)
    look(hand.page, "troops-attacker-destroyed")
