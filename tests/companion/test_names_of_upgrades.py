"""The names of a ship's upgrades: what staff type, and what was stored when the admin took anything."""

import importlib

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.test import Client

from companion.models import Ship
from tests.companion.demo import demo_of
from tests.companion.playing import Device
from tests.companion.test_admin import save

migration = importlib.import_module("companion.migrations.0017_upgrades_are_names")


@pytest.fixture
def convoy(db):
    return Device(demo_of("x_wing"), name="Anna")


@pytest.fixture
def staff(db):
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("", []),
        ("  \r\n ", []),
        ("R4 Astromech", ["R4 Astromech"]),
        ("R4 Astromech\r\n  Hull Upgrade \r\n", ["R4 Astromech", "Hull Upgrade"]),
        ("null", ["null"]),
        ("5", ["5"]),
        ('["\\ud800"]', ['["\\ud800"]']),
    ],
)
def test_each_line_is_a_name_whatever_it_looks_like(convoy, staff, typed, names):
    ship = Ship.objects.get(name="Wedge Antilles")
    save(staff, ship, upgrades=typed)
    ship.refresh_from_db()
    assert ship.upgrades == names
    assert convoy.piece("Wedge Antilles").upgrades == tuple(names)
    assert convoy.get().status_code == 200


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("x" * 51, "A name has at most 50 letters."),
        ("\n".join(["x"] * 31), "At most 30 names; these are 31."),
        ("a\0b", "Null characters are not allowed."),
    ],
)
def test_what_is_no_list_of_names_is_refused_at_the_field(convoy, staff, typed, said):
    ship = Ship.objects.get(name="Wedge Antilles")
    answer = save(staff, ship, upgrades=typed)
    assert answer.context["adminform"].form.errors["upgrades"] == [said]
    before = ship.upgrades
    ship.refresh_from_db()
    assert ship.upgrades == before


@pytest.mark.parametrize(
    ("stored", "names"),
    [(0, []), (5, []), ({"a": 1}, []), ("text", []), (["R4", None, 5, ["x"]], ["R4"]), (["R4", "R4"], ["R4", "R4"])],
)
def test_a_battle_that_had_something_else_stored_opens_again(convoy, stored, names):
    Ship.objects.filter(name="Wedge Antilles").update(upgrades=stored)
    migration.keep_names_only(apps, None)
    assert Ship.objects.get(name="Wedge Antilles").upgrades == names
    assert convoy.get().status_code == 200


def test_half_a_character_is_no_name():
    assert not migration.is_a_name("a\ud800")
    assert migration.is_a_name("é🎲")
