"""A roster by touch: built, taken into a battle with two taps, home again, put away and brought back; and on paper."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.models import Battle, Campaign, Deployment, Roster
from tests.browser.finger import Finger, pick_game, settled, turn_to
from tests.browser.test_axe import faults
from tests.companion.demo import demo_of
from tests.companion.playing import Device, sheet_of
from tests.companion.rosters import built
from tests.companion.test_rosters_deployed import battle_of
from tests.companion.test_setup_builder_earlier import correct

GAME = "troops_and_supplies"
SIZES = {"tablet": (1024, 768), "phone": (390, 844)}


@pytest.fixture
def campaign(transactional_db) -> Campaign:
    return demo_of(GAME).campaign


def show(page: Page, campaign: Campaign) -> None:
    page.goto(f"{campaign.get_absolute_url()}rosters/")


def check(page: Page) -> None:
    """Nothing on the page is out of reach, hard to read, or wider than the screen."""
    assert list(faults(page)) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", SIZES)
def test_a_roster_is_built_and_taken_into_a_battle_and_comes_home(campaign, tablet, look, size):
    width, height = SIZES[size]
    page = tablet(width=width, height=height, dark=size == "phone")
    finger = Finger(page)
    page.goto(campaign.get_absolute_url())
    page.get_by_role("link", name="Rosters").tap()
    page.get_by_label("Name of the roster").fill("Veterans")
    pick_game(page, GAME)
    page.get_by_role("button", name="Build it").tap()
    for name in ("Rifle squad", "Tank platoon"):
        page.locator(".known-one", has_text=name).tap()
        expect(page.locator(".army .piece-name", has_text=name)).to_be_visible()
    look(page, f"roster-1-built-{size}")
    page.get_by_role("link", name="Done").tap()
    expect(page.locator("h1")).to_have_text("Veterans")
    expect(page.locator(".roster-sheet .piece")).to_have_count(2)
    check(page)

    battle = battle_of(campaign, GAME).battle
    page.goto(f"{battle.get_absolute_url()}setup/")
    for side in ("Red", "Blue"):
        turn_to(page, side)
        settled(page)
        before = finger.taps
        finger.button("^Veterans")
        expect(page.locator(".build-tabs .plate", has_text=side)).to_contain_text("2 units")
        assert finger.taps - before == 1, "after the tap on its side"
    page.get_by_role("button", name="Start the battle").tap()
    expect(page.locator("main.battle")).to_be_visible()

    device = Device(battle, name="Anna")
    correct(device, sheet_of(battle).units[0], q_strength="0")
    device.declare("end", q_sure="True")
    page.goto(battle.get_absolute_url())
    page.get_by_role("link", name="Who comes home").tap()
    expect(page.locator(".homecoming")).to_contain_text("Rifle squad fell")
    check(page)
    page.locator(".homecoming .people li", has_text="Rifle squad").get_by_text("lost", exact=True).tap()
    look(page, f"roster-2-home-{size}")
    page.get_by_role("button", name="Bring them home").tap()
    expect(page.locator(".homecoming")).to_contain_text("Said by")
    page.locator(".homecoming").get_by_role("link", name="Veterans").tap()
    expect(page.locator("section", has_text="Lost").locator(".piece-name")).to_have_text(["Rifle squad"])
    look(page, f"roster-3-with-a-loss-{size}")
    assert Deployment.objects.get().homecoming


def test_a_roster_is_put_away_and_brought_back_on_the_next_page(campaign, tablet):
    built(campaign, GAME)
    page = tablet(width=390, height=844)
    show(page, campaign)
    check(page)
    page.get_by_role("button", name="Put away: Veterans").tap()
    away = page.locator("section", has_text=re.compile("These are kept"))
    expect(away).to_contain_text("Veterans")
    check(page)
    page.get_by_role("button", name="Bring back: Veterans").tap()
    expect(away).to_have_count(0)
    expect(page.get_by_role("link", name="Build: Veterans")).to_be_visible()


def test_a_squad_of_the_last_battle_is_kept(campaign, tablet):
    battle = Battle.objects.get(game=GAME)
    Battle.objects.filter(pk=battle.pk).update(over=True)
    page = tablet()
    page.goto(campaign.get_absolute_url())
    page.goto(f"{battle.get_absolute_url()}home/")
    page.get_by_role("button", name="as it began").first.tap()
    expect(page.locator(".roster-sheet .piece")).to_have_count(4)
    assert Roster.objects.get().name == page.locator("h1").inner_text()


def test_only_the_pieces_come_on_paper(campaign, tablet, look):
    roster = built(campaign, GAME)
    page = tablet()
    page.goto(roster.get_absolute_url())
    page.emulate_media(media="print")
    look(page, "roster-4-on-paper")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator(".roster-sheet .piece")).to_have_count(4)
    for gone in (".top", ".foot", ".off-paper"):
        for found in page.locator(gone).all():
            expect(found).to_be_hidden()
