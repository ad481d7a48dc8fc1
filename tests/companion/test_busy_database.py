"""Another program holds the database: reading goes on, and whoever writes soon learns of it and can try again."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import unescape

import psycopg
import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from companion.models import Campaign
from tests.companion.playing import Device, everything, form_to, forms_of
from tests.companion.rosters import built
from tests.companion.serving import Visitor, campaigns, served, write_lock

SOON = 8
"""Seconds in which somebody who writes wants to hear what is the matter."""


@contextmanager
def held(table="companion_campaign", how="SHARE"):
    """Another program holds what a writer needs: all of SQLite, or a table of PostgreSQL."""
    if connection.vendor == "sqlite":
        with write_lock(connection.settings_dict["NAME"]):
            yield
        return
    given = connection.settings_dict
    names = {"dbname": given["NAME"], "user": given["USER"], "host": given["HOST"], "port": given["PORT"] or 5432}
    with psycopg.connect(**names, password=given["PASSWORD"]) as holder:
        holder.execute(f"LOCK TABLE {table} IN {how} MODE")
        yield
        holder.rollback()


def new_campaign(client, name):
    form = form_to(client.get("/"), "/", name="")
    return {**form["fields"], "name": name}


@pytest.mark.django_db(transaction=True)
def test_a_writer_is_told_soon_and_nothing_is_stored(client):
    fields = new_campaign(client, "Winter")
    before = everything()
    with held():
        began = time.monotonic()
        answer = client.post("/", fields)
        assert time.monotonic() - began < SOON
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert answer["Cache-Control"] == "no-store"
    assert "Another program is writing" in answer.content.decode()
    assert everything() == before


@pytest.mark.django_db(transaction=True)
def test_trying_again_sends_all_that_was_entered(client):
    campaign = Campaign.objects.create(name="Winter")
    page = campaign.get_absolute_url()
    form = form_to(client.get(page), page)
    entered = {**form["fields"], "name": 'The "Ford" & <mill>', "sides": "Anna\r\nBen", "odd": ["1", "2"]}
    with held(table="companion_battle"):
        refused = client.post(f"{page}?from=here", entered)
        (again,) = [form for form in forms_of(refused) if form["action"].endswith("?from=here")]
        assert again["fields"]["name"] == entered["name"]
        assert again["fields"]["sides"].split() == ["Anna", "Ben"]
        assert client.post(again["action"], again["fields"]).status_code == 503
    assert client.post(again["action"], again["fields"]).status_code == 302
    assert campaign.battles.get().name == entered["name"]
    assert refused.content.decode().count('name="odd"') == 2


@pytest.mark.django_db(transaction=True)
def test_a_tap_in_a_battle_can_be_made_again(demo):
    device = Device(demo, name="Anna")
    (form,) = (form for form in forms_of(device.get(do="round")) if form["fields"].get("do") == "round")
    with held(table="companion_battle", how="EXCLUSIVE"):
        refused = device.client.post(form["action"], form["fields"])
        assert refused.status_code == 503
        assert device.get().status_code == 200
    again = form_to(refused, form["action"])
    assert device.client.post(again["action"], again["fields"]).status_code == 302
    assert device.open.procedure == "round"


@pytest.mark.django_db(transaction=True)
def test_a_password_is_not_written_into_a_page(django_user_model):
    django_user_model.objects.create_superuser("anna", "", "a secret word")
    client = Client()
    with held(table="auth_user"):
        refused = client.post(reverse("admin:login"), {"username": "anna", "password": "a secret word"})
    assert refused.status_code == 503
    assert "a secret word" not in refused.content.decode()
    assert client.post(reverse("admin:login"), {"username": "anna", "password": "a secret word"}).status_code == 302


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="nothing on SQLite keeps a page from being read")
def test_a_table_that_is_locked_for_readers_too_is_told_soon(client, demo):
    address = demo.campaign.get_absolute_url()
    with held(how="ACCESS EXCLUSIVE"):
        began = time.monotonic()
        answer = client.get(address)
        assert time.monotonic() - began < SOON
    assert answer.status_code == 503
    assert f'href="{address}"' in answer.content.decode()


def lines_of(page, screen):
    """Where a battle's page fetches what changed, and where its screen hears of it."""
    return unescape(re.search(r'data-part="([^"]+)"', page)[1]), re.search(r'data-live="([^"]+)"', screen)[1]


def test_what_a_page_fetches_and_a_screen_listens_to_is_told_too(played):
    """A folder in its place: nothing opens the database any more, whatever is locked."""
    with served(played) as site:
        visitor = Visitor(site)
        battle = re.search(r'href="(/b/[^"]+/)"', visitor.get(site.demo).text)[1]
        page, share = visitor.get(battle).text, visitor.get(f"{battle}share/").text
        ways = lines_of(page, visitor.get(re.search(r"/w/\d+/\w+/screen/", share)[0]).text)
        site.database.rename(played / "elsewhere")
        site.database.mkdir()
        answers = [visitor.get(way) for way in ways]
        site.database.rmdir()
        (played / "elsewhere").rename(site.database)
        assert visitor.get(ways[0]).status == 200
        site.process.terminate()
        said = site.process.stdout.read()
    for answer in answers:
        assert (answer.status, answer.headers["Cache-Control"]) == (503, "no-store")
        assert int(answer.headers["Retry-After"]) > 0
    assert said.count("The database cannot be reached.") == 2
    assert "Traceback" not in said
    assert battle.split("/")[2] not in said


@pytest.mark.django_db(transaction=True)
def test_a_mistake_of_our_own_is_no_busy_database(client, monkeypatch):
    monkeypatch.setattr(
        "companion.views.campaigns.opened_campaigns", lambda request: Campaign.objects.raw("nonsense")[0]
    )
    client.raise_request_exception = False
    assert client.get("/").status_code == 500


def test_pages_are_read_while_more_tablets_than_there_are_threads_wait_to_write(played):
    with served(played) as site:
        visitors = [Visitor(site) for _ in range(12)]
        for visitor in visitors:
            visitor.get("/")
        reader = Visitor(site)
        with ThreadPoolExecutor(len(visitors)) as threads, write_lock(site.database):
            waiting = [threads.submit(visitor.start_campaign, "Winter") for visitor in visitors]
            time.sleep(1)
            assert reader.get(site.demo).status == 200
            assert not any(answer.done() for answer in waiting), "who reads waits for nobody who waits to write"
            told = [answer.result().status for answer in waiting]
        assert set(told) == {503}
        assert "Winter" not in campaigns(site.database)
        assert reader.start_campaign("Spring").status == 302


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("page", ["battle-file", "campaign-file", "roster-file"])
def test_a_download_waits_for_nobody_who_writes(demo, page):
    roster = built(demo.campaign, "gods_gloom")
    args = {"battle-file": [demo.key], "campaign-file": [demo.campaign.key]}
    address = reverse(page, args=args.get(page, [demo.campaign.key, roster.pk]))
    client = Client()
    client.get(demo.campaign.get_absolute_url())
    before = client.get(address)
    with held(table="companion_battle", how="EXCLUSIVE"):
        answer = client.get(address)
    assert (answer.status_code, answer.content) == (200, before.content)
