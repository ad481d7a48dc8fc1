"""An attack of Gods Gloom by touch: modifiers, the dice of both units one by one, rerolls, and what is left."""

import re
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.models import Battle, GloomArmy, GloomUnit, Token
from companion.services.demo import load_demo

SIZES = {"landscape": (1024, 768), "portrait": (768, 1024)}
MOST_TAPS = 16


class Hand:
    """A finger that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def _tap(self, found) -> None:
        found.first.tap()
        self.taps += 1

    def card(self, name: str) -> None:
        self._tap(self.page.locator(".piece-name a", has_text=name))

    def button(self, name: str) -> None:
        self._tap(self.page.get_by_role("button", name=re.compile(name)))

    def label(self, text: str, within: str = ".questions") -> None:
        self._tap(self.page.locator(f"{within} label.segment", has_text=re.compile(text)))

    def dice(self, *faces: int) -> None:
        for face in faces:
            self._tap(self.page.get_by_role("button", name=str(face), exact=True))


@pytest.fixture
def gate(transactional_db) -> Battle:
    return load_demo().battles.get(game="gods_gloom")


@pytest.fixture
def open_at(gate: Battle, tablet: Callable[..., Page]) -> Callable[..., Hand]:
    def open_page(**more: object) -> Hand:
        page = tablet(**more)
        page.goto(gate.get_absolute_url())
        return Hand(page)

    return open_page


def sentence(hand: Hand, text: str) -> None:
    expect(hand.page.locator(".sentence")).to_contain_text(text)


def test_four_and_two_against_two_and_two_take_at_most_sixteen_taps(open_at, capsys):
    hand = open_at()
    hand.card("Tusk Reavers")
    sentence(hand, "tap the target")
    hand.card("Bound Soldiers")
    sentence(hand, "Tusk Reavers → Bound Soldiers")
    hand.button("^Attack$")
    sentence(hand, "Tusk Reavers: 4 red and 2 blue dice")
    hand.dice(6, 4, 3, 1, 5, 2)
    sentence(hand, "Bound Soldiers: 2 red and 2 blue dice")
    hand.dice(3, 2, 4, 1)
    sentence(hand, "Tusk Reavers: reroll the whole pool")
    hand.button("^keep them")
    sentence(hand, "Bound Soldiers: reroll the whole pool")
    hand.button("^keep them")
    sentence(
        hand, "Tusk Reavers against Bound Soldiers: 2 wounds, 0 back; won by Tusk Reavers; Bound Soldiers -1 Morale."
    )
    hand.button("Apply")
    expect(hand.page.locator(".piece", has_text="Bound Soldiers").locator(".health")).to_contain_text("3/5")
    assert GloomUnit.objects.get(name="Bound Soldiers").current_health == 3
    assert Token.objects.get(piece__name="Bound Soldiers", kind="morale_tokens").value == 1
    with capsys.disabled():
        sys.stdout.write(f"\nGods Gloom, 4+2 against 2+2 dice by hand: {hand.taps} taps of {MOST_TAPS}\n")
    assert hand.taps <= MOST_TAPS


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_both_units_fall_at_once_by_touch(open_at, look, size, dark):
    GloomUnit.objects.filter(name__in=["Tusk Reavers", "Bound Soldiers"]).update(current_health=2)
    width, height = SIZES[size]
    hand = open_at(width=width, height=height, dark=dark)
    shot = f"gloom-{size}-{'dark' if dark else 'light'}"
    look(hand.page, f"{shot}-1-board")
    hand.card("Tusk Reavers")
    sentence(hand, "tap the target")
    hand.card("Bound Soldiers")
    sentence(hand, "Tusk Reavers → Bound Soldiers")
    look(hand.page, f"{shot}-2-odds")
    hand.label("^Charge ")
    expect(hand.page.locator("#outlook")).to_contain_text("5 red, 2 blue")
    hand.label("more, or another")
    look(hand.page, f"{shot}-3-modifiers")
    hand.button("^Attack$")
    sentence(hand, "Tusk Reavers: 5 red and 2 blue dice")
    hand.dice(5, 5, 5, 4)
    look(hand.page, f"{shot}-4-dice")
    hand.dice(1, 2, 2)
    sentence(hand, "Bound Soldiers: 2 red and 2 blue dice")
    hand.dice(6, 6, 1, 2)
    sentence(hand, "reroll the whole pool")
    look(hand.page, f"{shot}-5-reroll")
    hand.button("^keep them")
    sentence(hand, "Bound Soldiers: reroll")
    hand.button("^keep them")
    sentence(hand, "Bound Soldiers: 1 red extra, for the criticals")
    look(hand.page, f"{shot}-6-critical")
    hand.dice(4)
    sentence(hand, "Bound Soldiers Destroyed; Tusk Reavers Destroyed; nobody wins.")
    look(hand.page, f"{shot}-7-result")
    hand.button("Apply")
    expect(hand.page.locator(".destroyed")).to_have_count(2)
    look(hand.page, f"{shot}-8-after")
    for name, enemy in (("Tusk Reavers", "Bound Soldiers"), ("Bound Soldiers", "Tusk Reavers")):
        unit = GloomUnit.objects.get(name=name)
        assert (unit.status, unit.current_health, unit.destroyed_by) == ("destroyed", 0, enemy)
    assert GloomArmy.objects.get(name="Ashen Horde").charged
    hand.button("Undo")
    expect(hand.page.locator(".destroyed")).to_have_count(0)
    assert GloomUnit.objects.get(name="Tusk Reavers").current_health == 2


def test_a_typed_modifier_counts_and_a_single_die_is_rerolled(open_at, look):
    GloomArmy.objects.update(seals=0)
    GloomArmy.objects.filter(name="Unliving Host").update(momentum=2)
    hand = open_at()
    hand.card("Cinder Slingers")
    sentence(hand, "tap the target")
    hand.card("Bone Archers")
    hand.label("^ranged$")
    expect(hand.page.locator("#outlook")).to_contain_text("Bone Archers rolls 0 red, 0 blue")
    hand.label("more, or another")
    hand.page.locator("#q-modifiers-1-name").fill("High ground")
    hand.page.locator("#q-modifiers-1-red").select_option("2")
    expect(hand.page.locator("#outlook")).to_contain_text("Cinder Slingers rolls 5 red, 1 blue")
    look(hand.page, "gloom-typed-modifier")
    hand.button("^Attack$")
    sentence(hand, "Cinder Slingers: 5 red and 1 blue dice")
    hand.dice(1, 1, 1, 5, 2, 6)
    sentence(hand, "Cinder Slingers at range against Bone Archers: 1 wound.")
    hand.button("Apply")
    expect(hand.page.locator(".piece", has_text="Bone Archers").locator(".health")).to_contain_text("2/3")
    hand.card("Gore Riders")
    hand.card("Pale Regent")
    sentence(hand, "Gore Riders → Pale Regent")
    hand.button("^Attack$")
    sentence(hand, "Gore Riders: 5 red and 1 blue dice")
    hand.dice(2, 2, 2, 2, 2, 1)
    sentence(hand, "Pale Regent: 3 red and 3 blue dice")
    hand.dice(2, 4, 4, 1, 1, 4)
    sentence(hand, "Pale Regent: which die is rerolled?")
    expect(hand.page.locator(".whose")).to_contain_text("Unliving Host")
    look(hand.page, "gloom-single-die")
    hand.button("a red 2")
    hand.dice(5)
    sentence(hand, "Pale Regent: 1 blue extra")


def test_a_round_ends_with_its_soulshards(open_at, look):
    hand = open_at()
    hand._tap(hand.page.get_by_role("link", name="End the round"))
    sentence(hand, "End the round")
    look(hand.page, "gloom-round")
    hand.page.get_by_role("spinbutton", name="Soulshards gained by Ashen Horde").fill("2")
    hand.button("^End the round$")
    expect(hand.page.locator(".side", has_text="Ashen Horde").locator(".score").last).to_contain_text("2 Soulshards")
    expect(hand.page.locator(".status")).to_contain_text("2")


def test_the_attack_works_without_scripts(open_at):
    hand = open_at(scripts=False)
    hand.card("Tusk Reavers")
    hand.card("Bound Soldiers")
    hand.label("^Charge ")
    hand.button("Show odds")
    expect(hand.page.locator("#outlook")).to_contain_text("Tusk Reavers rolls 5 red, 2 blue")
    hand.button("^Attack$")
    hand.page.locator("#pool-0").fill("6 5 4 3 1")
    hand.page.locator("#pool-1").fill("2 2")
    hand.button("Enter")
    sentence(hand, "Bound Soldiers: 2 red and 2 blue dice")


def test_impossible_dice_say_what_a_die_shows(open_at):
    hand = open_at(scripts=False)
    hand.card("Tusk Reavers")
    hand.card("Bound Soldiers")
    hand.button("^Attack$")
    hand.page.locator("#pool-0").fill("7 5 4 3")
    hand.page.locator("#pool-1").fill("2 2")
    hand.button("Enter")
    expect(hand.page.locator(".notice")).to_have_text("A red d6 shows 1 to 6. You entered 7.")
