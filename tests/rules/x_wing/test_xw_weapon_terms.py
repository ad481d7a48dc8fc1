"""What weapons need, cost and do: read from their data, known by their ids, marked where there is more."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from rules.x_wing.building import build, is_known
from rules.x_wing.ship import Arc, Effect, Needs, Size
from rules.x_wing.ship_data import read_ship, read_upgrades
from rules.x_wing.ship_rows import Header, PilotRow, Pool, ShipRow, Stats, UpgradeRow, UpgradeWeapon, ship_data
from rules.x_wing.weapon_terms import TERMS, Terms, read_header, terms_of
from rules.x_wing.xws import parse, resolve

DATA = os.environ.get("XWING_DATA")


@pytest.mark.parametrize(
    ("ability", "header"),
    [
        ("Attack", Header()),
        ("Attack: Ink flows.", Header(more=True)),
        ("Attack ([Lock]): Spend 1 [Charge].", Header(Needs.LOCK, 1)),
        ("Attack ([Focus]):Ink flows.", Header(Needs.FOCUS, more=True)),
        ("Attack ([Calculate]): Spend 2 [Charge]. Ink flows.", Header(Needs.CALCULATE, 2, more=True)),
        ("Attack ([Calculate] or [Lock]): Spend 1 [Charge].", Header(Needs.CALCULATE_OR_LOCK, 1)),
        ("Attack ([Focus], [Calculate], or [Lock]): Spend 1 [Charge].", Header(Needs.ANY, 1)),
        ("Ink dries. Attack: Spend 1 [Charge].", Header(charges=1, more=True)),
        ("Bonus Attack ([Lock]): Spend 3 [Energy].", Header(Needs.LOCK, 0, 3, bonus_only=True)),
        ("Bonus Attack. Bonus Attack: Spend 1 [Energy].", Header(bonus_only=True, more=True)),
        ("Attack: Ink may spend 1 [Charge].", Header(more=True)),
        ("Attack ([Ink]): Spend 1 [Charge].", None),
        ("Attack (ink): Spend 1 [Charge].", None),
        ("Ink flows where an attack is not told.", None),
        ("", None),
    ],
)
def test_a_header_tells_the_requirement_and_the_cost(ability, header):
    assert read_header(ability) == header


def test_the_data_goes_before_what_is_known_by_the_id():
    cheaper = Header(Needs.FOCUS, 2, more=True)
    assert terms_of("protontorpedoes", cheaper) == Terms(Needs.FOCUS, 2, Effect.HIT_TO_CRIT)
    assert terms_of("protontorpedoes", None) == TERMS["protontorpedoes"]
    assert terms_of("seekermissiles-swz103", Header(Needs.LOCK, more=True)).cost == 1


def test_a_weapon_that_nobody_knows_is_whole_only_where_its_data_tells_all():
    assert terms_of("inkmissiles", None) == Terms(more=True)
    assert terms_of("inkmissiles", Header(Needs.LOCK, 1)) == Terms(Needs.LOCK, 1)
    more = terms_of("inkmissiles", Header(Needs.LOCK, 1, more=True))
    assert more == Terms(Needs.LOCK, 1, more=True)


def upgrade(xws, **more):
    return UpgradeRow(xws, xws.title(), weapon=UpgradeWeapon(Arc.FRONT, 3, 1, 3, **more), charges=Pool(2))


PILOT = PilotRow("inker", "Inker", "dart", "rebelalliance")
DART = ShipRow("dart", "Dart", "rebelalliance", Size.SMALL, Stats(((Arc.FRONT, 2), (Arc.REAR, 1)), 3, 2, 2))


def test_a_ship_carries_what_its_weapons_need_and_cost():
    header = Header(Needs.CALCULATE_OR_LOCK, 1, bonus_only=True, more=True)
    ship = build("k", "s", PILOT, DART, [upgrade("inkmissiles", header=header), upgrade("foresight")])
    ink, foresight = ship.weapons[2:]
    assert (ink.needs, ink.cost, ink.bonus_only, ink.more) == (Needs.CALCULATE_OR_LOCK, 1, True, True)
    assert (foresight.effect, foresight.force_cost, foresight.more) == (Effect.FORESIGHT, 1, False)
    assert not is_known(upgrade("inkmissiles", header=header))
    assert is_known(upgrade("inkmissiles", header=replace(header, more=False)))


def test_vectored_cannons_turn_the_front_weapon_and_are_none_of_their_own():
    ship = build("k", "s", PILOT, DART, [upgrade("vectoredcannonsrz1")])
    assert [(weapon.name, weapon.dice) for weapon in ship.weapons] == [
        ("primary, single turret", 2),
        ("primary, rear", 1),
    ]


@pytest.mark.parametrize(
    ("ship", "arcs"),
    [
        ("dart", [Arc.FRONT, Arc.FRONT]),
        ("tiesffighter", [Arc.SINGLE_TURRET, Arc.FRONT]),
        ("tiewiwhispermodifiedinterceptor", [Arc.SINGLE_TURRET, Arc.FRONT]),
        ("tierbheavy", [Arc.FRONT, Arc.SINGLE_TURRET]),
    ],
)
def test_some_ships_fire_their_missiles_or_cannons_from_their_turret(ship, arcs):
    carried = [replace(upgrade("inkmissiles"), slots=("Missile",)), replace(upgrade("inkcannon"), slots=("Cannon",))]
    assert [weapon.arc for weapon in build("k", "s", PILOT, replace(DART, xws=ship), carried).weapons[2:]] == arcs
    tail = replace(carried[0], weapon=UpgradeWeapon(Arc.REAR, 3, 1, 3))
    assert build("k", "s", PILOT, replace(DART, xws=ship), [tail]).weapons[2].arc is Arc.REAR


def test_a_huge_ship_has_energy_with_that_of_its_upgrades():
    stats = [{"type": "hull", "value": 8}, {"type": "energy", "value": 3, "recovers": 1}]
    ship, (pilot,) = read_ship(
        {
            "xws": "barge",
            "name": "Barge",
            "faction": "Scum",
            "size": "Huge",
            "stats": stats,
            "pilots": [{"xws": "inker", "name": "Inker", "initiative": 7}],
        }
    )
    tank = {"type": "stat", "value": "energy", "amount": 2}
    (row,) = read_upgrades([{"xws": "tank", "name": "Tank", "sides": [{"grants": [tank]}]}])
    built = build("k", "s", pilot, ship, [row])
    assert (built.energy, built.most_energy, built.recovers_energy) == (5, 5, 1)


ATTACK = {"arc": "Front Arc", "value": 3, "minrange": 1, "maxrange": 3, "ordnance": True}


def test_a_list_is_told_which_weapons_do_more_than_is_known():
    (told,) = read_upgrades(
        [{"xws": "inkmissiles", "name": "Ink Missiles", "sides": [{"attack": ATTACK, "ability": "Attack: Ink flows."}]}]
    )
    data = ship_data([DART], [PILOT], [told])
    squad = parse(
        json.dumps({"faction": "rebelalliance", "pilots": [{"id": "inker", "upgrades": {"missile": ["inkmissiles"]}}]})
    )
    assert (
        "Inker: Ink Missiles does more than the app knows; it is marked on the ship's card."
        in resolve(squad, data, "s").warnings
    )


@pytest.mark.skipif(not DATA, reason="needs XWING_DATA, a folder with the whole data set")
@pytest.mark.parametrize(("version", "weapons"), [("2.0", 34), ("2.5", 41)])
def test_every_weapon_of_the_data_set_is_known(version, weapons):
    root = Path(DATA) / version
    manifest = json.loads((root / "data/manifest.json").read_text())
    rows = [row for path in manifest["upgrades"] for row in read_upgrades(json.loads((root / path).read_text()), path)]
    armed = [row for row in rows if row.weapon]
    assert len(armed) == weapons
    assert not {row.xws for row in armed if not is_known(row)}
    for row in armed:
        assert terms_of(row.xws, row.weapon.header) == TERMS[row.xws]
