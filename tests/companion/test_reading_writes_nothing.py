"""Looking at pages: it stores nothing, so it waits for nobody, and a device is known for a year from its last use."""

import resource
import time
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from companion.environment import LONGEST_WAIT
from companion.models import Campaign
from tests.companion.playing import Device
from tests.companion.serving import Visitor, served, write_lock
from tests.companion.test_undo import values

YEAR = 365 * 24 * 60 * 60
DAY = 24 * 60 * 60


def pages(demo):
    battle = demo.get_absolute_url()
    return ["/", "/who/", demo.campaign.get_absolute_url(), battle, f"{battle}log/", f"{battle}setup/"]


def test_no_page_that_is_looked_at_writes_to_the_database(demo):
    client = Client()
    for page in 2 * pages(demo):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(page).status_code == 200
        assert all(query["sql"].startswith("SELECT") for query in asked), page
    assert not Session.objects.exists()


def test_nor_does_one_whose_session_ended_elsewhere(demo, django_user_model):
    anna = django_user_model.objects.create_superuser("anna", password="a secret word")
    client = Client()
    for page in pages(demo):
        client.force_login(anna)
        django_user_model.objects.update(password=f"another {page}")
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(page)
        assert answer.status_code == 200
        assert all(query["sql"].startswith("SELECT") for query in asked), page
        assert client.get(page).wsgi_request.user.is_anonymous


def test_who_signs_out_ends_the_session_here_too(demo, admin_client):
    admin_client.get("/")
    assert Session.objects.count() == 1
    admin_client.post(reverse("admin:logout"))
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_a_visit_without_a_cookie_leaves_no_session():
    Client().get("/")
    Client().get(reverse("who"))
    assert not Session.objects.exists()


def test_the_first_page_of_a_new_device_does_not_wait_for_a_writer(played):
    with served(played) as site:
        with write_lock(site.database):
            began = time.monotonic()
            newcomer = Visitor(site)
            assert newcomer.get(site.demo).status == 200
            home = newcomer.get("/")
            assert time.monotonic() - began < LONGEST_WAIT
        assert "Demo campaign" in home.text


def test_a_full_disk_does_not_keep_a_new_visitor_from_reading(played):
    with served(played) as site:
        resource.prlimit(site.process.pid, resource.RLIMIT_FSIZE, (0, 0))
        newcomer = Visitor(site)
        assert newcomer.get(site.demo).status == 200
        assert "Demo campaign" in newcomer.get("/").text


def test_a_device_is_known_for_a_year(demo, client):
    client.get(demo.campaign.get_absolute_url())
    assert client.cookies["device"]["max-age"] == YEAR
    assert client.cookies["device"]["httponly"]
    assert client.cookies["device"]["samesite"] == "Lax"


def test_the_year_begins_anew_with_every_day_of_use(demo, client, monkeypatch):
    client.post(reverse("who"), {"who": "Cleo"})
    client.get(demo.campaign.get_absolute_url())
    clock = [time.time()]
    monkeypatch.setattr(time, "time", lambda: clock[0])
    for _ in range(3):
        clock[0] += YEAR - DAY
        assert client.get(demo.get_absolute_url()).cookies["device"]["max-age"] == YEAR
        again = client.get("/")
        assert "device" not in again.cookies
        assert demo.campaign.name in again.content.decode()
    assert 'value="Cleo"' in client.get(reverse("who")).content.decode()


def test_a_device_that_was_away_for_more_than_a_year_is_forgotten(demo, client, monkeypatch):
    client.get(demo.campaign.get_absolute_url())
    away = time.time() + YEAR + DAY
    monkeypatch.setattr(time, "time", lambda: away)
    assert demo.campaign.name not in client.get("/").content.decode()


def test_a_device_that_was_known_by_a_session_keeps_its_name_and_its_campaigns(demo, client):
    session = client.session
    session["who"], session["campaigns"] = "Cleo", [demo.campaign.key]
    session.save()
    assert demo.campaign.name in client.get("/").content.decode()
    Session.objects.all().delete()
    assert demo.campaign.name in client.get("/").content.decode()
    device = Device(demo, client)
    values(device)
    assert device.last.who == "Cleo"


def test_the_longest_name_and_many_campaigns_fit_into_what_a_browser_keeps(client, db):
    client.post(reverse("who"), {"who": "\N{GAME DIE}" * 40})
    campaigns = Campaign.objects.bulk_create(Campaign(name=f"Campaign {number}") for number in range(105))
    for campaign in campaigns:
        client.get(campaign.get_absolute_url())
    assert len(client.cookies["device"].OutputString()) < 4096
    home = client.get("/").content.decode()
    assert "Campaign 104<" in home
    assert home.count("/c/") == 100


@pytest.mark.parametrize("cookie", ["", "x", "x:y:z", "é" * 20, "x" * 5000])
def test_a_forged_device_is_a_new_one(demo, cookie):
    answer = Client(headers={"cookie": f"device={cookie}"}).get("/")
    assert answer.status_code == 200
    assert demo.campaign.name not in answer.content.decode()


@pytest.mark.django_db
def test_sessions_that_have_run_out_are_cleared_as_play_starts(monkeypatch):
    monkeypatch.setattr("companion.management.commands.play.loaded", lambda: None)
    monkeypatch.setattr("companion.management.commands.play.serve", lambda server, listener: None)
    now = timezone.now()
    for key, expires in {"old": now - timedelta(days=1), "new": now + timedelta(days=1)}.items():
        Session.objects.create(session_key=key, session_data="", expire_date=expires)
    call_command("play", port=0, host="127.0.0.1")
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]
