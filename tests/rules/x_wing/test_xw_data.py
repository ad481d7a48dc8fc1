"""Ship data, the starter table and squads in XWS: what is read, what is resolved, what is refused."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from rules.records import BadRecord
from rules.x_wing.building import build
from rules.x_wing.sheet import Ruleset
from rules.x_wing.ship import Arc, Effect, Needs
from rules.x_wing.ship_data import read_ship, read_upgrades
from rules.x_wing.ship_rows import ship_data
from rules.x_wing.starter import PILOTS, SHIPS, UPGRADES, starter_data, why_no_cost
from rules.x_wing.xws import parse, read, resolve, write

DATA = os.environ.get("XWING_DATA")
"""A folder with two checkouts of the data set, ``2.0`` and ``2.5``."""

XWING = {
    "name": "T-65 X-wing",
    "xws": "t65xwing",
    "size": "Small",
    "faction": "Rebel Alliance",
    "stats": [
        {"arc": "Front Arc", "type": "attack", "value": 3},
        {"type": "agility", "value": 2},
        {"type": "hull", "value": 4},
        {"type": "shields", "value": 2},
    ],
    "pilots": [
        {"name": "Wedge Antilles", "xws": "wedgeantilles", "initiative": 6, "cost": 54, "something": ["new"]},
        {
            "name": "Wedge Antilles",
            "xws": "wedgeantilles-battle",
            "initiative": 6,
            "cost": 5,
            "shipStats": [{"type": "hull", "value": 5}],
            "standardLoadout": ["shieldupgrade"],
        },
    ],
}
UPGRADE_LIST = [
    {
        "name": "Shield Upgrade",
        "xws": "shieldupgrade",
        "cost": {"variable": "agility", "values": {"2": 6, "3": 8}},
        "sides": [{"slots": ["Modification"], "grants": [{"type": "stat", "value": "shields", "amount": 1}]}],
    },
    {
        "name": "Proton Torpedoes",
        "xws": "protontorpedoes",
        "cost": {"value": 12},
        "sides": [
            {
                "slots": ["Torpedo"],
                "charges": {"value": 2, "recovers": 0},
                "attack": {"arc": "Front Arc", "value": 4, "minrange": 2, "maxrange": 3, "ordnance": True},
            }
        ],
    },
    {
        "name": "Delta-7B",
        "xws": "delta7b",
        "sides": [
            {
                "grants": [
                    {"type": "stat", "value": "agility", "amount": -1},
                    {"type": "stat", "value": "shields", "amount": 2},
                    {"type": "stat", "value": "attack", "arc": "Front Arc", "amount": 1},
                ]
            }
        ],
    },
    {
        "name": "Maul",
        "xws": "maul",
        "sides": [{"grants": [{"type": "force", "value": {"side": ["dark"]}, "amount": 1}]}],
    },
]
SQUAD = {
    "name": "Test Wing",
    "faction": "rebelalliance",
    "points": 72,
    "version": "50P-2.0",
    "ruleset": "XWA",
    "obstacles": ["gascloud1"],
    "pilots": [
        {
            "id": "wedgeantilles",
            "name": "wedgeantilles",
            "ship": "t65xwing",
            "points": 72,
            "multisection_id": 3,
            "upgrades": {"torpedo": ["protontorpedoes"], "mod": ["shieldupgrade"], "astromech": ["nobody"]},
        },
        {"name": "somebodynew", "points": 5},
    ],
    "vendor": {"yasb": {"link": "https://yasb.app/"}},
}


def small_data():
    ship, pilots = read_ship(XWING)
    return ship_data([ship], pilots, read_upgrades(UPGRADE_LIST))


def test_a_pilot_has_the_name_of_what_its_type_of_ship_can_do_and_not_its_words():
    able = {"name": "Hope", "text": "After another ship is gone, you may act."}
    wedge, other = XWING["pilots"]
    ship, (first, second) = read_ship({**XWING, "pilots": [{**wedge, "shipAbility": able}, other]})
    assert (first.ability, second.ability) == ("Hope", "")
    built = build("k", "s", first, ship, ())
    assert (built.ability, built.other_cards) == ("Hope", ("Hope",))


@pytest.mark.parametrize("ability", ["Hope", ["Hope"], {"text": "x"}, {"name": 5}, {"name": "x" * 51}])
def test_an_ability_of_the_wrong_type_is_refused_with_its_place(ability):
    with pytest.raises(BadRecord, match=r"pilots\[0\]\.shipAbility"):
        read_ship({**XWING, "pilots": [{**XWING["pilots"][0], "shipAbility": ability}]})


def test_upgrades_change_shields_agility_weapons_force_and_cost():
    data = small_data()
    ship = data.ships["rebelalliance", "t65xwing"]
    worn = [data.upgrades[xws] for xws in ("shieldupgrade", "protontorpedoes", "delta7b", "maul")]
    built = build("s-1", "s", data.pilots["wedgeantilles"], ship, worn)
    assert (built.agility, built.hull, built.shields, built.most_shields, built.force) == (1, 4, 5, 5, 1)
    assert (built.initiative, built.cost) == (6, 54 + 6 + 12)
    assert built.pilot == "wedgeantilles"
    assert [worn.xws for worn in built.upgrades] == ["shieldupgrade", "protontorpedoes", "delta7b", "maul"]
    assert not any(worn.most_charges for worn in built.upgrades), "the charges of a weapon lie on the weapon"
    primary, torpedoes = built.weapons
    assert (primary.arc, primary.dice, primary.special) == (Arc.FRONT, 4, False)
    assert (torpedoes.needs, torpedoes.cost, torpedoes.charges) == (Needs.LOCK, 1, 2)
    assert torpedoes.effect is Effect.HIT_TO_CRIT
    assert torpedoes.ordnance


def test_a_pilot_with_values_and_a_loadout_of_its_own_uses_them():
    squad = read({"faction": "rebelalliance", "pilots": [{"id": "wedgeantilles-battle"}]})
    (ship,) = resolve(squad, small_data(), "s", second_edition_costs=True).ships
    assert (ship.hull, ship.shields, ship.cost) == (5, 1, 5)


def test_a_squad_is_resolved_and_what_is_not_known_is_told():
    resolved = resolve(read(SQUAD), small_data(), "rebels")
    (wedge,) = resolved.ships
    assert (wedge.key, wedge.squad, wedge.shields) == ("rebels-1", "rebels", 3)
    assert [pilot.id for pilot in resolved.unknown] == ["somebodynew"]
    assert resolved.warnings == (
        "Wedge Antilles: the upgrade “nobody” is not known.",
        "The pilot “somebodynew” is not known: type its numbers.",
    )


def test_the_unknown_upgrades_of_an_unknown_pilot_are_told_too():
    pilot = {"id": "somebodynew", "upgrades": {"talent": ["nobodyknows"], "modification": ["shieldupgrade"]}}
    squad = read({"faction": "rebelalliance", "pilots": [pilot]})
    assert resolve(squad, small_data(), "s").warnings == (
        "The pilot “somebodynew” is not known: type its numbers.",
        "somebodynew: the upgrade “nobodyknows” is not known.",
    )


def test_equal_pilots_get_numbers():
    squad = read({"faction": "galacticempire", "pilots": [{"id": "academypilot"}] * 3})
    names = [ship.name for ship in resolve(squad, starter_data(), "s").ships]
    assert names == ["Academy Pilot", "Academy Pilot 2", "Academy Pilot 3"]
    others = resolve(squad, starter_data(), "o", taken=(*names[:2], "Academy Pilot 4")).ships
    assert [ship.name for ship in others] == ["Academy Pilot 3", "Academy Pilot 5", "Academy Pilot 6"]


def test_a_squad_is_written_with_everything_that_was_read():
    written = write(parse(json.dumps(SQUAD)))
    assert {key: written[key] for key in ("vendor", "ruleset", "obstacles", "version")} == {
        key: SQUAD[key] for key in ("vendor", "ruleset", "obstacles", "version")
    }
    first, second = written["pilots"]
    assert first["multisection_id"] == 3
    assert first["upgrades"] == {
        "torpedo": ["protontorpedoes"],
        "modification": ["shieldupgrade"],
        "astromech": ["nobody"],
    }
    assert second["id"] == "somebodynew"
    assert read(written) == read(json.loads(json.dumps(written)))
    assert read(written).pilots == read(SQUAD).pilots


def test_a_list_gets_nothing_that_it_did_not_have():
    bare = {"name": "Few", "faction": "rebelalliance", "pilots": [{"id": "wedgeantilles"}, {"name": "somebodynew"}]}
    written = write(parse(json.dumps(bare)))
    assert written["pilots"] == [{"id": "wedgeantilles"}, {"id": "somebodynew", "name": "somebodynew"}]
    assert "points" not in written


@pytest.mark.parametrize("points", [0, 7, "200", 12.5, -1, 1000, None, True, []])
def test_points_are_written_as_they_were_read_whatever_they_are(points):
    pilot = {"id": "wedgeantilles", "points": points}
    written = write(parse(json.dumps({"faction": "x", "points": points, "pilots": [pilot]})))
    assert (written["points"], written["pilots"]) == (points, [pilot])
    assert type(written["points"]) is type(points)


HOSTILE = [
    "",
    "hello",
    "[]",
    "null",
    "[" * 100_000,
    "{" + '"a":' * 10,
    "9" * 5000,
    json.dumps({}),
    json.dumps({"pilots": []}),
    json.dumps({"pilots": {}, "faction": "x"}),
    json.dumps({"pilots": [1], "faction": "x"}),
    json.dumps({"pilots": [{}], "faction": "x"}),
    json.dumps({"pilots": [{"id": 7}], "faction": "x"}),
    json.dumps({"pilots": [{"id": "a"}]}),
    json.dumps({"pilots": [{"id": "a"}], "faction": ["x"]}),
    json.dumps({"pilots": [{"id": "a" * 999}], "faction": "x"}),
    json.dumps({"pilots": [{"id": "a\0"}], "faction": "x"}),
    json.dumps({"pilots": [{"id": "a\ud800"}], "faction": "x"}),
    json.dumps({"pilots": [{"id": "a"}] * 500, "faction": "x"}),
    json.dumps({"pilots": [{"id": "a", "upgrades": []}], "faction": "x", "name": {}}),
    json.dumps({"pilots": [{"id": "a", "upgrades": ["x"]}], "faction": "x"}),
    json.dumps({"pilots": [{"id": "a", "upgrades": {"talent": "x"}}], "faction": "x"}),
    json.dumps({"pilots": [{"id": "a", "upgrades": {"talent": [{}]}}], "faction": "x"}),
    json.dumps({"pilots": [{"id": "a", "upgrades": {"talent": ["x"] * 99}}], "faction": "x"}),
    " " * 300_000,
    '{"pilots": [{"id": "a"}], "pilots": [{"id": "b"}], "faction": "x"}',
    '{"pilots": [{"id": "a", "id": "b"}], "faction": "x"}',
    '{"pilots": [{"id": "a"}], "faction": "x", "points": NaN}',
    '{"pilots": [{"id": "a"}], "faction": "x", "points": -Infinity}',
    '{"pilots": [{"id": "a"}], "faction": "x", "points": 1e999}',
    '{"pilots": [{"id": "a"}], "faction": "x", "vendor": ' + "[" * 500 + "]" * 500 + "}",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_no_squad_is_one_sentence(text):
    with pytest.raises(BadRecord) as refusal:
        parse(text)
    assert str(refusal.value).endswith(".")
    assert len(str(refusal.value)) < 200


def test_a_byte_order_mark_before_the_list_is_nothing():
    assert parse(f"\ufeff{json.dumps(SQUAD)}") == parse(json.dumps(SQUAD))


def test_a_ship_that_no_rule_knows_is_one_sentence():
    upgrades = {"modification": ["delta7b"] * 30}
    squad = read({"faction": "rebelalliance", "pilots": [{"id": "wedgeantilles", "upgrades": upgrades}]})
    with pytest.raises(BadRecord, match=r"^Wedge Antilles cannot be built with these upgrades: .*\.$"):
        resolve(squad, small_data(), "s")


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {},
        {**XWING, "size": "Vast"},
        {**XWING, "stats": {}},
        {**XWING, "stats": [{"type": "attack", "value": 3}]},
        {**XWING, "stats": [{"type": "hull", "value": "4"}]},
        {**XWING, "stats": [{"type": {}}]},
        {**XWING, "name": "x" * 51},
        {**XWING, "name": "a\0"},
        {**XWING, "pilots": [{"xws": "a"}]},
        {**XWING, "pilots": ["a"]},
    ],
)
def test_ship_data_of_the_wrong_type_is_refused_with_its_place(wrong):
    with pytest.raises(BadRecord, match=r"^ship"):
        read_ship(wrong)


def test_the_starter_table_resolves():
    data = starter_data()
    for pilot in data.pilots.values():
        build("k", "s", pilot, data.ships[pilot.faction, pilot.ship], data.upgrades.values())
    assert set(PILOTS) == {ship.xws for ship in SHIPS}


def test_the_starter_table_says_whose_points_it_has():
    assert why_no_cost(Ruleset.FIRST) == ""
    assert why_no_cost(Ruleset.SECOND) == "The table knows the points of 2.0 only: type those of 2.5."


def whole(version):
    root = Path(DATA or "") / version
    manifest = json.loads((root / "data/manifest.json").read_text())
    paths = [path for faction in manifest["pilots"] for path in faction["ships"]]
    ships = [read_ship(json.loads((root / path).read_text()), path) for path in paths]
    lists = [read_upgrades(json.loads((root / path).read_text()), path) for path in manifest["upgrades"]]
    pilots = [pilot for _, of_ship in ships for pilot in of_ship]
    return len(paths), ship_data([ship for ship, _ in ships], pilots, [row for rows in lists for row in rows])


@pytest.mark.skipif(not DATA, reason="needs XWING_DATA, a folder with the whole data set")
@pytest.mark.parametrize(("version", "counts"), [("2.0", (95, 83, 496, 415)), ("2.5", (108, 89, 672, 524))])
def test_the_whole_data_set_loads_and_every_pilot_resolves(version, counts):
    files, data = whole(version)
    types = {xws for _, xws in data.ships}
    assert (files, len(types), len(data.pilots), len(data.upgrades)) == counts
    for pilot in data.pilots.values():
        squad = read({"faction": pilot.faction, "pilots": [{"id": pilot.xws}]})
        resolved = resolve(squad, data, "s", second_edition_costs=version == "2.5")
        assert len(resolved.ships) == 1, resolved.warnings
        assert not [warning for warning in resolved.warnings if "not known" in warning]


@pytest.mark.skipif(not DATA, reason="needs XWING_DATA, a folder with the whole data set")
def test_the_starter_table_agrees_with_the_data_set():
    _, data = whole("2.0")
    for ship in SHIPS:
        assert data.ships[ship.faction, ship.xws] == ship
    for pilot in starter_data().pilots.values():
        known = data.pilots[pilot.xws]
        assert (known.ship, known.initiative, known.cost, known.force, known.ability) == (
            pilot.ship, pilot.initiative, pilot.cost, pilot.force, pilot.ability,
        )  # fmt: skip
    assert [without_header(data.upgrades[upgrade.xws]) for upgrade in UPGRADES] == list(UPGRADES)


def without_header(row):
    """The row without what the text of its weapon tells, which the table knows by the id."""
    return replace(row, weapon=replace(row.weapon, header=None)) if row.weapon else row


@pytest.mark.skipif(not DATA, reason="needs XWING_DATA, a folder with the whole data set")
@pytest.mark.parametrize(("version", "names"), [("2.0", 45), ("2.5", 60)])
def test_the_abilities_of_all_ships_are_named(version, names):
    _, data = whole(version)
    assert len({pilot.ability for pilot in data.pilots.values()} - {""}) == names
