"""Pilots of loaded data on the set-up page: found by a few letters, of the battle's rules, and added with one tap."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.models import Campaign, PilotCard, XWingBattle
from companion.models.campaign import new_key
from companion.services.rosters import make_roster
from companion.sheets import key_of
from rules.x_wing.sheet import Ruleset
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.squads import side, started
from tests.companion.test_load_xwing_data import as_second_edition, checkout, load
from tests.companion.test_setup_builder_earlier import known_on, pick

__all__ = ["checkout"]

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def device():
    """Anna's tablet at a battle of 2.0 that is being set up."""
    return Device(started(), name="Anna")


@pytest.fixture
def loaded(device):
    """The same with the data of 2.0."""
    load()
    return device


def names(device, find, **given):
    return list(known_on(device.get("setup", find=find, **given)))


@pytest.mark.parametrize("letters", ["fold", "FOLD", "  folder ", "first fold", "paper fold", "paper-dart folder"])
def test_a_pilot_is_found_by_letters_of_its_name_and_of_its_ship(loaded, letters):
    assert "First Folder" in names(loaded, letters)


def test_a_ship_finds_those_that_fly_it_after_those_who_are_called_so(loaded):
    assert names(loaded, "paper d") == ["Any Folder", "First Folder", "Ruler"]
    PilotCard.objects.filter(xws="oldquill").update(name="Papergirl")
    assert names(loaded, "paper") == ["Papergirl", "Any Folder", "First Folder", "Ruler"]


@pytest.mark.parametrize("letters", ["tapusk", "Tápusk", "TáPUSK"])
def test_accents_may_be_left_out(loaded, letters):
    PilotCard.objects.filter(xws="anyfolder").update(name="Tápusk", xws="tapusk")
    assert names(loaded, letters) == ["Tápusk"]


def test_a_name_in_quotes_begins_with_its_letters(loaded):
    PilotCard.objects.filter(xws="anyfolder").update(name="“Quill” Zeb")
    PilotCard.objects.filter(name="Old Quill").update(name="Aquill")
    assert names(loaded, "quill") == ["“Quill” Zeb", "Aquill"]


@pytest.mark.parametrize("letters", ["", " ", "-", "%", "_", "zzz", "folder zzz", "x " * 40])
def test_other_letters_find_no_pilot(loaded, letters):
    page = loaded.get("setup", find=letters)
    assert page.status_code == 200
    assert not any(place.startswith("data.") for place in known_on(page).values())


def test_a_tap_adds_the_ship_with_what_the_data_tells(loaded):
    blue = key_of(side(loaded, "Blue"))
    assert pick(loaded, blue, known_on(loaded.get("setup", find="first"))["First Folder"]).status_code == 302
    (ship,) = loaded.sheet.ships
    assert (ship.name, ship.type, ship.squad, ship.pilot) == ("First Folder", "Paper Dart", blue, "firstfolder")
    assert (ship.initiative, ship.cost, ship.agility, ship.hull, ship.shields) == (4, 30, 3, 2, 1)
    assert (ship.force, ship.recovers_force, ship.weapons[0].dice) == (2, 1, 2)
    assert len(loaded.sheet.squads[1].deck) == 33
    assert "First Folder joins Blue" in loaded.last.headline


def test_the_same_pilot_joins_twice_with_a_number(loaded):
    red = key_of(side(loaded))
    place = known_on(loaded.get("setup", find="any"))["Any Folder"]
    for _ in range(2):
        pick(loaded, red, place)
    assert [ship.name for ship in loaded.sheet.ships] == ["Any Folder", "Any Folder 2"]


def test_two_of_one_name_are_told_apart_by_their_loadout(loaded):
    found = text_of(loaded.get("setup", find="quill", only="known"))
    assert (found.count("Old <mark>Quill</mark>"), found.count("Thicker Paper")) == (2, 1)


def test_a_standard_loadout_comes_along(loaded):
    card = PilotCard.objects.get(xws="oldquill-spilledink")
    pick(loaded, key_of(side(loaded)), f"data.pilot-{card.pk}")
    (ship,) = loaded.sheet.ships
    assert [upgrade.name for upgrade in ship.upgrades] == ["Thicker Paper"]


def test_only_pilots_of_the_battles_rules_are_found_and_taken(loaded, checkout):
    card = PilotCard.objects.get(xws="firstfolder")
    XWingBattle.objects.filter(pk=loaded.battle.pk).update(ruleset=Ruleset.SECOND)
    assert names(loaded, "folder") == []
    before = everything()
    assert pick(loaded, key_of(side(loaded)), f"data.pilot-{card.pk}").status_code == 422
    assert everything() == before
    as_second_edition(checkout)
    load(checkout)
    place = known_on(loaded.get("setup", find="first"))["First Folder"]
    assert place != f"data.pilot-{card.pk}"
    pick(loaded, key_of(side(loaded)), place)
    assert [ship.name for ship in loaded.sheet.ships] == ["First Folder"]


@pytest.mark.parametrize("key", ["", "pilot-", "pilot-0", "pilot-x", "pilot-²", "pilot--1", "\x00", f"pilot-{10**60}"])
def test_a_pilot_that_is_not_there_is_refused(loaded, key):
    before = everything()
    answer = pick(loaded, key_of(side(loaded)), f"data.{key}")
    assert (answer.status_code, everything()) == (422, before)
    assert "no longer there" in text_of(answer)


def test_a_script_fetches_only_what_was_found_for_the_side_that_is_shown(loaded):
    blue = key_of(side(loaded, "Blue"))
    page = text_of(loaded.get("setup", find="folder", side=blue))
    part = loaded.get("setup", find="folder", side=blue, only="known")
    assert f"?only=known&side={blue}" in page
    assert known_on(part) == known_on(loaded.get("setup", find="folder", side=blue))
    assert form_to(part, "/setup/known/")["fields"]["showing"] == blue
    assert "<main" not in text_of(part)


def test_a_handful_is_shown_and_it_says_that_there_are_more(loaded):
    card = PilotCard.objects.get(xws="anyfolder")
    rows = [{**vars(card), "xws": f"more{number}", "name": f"Folder {number}"} for number in range(600)]
    for row in rows:
        del row["_state"], row["id"]
    PilotCard.objects.bulk_create(PilotCard(**row) for row in rows)
    part = loaded.get("setup", find="folder", only="known")
    assert len(re.findall('class="known-one"', text_of(part))) == 12
    assert "There are more" in text_of(part)
    assert len(part.content) < 12_000
    assert "There are more" not in text_of(loaded.get("setup", find="folder 599"))


def test_the_queries_do_not_grow_with_the_data(loaded, django_assert_num_queries):
    with CaptureQueriesContext(connection) as without:
        loaded.get("setup")
    # The pilots, what they fly, and their loadouts.
    with django_assert_num_queries(len(without) + 3):
        loaded.get("setup", find="quill")
    with django_assert_num_queries(12):
        loaded.get("setup", find="quill", only="known")


def test_a_roster_takes_pilots_of_the_data(db):
    load()
    campaign = Campaign.objects.create(name="Thursdays")
    roster = make_roster(campaign=campaign, game="x_wing", name="Paper", owner=None, once=new_key(), who="x")
    device = Device(roster.holder)
    pick(device, device.sheet.sides[0].key, known_on(device.get("setup", find="first"))["First Folder"])
    assert [ship.name for ship in device.sheet.ships] == ["First Folder"]
