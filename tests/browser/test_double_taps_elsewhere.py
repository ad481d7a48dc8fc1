"""Two taps or three on the main buttons of the pages around a battle do what one does."""

import json
import re
import time

import pytest
from playwright.sync_api import expect

from companion.models import Battle, Campaign, Declaration, Event, Piece, Reply, Ship, Verdict
from rules.games import GAMES
from rules.table import Source
from tests.browser.finger import Finger
from tests.browser.hand import UNEVEN, Hand, in_turn, tap_together
from tests.browser.test_x_wing_adding_by_touch import unfold
from tests.companion.convoy import SOONTIR, WEDGE, attack
from tests.companion.demo import demo_of
from tests.companion.playing import Device
from tests.companion.season import battle_of, end
from tests.companion.squads import YASB, address, started
from tests.companion.test_busy_database import held

FRESH = 0.7
"""Seconds after which another tap is meant."""
FILL = """
form => {
  for (const input of form.querySelectorAll("input:required, textarea:required")) {
    if (!input.value) input.value = input.type === "number" ? input.min || "1" : "Newcomer";
  }
}
"""
games = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def hands(request, transactional_db, tablet):
    """A hand that falters on a tablet or on a phone, in turn, since these pages are much alike."""
    width, height = in_turn(request.node.name)
    return [Hand(tablet(width=width, height=height, expect={503}), UNEVEN)]


def tap(hands, words, then):
    """Tap with every hand on its first button of that name, or on what ``words`` finds.

    ``then`` finds what the page shows after it.
    """
    for hand in hands:
        hand.aim(words(hand.page) if callable(words) else hand.page.get_by_role("button", name=words))
    tap_together(hands)
    for hand in hands:
        expect(then(hand.page)).to_be_attached()
    time.sleep(FRESH)
    for hand in hands:
        expect(then(hand.page)).to_be_attached()


def heading(words):
    return lambda page: page.get_by_role("heading", name=words, exact=True)


def said(words):
    """The set-up page that says what was done."""
    return lambda page: page.locator(f'#setup[data-say*="{words}"]')


def built(game):
    """A battle as it would stand before its start."""
    battle = demo_of(game)
    Battle.objects.filter(pk=battle.pk).update(started=False)
    return battle


def test_a_campaign_is_started_once(hands):
    for hand in hands:
        hand.page.goto("/")
        hand.page.get_by_label("Name of the campaign").fill("Thursdays")
    tap(hands, "Start a campaign", heading("Thursdays"))
    assert Campaign.objects.count() == len(hands)
    assert not Battle.objects.exists()


def test_a_battle_is_set_up_once(hands):
    campaign = Campaign.objects.create(name="Thursdays")
    for hand in hands:
        hand.page.goto(campaign.get_absolute_url())
        hand.page.get_by_text("X-Wing", exact=True).tap()
        hand.page.get_by_label("Name of the battle").fill("The convoy")
        hand.page.get_by_label("Side 1").fill("Red")
        hand.page.get_by_label("Side 2").fill("Blue")
    tap(hands, "Set the battle up", heading("Set-up of The convoy"))
    assert (Battle.objects.count(), Event.objects.count()) == (len(hands), len(hands))
    assert not Declaration.objects.exists()


@games
def test_a_piece_is_added_once(hands, game):
    battles = [built(game) for _ in hands]
    for hand, battle in zip(hands, battles, strict=True):
        hand.page.goto(f"{battle.get_absolute_url()}setup/")
        hand.page.locator(".setup-form details").first.evaluate("details => { details.open = true }")
        adds = hand.page.locator("form", has=hand.page.get_by_role("button", name=re.compile("^Add the "))).first
        adds.evaluate(FILL)
    before = Event.objects.count()
    tap(hands, re.compile("^Add the "), said("."))
    assert Event.objects.count() == before + len(hands)
    assert len({battle.events.count() for battle in battles}) == 1


@games
def test_a_piece_is_taken_out_once(hands, game):
    battles = [built(game) for _ in hands]
    before = Piece.objects.count()
    for hand, battle in zip(hands, battles, strict=True):
        hand.page.goto(f"{battle.get_absolute_url()}setup/")
    tap(hands, re.compile("^Take .* out$"), said("taken out"))
    assert Piece.objects.count() == before - len(hands)


