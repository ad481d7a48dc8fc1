"""A server without accounts, as one is unless it is told otherwise: none of it exists, and nothing speaks of it."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.models import AccountDevice
from companion.permissions import ADDRESSES
from tests.companion.group import come, invited, link_to, member, organise
from tests.companion.playing import Device, text_of
from tests.companion.test_undo import values

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

MOMENT = re.compile(r"'\d{4}-\d\d-\d\d [^']*'")
ADDRESS_OF_ACCOUNTS = re.compile(r"^account")
SPOKEN_OF = re.compile(r"account|sign(ed)?[ -](in|up|out)", re.IGNORECASE)


def addresses():
    for name in ADDRESSES:
        if ADDRESS_OF_ACCOUNTS.match(name):
            yield reverse(name, args=["1", "x"] if name.endswith("from_key") else [])


def test_no_address_of_accounts_is_there(settings):
    settings.EMAIL_HOST = "mail.example"
    known = list(addresses())
    assert len(known) == 11
    for address in known:
        for method in ("get", "post", "put"):
            assert getattr(Client(), method)(address).status_code == 404, address


def test_no_page_speaks_of_accounts(demo):
    olga = organise(demo.campaign, name="Olga")
    ben = invited(demo.campaign, "Ben")
    people = reverse("people", args=[demo.campaign.key])
    pages = ["/", people, demo.campaign.get_absolute_url(), demo.get_absolute_url(), link_to(olga, demo.campaign)]
    pages.append(reverse("people-forgotten", args=[demo.campaign.key, member("Ben").pk]))
    for page in pages:
        for client in (olga, ben, Client()):
            assert not SPOKEN_OF.search(text_of(client.get(page))), page


def test_the_tablet_on_the_table_gets_no_other_cookie_and_asks_no_other_query(demo, settings):
    """The pages of whoever is not signed in cost the same, with accounts and without."""
    device = Device(demo)
    values(device)
    pages = ["/", demo.get_absolute_url(), demo.campaign.get_absolute_url(), f"{demo.get_absolute_url()}log/"]
    for page in pages:
        device.client.get(page)
    asked, cookies = {}, {}
    for kind in ("off", "open"):
        settings.ACCOUNTS = kind
        for page in pages:
            with CaptureQueriesContext(connection) as queries:
                assert device.client.get(page).status_code == 200
            asked[kind, page] = [MOMENT.sub("now", query["sql"]) for query in queries]
        cookies[kind] = set(device.client.cookies)
    assert [asked["off", page] for page in pages] == [asked["open", page] for page in pages]
    assert not any("accountdevice" in sql or "auth_user" in sql for sqls in asked.values() for sql in sqls)
    assert cookies["off"] == cookies["open"]
    assert "sessionid" not in cookies["off"]


def test_the_admin_signs_in_at_its_own_page_and_nothing_follows_of_it(demo):
    get_user_model().objects.create_superuser("owner", "", "right-battery-staple")
    client = Client()
    page = client.get("/admin/", follow=True)
    assert page.redirect_chain == [("/admin/login/?next=/admin/", 302)]
    assert "id_username" in text_of(page)
    answer = client.post("/admin/login/?next=/admin/", {"username": "owner", "password": "right-battery-staple"})
    assert (answer.status_code, answer.url) == (302, "/admin/")
    olga = organise(demo.campaign, name="Olga")
    come(link_to(olga, demo.campaign), "Rita", client)
    assert member("Rita").account is None
    assert not AccountDevice.objects.exists()
    page = client.get(reverse("admin:companion_campaign_change", args=[demo.campaign.pk]))
    assert not re.search(r'name="members-\d-account"', text_of(page))
    user = get_user_model().objects.get()
    assert "members in campaigns" not in text_of(client.get(reverse("admin:auth_user_change", args=[user.pk]))).lower()
    assert client.get(reverse("admin:password_change")).status_code == 200
    assert client.post(reverse("admin:logout")).status_code == 200
