"""A battle is over: on a phone its loser confirms with one tap, and on another the standings have moved."""

import pytest
from playwright.sync_api import expect

from companion.models import Campaign, Side
from companion.watching import proof_of
from tests.browser.test_axe import faults
from tests.browser.test_group_by_touch import PHONE, invitation, join, organise
from tests.companion.group import member
from tests.companion.season import battle_of, end


@pytest.fixture
def battle(transactional_db):
    return battle_of(Campaign.objects.create(name="A season"))


@pytest.mark.parametrize("points", [(1, 1), (1, 3)], ids=["a tie", "a winner"])
def test_a_screen_says_beside_the_board_in_whole_words_how_it_ended(battle, tablet, points):
    end(battle, *points)
    page = tablet()
    page.goto(f"/w/{battle.pk}/{proof_of(battle)}/screen/")
    said, room = page.locator(".ending-head > div").bounding_box(), page.locator(".ending").bounding_box()
    assert said["width"] > room["width"] / 2


def test_the_loser_confirms_with_one_tap_and_the_standings_move(battle, tablet, look):
    table, annas, bens = tablet(), tablet(**PHONE), tablet(**PHONE, dark=True)
    organise(table, battle)
    address = invitation(table, battle)
    join(annas, address, "Anna")
    join(bens, address, "Ben")
    for side, name in zip(battle.sides.all(), ("Anna", "Ben"), strict=True):
        Side.objects.filter(pk=side.pk).update(player=member(name))
    end(battle, 1, 3)

    standings = f"{battle.campaign.get_absolute_url()}standings/"
    bens.goto(standings)
    expect(bens.locator("main")).to_contain_text("its result is not settled")
    for page in (annas, bens):
        page.goto(battle.get_absolute_url())
    expect(bens.locator(".panel").get_by_role("button", name="The result is right")).to_have_count(0)
    confirm = annas.locator(".panel").get_by_role("button", name="The result is right")
    expect(confirm).to_be_visible()
    assert confirm.bounding_box()["height"] >= 48
    look(annas, "result-1-asked")
    annas.locator(".result-of summary").tap()
    for part in ("textbox", "button"):
        assert annas.locator(".result-of details").get_by_role(part).bounding_box()["height"] >= 48, part
    look(annas, "result-1-not-right")
    confirm.tap()
    expect(annas.locator(".result-of")).to_contain_text("The result is confirmed")
    expect(confirm).to_have_count(0)
    look(annas, "result-2-confirmed")
    assert not list(faults(annas))

    bens.goto(standings)
    expect(bens.locator("tbody tr").first).to_contain_text("Ben")
    look(bens, "result-3-standings")
    assert not list(faults(bens))
    bens.get_by_role("link", name="Ben").tap()
    expect(bens.locator("h1")).to_have_text("Ben")
    expect(bens.locator("#hours ~ ul").first).to_contain_text("won 3 to 1")
    assert not list(faults(bens))
    table.goto(f"{battle.get_absolute_url()}keep/")
    look(table, "result-4-name-archive-copy")
    assert not list(faults(table))
