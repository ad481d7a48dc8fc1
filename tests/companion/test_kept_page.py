"""What a tap was answered with is not worked out again for those who fetch it next."""

import asyncio
import re

import pytest
from django.middleware.csrf import _does_token_match as is_key_of
from django.test import Client

from companion.live.access import OFFERED
from companion.live.answering import answered, answering
from companion.live.versions import versions
from companion.members import RIGHTS
from companion.models import Battle, Side
from companion.queries import kept_page
from companion.queries.sight import Sight
from companion.views.part import part
from tests.companion.group import invited, member, organise
from tests.companion.live import AS_GUEST
from tests.companion.playing import Device
from tests.companion.test_attack_path import declare
from tests.companion.test_live import happen
from tests.companion.test_live_update import without_own

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')

OWN = re.compile(r' data-(?:live|part)="[^"]*"')

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FEW = 3
"""Queries for the battle and who sits at it; its pieces and its log take many more."""


@pytest.fixture
def queries(django_assert_max_num_queries):
    def made(battle, most):
        told = versions([battle.key])[battle.key]
        with django_assert_max_num_queries(most) as found:
            assert part(battle.key, AS_GUEST, told).version == told
        return len(found)

    return made


def test_of_the_page_that_was_answered_only_who_looks_is_read_anew(demo, queries):
    Client().get(demo.get_absolute_url())
    queries(demo, FEW)


def test_neither_another_version_nor_a_page_with_something_chosen_is_taken(demo, queries):
    Client().get(demo.get_absolute_url())
    happen(demo)
    assert queries(demo, 30) > FEW
    happen(demo)
    Client().get(demo.get_absolute_url(), {"do": "start"})
    assert queries(demo, 30) > FEW


def test_it_is_kept_for_a_moment_and_of_few_battles(demo, queries, monkeypatch):
    monkeypatch.setattr(kept_page, "FRESH", 0.0)
    Client().get(demo.get_absolute_url())
    assert queries(demo, 30) > FEW
    monkeypatch.setattr(kept_page, "KEPT", 0)
    Client().get(demo.get_absolute_url())
    assert not kept_page._pages


def test_what_a_page_showed_is_not_even_rendered_anew(demo, queries):
    Client().get(demo.get_absolute_url(), **{OFFERED: True})
    assert queries(demo, 0) == 0
    happen(demo)
    assert queries(demo, 30) > FEW


def test_whoever_fetches_first_works_it_out_for_the_others(demo, queries):
    happen(demo)
    assert queries(demo, 30) > FEW
    assert queries(demo, 0) == 0


def under_way(battle, client):
    device = Device(battle, client)
    declare(device)
    device.dice("1 4 5")


@pytest.mark.parametrize(("seated", "tap", "sights"), [(False, happen, 2), (True, happen, 3), (True, under_way, 5)])
def test_people_who_see_it_alike_are_shown_one_rendering(demo, django_assert_max_num_queries, seated, tap, sights):
    """An organiser, two with seats, two players without, who tap where all do, and two who look on."""
    olga = organise(demo.campaign, name="Olga")
    named = {**dict.fromkeys(("Anna", "Ben", "Cleo", "Dan"), "player"), **dict.fromkeys(("Sam", "Tom"), "spectator")}
    clients = [olga, *(invited(demo.campaign, name, role) for name, role in named.items())]
    for side, name in zip(demo.sides.order_by("pk"), ("Anna", "Ben"), strict=True):
        Side.objects.filter(pk=side.pk).update(player=member(name))
    Battle.objects.filter(pk=demo.pk).update(seated=seated)
    seen = [client.get(demo.get_absolute_url()).wsgi_request.META[RIGHTS].seen_as for client in clients]
    tap(demo, *([olga] if tap is under_way else []))
    olga.get(demo.get_absolute_url(), **{OFFERED: True})
    told = versions([demo.key])[demo.key]
    with django_assert_max_num_queries(1):
        shown = [part(demo.key, one, told) for one in seen]
    assert {one.version for one in shown} == {told}
    assert len({OWN.sub("", one.html) for one in shown}) == sights
    assert len([what for what in kept_page._pages[demo.key].parts if isinstance(what, Sight)]) == sights
    # What each fetches next is for as whom it was shown.
    assert all(f"{demo.key}:{one}" in own.html for one, own in zip(seen, shown, strict=True))
    # What they share of it is what each would be shown alone.
    for one, together in zip(seen, shown, strict=True):
        kept_page._pages.clear()
        assert without_own(part(demo.key, one, told).html) == without_own(together.html)


def test_a_page_has_its_own_keys_and_colours_and_what_is_shared_has_none(demo):
    keys = set()
    for theme, hand in (("light", "left"), ("dark", "right"), ("auto", "left")):
        client = Client()
        client.cookies["theme"] = theme
        client.cookies["hand"] = hand
        page = client.get(demo.get_absolute_url(), **{OFFERED: True}).content.decode()
        shared = part(demo.key, AS_GUEST, versions([demo.key])[demo.key]).html
        forms = page.count('method="post"')
        assert forms == shared.count('method="post"') > 0
        given = TOKEN.findall(page)
        assert len(given) == forms
        assert all(is_key_of(key, client.cookies["csrftoken"].value) for key in given)
        assert not keys & set(given)
        keys |= set(given)
        assert "csrfmiddlewaretoken" not in shared
        assert re.findall(r'value="(\w+)" aria-pressed="true"', page) == [hand, theme]
        assert re.findall(r'value="(\w+)" aria-pressed="true"', shared) == ["right", "auto"]


def test_whoever_fetches_waits_for_a_tap_that_is_being_answered():
    seen = []

    async def fetched():
        await answered("key")
        seen.append("fetched")

    async def scenario():
        with answering("key"):
            waiting = asyncio.ensure_future(fetched())
            await asyncio.sleep(0.05)
            await answered("another")
            seen.append("answered")
        await waiting

    asyncio.run(scenario())
    assert seen == ["answered", "fetched"]


def test_whoever_waits_for_too_long_goes_on(monkeypatch):
    monkeypatch.setattr("companion.live.answering.LOOKS", 2)
    with answering("key"), answering("key"):
        asyncio.run(answered("key"))
