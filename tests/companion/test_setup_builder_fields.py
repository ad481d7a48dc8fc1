"""How the forms ask: numbers by keys, few choices as buttons, and both as plain inputs without a script."""

import re

import pytest

from companion.models import Campaign
from companion.models.campaign import new_key
from companion.services.building import start_battle
from rules.games import GAMES
from tests.companion.playing import Device, form_to, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def made(game):
    campaign = Campaign.objects.create(name="A campaign")
    sides = ["Red", "Blue"]
    return Device(start_battle(campaign=campaign, game=game, name="Ford", sides=sides, once=new_key(), who="x"))


@games
def test_every_number_of_a_form_has_keys(game):
    page = text_of(made(game).get("setup"))
    numbers = re.findall(r'<input type="number"[^>]*>', page)
    assert len(numbers) >= 1
    for number in numbers:
        assert re.search(r'class="[^"]*\bnumber\b', number), number


@games
def test_a_choice_of_few_is_buttons_with_a_usual_one_and_a_name(game):
    page = text_of(made(game).get("setup"))
    groups = re.findall(
        r"<fieldset[^>]*><legend>([^<]+)</legend><div class=\"segments[^>]*>(.*?)</div>", page, re.DOTALL
    )
    assert groups
    for label, inside in groups:
        radios = re.findall(r'<input class="segment-input" type="radio"[^>]*>', inside)
        assert 2 <= len(radios) <= 8, label
        assert sum(" checked" in radio for radio in radios) == 1, label
        ids = [re.search(r' id="([^"]*)"', radio)[1] for radio in radios]
        assert re.findall(r'<label class="segment" for="([^"]*)"', inside) == ids


def test_what_is_tapped_is_stored_and_kept_where_it_is_refused():
    device = made("mobile_frame_zero")
    form = form_to(device.get("setup"), "/setup/frame/")
    assert form["fields"]["kind_1"] == ""
    assert "artillery" in form["offered"]["kind_1"]
    answer = device.client.post(
        form["action"], {**form["fields"], "name": "Heron", "kind_1": "artillery", "rockets": 9}
    )
    again = form_to(answer, "/setup/frame/")
    assert (again["fields"]["kind_1"], again["fields"]["rockets"]) == ("artillery", "9")
    assert re.search(r'<input type="number"[^>]*class="[^"]*number is-invalid', text_of(answer))
    assert device.client.post(form["action"], {**again["fields"], "rockets": 2}).status_code == 302
    assert device.sheet.frames[0].systems[0].kind == "artillery"


def test_a_long_choice_stays_a_list():
    page = text_of(made("x_wing").get("setup"))
    assert '<select name="pilot"' in page
