"""Cards that keep or grant a range bonus, and what else changes dice by what was rolled or flown."""

from dataclasses import replace

import pytest

from rules.x_wing.samples import LASERS, green, on_red, red, reroll
from rules.x_wing.ship import Effect
from tests.rules.x_wing.carrying import carrying
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, after, declare, hands, offered, usual

FORCE = {"most_force": 2, "force": 2}
CHARGE = {"most_charges": 1, "charges": 1}


def dice(declared):
    now = hands(declared)
    return now.attack.dice, now.defence.dice


@pytest.mark.parametrize(
    ("pilot", "name", "attacking", "distance", "rolled"),
    [
        ("grandinquisitor", "Grand Inquisitor", False, 1, (3, 2)),
        ("grandinquisitor", "Grand Inquisitor", True, 2, (4, 2)),
        ("grandinquisitor", "Grand Inquisitor", True, 3, (4, 3)),
        ("adigallia", "Adi Gallia", False, 1, (3, 2)),
        ("adigallia-delta7baethersprite", "Adi Gallia", True, 3, (3, 2)),
    ],
)
def test_force_keeps_or_grants_a_range_bonus(pilot, name, attacking, distance, rolled):
    ships = [BARE, PLAIN]
    ships[not attacking] = replace(ships[not attacking], pilot=pilot, **FORCE)
    side = "attacker" if attacking else "defender"
    declared = declare(*ships, distance=distance, **{f"by_{side}": [name]})
    assert dice(declared) == rolled
    paid = after(declared, red("B" * rolled[0]), green("B" * rolled[1]))
    assert paid[ships[not attacking].key, "force"] == 1
    assert usual(side, *ships, range=distance) == ()


def test_there_is_no_range_bonus_of_a_weapon_with_the_missile_icon():
    rockets = replace(LASERS, special=True, ordnance=True)
    inquisitor = replace(PLAIN, pilot="grandinquisitor", **FORCE)
    assert offered("defender", replace(BARE, weapons=(rockets,)), inquisitor, range=1) == []
    gallia = replace(BARE, pilot="adigallia", **FORCE)
    synced = replace(LASERS, special=True, effect=Effect.SYNCED)
    assert offered("attacker", replace(gallia, weapons=(synced,)), range=3) == ["Adi Gallia"]
    assert offered("attacker", replace(gallia, weapons=(synced,), calculate=1), range=3) == []


def test_klick_keeps_the_bonus_of_a_ship_that_it_locked_where_it_attacks_and_defends():
    klick = replace(FRIEND, name="Klick", pilot="klick", lock="howlrunner", **CHARGE)
    declared = declare(BARE, PLAIN, klick, distance=3, by_attacker=["Klick"])
    assert dice(declared) == (3, 2)
    assert after(declared, red("BBB"), green("BB"))["friend", "charges"] == 0
    assert offered("attacker", BARE, PLAIN, klick, range=1) == []
    assert offered("attacker", BARE, PLAIN, replace(klick, lock=None), range=3) == []
    keeping = replace(klick, squad=PLAIN.squad, lock="wedge")
    assert dice(declare(BARE, PLAIN, keeping, distance=1, by_defender=["Klick"])) == (3, 2)


def test_a_bonus_is_kept_from_being_had_once_however_many_keep_it():
    klick = replace(FRIEND, name="Klick", pilot="klick", lock="howlrunner", **CHARGE)
    gallia = replace(BARE, pilot="adigallia", **FORCE)
    assert dice(declare(gallia, PLAIN, klick, distance=3, by_attacker=["Adi Gallia", "Klick"])) == (3, 2)
    inquisitor = replace(PLAIN, pilot="grandinquisitor", **FORCE)
    keeping = replace(klick, squad=PLAIN.squad, lock="wedge")
    both = ["Grand Inquisitor", "Klick"]
    assert dice(declare(BARE, inquisitor, keeping, distance=1, by_defender=both)) == (3, 2)


def test_chiss_engineering_spends_a_shield_for_the_bonus():
    defender = replace(BARE, ability="Chiss Engineering", most_shields=3, shields=2)
    declared = declare(defender, PLAIN, distance=3, by_attacker=["Chiss Engineering"])
    assert dice(declared) == (4, 3)
    assert after(declared, red("BBBB"), green("BBB"))["wedge", "shields"] == 1
    assert offered("attacker", replace(defender, stress=1), range=3) == []
    assert offered("attacker", defender, range=1) == []


def test_sarco_plank_defends_with_the_speed_of_his_manoeuvre():
    sarco = replace(PLAIN, pilot="sarcoplank")
    assert usual("defender", BARE, sarco) == ()
    assert dice(declare(BARE, sarco, by_defender=["Sarco Plank"])) == (3, 3)
    assert dice(declare(BARE, sarco, by_defender=["Sarco Plank (speed 4)"])) == (3, 4)


@pytest.mark.parametrize("pilot", ["landocalrissian", "landocalrissian-escapecraft"])
def test_lando_rerolls_blanks_for_a_stress_token(pilot):
    lando = replace(BARE, pilot=pilot)
    declared = declare(lando, PLAIN, by_attacker=["Lando Calrissian"])
    used = (*on_red("Lando Calrissian: reroll 9 blank"), *reroll("2b", "2 blank", "HH"))
    assert after(declared, red("HBB"), *used, green("EE"))["wedge", "stress"] == 1
    assert ("wedge", "stress") not in after(declared, red("HHH"), green("EE"))
    assert offered("attacker", replace(lando, stress=1)) == []


def test_phoenix_squadron_offers_a_wingmate_each_for_its_leader_and_for_another_ship():
    leader = carrying(PLAIN, "phoenixsquadron")
    wing = [replace(FRIEND, key=f"wing-{n}", squad=PLAIN.squad, weapons=()) for n in range(3)]
    assert offered("defender", BARE, leader, *wing) == ["Phoenix Squadron", "Phoenix Squadron 2"]
    assert offered("defender", BARE, PLAIN, carrying(wing[0], "phoenixsquadron"), wing[1])[0] == "Phoenix Squadron"
