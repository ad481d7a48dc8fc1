"""How standings are made: a time of its own that a campaign was given stays, and so does what another has chosen."""

import pytest
from django.urls import reverse

from companion.models import Campaign
from tests.companion.group import invited, organise
from tests.companion.playing import form_to

pytestmark = pytest.mark.django_db


def test_a_time_that_staff_have_set_stays_when_only_the_order_is_chosen():
    campaign = Campaign.objects.create(name="A season", accepted_after=48)
    olga = organise(campaign, name="Olga")
    page = olga.get(reverse("standings", args=[campaign.key]))
    form = form_to(page, "/standings/by/")
    assert form["fields"]["hours"] == "48"
    assert "after 48 hours" in page.content.decode()
    assert olga.post(form["action"], {**form["fields"], "scheme": "margin"}).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.scheme, campaign.accepted_after) == ("margin", 48)
    # Once another time is chosen, that one is on offer no more.
    assert olga.post(form["action"], {**form["fields"], "hours": "24"}).status_code == 302
    sent = {**form["fields"], "hours": "48"}
    assert olga.post(form["action"], {**sent, "shown": "margin 24"}).status_code == 422
    # A page that shows it still leaves it alone.
    assert olga.post(form["action"], {**sent, "scheme": "points"}).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.scheme, campaign.accepted_after) == ("points", 24)


def test_two_organisers_take_back_nothing_of_each_other():
    campaign = Campaign.objects.create(name="A season")
    olga, ben = organise(campaign, name="Olga"), invited(campaign, "Ben", "organiser")
    page = reverse("standings", args=[campaign.key])
    first, second = (form_to(device.get(page), "/standings/by/") for device in (olga, ben))
    assert olga.post(first["action"], {**first["fields"], "hours": "24"}).status_code == 302
    assert ben.post(second["action"], {**second["fields"], "scheme": "margin"}).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.scheme, campaign.accepted_after) == ("margin", 24)
    # What both have chosen is as the last one says.
    assert olga.post(first["action"], {**first["fields"], "scheme": "points"}).status_code == 302
    campaign.refresh_from_db()
    assert (campaign.scheme, campaign.accepted_after) == ("points", 24)
