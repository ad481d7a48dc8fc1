"""What is decided in a row is decided on one screen: dice laid on their places, and all systems that a hit takes."""

import re
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.models import Battle, Frame, Reply, System, Token
from tests.browser.finger import Finger, InEverySize, hands_on, settled
from tests.browser.test_axe import faults
from tests.browser.test_frames_by_touch import TARGET, aim, answer
from tests.companion.demo import demo_of

SIZES = {"landscape": (1024, 768), "low": (1024, 660), "portrait": (768, 1024), "phone": (390, 844)}
VANE = "ST-10 Osprey, Lieutenant Vane"


@pytest.fixture
def wall(transactional_db) -> Battle:
    return demo_of("mobile_frame_zero")


@pytest.fixture
def open_at(wall: Battle, tablet: Callable[..., Page]) -> Callable[..., Finger]:
    return hands_on(tablet, wall.get_absolute_url())


def roll_the_pool(finger: Finger) -> None:
    """Vane acts, and rolls white 4 and 2, red 6 and 3, blue 5, green 1."""
    finger.card(VANE)
    finger.tap(finger.page.get_by_role("link", name="Roll its pool"))
    finger.button("^Roll its pool$")
    finger.says("rolls its pool")
    finger.dice(4, 2, 6, 3, 5, 1)
    finger.says("assigns its dice")


def hit_twice(finger: Finger) -> None:
    """The target is hit twice in the open."""
    aim(finger)
    answer(finger, "Attack die", "^\\s*3\\s*$")
    finger.button("^Attack$")
    finger.says("takes 3 damage dice")
    finger.dice(5, 5, 1)
    finger.says("Which 2 systems does it lose?")


def lying_die(finger: Finger, place: str, shown: str) -> Locator:
    return finger.page.get_by_role("group", name=place).locator(".lying", has_text=shown)


def die(finger: Finger, place: str, shown: str) -> None:
    finger.tap(lying_die(finger, place, shown))


def lying(page: Page) -> list[str]:
    return [row.locator("input:checked").get_attribute("value") or "" for row in page.locator(".place").all()]


def assigned() -> dict[str, int]:
    values = Token.objects.filter(piece=Frame.objects.get(name=VANE)).values_list("kind", "value")
    return {kind: value for kind, value in values if kind in ("defence", "attack", "movement", "spotting")}


def dice_are_large(page: Page) -> None:
    for label in page.locator(".lying").all():
        box = label.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44


def test_a_pool_is_assigned_on_one_screen(open_at, looks, capsys):
    finger = open_at()

    def look_and_measure(page: Page, name: str) -> None:
        looks(page, name)
        dice_are_large(page)

    shot = InEverySize(finger.page, "laying", SIZES, look_and_measure)
    roll_the_pool(finger)
    assert lying(finger.page) == ["B:5", "R:6", "G:1", "W:4"]
    shot("1-usual", lying_die(finger, "Movement", "white d6 showing 4"))
    before = finger.taps
    die(finger, "Movement", "white d6 showing 4")
    assert lying(finger.page) == ["B:5", "R:6", "W:4", "W:2"]
    expect(finger.page.locator("#said")).to_have_text("Spot: white d6 showing 2")
    shot("2-moved", finger.page.get_by_role("button", name="Assign", exact=True))
    finger.button("^Assign$")
    finger.says(f"{VANE} acts: defence 5, attack 6, movement 4, spot 2.")
    with capsys.disabled():
        sys.stdout.write(f"\nfour dice assigned, one of them another than usual: {finger.taps - before} taps\n")
    assert finger.taps - before == 2
    shot("3-result", finger.page.get_by_role("button", name="Apply", exact=True))
    finger.button("^Apply$", "Lieutenant Vane: tap the target.")
    expect(finger.page.locator(".battle-result")).to_have_count(0)
    assert assigned() == {"defence": 5, "attack": 6, "movement": 4, "spotting": 2}


def test_a_die_that_goes_to_another_place_and_back_leaves_all_as_it_was(open_at):
    finger = open_at()
    roll_the_pool(finger)
    die(finger, "Defence", "white d6 showing 4")
    assert lying(finger.page) == ["W:4", "R:6", "G:1", "W:2"]
    die(finger, "Spot", "white d6 showing 4")
    assert lying(finger.page) == ["B:5", "R:6", "G:1", "W:4"]
    die(finger, "Attack", "none")
    assert lying(finger.page) == ["B:5", "none", "G:1", "W:4"]


def test_the_dice_of_a_screen_are_taken_back_together(open_at):
    finger = open_at()
    roll_the_pool(finger)
    finger.button("^Assign$")
    finger.says("acts: defence 5, attack 6, movement 1, spot 4.")
    assert Reply.objects.count() == 5
    finger.button("Take back")
    finger.says("assigns its dice")
    assert Reply.objects.count() == 1


def test_dice_are_assigned_by_keyboard(open_at):
    finger = open_at()
    roll_the_pool(finger)
    page = finger.page
    settled(page)
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.name") != "place-2":
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert lying(page) == ["B:5", "R:6", "W:4", "W:2"]
    while page.evaluate("document.activeElement.textContent") != "Assign":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    finger.says("movement 4, spot 2.")


def test_dice_are_assigned_without_scripts(wall, tablet):
    page = tablet(scripts=False)
    page.goto(wall.get_absolute_url())
    page.locator(".piece-name a", has_text=VANE).click()
    page.get_by_role("link", name="Roll its pool").click()
    page.get_by_role("button", name="Roll its pool").click()
    for pool, typed in enumerate(("4 2", "6 3", "5", "1")):
        page.locator(f"[name=pool-{pool}]").fill(typed)
    page.get_by_role("button", name="Enter").click()
    page.get_by_role("group", name="Movement").locator(".lying", has_text="white d6 showing 4").click()
    page.get_by_role("button", name="Assign").click()
    expect(page.locator(".notice")).to_have_text("White d6 showing 4 is taken already: choose another die for spot.")
    assert lying(page) == ["B:5", "R:6", "W:4", "W:4"]
    assert Reply.objects.count() == 1
    page.get_by_role("group", name="Spot").locator(".lying", has_text="none").click()
    page.get_by_role("button", name="Assign").click()
    expect(page.locator(".sentence")).to_have_text(f"{VANE} acts: defence 5, attack 6, movement 4.")


def test_all_systems_that_a_hit_takes_go_by_one_tap(open_at, looks):
    finger = open_at()
    shot = InEverySize(finger.page, "losses", SIZES, looks)
    hit_twice(finger)
    shot("1-asked", finger.page.get_by_role("button", name=re.compile("^grenade launcher and shield")))
    finger.button("^grenade launcher and shield")
    finger.says("loses grenade launcher and shield")
    shot("2-result", finger.page.get_by_role("button", name="Apply", exact=True))
    finger.button("^Apply$")
    expect(finger.page.locator(".battle-result")).to_have_count(0)
    lost = System.objects.filter(frame__name=TARGET, lost=True).values_list("name", flat=True)
    assert set(lost) == {"grenade launcher", "shield"}


def test_the_screens_are_for_everybody(open_at):
    finger = open_at()
    roll_the_pool(finger)
    assert list(faults(finger.page)) == []
    finger.page.set_viewport_size({"width": 1024, "height": 768})
    finger.button("Call it off")
    hit_twice(finger)
    assert list(faults(finger.page)) == []
