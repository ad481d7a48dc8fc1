"""Battles of units from nothing: a campaign, a battle, what the players agree on, a unit each, and the start."""

import re

from playwright.sync_api import Page, expect

from companion.models import Battle
from tests.browser.finger import SIZES, InEverySize, fill_in, part_of, send, turn_to
from tests.companion.playing import sheet_of

RIFLES = {"Name": "Rifles", "Troop Strength": "3", "Ammunition cost": "2", "Supplies": "5"}
GUARDS = {"Name": "Guards", "Troop Strength": "4", "Supplies": "4"}
REAVERS = {"Name": "Reavers", "Offence red": "3", "Offence blue": "1", "Guard red": "2", "Cost": "90",
           "Traits": "Berserk, Commander[2]"}  # fmt: skip
WARDENS = {"Name": "Wardens", "Offence red": "2", "Guard blue": "2", "Cost": "80"}


def started(page: Page, game: str, sides: tuple[str, str]) -> None:
    """A new campaign with a new battle, on its set-up page."""
    page.goto("/")
    page.get_by_label("Name of the campaign").fill("Thursdays")
    page.get_by_role("button", name="Start a campaign").tap()
    page.locator("label.pick", has_text=game).tap()
    page.get_by_label("Name of the battle").fill("The ford")
    for number, side in enumerate(sides, start=1):
        page.get_by_label(f"Side {number}").fill(side)
    page.get_by_role("button", name="Set the battle up").tap()
    expect(page.get_by_role("heading", name="Set-up of The ford")).to_be_visible()


def agree(page: Page, **numbers: str) -> None:
    form = part_of(page, "agreement")
    for label, number in numbers.items():
        form.get_by_label(re.compile(label.replace("_", " "))).and_(form.locator("input")).first.fill(number)
    send(form)


def add(page: Page, side: str, card: dict[str, str], **chosen: str) -> None:
    turn_to(page, side)
    form = part_of(page, "unit")
    for label, text in card.items():
        form.get_by_label(label).and_(form.locator("input")).first.fill(text)
    fill_in(form, **chosen)
    send(form)
    expect(page.locator(".army")).to_contain_text(card["Name"])


def start(page: Page) -> Battle:
    page.get_by_role("button", name="Start the battle").tap()
    expect(page.locator(".sentence")).to_have_text(re.compile("turn: | activates a unit$"))
    return Battle.objects.get()


def test_troops_and_supplies_from_nothing(transactional_db, tablet, looks):
    page = tablet()
    shot = InEverySize(page, "set-up-troops", SIZES, looks)
    started(page, "Troops and Supplies", ("Hill army", "River army"))
    agree(page, Columns="6", Rows="5")
    add(page, "Hill army", RIFLES, battle_die="d8", column="C", row="2")
    expect(page.locator(".build-foot .hint")).to_have_text("River army has no units.")
    expect(page.get_by_role("button", name="Start the battle")).to_have_count(0)
    expect(page.get_by_role("link", name="Next: River army")).to_be_visible()
    add(page, "River army", GUARDS, indirect_fire="yes", column="C", row="3")
    shot("built", page.get_by_role("button", name="Start the battle"))
    sheet = sheet_of(start(page))
    shot("started", page.locator("a.mini", has_text="Rifles"))
    rifles, guards = sheet.units
    assert (sheet.columns, sheet.rows, sheet.started) == (6, 5, True)
    assert (rifles.strength, rifles.battle_die, rifles.ammunition_cost, str(rifles.square)) == (3, 8, 2, "C2")
    assert (guards.indirect_fire, guards.supplies, str(guards.square)) == (True, 4, "C3")
    page.locator("a.mini", has_text="Rifles").tap()
    expect(page.locator(".sentence")).to_have_text("Rifles: tap the target.")
    page.locator("a.mini", has_text="Guards").tap()
    expect(page.locator("#outlook")).to_contain_text("3 d8 against 4 d6.")


def test_gods_gloom_from_nothing(transactional_db, tablet, looks):
    page = tablet()
    shot = InEverySize(page, "set-up-gloom", SIZES, looks)
    started(page, "Gods Gloom", ("Horde", "Host"))
    agree(page, a_Charge_adds="2")
    add(page, "Horde", REAVERS)
    add(page, "Host", WARDENS)
    shot("built", page.get_by_role("button", name="Start the battle"))
    sheet = sheet_of(start(page))
    shot("started", page.locator(".piece-name a", has_text="Reavers"))
    assert sheet.settings.charge == 2
    assert [army.seals for army in sheet.armies] == [2, 1]
    page.locator(".piece-name a", has_text="Reavers").tap()
    expect(page.locator(".sentence")).to_have_text("Reavers: tap the target.")
    page.locator(".piece-name a", has_text="Wardens").tap()
    page.locator("label.segment", has_text="Charge +2 red").tap()
    expect(page.locator("#outlook")).to_contain_text("Dice of Reavers: 5 red, 1 blue")
    page.locator("label.segment", has_text="Berserk").tap()
    expect(page.locator("#outlook")).to_contain_text("1 Auto-Hit")
