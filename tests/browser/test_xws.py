"""Two squads pasted by touch, one with a pilot that nothing is known of, and the battle started."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.models import Battle, Campaign, Ship, XWingBattle
from companion.services.building import start_battle
from tests.browser.finger import SIZES, turn_to

YASB = {
    "description": "",
    "faction": "rebelalliance",
    "name": "Test Wing",
    "points": 16,
    "pilots": [
        {
            "id": "wedgeantilles",
            "name": "wedgeantilles",
            "points": 6,
            "ship": "t65xwing",
            "upgrades": {
                "talent": ["marksmanship"],
                "torpedo": ["protontorpedoes"],
                "modification": ["shieldupgrade"],
            },
        },
        {"id": "hansolo-modifiedyt1300lightfreighter", "ship": "modifiedyt1300lightfreighter", "points": 5},
        {"id": "armedpilot-wartime", "name": "armedpilot-wartime", "ship": "t65xwing", "points": 44},
    ],
    "vendor": {"yasb": {"builder": "YASB - X-Wing 2.5 XWA", "builder_url": "https://yasb.app/"}},
    "version": "50P-2.0",
    "ruleset": "XWA",
}
LAUNCH_BAY = {
    "name": "Sample Swarm",
    "description": "",
    "faction": "galacticempire",
    "points": 9,
    "version": "2.5.0",
    "pilots": [
        {"id": "academypilot", "ship": "tielnfighter", "points": 2, "upgrades": {}},
        {"id": "academypilot", "ship": "tielnfighter", "points": 2, "upgrades": {}},
        {"id": "maulermithel", "ship": "tielnfighter", "points": 3, "upgrades": {"modification": ["hullupgrade"]}},
        {"id": "darthvader", "ship": "tieadvancedx1", "points": 6},
    ],
    "vendor": {"lbn": {"builder": "Launch Bay Next", "builder_url": "https://launchbaynext.app", "uid": "0000"}},
}


@pytest.fixture
def battle(transactional_db) -> Battle:
    campaign = Campaign.objects.create(name="Thursdays")
    return start_battle(
        campaign=campaign, game="x_wing", name="The convoy", sides=["Red", "Blue"], once="the-first-battle", who="x"
    )


def paste(page: Page, side: str, squad: object) -> None:
    """Open the page of a side and read a list there."""
    turn_to(page, side)
    page.get_by_role("link", name="Paste or upload a squad").tap()
    page.get_by_label("Paste the list").fill(json.dumps(squad))
    page.get_by_role("button", name="Read the list").tap()


def type_the_pilot(page: Page) -> None:
    """Type the numbers of the one pilot that is not known."""
    expect(page.get_by_text("The pilot “armedpilot-wartime” is not known: type its numbers.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Armed Pilot")
    page.get_by_role("spinbutton", name="Initiative").fill("4")
    page.get_by_role("spinbutton", name="Points").fill("44")


@pytest.mark.parametrize("size", SIZES)
def test_two_squads_are_pasted_and_the_battle_starts(
    battle: Battle, tablet: Callable[..., Page], looks, size: str
) -> None:
    width, height = SIZES[size]
    page = tablet(width=width, height=height)
    shot = f"xws-{size}"
    page.goto(f"{battle.get_absolute_url()}setup/")
    looks(page, f"{shot}-1-empty")
    turn_to(page, "Red")
    page.get_by_role("link", name="Paste or upload a squad").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("A squad for Red")
    looks(page, f"{shot}-2-paste")
    page.go_back()
    paste(page, "Red", YASB)
    expect(page.get_by_role("heading", level=1)).to_have_text("Test Wing")
    looks(page, f"{shot}-3-read")
    type_the_pilot(page)
    page.get_by_role("button", name="Take these ships").scroll_into_view_if_needed()
    looks(page, f"{shot}-4-typed")
    page.get_by_role("button", name="Take these ships").tap()
    paste(page, "Blue", LAUNCH_BAY)
    expect(page.get_by_role("heading", level=1)).to_have_text("Sample Swarm")
    looks(page, f"{shot}-5-known")
    page.get_by_role("button", name="Take these ships").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Set-up of The convoy")
    looks(page, f"{shot}-6-both")
    page.get_by_role("button", name="Start the battle").tap()
    expect(page.locator(".sentence")).to_contain_text("first player")
    looks(page, f"{shot}-7-started")
    page.locator(".choice").get_by_role("button").first.tap()
    expect(page.locator(".status")).to_contain_text("First player")
    assert XWingBattle.objects.get().started
    assert list(Ship.objects.values_list("name", flat=True)) == [
        "Wedge Antilles",
        "Han Solo",
        "Armed Pilot",
        "Academy Pilot",
        "Academy Pilot 2",
        "“Mauler” Mithel",
        "Darth Vader",
    ]


def test_a_squad_is_read_and_taken_without_scripts(battle: Battle, tablet: Callable[..., Page]) -> None:
    page = tablet(scripts=False)
    page.goto(f"{battle.get_absolute_url()}setup/")
    paste(page, "Red", [])
    expect(page.get_by_text("That is not a squad")).to_be_visible()
    page.get_by_label("Paste the list").fill(json.dumps(YASB))
    page.get_by_role("button", name="Read the list").tap()
    type_the_pilot(page)
    page.get_by_role("button", name="Take these ships").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Set-up of The convoy")
    assert Ship.objects.count() == 3
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the list").tap()
    assert download.value.suggested_filename == "test-wing.xws.json"
    assert json.loads(download.value.path().read_text())["vendor"] == YASB["vendor"]


def test_a_file_is_uploaded_and_another_one_replaces_it(battle: Battle, tablet: Callable[..., Page], look) -> None:
    page = tablet(width=768, height=1024)
    page.goto(f"{battle.get_absolute_url()}setup/")
    for squad, button in ((LAUNCH_BAY, "Take these ships"), ({**LAUNCH_BAY, "name": "Better"}, "Replace the 4 ships")):
        turn_to(page, page.locator(".build-tabs .plate").last.locator(".plate-name").inner_text())
        page.get_by_role("link", name="Paste or upload a squad").tap()
        page.get_by_label("Or choose its file").set_input_files(
            files=[{"name": "swarm.xws", "mimeType": "application/json", "buffer": json.dumps(squad).encode()}]
        )
        page.get_by_role("button", name="Read the list").tap()
        expect(page.get_by_role("heading", level=1)).to_have_text(squad["name"])
        look(page, f"xws-upload-{squad['name'].lower().replace(' ', '-')}")
        page.get_by_role("button", name=button).tap()
    expect(page.locator(".build-tabs .plate[aria-current]")).to_contain_text("Better")
    assert Ship.objects.count() == 4
