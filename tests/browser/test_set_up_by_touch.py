"""Battles of units from nothing: a campaign, a battle, what the players agree on, a unit each, and the start."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.models import Battle
from tests.browser.finger import SIZES
from tests.companion.playing import sheet_of

RIFLES = {"Name": "Rifles", "Troop strength": "3", "Ammunition cost": "2", "Supplies": "5"}
GUARDS = {"Name": "Guards", "Troop strength": "4", "Supplies": "4"}
REAVERS = {"Name": "Reavers", "Offence red": "3", "Offence blue": "1", "Guard red": "2", "Cost": "90",
           "Traits": "Berserk, Commander[2]"}  # fmt: skip
WARDENS = {"Name": "Wardens", "Offence red": "2", "Guard blue": "2", "Cost": "80"}


def started(page: Page, game: str, sides: tuple[str, str]) -> None:
    """A new campaign with a new battle, on its set-up page."""
    page.goto("/")
    page.get_by_label("Name").fill("Thursdays")
    page.get_by_role("button", name="Start a campaign").tap()
    page.get_by_label("Game").select_option(label=game)
    page.get_by_label("Name of the battle").fill("The ford")
    page.get_by_label("Sides").fill("\n".join(sides))
    page.get_by_role("button", name="Set the battle up").tap()
    expect(page.get_by_role("heading", name="Set-up of The ford")).to_be_visible()


def agree(page: Page, **numbers: str) -> None:
    form = page.locator(".setup-form", has_text="What you agree on")
    for label, number in numbers.items():
        form.get_by_label(re.compile(label.replace("_", " "))).fill(number)
    form.get_by_role("button", name="Agree").tap()


def add(page: Page, side: str, card: dict[str, str], **chosen: str) -> None:
    form = page.locator(".setup-form", has_text="Add a unit")
    form.get_by_label("Army").select_option(label=side)
    for label, text in card.items():
        form.get_by_label(label).first.fill(text)
    for label, option in chosen.items():
        form.get_by_label(label.replace("_", " ")).select_option(label=option)
    form.get_by_role("button", name="Add the unit").tap()
    expect(page.locator(".side", has_text=side)).to_contain_text(card["Name"])


def start(page: Page) -> Battle:
    page.get_by_role("button", name="Start the battle").tap()
    expect(page.locator(".sentence")).to_have_text("Tap the attacker.")
    return Battle.objects.get()


@pytest.mark.parametrize("size", SIZES)
def test_troops_and_supplies_from_nothing(transactional_db, tablet, look, size):
    width, height = SIZES[size]
    page = tablet(width=width, height=height)
    started(page, "Troops and Supplies", ("Hill army", "River army"))
    agree(page, Columns="6", Rows="5")
    add(page, "Hill army", RIFLES, Battle_die="d8", Column="C", Row="2")
    expect(page.locator(".notice")).to_have_text("River army has no units.")
    expect(page.get_by_role("button", name="Start the battle")).to_be_disabled()
    add(page, "River army", GUARDS, Indirect_fire="yes", Column="C", Row="3")
    look(page, f"set-up-troops-{size}")
    sheet = sheet_of(start(page))
    look(page, f"set-up-troops-{size}-started")
    rifles, guards = sheet.units
    assert (sheet.columns, sheet.rows, sheet.started) == (6, 5, True)
    assert (rifles.strength, rifles.battle_die, rifles.ammunition_cost, str(rifles.square)) == (3, 8, 2, "C2")
    assert (guards.indirect_fire, guards.supplies, str(guards.square)) == (True, 4, "C3")
    page.locator("a.mini", has_text="Rifles").tap()
    expect(page.locator(".sentence")).to_have_text("Rifles: tap the target.")
    page.locator("a.mini", has_text="Guards").tap()
    expect(page.locator("#outlook")).to_contain_text("3 d8 against 4 d6.")


@pytest.mark.parametrize("size", SIZES)
def test_gods_gloom_from_nothing(transactional_db, tablet, look, size):
    width, height = SIZES[size]
    page = tablet(width=width, height=height, dark=True)
    started(page, "Gods Gloom", ("Horde", "Host"))
    agree(page, a_Charge_adds="2")
    add(page, "Horde", REAVERS)
    add(page, "Host", WARDENS)
    look(page, f"set-up-gloom-{size}")
    sheet = sheet_of(start(page))
    look(page, f"set-up-gloom-{size}-started")
    assert sheet.settings.charge == 2
    assert [army.seals for army in sheet.armies] == [2, 1]
    page.locator(".piece-name a", has_text="Reavers").tap()
    expect(page.locator(".sentence")).to_have_text("Reavers: tap the target.")
    page.locator(".piece-name a", has_text="Wardens").tap()
    page.locator("label.segment", has_text="Charge +2 red (ruling)").tap()
    expect(page.locator("#outlook")).to_contain_text("Reavers rolls 5 red, 1 blue")
    page.locator("label.segment", has_text="Berserk").tap()
    expect(page.locator("#outlook")).to_contain_text("1 Auto-Hit")
