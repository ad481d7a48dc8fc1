"""On paper the charts and their tables are unfolded; on the screen they are afterwards as they were."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.management.fuzzing import finished


@pytest.fixture
def battle(transactional_db):
    return finished("troops_and_supplies", 3, 40).battle


def test_charts_are_unfolded_for_as_long_as_they_are_printed(battle, tablet):
    page = tablet()
    page.goto(reverse("battle", args=[battle.key]))
    charts = page.locator(".luck-more .plot img")
    first = page.locator(".luck-more").first
    first.locator("summary").click()
    opened = charts.count()
    assert opened > 1
    expect(charts.last).not_to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    for at in range(opened):
        expect(charts.nth(at)).to_be_visible()
        expect(page.locator(".luck-more table").nth(at)).to_be_visible()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(charts.first).to_be_visible()
    expect(charts.last).not_to_be_visible()


def test_paper_shows_no_buttons_and_the_colours_of_the_day_whatever_the_screen_has(battle, tablet):
    colours = []
    for dark in (False, True):
        page = tablet(dark=dark)
        page.goto(reverse("battle", args=[battle.key]))
        expect(page.locator(".panel")).to_be_visible()
        page.emulate_media(media="print", color_scheme="dark" if dark else "light")
        for never in (".panel", ".bar"):
            expect(page.locator(never)).not_to_be_visible()
        expect(page.locator(".ending")).to_be_visible()
        names = ("ink", "loss", "loss-wash", "on-loss", "gain", "shield", "lamp-edge", "lamp-wash")
        read = "names => names.map(name => getComputedStyle(document.body).getPropertyValue(`--${name}`))"
        colours.append(page.evaluate(read, names))
    assert colours[0] == colours[1]
