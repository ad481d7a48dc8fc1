"""A page that is swapped leaves out the forms that are folded, and a script fetches each once it is unfolded."""

import re

import pytest

from companion.models import Battle
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, form_to, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)

SWAPPED = {"HX-Request": "true"}
FOLDED = re.compile(r'<div id="fields-([a-z-]+)" data-fields hx-get="([^"]*)"')


def ready(game):
    """The demo battle as it would stand before its start."""
    battle = demo_of(game)
    Battle.objects.filter(pk=battle.pk).update(started=False)
    return Device(Battle.objects.get(pk=battle.pk), name="Anna")


def swapped(device, **said):
    return device.client.get(f"/b/{device.battle.key}/setup/", said, headers=SWAPPED)


def folded(answer):
    """The address of each form that was left out, by the part that it adds."""
    return {part: address.replace("&amp;", "&") for part, address in FOLDED.findall(text_of(answer))}


def fields_of(answer, part):
    fields = form_to(answer, f"/setup/{part}/")["fields"]
    return {name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"}


@games
def test_each_form_that_is_left_out_is_fetched_as_the_whole_page_has_it(game):
    device = ready(game)
    side = device.sheet.sides[1].key
    whole = device.get("setup", side=side)
    assert not folded(whole)
    left_out = folded(swapped(device, side=side))
    assert re.findall('data-fold="([^"]*)"', text_of(whole)) == [f"{side}/{part}" for part in left_out]
    for part, address in left_out.items():
        fetched = device.client.get(address, headers=SWAPPED)
        assert fields_of(fetched, part) == fields_of(whole, part)
        assert fields_of(fetched, part)["seen"] == str(device.seen)
        assert "<main" not in text_of(fetched)


def test_what_is_unfolded_comes_with_the_page_that_takes_its_place():
    device = ready("gods_gloom")
    first, second = (side.key for side in device.sheet.sides)
    answer = device.client.post(
        f"/b/{device.battle.key}/setup/{device.battle.pieces.first().pk}/again/",
        {"showing": first, "seen": device.seen},
        headers={**SWAPPED, "Unfolded": f"{first}/agreement {second}/unit nothing"},
    )
    assert list(folded(answer)) == ["unit"]
    assert fields_of(answer, "agreement")["seen"] == str(device.seen)


def test_a_form_that_is_refused_comes_back_unfolded_with_what_was_typed():
    device = ready("gods_gloom")
    form = form_to(device.get("setup"), "/setup/unit/")
    typed = {**form["fields"], "name": "Wardens", "cost": "none"}
    answer = device.client.post(form["action"], typed, headers=SWAPPED)
    assert answer.status_code == 422
    assert re.search('data-fold="[^"]*/unit" open>', text_of(answer))
    assert fields_of(answer, "unit")["name"] == "Wardens"
    assert list(folded(answer)) == ["agreement"]


def test_a_form_that_is_gone_has_the_page_loaded_again():
    device = ready("gods_gloom")
    address = folded(swapped(device))["agreement"]
    assert "HX-Refresh" not in device.client.get(address, headers=SWAPPED)
    Battle.objects.filter(pk=device.battle.pk).update(started=True)
    assert device.client.get(address, headers=SWAPPED)["HX-Refresh"] == "true"
