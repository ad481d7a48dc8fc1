"""Counted before the first attack: an army from nothing, a battle played again, and a list of X-Wing."""

import json
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.models import Battle, Campaign, Ship
from companion.models.campaign import new_key
from companion.services.building import start_battle
from companion.services.demo import load_demo_battle
from rules.examples import Demo
from rules.games import GAMES
from tests.browser.finger import Finger, settled
from tests.companion.playing import Device, sheet_of
from tests.companion.test_setup_builder_earlier import finish

ARMY, REMATCH, LIST = 40, 3, 4
"""The most taps that each may take."""

ARMIES = {
    "mobile_frame_zero": (
        {
            "Joshua": ("Kader", "Kader", "Vane", "Oke", *("landing pad",) * 3),
            "Sebastian": ("Doajihé", "Doajihé", "Ekauechihé", "Tishihé", *("relay mast",) * 3),
        },
        "8 frames and 6 stations",
    ),
    "troops_and_supplies": (
        {
            "Hill army": ("Rifle", "Rifle", "Scout", "Scout", "Gun", "Tank"),
            "River army": ("Guard", "Guard", "Lancer", "Lancer", "Mortar", "Militia"),
        },
        "12 units",
    ),
    "gods_gloom": (
        {
            "Horde": ("Reavers", "Reavers", "Slingers", "Riders", "Ukra"),
            "Host": ("Soldiers", "Soldiers", "Wardens", "Archers", "Regent"),
        },
        "10 units",
    ),
}
"""What each side gets, by parts of names, and what that is."""


@pytest.fixture
def tell(capsys):
    """Say how many taps and characters something took, that the taps were few and that only names were typed."""

    def told(what, finger, most, names=()):
        with capsys.disabled():
            finger.took(what, most, sum(map(len, names)))
        assert finger.typed == sum(map(len, names))

    return told


def rests(page):
    settled(page)


def new_battle(finger, game, sides):
    """From the first page to the set-up page, with the names of a campaign, a battle and its sides typed."""
    page = finger.page
    page.goto("/")
    finger.type_in("Name of the campaign", "Thursdays")
    finger.tap(page.get_by_role("button", name="Start a campaign"))
    # A busy machine shows the page before its scripts have run: a tap that falls then picks no game.
    expect(page.locator("label.pick", has_text=game)).to_be_visible()
    page.wait_for_load_state()
    rests(page)
    finger.tap(page.locator("label.pick", has_text=game))
    finger.type_in("Name of the battle", "The ford")
    for number, side in enumerate(sides, start=1):
        finger.type_in(f"Side {number}", side)
    rests(page)
    finger.tap(page.get_by_role("button", name="Set the battle up"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Set-up of The ford")


def add_known(finger, names):
    """Known pieces for the side that is shown, a tap each."""
    page = finger.page
    there = page.locator(".army .piece").count()
    for number, name in enumerate(names, start=there + 1):
        rests(page)
        finger.tap(page.locator(".known-one", has_text=name))
        expect(page.locator(".army .piece")).to_have_count(number)


@pytest.mark.parametrize("game", ARMIES)
def test_an_army_from_nothing_takes_at_most_forty_taps_and_only_names_are_typed(
    transactional_db, tablet, tell, look, game
):
    sides, what = ARMIES[game]
    finger = Finger(tablet())
    page = finger.page
    new_battle(finger, GAMES[game].name.partition(":")[0], sides)
    for place, (side, names) in enumerate(sides.items()):
        expect(page.locator(".build-tabs .plate[aria-current]")).to_contain_text(side)
        add_known(finger, names)
        if not place:
            rests(page)
            finger.tap(page.get_by_role("link", name="Next: "))
    look(page, f"from-nothing-{game}")
    rests(page)
    finger.tap(page.get_by_role("button", name="Start the battle"))
    expect(page.locator("#battle")).to_be_attached()
    sheet = sheet_of(Battle.objects.get())
    assert sheet.started
    assert len(sheet.pieces) == sum(map(len, sides.values()))
    tell(f"{GAMES[game].name} from nothing, {what}, only names typed", finger, ARMY, ("Thursdays", "The ford", *sides))


@pytest.fixture
def over(transactional_db, game):
    """A battle of the demo's pieces that was set up, was started, and is over."""
    waiting = replace(GAMES[game].demo.battle, started=False)
    shown = replace(GAMES[game], demo=Demo("Ford", waiting))
    device = Device(load_demo_battle(Campaign.objects.create(name="Thursdays"), shown))
    assert device.declare("start").status_code == 302
    if device.battle.declarations.filter(status="open").exists():
        device.choose(device.played().ask.options[0])
    assert device.sheet.started
    finish(device)
    return device.battle


@pytest.mark.parametrize("game", GAMES)
def test_a_battle_is_played_again_with_at_most_three_taps(over, tablet, tell, game):
    finger = Finger(tablet())
    page = finger.page
    page.goto(over.get_absolute_url())
    rests(page)
    finger.tap(page.get_by_role("button", name="Play again"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Set-up of Ford 2")
    rests(page)
    finger.tap(page.get_by_role("button", name="Start the battle"))
    expect(page.locator("#battle")).to_be_attached()
    if page.locator(".battle-ask").count():
        rests(page)
        finger.tap(page.locator(".option-usual"))
    expect(page.locator(".battle-idle")).to_be_attached()
    again = Battle.objects.get(name="Ford 2")
    assert sheet_of(again).started
    assert len(sheet_of(again).pieces) == len(sheet_of(over).pieces)
    tell(f"{GAMES[game].name}, a rematch from the end of a battle", finger, REMATCH)


def test_a_list_of_x_wing_is_taken_with_at_most_four_taps(transactional_db, tablet, tell):
    campaign = Campaign.objects.create(name="Thursdays")
    battle = start_battle(
        campaign=campaign, game="x_wing", name="The belt", sides=["Red", "Blue"], once=new_key(), who="x"
    )
    pilots = ("wedgeantilles", "lukeskywalker", "bluesquadronescort", "bluesquadronescort")
    ships = [{"id": pilot, "ship": "t65xwing", "upgrades": {"torpedo": ["protontorpedoes"]}} for pilot in pilots]
    squad = {"name": "Rogues", "faction": "rebelalliance", "pilots": ships}
    finger = Finger(tablet())
    page = finger.page
    page.goto(f"{battle.get_absolute_url()}setup/")
    finger.tap(page.get_by_role("link", name="Paste or upload a squad"))
    finger.tap(page.get_by_label("Paste the list"))
    # What is pasted is not typed: it comes whole.
    page.keyboard.insert_text(json.dumps(squad))
    rests(page)
    finger.tap(page.get_by_role("button", name="Read the list"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Rogues")
    rests(page)
    finger.tap(page.get_by_role("button", name="Take these ships"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Set-up of The belt")
    assert Ship.objects.filter(battle=battle).count() == len(pilots)
    tell("X-Wing, a list of 4 known ships", finger, LIST)
