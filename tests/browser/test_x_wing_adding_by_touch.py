"""A forgotten ability by touch: typed in while the dice lie there, offered in the loop, and used."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.models import Battle, Ship
from tests.browser.finger import SIZES, Finger, InEverySize, hands_on
from tests.companion.demo import plain_convoy


@pytest.fixture
def convoy(transactional_db) -> Battle:
    return plain_convoy()


@pytest.fixture
def open_at(tablet: Callable[..., Page]) -> Callable[..., Finger]:
    return lambda address, **more: hands_on(tablet, address)(**more)


def unfold(finger: Finger, side: str) -> Locator:
    """Unfold the row of a side in which an ability is typed in; returns the field of its name."""
    finger.tap(finger.page.locator(".adding summary"))
    name = finger.page.locator(f"#q-{side}_abilities-1-name")
    finger.tap(finger.page.locator(".adding fieldset", has=name).locator("label.more"))
    return name


def type_in(finger: Finger, name: str, side: str, number: str) -> None:
    """Type an ability in, with 1 for one of its numbers."""
    unfold(finger, side).fill(name)
    finger.page.locator(f"#q-{side}_abilities-1-{number}").select_option("1")
    # Nobody types so fast that this tap is a second one of that which unfolded the row, and lay where this button lies.
    finger.page.wait_for_timeout(600)
    finger.button("^Add it$")
    expect(finger.page.locator(".adding summary")).to_contain_text(re.compile(f"added: .*{name}"))


def small_targets(page: Page) -> list[str]:
    """What is in sight in the panel, can be tapped, and is lower than a fingertip."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".panel :is(button, a, summary, select, input[type=text], .segment)")]
        .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44)
        .map((e) => e.outerHTML)"""
    )
    return found


def test_a_reroll_is_typed_in_while_dice_are_modified_and_used(open_at, convoy, looks):
    Ship.objects.filter(name="Soontir Fel").update(focus=0, evade=0)
    Ship.objects.filter(name="Wedge Antilles").update(lock=None)
    finger = open_at(convoy.get_absolute_url())
    button = partial(finger.page.get_by_role, "button")

    def look_and_measure(page: Page, name: str) -> None:
        looks(page, name)
        assert not page.locator(".adding[open]").count() or not small_targets(page)

    shot = InEverySize(finger.page, "x-wing-adding", SIZES, look_and_measure)
    finger.card("Wedge", "tap the target")
    finger.card("Soontir", "Wedge Antilles → Soontir Fel")
    finger.button("^Attack$", "rolls 3 attack dice")
    expect(finger.page.locator(".adding")).to_have_count(0)
    finger.dice("hit", "focus", "blank")
    finger.says("They show 1 hit, 1 focus, 1 blank.")
    expect(finger.page.locator(".option .now-then")).to_have_count(2)
    shot("1-folded", finger.page.locator(".adding summary"))
    unfold(finger, "attacker")
    finger.page.locator(".adding .button").scroll_into_view_if_needed()
    shot("2-unfolded", button(name="Add it", exact=True))
    finger.tap(finger.page.locator(".adding summary"))
    finger.tap(finger.page.locator(".adding summary"))
    finger.page.locator("#q-attacker_abilities-1-name").fill("Predator")
    finger.button("^Add it$")
    expect(finger.page.locator(".notice")).to_contain_text("Say what “Predator” does.")
    expect(finger.page.locator("#q-attacker_abilities-1-name")).to_have_value("Predator")
    shot("3-refused")
    finger.page.locator("#q-attacker_abilities-1-reroll_attack").select_option("1")
    # Nobody types so fast that this tap is a second one of that which unfolded the row, and lay where this button lies.
    finger.page.wait_for_timeout(600)
    finger.button("^Add it$")
    expect(finger.page.locator(".adding summary")).to_contain_text("added: Predator")
    shot("4-offered", button(name=re.compile("^Predator: reroll 1 die")))
    finger.button("^Predator: reroll 1 die", "which attack dice are rerolled?")
    finger.button("^1 blank", "1 attack die is rerolled.")
    expect(finger.page.locator("#outlook")).to_contain_text("The other attack dice show 1 hit, 1 focus.")
    shot("5-reroll", button(name="hit", exact=True))
    finger.dice("hit")
    finger.button("^spend focus", "Soontir Fel rolls 3 defence dice")
    expect(finger.page.locator("#outlook")).to_contain_text("The attack dice show 3 hits.")
    shot("6-defence", button(name="blank", exact=True))
    finger.dice("blank", "blank", "evade")
    finger.says("Wedge Antilles hits Soontir Fel: 2 damage cards.")
    expect(finger.page.locator(".trace")).to_contain_text("Predator: reroll 1 die")
    type_in(finger, "Elusive", "defender", "reroll_defence")
    finger.says("Galactic Empire modifies the defence dice.")
    finger.button("^Take back", "Wedge Antilles hits Soontir Fel: 2 damage cards.")
    shot("7-result", button(name="Apply"))
    finger.button("Apply")
    expect(finger.page.locator(".bar-undo")).to_contain_text("Wedge Antilles hits Soontir Fel")
    assert Ship.objects.get(name="Soontir Fel").unseen == 2


def test_an_ability_is_typed_in_without_scripts(open_at, convoy):
    Ship.objects.filter(name="Wedge Antilles").update(focus=0, lock=None)
    finger = open_at(convoy.get_absolute_url(), scripts=False)
    finger.card("Wedge", "tap the target")
    finger.card("Soontir", "Wedge Antilles → Soontir Fel")
    finger.button("^Attack$", "rolls 3 attack dice")
    finger.page.locator("#pool-0").fill("hit focus blank")
    finger.button("Enter", "Soontir Fel rolls 3 defence dice")
    type_in(finger, "Predator", "attacker", "reroll_attack")
    finger.says("Rebel Alliance modifies the attack dice.")
