"""No tap takes from a campaign the last device by which anybody is known who organises it, unless it says so."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import MemberDevice
from companion.services.members import NOBODY_LEADS
from tests.companion.accounts import organised_by_account, sign_in
from tests.companion.group import come, invited, member, organise, own_link
from tests.companion.playing import everything, form_to, text_of

pytestmark = pytest.mark.any_database


@pytest.fixture
def campaign(demo):
    return demo.campaign


@pytest.fixture
def anna(campaign):
    """The organiser's only device."""
    return organise(campaign)


def page_of(client, campaign):
    return text_of(client.get(reverse("people", args=[campaign.key])))


def test_who_organises_alone_becomes_nobody_else_by_a_link_that_was_made_for_another(campaign, anna):
    invited(campaign, "Ben")
    address, before = own_link(anna, member("Ben")), everything()
    answer = anna.post(address)
    assert answer.status_code == 422
    assert NOBODY_LEADS in text_of(answer)
    assert everything() == before
    assert come(address).get(campaign.get_absolute_url()).status_code == 200, "it is as good as it was"


@pytest.mark.parametrize("by", ["device", "organiser"])
def test_who_does_not_organise_alone_becomes_another_by_it(campaign, anna, by):
    if by == "device":
        come(own_link(anna, member("Anna")))
    else:
        invited(campaign, "Olga", "organiser")
    invited(campaign, "Ben")
    assert anna.post(own_link(anna, member("Ben"))).status_code == 302
    assert "<small>player, this device" in page_of(anna, campaign)


def test_a_mere_name_that_organises_hides_from_nobody_that_they_do_it_alone(campaign, anna):
    form = form_to(anna.get(reverse("people", args=[campaign.key])), "/add/")
    anna.post(form["action"], {**form["fields"], "name": "Olga", "role": "organiser"})
    assert "You organise this alone." in page_of(anna, campaign)
    assert "Nobody here can organise the campaign then." in page_of(anna, campaign)
    invited(campaign, "Otto", "organiser")
    assert "You organise this alone." not in page_of(anna, campaign)


def test_who_organises_alone_and_is_known_only_by_signing_in_stays_with_the_account(campaign, settings):
    settings.ACCOUNTS = "open"
    organised_by_account(campaign)
    MemberDevice.objects.all().delete()
    olga = sign_in("olga", Client())
    form = form_to(olga.get(reverse("account")), reverse("account-members"))
    before = everything()
    answer = olga.post(form["action"], form["fields"])
    assert answer.status_code == 422
    assert NOBODY_LEADS in text_of(answer)
    assert everything() == before
    invited(campaign, "Otto", "organiser")
    assert olga.post(form["action"], form["fields"]).status_code == 302
    assert member("Olga").account is None
