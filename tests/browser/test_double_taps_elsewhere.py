"""Two taps or three on the main buttons of the pages around a battle do what one does."""

import json
import time

import pytest
from playwright.sync_api import expect

from companion.models import Battle, Campaign, Declaration, Event, Ship
from tests.companion.demo import demo_of
from tests.companion.playing import Device
from tests.companion.squads import YASB, address, started

SIZES = {2: (1024, 768), 3: (390, 844)}
FRESH = 0.7
"""Seconds after which another tap is meant."""


def tap(page, words, count, gap):
    """Tap again and again at the place where this button was."""
    button = page.get_by_role("button", name=words)
    expect(page.locator("html:not(.is-new)")).to_be_attached()
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    finger = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    start = time.time()
    for number in range(count):
        at = start + number * gap / 1000
        time.sleep(max(0, at - time.time()))
        for kind, points in (("touchStart", [point]), ("touchEnd", [])):
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": at})


def rows():
    """How much is stored."""
    return [model.objects.count() for model in (Campaign, Battle, Declaration, Event, Ship)]


@pytest.fixture(params=[(2, 120), (3, 120), (2, 300), (3, 300)], ids=lambda param: "{} taps, {} ms".format(*param))
def fingers(request, transactional_db, tablet):
    """A page, how often it is tapped, and how fast."""
    count, gap = request.param
    width, height = SIZES[count]
    return tablet(width=width, height=height), count, gap


def test_a_battle_is_set_up_and_started_once(fingers):
    page, count, gap = fingers
    campaign = Campaign.objects.create(name="Thursdays")
    page.goto(campaign.get_absolute_url())
    page.locator("[name=game]").select_option("x_wing")
    page.locator("[name=name]").fill("The convoy")
    page.locator("[name=sides]").fill("Red\nBlue")
    tap(page, "Set the battle up", count, gap)
    expect(page.get_by_role("heading", name="Set-up of The convoy")).to_be_visible()
    time.sleep(FRESH)
    expect(page.get_by_role("heading", name="Set-up of The convoy")).to_be_visible()
    assert rows() == [1, 1, 0, 1, 0]


def test_a_battle_is_started_once_from_its_set_up(fingers):
    page, count, gap = fingers
    battle = demo_of("gods_gloom")
    Battle.objects.filter(pk=battle.pk).update(started=False)
    page.goto(f"{battle.get_absolute_url()}setup/")
    before = Declaration.objects.count()
    tap(page, "Start the battle", count, gap)
    expect(page.locator("#battle")).to_be_attached()
    time.sleep(FRESH)
    assert Declaration.objects.count() == before + 1
    # The seals of the start are asked for, and nobody has answered by the taps that were left.
    assert not Declaration.objects.latest("pk").replies.exists()
    assert Event.objects.filter(battle=battle).count() <= 2


def test_a_squad_is_taken_and_replaced_once(fingers):
    page, count, gap = fingers
    device = Device(started())
    for words in ("Take these ships", "Replace the 2 ships of Test Wing"):
        page.goto(address(device))
        page.locator("[name=text]").fill(json.dumps(YASB))
        page.get_by_role("button", name="Read the list").tap()
        expect(page.get_by_role("button", name=words)).to_be_visible()
        before = Event.objects.count()
        tap(page, words, count, gap)
        expect(page.get_by_role("heading", name="Set-up of")).to_be_visible()
        time.sleep(FRESH)
        expect(page.get_by_role("heading", name="Set-up of")).to_be_visible()
        assert Event.objects.count() == before + 1
        assert Ship.objects.count() == 2
