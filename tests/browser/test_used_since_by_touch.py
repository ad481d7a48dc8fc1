"""Where a battle's pieces went stands on its pages on both sizes, and the names to pick on joining come first."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_rosters_by_touch import GAME, SIZES, campaign, check
from tests.companion.group import link_to, organise
from tests.companion.rosters import built
from tests.companion.test_homecoming import end, fell, fight
from tests.companion.test_used_since import taken_by

__all__ = ("campaign",)


@pytest.mark.parametrize("size", SIZES)
def test_who_has_used_pieces_is_named_on_the_pages(campaign, tablet, look, size):
    device = fight(built(campaign, GAME))
    fell(device, device.sheet.units[0])
    number = device.seen
    end(device)
    taken_by(device, campaign)
    width, height = SIZES[size]
    page = tablet(width=width, height=height, dark=size == "phone")
    page.goto(f"{device.battle.get_absolute_url()}home/")
    expect(page.locator("section", has=page.locator("#used"))).to_contain_text("Later")
    look(page, f"used-since-1-{size}")
    check(page)
    page.goto(f"{device.battle.get_absolute_url()}log/{number}/correct/")
    page.locator("label", has_text="It did not happen").tap()
    expect(page.locator("#used")).to_contain_text("Later was given pieces of this battle since")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    look(page, f"used-since-2-{size}")


def test_on_joining_the_names_come_before_a_new_one(campaign, tablet, look):
    address = link_to(organise(campaign), campaign)
    page = tablet(width=390, height=844)
    page.goto(address)
    names, new = (page.get_by_role("heading", name=name) for name in ("Who are you?", "Not in the list?"))
    assert names.bounding_box()["y"] < new.bounding_box()["y"]
    look(page, "joining-1-phone")
    check(page)
