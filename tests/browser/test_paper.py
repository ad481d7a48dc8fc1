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
