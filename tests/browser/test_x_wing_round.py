"""A whole round of X-Wing by touch: tokens for all ships on one sheet, every attack, and the round is over."""

from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import expect

from companion import luck
from rules.x_wing.building import build
from rules.x_wing.cards import new_deck
from rules.x_wing.declaration import why_not_attack
from rules.x_wing.sheet import Battle, Phase, Squad
from rules.x_wing.ship import Status
from rules.x_wing.starter import starter_data
from tests.browser.finger import Finger, settled
from tests.companion.playing import sheet_of, store

MOST_TAPS = 60
DATA = starter_data()
PILOTS = {
    "Rebels": ("wedgeantilles", "lukeskywalker", "bluesquadronescort", "bluesquadronescort"),
    "Empire": ("soontirfel", "howlrunner", "tempestsquadronpilot", "tempestsquadronpilot"),
}

LOCKS = {"Wedge Antilles": "Fel", "Blue Squadron Escort 3": "Tempest Squadron Pilot 3"}


def ships_of(squad):
    for number, pilot in enumerate(PILOTS[squad], start=1):
        row = DATA.pilots[pilot]
        ship = build(f"{squad}-{number}", squad, row, DATA.ships[row.faction, row.ship], [])
        yield replace(ship, name=f"{ship.name} {number}" if number > 2 else ship.name, pilot="")


@pytest.fixture
def planned(transactional_db):
    """Four ships a side of initiative 6, 5 and 2 that wait for their tokens; their pilots' cards do nothing."""
    sheet = Battle(
        tuple(Squad(name, name, deck=new_deck(name)) for name in PILOTS),
        tuple(ship for squad in PILOTS for ship in ships_of(squad)),
        phase=Phase.PLANNING,
    )
    battle, _ = store(sheet, name="The belt")
    return battle


def stores(finger, found):
    """Tap on what is stored, once such a tap counts, and wait for the page that shows it."""
    settled(finger.page)
    shown = finger.page.locator("#battle").get_attribute("data-version")
    finger.tap(found)
    expect(finger.page.locator(f"#battle:not([data-version='{shown}'])")).to_be_attached()


def gain_tokens(finger, battle, look):
    """One tap on the sheet for each ship: a lock for two of them, an evade token for one, else a focus token."""
    page = finger.page
    finger.tap(page.get_by_role("link", name="Tokens for all"), "Tokens for all")
    for ship in sheet_of(battle).ships:
        if ship.name in LOCKS:
            label = page.locator(f"label[for^='q-{ship.key}-lock-']", has_text=LOCKS[ship.name])
        else:
            token = "evade" if ship.name == "Soontir Fel" else "focus"
            label = page.locator(f"label[for^='q-{ship.key}-tokens-']", has_text=token)
        finger.tap(label)
    look(page, "x-wing-round-tokens")
    stores(finger, page.get_by_role("button", name="Tokens for all"))
    gained = {ship.name: (ship.focus, ship.evade, ship.lock is not None) for ship in sheet_of(battle).ships}
    assert gained.pop("Soontir Fel") == (0, 1, False)
    assert {gained.pop(name) for name in LOCKS} == {(0, 0, True)}
    assert set(gained.values()) == {(1, 0, False)}


def attack(finger, attacker, target):
    """An attack with the app's dice, in which everybody always does what is usual."""
    page = finger.page
    finger.tap(page.locator(f"a[data-piece={attacker.key}]"), "tap the target")
    finger.tap(page.locator(f"a[data-piece={target.key}]"), "→")
    stores(finger, page.locator("[name=rolls]"))
    usual, apply = page.locator(".option-usual"), page.get_by_role("button", name="Apply")
    expect(usual.or_(apply)).to_be_visible()
    while usual.count():
        stores(finger, usual)
        expect(usual.or_(apply)).to_be_visible()
    stores(finger, apply)


def test_a_round_of_eight_ships_takes_at_most_sixty_taps(planned, tablet, capsys, look, monkeypatch):
    monkeypatch.setattr(luck, "_dice", Random(1))
    page = tablet()
    page.goto(planned.get_absolute_url())
    finger = Finger(page)
    gain_tokens(finger, planned, look)
    stores(finger, page.get_by_role("button", name="To the Engagement Phase"))
    attacks = 0
    while (sheet := sheet_of(planned)).round == 1:
        engaging = [ship for ship in sheet.ships if not why_not_attack(sheet, ship)]
        if not engaging:
            stores(finger, page.locator(".button-step"))
            continue
        first = engaging[0]
        target = next(ship for ship in sheet.ships if ship.squad != first.squad and ship.status is Status.ACTIVE)
        attack(finger, first, target)
        attacks += 1
    assert attacks == 8
    with capsys.disabled():
        finger.took(
            f"X-Wing, a round of 8 ships, a token or lock for each, {attacks} attacks with the app's dice, "
            "to the next Planning Phase",
            MOST_TAPS,
        )
