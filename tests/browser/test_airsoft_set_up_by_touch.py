"""A battle of Airsoft Squads from nothing: squads entered, an effect changed, the STRATEGY phase, and a MOVE."""

import pytest
from playwright.sync_api import Page, expect

from companion.models import Campaign, Operator, SquadModifier
from companion.services.building import start_battle
from tests.browser.finger import SIZES, InEverySize, fill_in, part_of, send, turn_to


@pytest.fixture
def yard(transactional_db):
    return start_battle(
        campaign=Campaign.objects.create(name="Thursdays"),
        game="airsoft_squads",
        name="The yard",
        sides=["Foxes", "Crows"],
        once="the-first-battle",
        who="x",
    )


def enter(page: Page, part: str, **fields: str) -> None:
    form = part_of(page, part)
    fill_in(form, **fields)
    send(form)


def build(page: Page) -> None:
    for squad in ("Foxes", "Crows"):
        turn_to(page, squad)
        enter(page, "positions", count="2")
        for place in ("1", "2"):
            values = {"ap": "4", "ep": "3", "dp": "6", "mp": "2"}
            enter(page, "operator", name=f"{squad} {place}", team="Red", place=place, **values)
    enter(page, "card", name="Flash", kind="EFFECT")
    turn_to(page, "Foxes")
    enter(page, "card", name="Push", kind="STRATEGY")
    enter(page, "effect", bearer="Push", name="Push", side="attacking", stat="AP")
    enter(page, "effect", bearer="TEAMWORK", name="Mates", side="attacking", stat="AP")


def test_a_battle_from_nothing(tablet, looks, yard):
    page = tablet()
    shot = InEverySize(page, "airsoft", SIZES, looks)
    page.goto(f"/b/{yard.key}/setup/")
    build(page)
    page.get_by_role("link", name="Mates: +1 AP attacking").tap()
    page.wait_for_url("**edit=squadmodifier**")
    enter(page, "effect", amount="2")
    expect(page.get_by_role("link", name="Mates: +2 AP attacking")).to_be_visible()
    page.get_by_role("link", name="Push: +1 AP attacking").tap()
    page.get_by_role("button", name="Take it out").tap()
    expect(page.get_by_text("STRATEGY: no effect entered")).to_be_visible()
    assert SquadModifier.objects.get().amount == 2
    shot("built", page.get_by_role("button", name="Start the battle"))

    page.get_by_role("button", name="Start the battle").tap()
    page.get_by_role("button", name="Strategy phase").tap()
    expect(page.locator(".sentence")).to_have_text("Does Foxes play a card?")
    page.get_by_role("button", name="Push").tap()
    expect(page.locator(".sentence")).to_have_text("Does Crows play a card?")
    shot("strategy", page.get_by_role("button", name="Flash"))
    page.get_by_role("button", name="Flash").tap()
    expect(page.locator(".sentence")).to_have_text("STRATEGY phase of Foxes: Push, Flash.")
    page.get_by_role("button", name="Apply").tap()

    page.locator(".piece-name a", has_text="Crows 1").tap()
    page.get_by_role("link", name="MOVE", exact=True).tap()
    expect(page.locator("#outlook")).to_contain_text("EP 3 → 2, DP 6 → 3 to the end of the TURN.")
    expect(page.locator("#outlook")).to_contain_text("Foxes acts next: the sides take turns.")
    shot("move-out-of-turn", page.get_by_role("button", name="MOVE", exact=True))
    page.get_by_role("button", name="MOVE", exact=True).tap()
    expect(page.locator(".latest")).to_contain_text("Crows 1 advances on its objective: 2 of 4.")
    assert Operator.objects.get(name="Crows 1").objective == 2
