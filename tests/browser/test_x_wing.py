"""X-Wing by touch: lock and focus with entered dice, a faceup card, a destroyed ship that still fires, and points."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.models import Battle, Campaign, DamageCard, Ship, XWingSquad
from companion.services.building import start_battle
from tests.browser.finger import SIZES, Finger, InEverySize, hands_on, part_of, turn_to
from tests.companion.demo import demo_of

MOST_TAPS = 13
LISTS = {
    "Red": {
        "name": "Rogues",
        "faction": "rebelalliance",
        "pilots": [
            {"id": "wedgeantilles", "ship": "t65xwing", "upgrades": {"torpedo": ["protontorpedoes"]}},
            {"id": "lukeskywalker", "ship": "t65xwing"},
        ],
    },
    "Blue": {
        "name": "Hunters",
        "faction": "galacticempire",
        "pilots": [
            {"id": "soontirfel", "ship": "tieininterceptor"},
            {"id": "academypilot", "ship": "tielnfighter"},
        ],
    },
}


@pytest.fixture
def convoy(transactional_db) -> Battle:
    """The demo, flown by pilots whose cards do nothing: what they do has tests of its own."""
    battle = demo_of("x_wing")
    Ship.objects.update(pilot="")
    return battle


@pytest.fixture
def open_at(tablet: Callable[..., Page]) -> Callable[..., Finger]:
    return lambda address, **more: hands_on(tablet, address)(**more)


def stored(finger: Finger, headline: str) -> None:
    expect(finger.page.locator(".bar-undo")).to_contain_text(headline)


def card_of(finger: Finger, name: str) -> Locator:
    return finger.page.locator(".piece", has=finger.page.locator(".piece-name", has_text=name))


@pytest.fixture
def fresh(transactional_db) -> Battle:
    """A battle of two squads without ships."""
    campaign = Campaign.objects.create(name="Thursdays")
    return start_battle(
        campaign=campaign, game="x_wing", name="The belt", sides=list(LISTS), once="the-first-battle", who="x"
    )


def paste(page: Page) -> None:
    """Paste both lists, beginning on the set-up page."""
    for side, squad in LISTS.items():
        turn_to(page, side)
        page.get_by_role("link", name="Paste or upload a squad").tap()
        page.get_by_label("Paste the list").fill(json.dumps(squad))
        page.get_by_role("button", name="Read the list").tap()
        page.get_by_role("button", name="Take these ships").tap()
        expect(page.get_by_role("heading", level=1)).to_have_text("Set-up of The belt")


def test_three_against_two_dice_with_lock_and_focus_take_at_most_thirteen_taps(open_at, convoy, capsys):
    Ship.objects.filter(name="Soontir Fel").update(agility=2, focus=0, evade=0)
    finger = open_at(convoy.get_absolute_url())
    finger.card("Wedge", "tap the target")
    finger.card("Soontir", "Wedge Antilles → Soontir Fel")
    finger.button("^Attack$", "Wedge Antilles rolls 3 attack dice")
    finger.dice("hit", "focus", "blank")
    finger.says("Rebel Alliance modifies the attack dice. They show 1 hit, 1 focus, 1 blank.")
    finger.button("spend the lock", "which attack dice are rerolled?")
    finger.button("^1 blank", "1 attack die is rerolled.")
    finger.dice("focus")
    finger.says("Rebel Alliance modifies the attack dice. They show 1 hit, 2 focus.")
    finger.button("spend focus", "Soontir Fel rolls 2 defence dice")
    finger.dice("evade", "blank")
    finger.says("Wedge Antilles hits Soontir Fel: 2 damage cards.")
    finger.button("Apply", "Initiative 6")
    expect(card_of(finger, "Soontir Fel")).to_contain_text("facedown 2")
    wedge, soontir = Ship.objects.get(name="Wedge Antilles"), Ship.objects.get(name="Soontir Fel")
    assert (wedge.lock, wedge.focus, soontir.unseen) == (None, 0, 2)
    assert XWingSquad.objects.get(name="Rebel Alliance").score == 27
    with capsys.disabled():
        finger.took("X-Wing, 3 against 2 dice, lock and focus, by hand", MOST_TAPS)


def start_by_touch(finger: Finger, shot: InEverySize) -> None:
    """From two pasted squads to the Engagement Phase, with a lock and a focus token for Wedge."""
    paste(finger.page)
    shot("1-setup", finger.page.get_by_role("button", name="Start the battle"))
    finger.button("^Start the battle$", "who is the first player?")
    finger.button("^Rogues", "Planning Phase, then the System Phase")
    stored(finger, "The battle starts: Rogues is the first player.")
    finger.card("Wedge", "Wedge Antilles")
    shot("2-planning")
    finger.tap(finger.page.get_by_role("link", name=re.compile("^Tokens and lock$")), "Tokens and lock: Wedge Antilles")
    finger.answer("Soontir Fel")
    finger.page.get_by_role("button", name="focus: one more").tap()
    shot("3-tokens")
    finger.button("^Tokens and lock$", "Planning Phase, then the System Phase")
    expect(card_of(finger, "Wedge Antilles")).to_contain_text("lock on Soontir Fel")
    finger.page.goto(finger.page.url.partition("?")[0])
    finger.button("To the Engagement Phase", "Initiative 6: ")
    expect(finger.page.locator(".turn")).to_contain_text("Initiative 6")


def test_a_destroyed_ship_fires_back_before_it_goes(open_at, fresh, looks):
    finger = open_at(f"{fresh.get_absolute_url()}setup/")
    shot = InEverySize(finger.page, "x-wing", SIZES, looks)
    start_by_touch(finger, shot)
    shot("4-board")
    finger.card("Wedge", "tap the target")
    shot("5-target")
    finger.card("Soontir", "Wedge Antilles → Soontir Fel")
    finger.answer(r"^\s*1\s*$")
    expect(finger.page.locator(".questions")).to_contain_text(
        "Proton Torpedoes reaches range 2-3. The target is at range 1."
    )
    expect(finger.page.locator("#outlook")).to_contain_text("4 attack dice")
    shot("6-odds", finger.page.get_by_role("button", name=re.compile("^Attack$")))
    finger.button("^Attack$", "Wedge Antilles rolls 4 attack dice")
    finger.dice("hit", "focus", "blank")
    shot("7-dice", *finger.page.locator(".key").all())
    finger.dice("blank")
    finger.says("They show 1 hit, 1 focus, 2 blanks.")
    shot("8-modify", finger.page.get_by_role("button", name="spend the lock"))
    finger.button("spend the lock", "which attack dice are rerolled?")
    shot("9-reroll", finger.page.get_by_role("button", name=re.compile("^2 blank")))
    finger.button("^2 blank", "2 attack dice are rerolled.")
    finger.dice("crit", "blank")
    finger.button("spend focus", "Soontir Fel rolls 2 defence dice: 3 agility −1 Wedge Antilles = 2.")  # noqa: RUF001
    finger.dice("blank", "focus")
    finger.says("A faceup damage card is dealt")
    shot("10-card")
    finger.dice("Damaged Engine")
    finger.says("Wedge Antilles hits Soontir Fel: 3 damage cards, and Soontir Fel is destroyed.")
    shot("11-result", finger.page.get_by_role("button", name="Apply"))
    expect(finger.page.locator(".checklist")).to_contain_text("After you defend: look at Soontir Fel")
    finger.button("Apply", "Initiative 6: Soontir Fel")
    stored(finger, "Wedge Antilles hits Soontir Fel")
    expect(finger.page.locator(".checklist")).to_contain_text("Attacker's bonus attack: Wedge Antilles has one left")
    expect(card_of(finger, "Soontir Fel")).to_contain_text("destroyed by Wedge Antilles: engages once more")
    expect(card_of(finger, "Soontir Fel")).to_contain_text("Its turns are one step harder.")
    expect(finger.page.locator(".score").first).to_contain_text("53")
    shot("12-after")
    finger.page.goto(fresh.get_absolute_url())
    finger.card("Soontir", "tap the target")
    finger.card("Wedge", "Soontir Fel → Wedge Antilles")
    finger.button("^Attack$", "Soontir Fel rolls 3 attack dice")
    finger.dice("blank", "hit", "hit")
    finger.says("Wedge Antilles rolls 2 defence dice")
    finger.dice("blank", "blank")
    finger.says("Soontir Fel hits Wedge Antilles: 2 shields.")
    finger.button("Apply")
    stored(finger, "Soontir Fel hits Wedge Antilles")
    finger.page.goto(fresh.get_absolute_url())
    finger.button("^Go on", "Initiative 5: ")
    expect(finger.page.locator(".destroyed")).to_contain_text("destroyed (1)")
    expect(finger.page.locator(".turn")).to_contain_text("Initiative 5")
    shot("13-gone")
    assert Ship.objects.get(name="Wedge Antilles").shields == 0
    assert Ship.objects.get(name="Soontir Fel").status == "removed"
    assert DamageCard.objects.get(ship__name="Soontir Fel").title == "Damaged Engine"


def test_the_attack_works_without_scripts(open_at, convoy):
    Ship.objects.filter(name="Soontir Fel").update(focus=0, evade=0)
    Ship.objects.filter(name="Wedge Antilles").update(focus=0, lock=None)
    finger = open_at(convoy.get_absolute_url(), scripts=False)
    finger.card("Wedge", "tap the target")
    finger.card("Soontir", "Wedge Antilles → Soontir Fel")
    finger.button("^Attack$", "Wedge Antilles rolls 3 attack dice")
    finger.page.locator("#pool-0").fill("crit blank blank")
    finger.button("Enter", "Soontir Fel rolls 3 defence dice")
    finger.page.locator("#pool-0").fill("blank, focus, focus")
    finger.button("Enter", "A faceup damage card is dealt")
    finger.page.locator("#pool-0").fill("Damaged Sensor Array")
    finger.button("Enter", "Wedge Antilles hits Soontir Fel: a damage card.")


def test_abilities_tokens_corrections_and_the_help_fit_the_tablet(open_at, convoy, looks):
    finger = open_at(convoy.get_absolute_url())
    shot = InEverySize(finger.page, "x-wing", SIZES, looks)
    finger.card("Wedge", "tap the target")
    finger.card("Soontir", "Wedge Antilles → Soontir Fel")
    finger.answer("add")
    something_else = finger.page.get_by_role("link", name=re.compile("Something else"))
    shot("abilities", something_else)
    finger.tap(something_else, "Wedge Antilles")
    finger.tap(finger.page.get_by_role("link", name=re.compile("^Correct by hand")), "Correct by hand: Wedge Antilles")
    shot("correction")
    finger.page.goto("/help/x_wing/")
    shot("help")


def test_the_set_up_fits_the_tablet(open_at, fresh, looks):
    finger = open_at(f"{fresh.get_absolute_url()}setup/")
    shot = InEverySize(finger.page, "x-wing", SIZES, looks)
    paste(finger.page)
    finger.page.evaluate("document.querySelector('.setup-form').scrollIntoView({behavior: 'instant'})")
    shot("setup-1", finger.page.locator(".setup-form:has(#part-weapon) summary"))
    part_of(finger.page, "weapon")
    finger.page.evaluate("document.querySelector('#part-weapon').scrollIntoView({behavior: 'instant'})")
    shot("setup-2")
