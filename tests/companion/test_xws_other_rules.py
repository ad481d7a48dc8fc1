"""A list that was built for the other rules: it is said, and one tap lets the battle follow them."""

import json

import pytest
from django.core.management import call_command
from django.urls import reverse

from companion.models import XWingBattle
from tests.companion.playing import Device, everything, form_to
from tests.companion.squads import YASB, address, content, read, ships, side, started, take
from tests.companion.test_load_xwing_data import as_second_edition, checkout, load, rewrite

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

__all__ = ["checkout"]

OLD = {
    **YASB,
    "ruleset": None,
    "points": 110,
    "pilots": [{**YASB["pilots"][0], "points": 72}, {**YASB["pilots"][1], "points": 38}],
}
LOOKS = "This looks like a list of"


@pytest.fixture
def device():
    return Device(started(), name="Anna")


def switch(device, answer, **more):
    form = form_to(answer, "/rules/")
    ((name, value),) = form["buttons"]
    return device.client.post(form["action"], {**form["fields"], name: value, **more})


def rules():
    return XWingBattle.objects.get().ruleset


@pytest.mark.parametrize(("squad", "ruleset", "other"), [(YASB, "2.0", "2.5"), (OLD, "2.5", "2.0")])
def test_one_tap_switches_the_battle_and_shows_the_list_by_its_own_rules(device, squad, ruleset, other):
    XWingBattle.objects.update(ruleset=ruleset)
    answer = read(device, squad)
    assert f"{LOOKS} {other}" in content(answer)
    assert f"The battle follows {ruleset}." in content(answer)
    answer = switch(device, answer)
    assert answer.status_code == 200
    assert rules() == other
    assert LOOKS not in content(answer)
    assert (device.last.headline, device.last.who) == (f"The battle follows {other}.", "Anna")
    form = form_to(answer, address(device))
    assert device.client.post(form["action"], {**form["fields"], "accept": "add"}).status_code == 302
    assert len(ships(device)) == 2


def test_a_list_of_the_rules_of_the_battle_and_one_without_points_say_nothing(device):
    bare = {**YASB, "ruleset": None, "points": None, "pilots": [{"id": pilot["id"]} for pilot in YASB["pilots"]]}
    for squad in (OLD, bare):
        assert LOOKS not in content(read(device, squad))


@pytest.mark.parametrize(
    ("word", "ruleset", "other"), [("legacy", "2.5", "2.0"), ("XWA", "2.0", "2.5"), ("amg", "2.0", "2.5")]
)
def test_the_word_of_the_builder_tells_the_rules_where_points_do_not(device, word, ruleset, other):
    XWingBattle.objects.update(ruleset=ruleset)
    pilots = [{**pilot, "points": 19} for pilot in YASB["pilots"]]
    squad = {**YASB, "ruleset": word, "points": 38, "pilots": pilots}
    answer = read(device, squad)
    assert f"{LOOKS} {other}: its builder says {word.upper()}." in content(answer)
    assert LOOKS not in content(switch(device, answer))
    assert rules() == other


def test_a_second_tap_and_a_page_of_before_switch_nothing(device):
    answer = read(device, YASB)
    switch(device, answer)
    before = everything()
    again = switch(device, answer)
    assert again.status_code == 409
    assert "Test Wing" in content(again)
    assert everything() == before


def test_nothing_is_switched_after_the_start(device):
    answer = read(device, YASB)
    XWingBattle.objects.update(started=True)
    before = everything()
    assert switch(device, answer).url == reverse("setup", args=[device.battle.key])
    assert everything() == before


def test_what_no_page_offers_switches_nothing(device):
    answer = read(device, YASB)
    before = everything()
    for ruleset in ("", "3.0", "2.0\0"):
        assert switch(device, answer, ruleset=ruleset).status_code == 404
    assert switch(device, answer, text="{").status_code == 422
    assert device.client.get(form_to(answer, "/rules/")["action"]).status_code == 405
    strange = reverse("squad-rules", args=[device.battle.key, 0])
    assert device.client.post(strange, {"text": json.dumps(YASB), "ruleset": "2.5"}).status_code == 404
    assert everything() == before


def test_ships_that_joined_before_keep_their_points_and_the_page_says_so(device):
    kept = "Ships that are in the battle keep their points."
    assert kept not in content(read(device, YASB))
    take(device, OLD, "Blue")
    cost = [ship.cost for ship in ships(device, "Blue")]
    answer = read(device, YASB)
    assert kept in content(answer)
    switch(device, answer)
    assert [ship.cost for ship in ships(device, "Blue")] == cost


def test_pilots_that_only_the_other_rules_know_tell_it_where_both_are_loaded(device, checkout):
    old = {"faction": "galacticempire", "pilots": [{"id": "ruler"}]}
    new = {"faction": "galacticempire", "pilots": [{"id": "newruler"}]}
    load(checkout)
    assert LOOKS not in content(read(device, new))
    as_second_edition(checkout)
    rewrite(checkout, "data/pilots/empire/dart.json", lambda ship: ship["pilots"][0].update(xws="newruler"))
    call_command("load_xwing_data", str(checkout), verbosity=0)
    assert LOOKS not in content(read(device, old))
    assert f"{LOOKS} 2.5: all its pilots are known there, and not all in 2.0." in content(read(device, new))
    assert side(device).name == "Red"
    mixed = {**new, "pilots": [*old["pilots"], *new["pilots"]]}
    assert LOOKS not in content(read(device, mixed))
