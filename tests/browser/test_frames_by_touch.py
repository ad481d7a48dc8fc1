"""The worked attack of Mobile Frame Zero by touch: dice from the table, dice from the app, and without scripts."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.models import Battle, Frame, Reply, Side, System, Terrain, Token
from rules.words import without_rank
from tests.browser.conftest import Looks
from tests.browser.finger import SIZES, Finger, InEverySize, hands_on
from tests.companion.demo import demo_of
from tests.companion.playing import Device
from tests.companion.test_several_at_once import VANE

MOST_TAPS = 9
WITH_THE_PREVIEW_OF_A_CHOICE = MOST_TAPS + 1
ATTACKER = "Ghanat Ekauechihé"
TARGET = "ST-10 Osprey, Captain Kader"


@pytest.fixture
def wall(transactional_db) -> Battle:
    return demo_of("mobile_frame_zero")


@pytest.fixture
def open_at(wall: Battle, tablet: Callable[..., Page]) -> Callable[..., Finger]:
    return hands_on(tablet, wall.get_absolute_url())


def answer(finger: Finger, question: str, text: str) -> None:
    finger.answer(text, within=f"fieldset:has-text('{question}')")


def aim(finger: Finger) -> None:
    finger.card(ATTACKER)
    finger.says("tap the target")
    finger.card(TARGET)
    finger.says(f"{ATTACKER} → {without_rank(TARGET)}")


def undo(finger: Finger) -> Locator:
    return finger.page.locator(".bar-undo button")


def the_seeds_outcome_is_stored() -> None:
    kader = Frame.objects.get(name=TARGET)
    assert [system.name for system in System.objects.filter(frame=kader, lost=True)] == ["shield"]
    assert kader.white == 2
    assert Terrain.objects.get(name="ragged wall").hits_left == 0
    assert not Token.objects.filter(piece=kader, kind="spot").exists()
    assert Frame.objects.get(name=ATTACKER).attacked


def test_an_attack_die_that_is_told_after_the_target_puts_the_odds_on_the_other_cards(open_at):
    finger = open_at(width=1024, height=768)
    aim(finger)
    expect(finger.page.locator(".board .chance")).to_have_count(0)
    answer(finger, "Attack die", "^\\s*3\\s*$")
    expect(finger.page.locator(".board .chance").first).to_be_visible()
    finger.says(f"{ATTACKER} → {without_rank(TARGET)}")


def test_the_seeds_attack_with_the_dice_of_the_table(open_at, looks, capsys):
    finger = open_at()
    shot = InEverySize(finger.page, "frames", SIZES, looks)
    button = partial(finger.page.get_by_role, "button")
    shot("1-idle", finger.page.locator(".piece-name a", has_text=ATTACKER))
    aim(finger)
    answer(finger, "Attack die", "^\\s*3\\s*$")
    answer(finger, "Cover", "ragged wall")
    expect(finger.page.locator(".outlook")).to_contain_text(
        re.compile("3 damage dice.*Chart 3, ranged, behind terrain", re.S)
    )
    shot("2-odds", button(name="Attack", exact=True))
    finger.button("^Attack$")
    finger.says("takes 3 damage dice")
    finger.dice(1, 4)
    shot("3-dice", button(name="5", exact=True))
    finger.dice(5)
    finger.says("Which system does it lose?")
    shot("4-choice", button(name=re.compile("^lose shield")))
    finger.button("^lose shield")
    finger.says("which loses shield; ragged wall loses 6 pieces and is ruined.")
    shot("5-result", button(name="Apply"))
    assert not System.objects.filter(lost=True).exists(), "nothing is stored before Apply"
    finger.button("Apply")
    expect(finger.page.locator(".panel .headline")).to_have_count(0)
    the_seeds_outcome_is_stored()
    shot("6-applied")
    with capsys.disabled():
        finger.took("Mobile Frame Zero, 3 damage dice by hand", WITH_THE_PREVIEW_OF_A_CHOICE)


def test_an_attack_with_the_usual_loss_takes_at_most_nine_taps(open_at, looks, capsys):
    finger = open_at()
    aim(finger)
    answer(finger, "Attack die", "^\\s*3\\s*$")
    answer(finger, "Cover", "ragged wall")
    finger.button("^Attack$")
    finger.says("takes 3 damage dice")
    finger.dice(1, 4, 5)
    finger.says("Which system does it lose?")
    looks(finger.page, "frames-applies-the-usual")
    finger.button("^Apply: lose .*which loses grenade launcher; ragged wall loses 6 pieces and is ruined.")
    expect(undo(finger)).to_be_visible()
    assert list(System.objects.filter(lost=True).values_list("name", flat=True)) == ["grenade launcher"]
    assert Frame.objects.get(name=ATTACKER).attacked
    with capsys.disabled():
        finger.took("Mobile Frame Zero, 3 damage dice by hand, the usual loss", MOST_TAPS)


def test_an_attack_with_the_die_that_was_assigned_takes_at_most_nine_taps(open_at, wall, capsys):
    vane = Device(wall)
    vane.declare("activation", vane.key(VANE), q_range="direct fire", q_rockets="0", q_names="None")
    assert vane.dice("5 2", "6 3", "5", "1").status_code == 302
    dice = {f"place-{place}": die for place, die in enumerate(("B:5", "W:5", "G:1", "W:2"))}
    vane._tap("choice", None, None, **dice)
    assert vane.apply().status_code == 302
    finger = open_at()
    finger.card(VANE)
    finger.says("tap the target")
    finger.card(ATTACKER)
    finger.says(f"{without_rank(VANE)} → {ATTACKER}")
    finger.button("^Attack$")
    finger.says("takes 3 damage dice")
    finger.dice(5, 1, 1)
    finger.says("Which system does it lose?")
    finger.button("^lose rifle")
    finger.says("which loses rifle")
    finger.button("Apply")
    expect(finger.page.locator(".panel .headline")).to_have_count(0)
    assert list(System.objects.filter(lost=True).values_list("name", flat=True)) == ["rifle"]
    with capsys.disabled():
        finger.took("Mobile Frame Zero, 3 damage dice, the die assigned", MOST_TAPS)


def test_a_tap_on_the_spot_in_the_tray_leaves_it_and_one_more_uses_it(open_at, looks):
    finger = open_at()
    aim(finger)
    answer(finger, "Attack die", "^\\s*3\\s*$")
    for width, height in ((1024, 768), (1024, 660), (768, 1024), (390, 844)):
        finger.page.set_viewport_size({"width": width, "height": height})
        a_tap_leaves_the_spot_and_one_more_uses_it(finger, looks, f"{width}x{height}")


def a_tap_leaves_the_spot_and_one_more_uses_it(finger: Finger, looks: Looks, size: str) -> None:
    """Tap twice on the spot in the tray, which is used before and after."""
    tray, spot = finger.page.locator(".sum"), finger.page.locator(".sum label.addend")
    total = tray.locator(".total b")
    expect(spot).to_have_text("spot used")
    expect(total).to_have_text("3")
    looks(finger.page, f"frames-spot-used-{size}")
    box = spot.bounding_box()
    assert box, "it lies there"
    assert min(box["width"], box["height"]) >= 48
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    lies = "({ x, y }) => document.elementFromPoint(x, y).closest('label.addend') !== null"
    assert finger.page.evaluate(lies, place), "nothing lies over it"
    finger.tap(spot)
    expect(spot).to_have_text("spot left")
    expect(total).to_have_text("0")
    expect(
        finger.page.get_by_role("group", name="Use the spot").get_by_role("radio", name="no", exact=True)
    ).to_be_checked()
    looks(finger.page, f"frames-spot-left-{size}")
    finger.page.wait_for_timeout(600)
    finger.tap(spot)
    expect(spot).to_have_text("spot used")
    expect(total).to_have_text("3")
    finger.page.wait_for_timeout(600)


def test_two_taps_on_the_spot_in_the_tray_turn_it_over_once(open_at):
    finger = open_at()
    aim(finger)
    answer(finger, "Attack die", "^\\s*3\\s*$")
    spot = finger.page.locator(".sum label.addend")
    expect(spot).to_have_text("spot used")
    finger.page.wait_for_timeout(600)
    box = spot.bounding_box()
    finger.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    expect(spot).to_have_text("spot left")
    finger.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    finger.page.wait_for_timeout(400)
    expect(spot).to_have_text("spot left")


def test_one_tap_takes_the_attack_back(open_at):
    finger = open_at()
    aim(finger)
    answer(finger, "Attack die", "^\\s*3\\s*$")
    answer(finger, "Cover", "ragged wall")
    finger.button("^Attack$")
    finger.says("takes 3 damage dice")
    finger.dice(1, 4, 5)
    finger.says("Which system does it lose?")
    finger.button("^lose shield")
    finger.says("which loses shield")
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
    answer(finger, "Range", "hand-to-hand")
    answer(finger, "Attack die", "^\\s*8\\s*$")
    finger.button("^Attack$")
    finger.says("takes 8 damage dice")
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
    answer(finger, "Attack die", "^\\s*3\\s*$")
    answer(finger, "Cover", "ragged wall")
    finger.button("^Attack$")
    finger.page.get_by_role("textbox").first.fill("1 4 7")
    finger.button("Enter")
    expect(finger.page.locator("body")).to_contain_text("A d6 shows 1 to 6. You entered 7.")
    finger.page.get_by_role("textbox").first.fill("1 4 5")
    finger.button("Enter")
    finger.button("^lose shield", "which loses shield")
    finger.button("Apply")
    expect(undo(finger)).to_be_visible()
    the_seeds_outcome_is_stored()
