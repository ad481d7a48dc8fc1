"""What the last entry changed is lit until the next tap, on cards, counters and plates, and found again after it."""

import re

import pytest

from companion.models import Frame, GloomArmy
from companion.services.writing import write_event
from rules.changes import Change
from tests.companion.demo import demo_of
from tests.companion.playing import Device, sheet_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def marked(page):
    """How many cards and counters of a page say that they have changed, and how many of these are counters."""
    page = text_of(page)
    return len(re.findall(r'class="(?:piece|mini)[^"]* is-changed', page)), len(
        re.findall(r'class="mini[^"]* is-changed', page)
    )


@pytest.fixture
def crossing():
    """Anna's tablet at the demo battle of Troops & Supplies, after an attack with losses."""
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    device.dice("6 5 2", "5 3 1")
    device.choose("0")
    device.apply()
    return device


def test_what_changed_is_lit_on_the_board_too_and_after_a_reload(crossing):
    assert marked(crossing.get()) == (4, 2)
    assert marked(crossing.get()) == (4, 2)


def test_the_next_tap_puts_it_out_and_letting_go_finds_it_again(crossing):
    scouts = {"attacker": crossing.key("Scout section")}
    assert marked(crossing.get(**scouts)) == (0, 0)
    assert marked(crossing.get(**scouts, do="correction")) == (0, 0)
    assert marked(crossing.get()) == (4, 2)


def test_it_is_out_while_something_else_is_under_way(crossing):
    crossing.declare("turn")
    crossing.declare("attack", crossing.key("Guard squad"), crossing.key("Rifle squad"))
    assert marked(crossing.get()) == (0, 0)


def test_a_counter_says_that_its_unit_is_done(crossing):
    page = text_of(crossing.get(attacker=crossing.key("Scout section")))
    rifles = crossing.key("Rifle squad")
    (counter,) = re.findall(rf'<a class="(mini[^"]*)"[^>]*data-piece="{rifles}"', page)
    assert "is-spent" in counter.split()
    assert page.count("(done)") == 1


def test_whoever_must_attack_next_is_shown_what_its_activation_changed():
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    due, other = device.key("Ghanat Ekauechihé"), device.key("Ghanat Tishihé")
    Frame.objects.get(name="Ghanat Ekauechihé").lay(attack=5)
    change = Change(due, "attack", None, 5)
    write_event(device.battle, kind="activation", headline="It rolls.", who="Anna", changes=[change])
    assert marked(device.get(attacker=due)) == (1, 0)
    assert marked(device.get(attacker=other)) == (0, 0)


def test_what_another_did_meanwhile_is_lit_where_somebody_is_chosen(crossing):
    other = Device(crossing.battle, name="Ben")
    scouts = {"attacker": other.key("Scout section")}
    shown = re.search(r' data-version="([^"]*)"', text_of(other.get(**scouts)))[1]
    assert crossing.undo().status_code == 302
    address = f"{other.battle.get_absolute_url()}?attacker={scouts['attacker']}"
    assert marked(other.client.get(address, headers={"Battle-Version": shown})) == (4, 2)
    assert marked(other.get(**scouts)) == (0, 0), "a tap puts it out"
    now = re.search(r' data-version="([^"]*)"', text_of(other.get(**scouts)))[1]
    crossing.declare("attack", crossing.key("Rifle squad"), crossing.key("Guard squad"))
    assert marked(other.client.get(address, headers={"Battle-Version": now})) == (0, 0)


@pytest.mark.parametrize("shown", ["x", "-1", "²", "9" * 99, "\x7f", "...", "1.1.1.1.1"])
def test_a_version_that_no_page_had_breaks_no_page(crossing, shown):
    address = f"{crossing.battle.get_absolute_url()}?attacker={crossing.key('Scout section')}"
    assert crossing.client.get(address, headers={"Battle-Version": shown}).status_code == 200


def lit_on_plates(page):
    """What of that which sides have left is lit."""
    found = re.findall(r'(?s)<p class="left-over.*?</p>', page.content.decode())
    lit = [re.findall(r'<span class="is-changed">(.*?)</strong>', one) for one in found]
    return [[" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in side] for side in lit]


def test_of_what_a_side_has_left_only_what_changed_is_lit(crossing):
    assert lit_on_plates(crossing.get()) == [[], ["Strength 20"]]
    assert lit_on_plates(crossing.get(attacker=crossing.key("Scout section"))) == [[], []]


def test_momentum_that_was_gained_is_lit_and_seals_that_stayed_are_not():
    device = Device(demo_of("gods_gloom"), name="Anna")
    host = GloomArmy.objects.filter(battle=device.battle).last()
    gained = Change(sheet_of(device.battle).sides[-1].key, "momentum", 0, 1)
    write_event(device.battle, kind="attack", headline="It wins.", who="Anna", changes=[gained])
    GloomArmy.objects.filter(pk=host.pk).update(momentum=1)
    assert lit_on_plates(device.get()) == [[], ["Momentum 1"]]
