"""The first page on a tablet: all that it offers is seen at once, the main action whole."""

import pytest
from django.urls import reverse


@pytest.mark.parametrize("height", [768, 660])
def test_a_tablet_shows_whole_what_starts_a_campaign(transactional_db, tablet, look, height):
    page = tablet(height=height)
    page.goto(reverse("home"))
    look(page, f"first-page-{height}")
    box = page.get_by_role("button", name="Start a campaign").bounding_box()
    assert box["y"] + box["height"] <= height
