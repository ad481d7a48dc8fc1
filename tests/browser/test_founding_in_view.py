"""The first page: on a tablet all that it offers is seen at once, the main action whole, and on a phone every game."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from rules.games import GAMES


@pytest.mark.parametrize("height", [768, 660])
def test_a_tablet_shows_whole_what_starts_a_campaign(transactional_db, tablet, look, height):
    page = tablet(height=height)
    page.goto(reverse("home"))
    look(page, f"first-page-{height}")
    box = page.get_by_role("button", name="Start a campaign").bounding_box()
    assert box["y"] + box["height"] <= height


def test_a_tablet_upright_shows_whole_what_starts_a_campaign_below_the_games(transactional_db, tablet, look):
    page = tablet(width=768, height=1024)
    page.goto(reverse("home"))
    look(page, "first-page-upright")
    box = page.get_by_role("button", name="Start a campaign").bounding_box()
    assert box["y"] + box["height"] <= 1024


def test_a_phone_shows_every_game_and_where_ones_campaigns_are(transactional_db, tablet, look):
    page = tablet(width=390, height=844)
    page.goto(reverse("home"))
    look(page, "first-page-phone")
    games = page.get_by_role("button", name="Try it")
    expect(games).to_have_count(len(GAMES))
    for seen in (*games.all(), page.get_by_role("heading", name="Your campaigns")):
        expect(seen).to_be_in_viewport(ratio=1)
