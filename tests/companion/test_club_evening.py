"""A club behind one router: all come in within a minute, and those of them who mistype do too."""

import time

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Campaign, Member
from tests.companion.accounts import OTHER, PASSWORD, is_known, sign_out, sign_up
from tests.companion.group import come, link_to, organise
from tests.companion.playing import text_of

pytestmark = pytest.mark.django_db

CLUB = 30
"""How many people come, all of one address."""


@pytest.fixture
def clock(monkeypatch, settings):
    """A minute that does not pass, however slow the machine is."""
    settings.ACCOUNTS = "open"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)


def test_thirty_people_of_one_address_join_by_a_link_sign_up_and_sign_in_within_a_minute(clock):
    campaign = Campaign.objects.create(name="Club evening")
    address = link_to(organise(campaign, name="Olga"), campaign, uses=CLUB)
    people = {f"Guest {number}": Client() for number in range(CLUB)}
    for number, (name, client) in enumerate(people.items()):
        assert client.get(address).status_code == 200
        come(address, name, client)
        assert client.get(campaign.get_absolute_url()).status_code == 200
        sign_up(f"guest{number}", client)
        sign_out(client)
    assert Member.objects.filter(campaign=campaign, account=None).count() == CLUB + 1
    sign_in, again = reverse("account_login"), {}
    for number, name in enumerate(people):
        phone = again[name] = Client()
        assert phone.get(sign_in).status_code == 200
        # Every one of them mistypes the password once.
        given = {"login": f"guest{number}", "password": OTHER}
        assert phone.post(sign_in, given).status_code == 422, name
        answer = phone.post(sign_in, {**given, "password": PASSWORD})
        assert answer.status_code == 302, text_of(answer)
    assert {client.get(reverse("account")).status_code for client in again.values()} == {200}


def test_who_signs_up_first_and_joins_then_is_known_wherever_they_sign_in(clock):
    campaign = Campaign.objects.create(name="Club evening")
    address = link_to(organise(campaign, name="Olga"), campaign, uses=CLUB)
    for number in range(CLUB):
        come(address, f"Guest {number}", sign_up(f"guest{number}"))
    for number in range(CLUB):
        phone = Client()
        given = {"login": f"guest{number}", "password": PASSWORD}
        assert phone.post(reverse("account_login"), given).status_code == 302
        assert is_known(phone, campaign, f"Guest {number}")


def test_whoever_guesses_beside_them_is_slowed_and_they_are_not(clock):
    """Wrong links of one device count against its address only so far."""
    campaign = Campaign.objects.create(name="Club evening")
    address = link_to(organise(campaign, name="Olga"), campaign, uses=CLUB)
    eve = Client()
    assert eve.get(address).status_code == 200
    wrong = [eve.get(f"{address[:-3]}{number:02}/").status_code for number in range(60)]
    assert wrong[-1] == 429
    for number in range(CLUB):
        come(address, f"Guest {number}")
    assert Member.objects.filter(campaign=campaign).count() == CLUB + 1
