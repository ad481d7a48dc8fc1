"""Two people on two phones and a tablet found a group, take seats and play an attack, each for the own side."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.models import Battle, System
from tests.browser.finger import Finger, settled
from tests.browser.test_axe import faults
from tests.browser.test_frames_by_touch import aim, answer, undo
from tests.companion.demo import demo_of

PHONE = {"width": 390, "height": 844}
REFUSED = 403


@pytest.fixture
def battle(transactional_db) -> Battle:
    return demo_of("mobile_frame_zero")


def people(page: Page, battle: Battle) -> None:
    page.goto(f"{battle.campaign.get_absolute_url()}people/")


def organise(page: Page, battle: Battle) -> None:
    people(page, battle)
    page.get_by_label("Your name").fill("Olga")
    page.get_by_role("button", name="Organise this campaign").tap()
    expect(page.locator(".people")).to_contain_text("Olga organiser, this device")


def invitation(page: Page, battle: Battle) -> str:
    """The address of a link that an organiser makes for players."""
    people(page, battle)
    page.get_by_role("button", name="Make a link").tap()
    expect(page.locator(".qr svg")).to_be_visible()
    return page.locator(".address").inner_text()


def join(page: Page, address: str, name: str) -> None:
    page.goto(address)
    expect(page.locator("main")).to_contain_text("Nothing is changed before you tap.")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").tap()
    expect(page.locator(".members")).to_contain_text(f"{name} player")
    assert "/j/" not in page.url


def sit(page: Page, battle: Battle, side: str) -> None:
    page.goto(f"{battle.get_absolute_url()}setup/")
    tab = page.locator(".build-tabs .plate", has_text=side)
    if tab.get_attribute("aria-current") != "true":
        tab.tap()
        expect(tab).to_have_attribute("aria-current", "true")
    settled(page)
    page.get_by_role("button", name="Take the seat").tap()
    expect(page.locator(".seat-of")).to_contain_text("You do.")


def test_a_group_is_founded_and_each_plays_the_own_side(battle, tablet, look):
    table, annas, bens = tablet(), tablet(**PHONE), tablet(**PHONE, dark=True)
    organise(table, battle)
    address = invitation(table, battle)
    look(table, "group-1-the-link")
    join(annas, address, "Anna")
    join(bens, address, "Ben")
    look(bens, "group-2-the-campaign")
    sit(annas, battle, "Sebastian")
    look(annas, "group-3-a-seat")
    sit(bens, battle, "Joshua")
    table.goto(f"{battle.get_absolute_url()}setup/")
    table.get_by_role("button", name="each player taps only for their own side").tap()
    expect(table.get_by_role("button", name="each player taps only for their own side")).to_have_attribute(
        "aria-pressed", "true"
    )
    look(table, "group-4-who-taps")

    anna, ben = Finger(annas), Finger(bens)
    for page in (annas, bens):
        page.goto(battle.get_absolute_url())
    expect(bens.locator(".plate", has_text="Joshua")).to_contain_text("Ben")
    aim(anna)
    answer(anna, "Attack die", "^\\s*3\\s*$")
    answer(anna, "Cover", "ragged wall")
    expect(annas.locator(".outlook")).to_contain_text("3 damage dice.")
    anna.button("^Attack$")
    anna.dice(1, 4, 5)
    anna.says("Which system does it lose?")
    expect(annas.locator("#panel")).to_contain_text("Ben or an organiser taps here")
    expect(annas.get_by_role("button", name="lose shield")).to_have_count(0)
    look(annas, "group-5-not-for-this-device")
    bens.reload()
    ben.button("lose shield")
    ben.says("which loses shield")
    expect(bens.get_by_role("button", name="Apply")).to_have_count(0)
    assert not System.objects.filter(lost=True).exists()
    annas.reload()
    anna.button("Apply")
    expect(undo(anna)).to_contain_text("which loses shield")
    assert System.objects.get(lost=True).name == "shield"

    stranger = tablet(**PHONE)
    stranger.goto(battle.get_absolute_url())
    expect(stranger.locator(".bar")).to_contain_text("Others can undo")
    expect(undo(Finger(stranger))).to_have_count(0)


def open_door(page: Page, battle: Battle) -> str:
    """The code that an organiser says to let somebody come to a battle."""
    people(page, battle)
    door = page.get_by_role("group", name="The door to")
    door.get_by_text(battle.name).tap()
    page.get_by_role("button", name="Open the door").tap()
    return page.locator(".code-to-say").inner_text()


def test_somebody_joins_by_a_code_that_is_said(battle, tablet, look):
    table, phone = tablet(), tablet(**PHONE, dark=True)
    organise(table, battle)
    code = open_door(table, battle)
    look(table, "group-8-a-code-to-say")
    phone.goto("/")
    phone.get_by_role("link", name="Join with a code").tap()
    phone.get_by_label("A word and two digits").fill("heron 4")
    phone.get_by_role("button", name="Go on").tap()
    expect(phone.locator(".error")).to_contain_text("There is no open door with that code")
    look(phone, "group-9-a-wrong-code")
    phone.get_by_label("A word and two digits").fill(code.upper().replace(" ", ""))
    phone.get_by_role("button", name="Go on").tap()
    expect(phone.locator("main")).to_contain_text("Nothing is changed before you tap.")
    phone.get_by_label("Your name").fill("Ben")
    phone.get_by_role("button", name="Join").tap()
    expect(phone.locator("#battle")).to_be_visible()


def test_this_is_me_too_is_let_in_on_the_device_that_is_known(battle, tablet, look):
    table, phone = tablet(), tablet(**PHONE)
    organise(table, battle)
    people(phone, battle)
    phone.get_by_role("button", name="This is me: Olga").tap()
    number = phone.locator(".number-to-say").inner_text()
    assert re.fullmatch(r"\d{3}", number)
    look(phone, "group-6-waiting")
    people(table, battle)
    expect(table.locator(".is-asking")).to_contain_text(number)
    look(table, "group-7-somebody-wants-in")
    table.get_by_role("button", name="Yes, that is Olga").tap()
    expect(table.locator(".is-asking")).to_have_count(0)
    phone.get_by_role("link", name="Look again").tap()
    expect(phone.locator(".people")).to_contain_text("Olga organiser, this device")


def test_the_pages_of_a_group_are_for_everybody(battle, tablet, site):
    table = tablet(expect={REFUSED})
    people(table, battle)
    found = [f"nobody yet, {fault}" for fault in faults(table)]
    organise(table, battle)
    guest = tablet(**PHONE)
    people(guest, battle)
    guest.get_by_role("button", name="This is me: Olga").tap()
    expect(guest.locator(".number-to-say")).to_be_visible()
    people(table, battle)
    table.locator(".people .person-more summary").tap()
    table.get_by_text("The link has come into wrong hands").tap()
    found += [f"people, {fault}" for fault in faults(table)]
    found += [f"waiting, {fault}" for fault in faults(guest)]
    table.get_by_role("link", name="Forget me for good").tap()
    expect(table.get_by_role("heading", name="Forget Olga")).to_be_visible()
    found += [f"forgotten, {fault}" for fault in faults(table)]
    address = invitation(table, battle)
    found += [f"link, {fault}" for fault in faults(table)]
    guest.goto(address)
    found += [f"join, {fault}" for fault in faults(guest)]
    open_door(table, battle)
    found += [f"door, {fault}" for fault in faults(table)]
    guest.goto("/code/")
    found += [f"code, {fault}" for fault in faults(guest)]
    table.goto(f"{battle.get_absolute_url()}setup/")
    found += [f"seats, {fault}" for fault in faults(table)]
    table.goto(f"{site}/j/1/{'x' * 43}/")
    found += [f"refused, {fault}" for fault in faults(table)]
    assert not found, "\n".join(found)
