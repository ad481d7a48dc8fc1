"""A page of the admin that lay open for a while takes back nothing that others have changed meanwhile."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from companion.models import Campaign, Member
from companion.services.members import give_role, rename_member
from companion.services.seasons import choose_standings
from companion.services.shelving import rename_campaign
from tests.companion.group import invited, member, organise
from tests.companion.playing import text_of
from tests.companion.test_admin import fields_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff():
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


@pytest.fixture
def campaign(demo):
    organise(demo.campaign, name="Olga")
    for name in ("Ben", "Cleo"):
        invited(demo.campaign, name)
    return demo.campaign


def opened(staff, campaign):
    """The address of a campaign's page, what its form sends, and the rows of its members in that by their names."""
    address = reverse("admin:companion_campaign_change", args=[campaign.pk])
    data = fields_of(staff.get(address))
    rows = {held: name.removesuffix("-name") for name, held in data.items() if name.startswith("members-")}
    return address, data, rows


def test_what_organisers_chose_while_the_page_lay_open_stays(staff, campaign):
    address, data, rows = opened(staff, campaign)
    rename_campaign(campaign, name="Winter season")
    choose_standings(campaign=campaign, scheme="margin", hours=24)
    Campaign.objects.filter(pk=campaign.pk).update(members_only=True)
    give_role(campaign=campaign, member=member("Ben").pk, role=Member.Role.SPECTATOR)
    answer = staff.post(address, {**data, "comes_home": "stood", f"{rows['Cleo']}-role": "organiser"})
    assert answer.status_code == 302, text_of(answer)
    campaign.refresh_from_db()
    assert (campaign.name, campaign.scheme, campaign.accepted_after) == ("Winter season", "margin", 24)
    assert (campaign.members_only, campaign.comes_home) == (True, "stood")
    roles = dict(Member.objects.filter(campaign=campaign).values_list("name", "role"))
    assert roles == {"Olga": "organiser", "Ben": "spectator", "Cleo": "organiser"}


def test_a_member_who_took_another_name_meanwhile_keeps_it(staff, campaign):
    ben = member("Ben")
    address, data, rows = opened(staff, campaign)
    rename_member(campaign=campaign, member=ben.pk, name="Benedict", by=ben)
    answer = staff.post(address, {**data, f"{rows['Ben']}-role": "spectator"})
    assert answer.status_code == 302, text_of(answer)
    ben.refresh_from_db()
    assert (ben.name, ben.role, ben.former) == ("Benedict", "spectator", ["Ben"])


def test_what_is_changed_on_the_page_is_written_all_the_same(staff, campaign):
    ben = member("Ben")
    address, data, rows = opened(staff, campaign)
    rename_member(campaign=campaign, member=ben.pk, name="Benedict", by=ben)
    answer = staff.post(address, {**data, "name": "Summer", f"{rows['Ben']}-name": "Benno"})
    assert answer.status_code == 302, text_of(answer)
    ben.refresh_from_db()
    campaign.refresh_from_db()
    assert (ben.name, sorted(ben.former), campaign.name) == ("Benno", ["Ben", "Benedict"], "Summer")


def test_who_organised_when_the_page_was_opened_counts_no_more(staff, campaign):
    address, data, rows = opened(staff, campaign)
    give_role(campaign=campaign, member=member("Ben").pk, role=Member.Role.ORGANISER)
    give_role(campaign=campaign, member=member("Olga").pk, role=Member.Role.PLAYER)
    answer = staff.post(address, {**data, f"{rows['Ben']}-role": "spectator"})
    assert "Somebody has to organise the campaign." in text_of(answer)
    assert member("Ben").role == "organiser"
