"""An attack of Gods Gloom by touch: modifiers, the dice of both units one by one, rerolls, and what is left."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from companion.models import Battle, GloomArmy, GloomUnit, Token
from tests.browser.finger import SIZES, Finger, InEverySize, hands_on
from tests.companion.demo import demo_of

MOST_TAPS = 14


@pytest.fixture
def gate(transactional_db) -> Battle:
    return demo_of("gods_gloom")


@pytest.fixture
def open_at(gate: Battle, tablet: Callable[..., Page]) -> Callable[..., Finger]:
    return hands_on(tablet, gate.get_absolute_url())


def test_four_and_two_against_two_and_two_take_at_most_fourteen_taps(open_at, look, capsys):
    finger = open_at()
    finger.card("Tusk Reavers")
    finger.says("tap the target")
    finger.card("Bound Soldiers")
    finger.says("Tusk Reavers → Bound Soldiers")
    finger.button("^Attack$")
    finger.says("Tusk Reavers: 4 red and 2 blue dice")
    finger.dice(6, 4, 3, 1, 5, 2)
    finger.says("Bound Soldiers: 2 red and 2 blue dice")
    finger.dice(3, 2, 4, 1)
    finger.says("Tusk Reavers: reroll the whole pool")
    look(finger.page, "gloom-nobody-rerolls")
    finger.button("^Apply: nobody rerolls.*2 wounds, 0 back; won by Tusk Reavers; Bound Soldiers: 1 Morale less")
    expect(finger.page.locator(".piece", has_text="Bound Soldiers").locator(".health")).to_contain_text("Health 3 of 5")
    assert GloomUnit.objects.get(name="Bound Soldiers").current_health == 3
    assert Token.objects.get(piece__name="Bound Soldiers", kind="morale_tokens").value == 1
    with capsys.disabled():
        finger.took("Gods Gloom, 4+2 against 2+2 dice by hand", MOST_TAPS)


def test_both_units_fall_at_once_by_touch(open_at, looks):
    GloomUnit.objects.filter(name__in=["Tusk Reavers", "Bound Soldiers"]).update(current_health=2)
    finger = open_at()
    shot = InEverySize(finger.page, "gloom", SIZES, looks)
    button = partial(finger.page.get_by_role, "button")
    shot("1-board", finger.page.locator(".piece-name a", has_text="Tusk Reavers"))
    finger.card("Tusk Reavers")
    finger.says("tap the target")
    finger.card("Bound Soldiers")
    finger.says("Tusk Reavers → Bound Soldiers")
    shot("2-odds", finger.page.locator(".questions label.segment", has_text="Charge "))
    finger.answer("^Charge ")
    expect(finger.page.locator("#outlook")).to_contain_text("6 red, 2 blue")
    finger.answer("more, or another")
    shot("3-modifiers", button(name="Attack", exact=True))
    finger.button("^Attack$")
    finger.says("Tusk Reavers: 6 red and 2 blue dice")
    finger.dice(5, 5, 5, 4, 1)
    shot("4-dice", button(name="1", exact=True))
    finger.dice(1, 2, 2)
    finger.says("Bound Soldiers: 3 red and 2 blue dice")
    finger.dice(6, 6, 1, 1, 2)
    finger.says("reroll the whole pool")
    shot("5-reroll", button(name="keep them"))
    finger.button("^keep them")
    finger.says("Bound Soldiers: reroll")
    finger.button("^keep them")
    finger.says("Bound Soldiers: 1 red die extra, for the criticals")
    shot("6-critical", button(name="4", exact=True))
    finger.dice(4)
    finger.says("Bound Soldiers Destroyed; Tusk Reavers Destroyed; nobody wins.")
    shot("7-result", button(name="Apply"))
    finger.button("Apply")
    expect(finger.page.locator(".destroyed")).to_have_count(2)
    shot("8-after", button(name="Undo"))
    for name, enemy in (("Tusk Reavers", "Bound Soldiers"), ("Bound Soldiers", "Tusk Reavers")):
        unit = GloomUnit.objects.get(name=name)
        assert (unit.status, unit.current_health, unit.destroyed_by) == ("destroyed", 0, enemy)
    assert GloomArmy.objects.get(name="Ashen Horde").charged
    finger.button("Undo")
    expect(finger.page.locator(".destroyed")).to_have_count(0)
    assert GloomUnit.objects.get(name="Tusk Reavers").current_health == 2


def test_a_typed_modifier_counts_and_a_single_die_is_rerolled(open_at, look):
    GloomArmy.objects.update(seals=0)
    GloomArmy.objects.filter(name="Unliving Host").update(momentum=2)
    finger = open_at()
    finger.card("Cinder Slingers")
    finger.says("tap the target")
    finger.card("Bone Archers")
    finger.answer("^ranged$")
    expect(finger.page.locator("#outlook")).to_contain_text("Dice of Bone Archers: 0 red, 0 blue")
    finger.answer("^add$")
    finger.page.locator("#q-modifiers-1-name").fill("High ground")
    finger.page.locator("#q-modifiers-1-red").select_option("2")
    expect(finger.page.locator("#outlook")).to_contain_text("Dice of Cinder Slingers: 5 red, 1 blue")
    look(finger.page, "gloom-typed-modifier")
    finger.button("^Attack$")
    finger.says("Cinder Slingers: 5 red and 1 blue dice")
    finger.dice(1, 1, 1, 5, 2, 6)
    finger.says("Cinder Slingers at range against Bone Archers: 1 wound.")
    finger.button("Apply")
    expect(finger.page.locator(".piece", has_text="Bone Archers").locator(".health")).to_contain_text("Health 2 of 3")
    finger.card("Gore Riders")
    finger.says("Gore Riders: tap the target.")
    finger.card("Pale Regent")
    finger.says("Gore Riders → Pale Regent")
    finger.button("^Attack$")
    finger.says("Gore Riders: 5 red and 1 blue dice")
    finger.dice(5, 2, 2, 2, 2, 1)
    finger.says("Pale Regent: 3 red and 3 blue dice")
    finger.dice(2, 4, 4, 1, 1, 4)
    finger.says("Pale Regent: which die is rerolled?")
    expect(finger.page.locator(".turn")).to_contain_text("Unliving Host to decide")
    look(finger.page, "gloom-single-die")
    finger.button("a red 2")
    finger.dice(5)
    finger.says("Pale Regent: 1 blue die extra")


def test_a_round_ends_with_its_soulshards(open_at, look):
    finger = open_at()
    finger.tap(finger.page.get_by_role("link", name="End the round"))
    finger.says("End the round? Tusk Reavers, Cinder Slingers and 6 more have not been activated.")
    finger.tap(finger.page.get_by_role("link", name="Go on anyway"), "End the round")
    look(finger.page, "gloom-round")
    finger.page.get_by_role("spinbutton", name="Soulshards gained by Ashen Horde").fill("2")
    finger.button("^End the round$")
    expect(finger.page.locator(".plate", has_text="Ashen Horde").locator(".score")).to_contain_text("2 Soulshards")
    expect(finger.page.locator(".status")).to_contain_text("2")


def test_the_attack_works_without_scripts(open_at):
    finger = open_at(scripts=False)
    finger.card("Tusk Reavers")
    finger.card("Bound Soldiers")
    finger.answer("^Charge ")
    finger.button("Show odds")
    expect(finger.page.locator("#outlook")).to_contain_text("Dice of Tusk Reavers: 6 red, 2 blue")
    finger.button("^Attack$")
    finger.page.locator("#pool-0").fill("6 5 4 3 1 1")
    finger.page.locator("#pool-1").fill("2 2")
    finger.button("Enter")
    finger.says("Bound Soldiers: 3 red and 2 blue dice")


def test_impossible_dice_say_what_a_die_shows(open_at):
    finger = open_at(scripts=False)
    finger.card("Tusk Reavers")
    finger.card("Bound Soldiers")
    finger.button("^Attack$")
    finger.page.locator("#pool-0").fill("7 5 4 3")
    finger.page.locator("#pool-1").fill("2 2")
    finger.button("Enter")
    expect(finger.page.locator(".notice")).to_have_text("A red d6 shows 1 to 6. You entered 7.")


IN_VIEW = """
(bars) => {
  const body = bars.closest(".panel-body").getBoundingClientRect();
  const box = bars.getBoundingClientRect();
  return body.top <= box.top && box.bottom <= body.bottom;
}
"""


@pytest.mark.parametrize("target", ["Bound Soldiers", "Grave Wardens", "Pale Regent"])
def test_the_histograms_stay_whole_above_the_trays_of_two_kinds_of_dice(open_at, target, look):
    finger = open_at(width=1024, height=768)
    finger.card("Tusk Reavers")
    finger.says("tap the target")
    finger.card(target)
    finger.button("^Attack$")
    finger.says("Tusk Reavers: 4 red and 2 blue dice")
    finger.dice(3, 3, 3, 3, 3, 3)
    finger.says(target)
    expect(finger.page.locator(".tray")).to_have_count(2)
    look(finger.page, f"gloom-two-trays-{target}")
    for bars in finger.page.locator(".losses").all():
        assert bars.evaluate(IN_VIEW)
    assert finger.page.locator(".losses .hist-was").count() > 1