@games
def test_a_battle_is_started_once_from_its_set_up(hands, game):
    battles = [built(game) for _ in hands]
    before = Declaration.objects.count()
    for hand, battle in zip(hands, battles, strict=True):
        hand.page.goto(f"{battle.get_absolute_url()}setup/")
    tap(hands, "Start the battle", lambda page: page.locator("#battle"))
    assert Declaration.objects.count() == before + len(hands)
    # Where something is asked for at the start, nobody has answered by the taps that were left.
    assert not Reply.objects.filter(declaration__battle__in=battles).exclude(declaration__status="settled").exists()
    assert all(battle.events.count() <= 2 for battle in battles)


def test_a_squad_is_taken_and_replaced_once(hands):
    devices = [Device(started(once=f"battle-{number}")) for number, _ in enumerate(hands)]
    for words in ("Take these ships", "Replace the 2 ships of Test Wing"):
        for hand, device in zip(hands, devices, strict=True):
            hand.page.goto(address(device))
            hand.page.locator("[name=text]").fill(json.dumps(YASB))
            hand.page.get_by_role("button", name="Read the list").tap()
            expect(hand.page.get_by_role("button", name=words)).to_be_visible()
        before = Event.objects.count()
        tap(hands, words, heading("Set-up of The convoy"))
        assert Event.objects.count() == before + len(hands)
        assert Ship.objects.count() == 2 * len(hands)


def test_taps_that_read_a_squad_do_not_switch_the_rules_of_its_battle(transactional_db, tablet):
    hands = [Hand(tablet(width=360, height=640), taps) for taps in ((0, 300), (0, 300, 600))]
    devices = [Device(started(once=f"battle-{number}")) for number, _ in enumerate(hands)]
    before = [device.sheet.settings for device in devices]
    for hand, device in zip(hands, devices, strict=True):
        hand.page.goto(address(device))
        hand.page.locator("[name=text]").fill(json.dumps(YASB))
    tap(hands, "Read the list", heading("Test Wing"))
    assert [device.sheet.settings for device in devices] == before
    assert all(hand.page.get_by_role("button", name="Switch the battle").is_visible() for hand in hands)


def test_a_forgotten_ability_is_added_once(hands):
    devices = [Device(demo_of("x_wing")) for _ in hands]
    Ship.objects.filter(name=SOONTIR).update(evade=0, focus=0)
    Ship.objects.filter(name=WEDGE).update(focus=0, lock=None)
    for hand, device in zip(hands, devices, strict=True):
        attack(device)
        device.dice("hit focus blank")
        hand.page.goto(device.battle.get_absolute_url())
        unfold(Finger(hand.page), "attacker").fill("Predator")
        hand.page.locator("#q-attacker_abilities-1-reroll_attack").select_option("1")
    tap(hands, "Add it", lambda page: page.get_by_text("added: Predator"))
    for device in devices:
        assert [reply.source for reply in device.open.replies.all()] == [Source.ENTERED, Reply.ADDED]


def test_what_another_program_held_up_is_sent_again_once(hands):
    campaign = Campaign.objects.create(name="Thursdays")
    for hand in hands:
        hand.page.goto(campaign.get_absolute_url())
        hand.page.get_by_label("Name of the battle").fill("The convoy")
        hand.page.get_by_label("Side 1").fill("Red")
        hand.page.get_by_label("Side 2").fill("Blue")
    with held(table="companion_battle"):
        for hand in hands:
            hand.page.get_by_role("button", name="Set the battle up").tap(no_wait_after=True)
        for hand in hands:
            expect(hand.page.get_by_role("heading", name="That cannot be done just now")).to_be_visible()
    assert not Battle.objects.exists()
    tap(hands, "Try again", heading("Set-up of The convoy"))
    assert (Battle.objects.count(), Event.objects.count()) == (len(hands), len(hands))
    assert not Declaration.objects.exists()


def test_a_result_is_confirmed_once(hands):
    battles = [battle_of(Campaign.objects.create(name="A season")) for _ in hands]
    for hand, battle in zip(hands, battles, strict=True):
        end(battle, 1, 3)
        hand.page.goto(battle.campaign.get_absolute_url())
        hand.page.goto(battle.get_absolute_url())
    tap(hands, "The result is right", lambda page: page.locator(".result-of", has_text="The result is confirmed"))
    assert Verdict.objects.count() == len(hands)
