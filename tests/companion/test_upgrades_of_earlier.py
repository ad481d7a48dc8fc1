"""Upgrades were names once, and before that whatever the admin took: stored battles and records are still read."""

import importlib

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from companion.models import Battle, Ship
from companion.sheets import stored
from rules.games import GAMES
from rules.records import BadRecord, from_json, to_json
from rules.replay import Record, read, write
from rules.x_wing import GAME
from rules.x_wing.earlier import with_parts
from rules.x_wing.samples import WEDGE
from rules.x_wing.ship import Ship as Sheet
from tests.companion.demo import demo_of
from tests.companion.playing import Device

BEFORE, NAMES = ("companion", "0016_damage_cards_of_deleted_ships"), ("companion", "0028_history")
WEDGES = {"name": "Wedge Antilles"}


def migrated(*targets):
    """The models of that time."""
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets))
    return MigrationExecutor(connection).loader.project_state(list(targets)).apps


def migrated_to_today():
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture
def today(transactional_db):
    yield
    migrated_to_today()


def convoy():
    """The demo's convoy, of which Wedge has no upgrades yet."""
    battle = demo_of("x_wing")
    Ship.objects.get(**WEDGES).upgrades.all().delete()
    return battle


@pytest.mark.parametrize(
    ("names", "ids", "pilot", "worn"),
    [
        ([], [], "", []),
        (["R4 Astromech"], [], "", [("R4 Astromech", "")]),
        (["R4", "R4"], ["wedgeantilles", "r4", "r4"], "wedgeantilles", [("R4", "r4"), ("R4", "r4")]),
        (["Crack Shot", "mystery"], ["wedge", "crackshot"], "wedge", [("Crack Shot", "crackshot"), ("mystery", "")]),
        (["x" * 300], ["wedge", "x", "heroic"], "wedge", [("x" * 300, "x"), ("heroic", "heroic")]),
    ],
)
def test_a_stored_battle_keeps_its_upgrades_forwards_and_back(today, names, ids, pilot, worn):
    battle = convoy()
    ships = migrated(NAMES).get_model("companion", "Ship").objects
    ships.filter(**WEDGES).update(upgrades=names, ids=ids)
    migrated_to_today()
    wedge = Ship.objects.get(**WEDGES)
    assert wedge.pilot == pilot
    assert list(wedge.upgrades.values_list("name", "xws")) == worn
    assert not any(upgrade.most_charges for upgrade in wedge.upgrades.all())
    (ship,) = (ship for ship in stored(Battle.objects.get(pk=battle.pk)).sheet.ships if ship.name == "Wedge Antilles")
    assert [(upgrade.name, upgrade.xws) for upgrade in ship.upgrades] == worn
    assert Device(battle, name="Anna").get().status_code == 200
    back = migrated(NAMES).get_model("companion", "Ship").objects.get(**WEDGES)
    assert back.upgrades == [name for name, _ in worn]
    assert back.ids == ([pilot, *(xws for _, xws in worn if xws)] if pilot else [])


@pytest.mark.parametrize(
    ("found", "names"),
    [(0, []), (5, []), ({"a": 1}, []), ("text", []), (["R4", None, 5, ["x"]], ["R4"]), (["R4", "R4"], ["R4", "R4"])],
)
def test_a_battle_that_had_something_else_stored_opens_again(today, found, names):
    battle = convoy()
    migrated(BEFORE).get_model("companion", "Ship").objects.filter(**WEDGES).update(upgrades=found)
    migrated_to_today()
    assert [upgrade.name for upgrade in Ship.objects.get(**WEDGES).upgrades.all()] == names
    assert Device(battle, name="Anna").get().status_code == 200


def test_half_a_character_is_no_name():
    migration = importlib.import_module("companion.migrations.0017_upgrades_are_names")
    assert not migration.is_a_name("a\ud800")
    assert migration.is_a_name("é🎲")


def shape(**given):
    """A ship as it was stored at some time."""
    now = to_json(WEDGE)
    return {**{name: value for name, value in now.items() if name not in ("pilot", "upgrades")}, **given}


@pytest.mark.parametrize(
    ("given", "pilot", "worn"),
    [
        ({}, "", []),
        ({"upgrades": ["R4"]}, "", [("R4", "")]),
        ({"upgrades": [], "ids": []}, "", []),
        ({"upgrades": ["R4", "y"], "ids": ["wedge", "r4"]}, "wedge", [("R4", "r4"), ("y", "")]),
        ({"ids": ["wedge", "r4"]}, "wedge", [("r4", "r4")]),
        ({"pilot": "wedge", "upgrades": ["R4", {"key": "k", "name": "y"}]}, "wedge", [("R4", ""), ("y", "")]),
    ],
)
def test_a_ship_of_an_earlier_shape_is_read(given, pilot, worn):
    ship = from_json(Sheet, with_parts(shape(**given)))
    assert (ship.pilot, [(upgrade.name, upgrade.xws) for upgrade in ship.upgrades]) == (pilot, worn)
    assert not any(upgrade.most_charges for upgrade in ship.upgrades)
    assert from_json(Sheet, to_json(ship)) == ship


@pytest.mark.parametrize(
    "given",
    [
        {"upgrades": 5},
        {"upgrades": [5]},
        {"upgrades": {"a": "b"}},
        {"ids": "wedge"},
        {"ids": [5]},
        {"ids": {}, "upgrades": ["R4"]},
        {"upgrades": [None], "ids": ["wedge"]},
        {"upgrades": ["a\ud800"]},
    ],
)
def test_what_never_was_a_shape_of_a_ship_is_refused_in_one_sentence(given):
    with pytest.raises(BadRecord, match=r"^[^\n]+\.$"):
        from_json(Sheet, with_parts(shape(**given)))


def test_a_record_of_an_earlier_shape_resolves_as_it_did():
    example = next(example for example in GAME.examples if example.procedure == "attack" and not example.refused)
    record = Record(GAME, GAME.procedure("attack"), example.battle, example.declaration, example.replies)
    data = write(record)
    del data["shape"]
    for ship in data["pieces"]["ships"]:
        ship["upgrades"] = [upgrade["name"] for upgrade in ship["upgrades"]]
        ship["ids"] = [ship.pop("pilot")] if ship["pilot"] else []
    again = read(data, GAMES)
    assert again.play().outcome.headline == record.play().outcome.headline
    assert [ship.upgrades for ship in again.battle.ships] == [
        tuple(type(u)(f"{ship.key}-upgrade-{n}", u.name) for n, u in enumerate(ship.upgrades, start=1))
        for ship in example.battle.ships
    ]
