"""The seed's attack of Mobile Frame Zero by touch: dice from the table, dice from the app, and without scripts."""

import re
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.models import Battle, Frame, Reply, Side, System, Terrain, Token
from companion.services.demo import load_demo

SIZES = {"landscape": (1024, 768), "portrait": (768, 1024)}
MOST_TAPS = 10
ATTACKER = "Ghanat Ekauechihé"
TARGET = "ST-10 Osprey, Captain Kader"


class Finger:
    """A finger on the tablet that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator) -> None:
        what.first.tap()
        self.taps += 1

    def card(self, name: str) -> None:
        self.tap(self.page.locator(".piece-name a", has_text=name))

    def answer(self, question: str, text: str) -> None:
        group = self.page.locator("fieldset", has_text=question)
        self.tap(group.locator("label", has_text=re.compile(text)))

    def button(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=re.compile(name)))

    def dice(self, *faces: int) -> None:
        for face in faces:
            self.tap(self.page.get_by_role("button", name=str(face), exact=True))


@pytest.fixture
def wall(transactional_db) -> Battle:
    return load_demo().battles.get(game="mobile_frame_zero")


@pytest.fixture
def open_at(wall: Battle, tablet: Callable[..., Page]) -> Callable[..., Finger]:
    def open_page(**more: object) -> Finger:
        page = tablet(**more)
        page.goto(wall.get_absolute_url())
        return Finger(page)

    return open_page


def sentence(finger: Finger, text: str) -> None:
    expect(finger.page.locator(".sentence")).to_contain_text(text)


def aim(finger: Finger) -> None:
    finger.card(ATTACKER)
    sentence(finger, "tap the target")
    finger.card(TARGET)
    sentence(finger, f"{ATTACKER} → {TARGET}")


def undo(finger: Finger) -> Locator:
    return finger.page.locator(".bar-undo button")


def the_seeds_outcome_is_stored() -> None:
    kader = Frame.objects.get(name=TARGET)
    assert [system.name for system in System.objects.filter(frame=kader, lost=True)] == ["shield"]
    assert kader.white == 2
    assert Terrain.objects.get(name="ragged wall").hits_left == 0
    assert not Token.objects.filter(piece=kader, kind="spot").exists()
    assert Frame.objects.get(name=ATTACKER).attacked


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_seeds_attack_with_the_dice_of_the_table(open_at, look, capsys, size, dark):
    width, height = SIZES[size]
    finger = open_at(width=width, height=height, dark=dark)
    shot = f"frames-{size}-{'dark' if dark else 'light'}"
    look(finger.page, f"{shot}-1-idle")
    aim(finger)
    finger.answer("Attack die", "^\\s*3\\s*$")
    finger.answer("Cover", "ragged wall")
    expect(finger.page.locator(".outlook")).to_contain_text("3 damage dice on chart 3, ranged, behind terrain")
    look(finger.page, f"{shot}-2-odds")
    finger.button("^Attack$")
    sentence(finger, "takes 3 damage dice")
    finger.dice(1, 4)
    look(finger.page, f"{shot}-3-dice")
    finger.dice(5)
    sentence(finger, "Which system does it lose?")
    look(finger.page, f"{shot}-4-choice")
    finger.button("lose shield")
    sentence(finger, "which loses shield; ragged wall loses 6 pieces and is ruined.")
    look(finger.page, f"{shot}-5-result")
    assert not System.objects.filter(lost=True).exists(), "nothing is stored before Apply"
    finger.button("Apply")
    expect(finger.page.locator(".panel .headline")).to_have_count(0)
    the_seeds_outcome_is_stored()
    look(finger.page, f"{shot}-6-applied")
    with capsys.disabled():
        sys.stdout.write(f"\nMobile Frame Zero, 3 damage dice by hand, {size}: {finger.taps} taps of {MOST_TAPS}\n")
    assert finger.taps <= MOST_TAPS


def test_one_tap_takes_the_attack_back(open_at):
    finger = open_at()
    aim(finger)
    finger.answer("Attack die", "^\\s*3\\s*$")
    finger.answer("Cover", "ragged wall")
    finger.button("^Attack$")
    sentence(finger, "takes 3 damage dice")
    finger.dice(1, 4, 5)
    sentence(finger, "Which system does it lose?")
    finger.button("lose shield")
    sentence(finger, "which loses shield")
    finger.button("Apply")
    finger.tap(undo(finger))
    expect(undo(finger)).to_have_count(0)
    assert not System.objects.filter(lost=True).exists()
    assert Terrain.objects.get(name="ragged wall").hits_left == 1
    assert Token.objects.get(piece__name=TARGET, kind="spot").value == 5


def test_the_app_rolls_and_a_frame_is_destroyed(open_at):
    System.objects.filter(frame__name=TARGET).delete()
    Frame.objects.filter(name=TARGET).update(white=1)
    score = Side.objects.get(name="Joshua").score
    finger = open_at()
    aim(finger)
    finger.answer("Range", "hand-to-hand")
    finger.answer("Attack die", "^\\s*8\\s*$")
    finger.button("^Attack$")
    sentence(finger, "takes 8 damage dice")
    finger.button("Roll for me")
    finger.button("Apply")
    expect(finger.page.locator(".panel .headline")).to_have_count(0)
    roll = Reply.objects.get()
    assert roll.source == "rolled"
    assert len(roll.value[0]) == 8
    hits = sum(face >= 4 for face in roll.value[0])
    frame = Frame.objects.get(name=TARGET)
    assert frame.status == ("destroyed" if hits else "active")
    assert Side.objects.get(name="Joshua").score == (score - 5 if hits else score)


def test_the_whole_attack_works_without_scripts(open_at):
    finger = open_at(scripts=False)
    aim(finger)
    finger.answer("Attack die", "^\\s*3\\s*$")
    finger.answer("Cover", "ragged wall")
    finger.button("^Attack$")
    finger.page.get_by_role("textbox").first.fill("1 4 7")
    finger.button("Enter")
    expect(finger.page.locator("body")).to_contain_text("A d6 shows 1 to 6. You entered 7.")
    finger.page.get_by_role("textbox").first.fill("1 4 5")
    finger.button("Enter")
    finger.button("lose shield")
    finger.button("Apply")
    expect(undo(finger)).to_be_visible()
    the_seeds_outcome_is_stored()
