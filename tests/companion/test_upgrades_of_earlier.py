"""Upgrades were names once, and before that whatever the admin took: stored battles and records are still read."""

import importlib
from contextlib import contextmanager

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from companion.models import Battle, Campaign, Ship
from companion.services.demo import load_demo_battle
from companion.sheets import stored
from rules.games import GAMES
from rules.records import BadRecord, from_json, to_json
from rules.replay import Record, read, write
from rules.x_wing import GAME
from rules.x_wing.earlier import with_parts
from rules.x_wing.samples import WEDGE
from rules.x_wing.ship import Ship as Sheet
from tests.companion.playing import Device

BEFORE, NAMES = ("companion", "0016_damage_cards_of_deleted_ships"), ("companion", "0028_history")
WEDGES = {"name": "Wedge Antilles"}


def migrated(*targets):
    """The models of that time."""
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets))
    return MigrationExecutor(connection).loader.project_state(list(targets)).apps


@contextmanager
def today_again():
    try:
        yield
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture(scope="module")
def known():
    """What the walk through the migrations has found, so that it is gone once for all battles."""
    return {}


def convoy():
    """A convoy of its own, of which Wedge has no upgrades yet: his ship and its battle."""
    battle = load_demo_battle(Campaign.objects.create(name="Earlier"), GAMES["x_wing"])
    wedge = Ship.objects.get(battle=battle, **WEDGES)
    wedge.upgrades.all().delete()
    return wedge.pk, battle


STORED = [
    ([], [], "", []),
    (["R4 Astromech"], [], "", [("R4 Astromech", "")]),
    (["R4", "R4"], ["wedgeantilles", "r4", "r4"], "wedgeantilles", [("R4", "r4"), ("R4", "r4")]),
    (["Crack Shot", "mystery"], ["wedge", "crackshot"], "wedge", [("Crack Shot", "crackshot"), ("mystery", "")]),
    (["x" * 300], ["wedge", "x", "heroic"], "wedge", [("x" * 300, "x"), ("heroic", "heroic")]),
]


FOUND = [(0, []), (5, []), ({"a": 1}, []), ("text", []), (["R4", None, 5, ["x"]], ["R4"]), (["R4", "R4"], ["R4", "R4"])]


def forwards_and_back():
    """Of a battle for each of what was stored: the ship of today, what its sheet wears, its page, and it as it was.

    And of one for each of what was found in the column: the names of today's upgrades, and its page.
    """
    battles, odd = [convoy() for _ in STORED], [convoy() for _ in FOUND]
    with today_again():
        ships = migrated(BEFORE).get_model("companion", "Ship").objects
        for (pk, _), (found, _) in zip(odd, FOUND, strict=True):
            ships.filter(pk=pk).update(upgrades=found)
        ships = migrated(NAMES).get_model("companion", "Ship").objects
        for (pk, _), (names, ids, *_) in zip(battles, STORED, strict=True):
            ships.filter(pk=pk).update(upgrades=names, ids=ids)
    wedges = [Ship.objects.prefetch_related("upgrades").get(pk=pk) for pk, _ in battles]
    kept = [(wedge, worn_by(battle), status_of(battle)) for wedge, (_, battle) in zip(wedges, battles, strict=True)]
    names = [[upgrade.name for upgrade in Ship.objects.get(pk=pk).upgrades.all()] for pk, _ in odd]
    brought_up = [(told, status_of(battle)) for told, (_, battle) in zip(names, odd, strict=True)]
    with today_again():
        ships = migrated(NAMES).get_model("companion", "Ship").objects
        return [(*told, ships.get(pk=told[0].pk)) for told in kept], brought_up


def worn_by(battle):
    (ship,) = (ship for ship in stored(Battle.objects.get(pk=battle.pk)).sheet.ships if ship.name == "Wedge Antilles")
    return [(upgrade.name, upgrade.xws) for upgrade in ship.upgrades]


def status_of(battle):
    return Device(battle, name="Anna").get().status_code


def walked(known):
    if not known:
        known["walk"] = forwards_and_back()
    return known["walk"]


@pytest.mark.parametrize("place", range(len(STORED)))
def test_a_stored_battle_keeps_its_upgrades_forwards_and_back(transactional_db, known, place):
    _, _, pilot, worn = STORED[place]
    wedge, of_the_sheet, status, back = walked(known)[0][place]
    assert wedge.pilot == pilot
    assert [(upgrade.name, upgrade.xws) for upgrade in wedge.upgrades.all()] == worn
    assert not any(upgrade.most_charges for upgrade in wedge.upgrades.all())
    assert of_the_sheet == worn
    assert status == 200
    assert back.upgrades == [name for name, _ in worn]
    assert back.ids == ([pilot, *(xws for _, xws in worn if xws)] if pilot else [])


@pytest.mark.parametrize("place", range(len(FOUND)))
def test_a_battle_that_had_something_else_stored_opens_again(transactional_db, known, place):
    assert walked(known)[1][place] == (FOUND[place][1], 200)


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
