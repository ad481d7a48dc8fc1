"""Addresses that only take taps: whoever opens one by itself is led to the page that it belongs to."""

import re

import pytest
from django.urls import reverse

from companion.permissions import ADDRESSES
from tests.companion.group import organise
from tests.companion.playing import everything, form_to, forms_of, text_of
from tests.companion.test_no_store import addresses, device

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

__all__ = ("device",)

WAY = re.compile(r'<a class="button button-main" href="([^"]+)"')


def test_each_is_answered_with_a_page_that_leads_to_another(device):
    ways, led = addresses(device), {}
    before = everything()
    for name, address in ways.items():
        if "GET" in ADDRESSES[name] or name.startswith("account"):
            continue
        answer = device.client.get(address)
        assert answer.status_code == 405, name
        assert answer["Allow"] == "POST"
        assert "no-store" in answer["Cache-Control"]
        assert "Nothing was changed." in text_of(answer)
        led[name] = WAY.search(text_of(answer))[1]
        assert device.client.get(led[name]).status_code != 405, f"{name} leads to {led[name]}"
    battle = device.battle
    assert led["dice"] == led["undo"] == battle.get_absolute_url()
    assert led["setup-remove"] == reverse("setup", args=[battle.key])
    assert led["people-invite"] == reverse("people", args=[battle.campaign.key])
    assert led["theme"] == "/"
    assert everything() == before


def test_a_link_to_such_an_address_that_is_none_leads_to_the_start(client):
    assert client.get("/try/no-game/").status_code == 405
    assert WAY.search(text_of(client.get("/try/no-game/")))[1] == "/"


@pytest.mark.parametrize("made_by", ["/invite/", "/code/", "/link/"])
def test_whoever_chooses_colours_on_a_page_that_came_by_a_tap_is_on_a_page_afterwards(demo, made_by):
    olga = organise(demo.campaign, name="Olga")
    page = reverse("people", args=[demo.campaign.key])
    form = form_to(olga.get(page), made_by)
    made = olga.post(form["action"], form["fields"])
    assert made.status_code == 200
    (colours,) = (form for form in forms_of(made) if form["action"] == reverse("theme"))
    assert olga.post(colours["action"], {**colours["fields"], "theme": "dark"}).url == page
