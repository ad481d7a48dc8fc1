"""What the sheet tells is not asked: charges, kinds of weapons, tokens and locks that cards in an attack depend on."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply, undo
from rules.odds import odds
from rules.play import play
from rules.x_wing.attack import resolve
from rules.x_wing.declaration import Obstruction
from rules.x_wing.mending import Harm, harm
from rules.x_wing.samples import LASERS, battle, green, red
from rules.x_wing.ship import Arc
from rules.x_wing.upgrade import Upgrade
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, asked, declare, hands, offered, usual, with_ids

STEALTH = Upgrade("stealth", "Stealth Device", "stealthdevice", 1, 1)
HIDDEN = replace(PLAIN, upgrades=(STEALTH,))
BARRELS = replace(LASERS, key="barrels", name="Barrels", special=True, ordnance=True)
TURRET = Arc.SINGLE_TURRET
FOUND = Upgrade("found", "Barrels", "protontorpedoes")


def with_weapon(xws, pilot, **more):
    card = replace(FOUND, xws=xws)
    return replace(BARE, pilot=pilot, weapons=(LASERS, BARRELS), upgrades=(card,), **more)


def rows(side, *ships, **answers):
    return {row.name: row.leads_to for row in asked(*ships, **answers)[f"{side}_abilities"].offered}


def left(outcome, key="stealth"):
    return [change.after for change in outcome.changes if (change.piece, change.track) == (key, "charges")]


def test_an_active_charge_is_seen_and_its_die_is_rolled_without_a_tap():
    assert rows("defender", BARE, HIDDEN) == {"Stealth Device": "1 die more for defence"}
    assert usual("defender", BARE, HIDDEN) == ("Stealth Device",)
    assert hands(declare(BARE, HIDDEN, by_defender=["Stealth Device"])).defence.dice == 3


def test_a_lost_charge_offers_nothing():
    assert rows("defender", BARE, replace(PLAIN, upgrades=(replace(STEALTH, charges=0),))) == {}


def test_a_card_whose_charges_nobody_keeps_asks():
    told = rows("defender", BARE, with_ids(PLAIN, "stealthdevice"))
    assert told == {"Stealth Device": "if its charge is active: 1 die more for defence"}
    assert usual("defender", BARE, with_ids(PLAIN, "stealthdevice")) == ()


@pytest.mark.parametrize("shields", [9, 0])
def test_damage_of_an_attack_takes_the_charge_and_taking_it_back_restores_it(shields):
    declared = declare(BARE, replace(HIDDEN, shields=shields))
    outcome = play(resolve, declared, (red("HBB"), green("BB"))).outcome
    assert left(outcome) == [0]
    assert apply(apply(declared.battle, outcome.changes), undo(outcome.changes)) == declared.battle


def test_an_attack_without_damage_takes_none():
    declared = declare(BARE, HIDDEN)
    outcome = play(resolve, declared, (red("HBB"), green("EB"))).outcome
    assert left(outcome) == []


def test_damage_besides_attacks_takes_it_too():
    found = odds(lambda _, table: tuple(left(harm(Declared(battle(BARE, HIDDEN), Harm("howlrunner", 1, 0)), table))), 0)
    assert found == {(0,): 1}


@pytest.mark.parametrize(
    ("xws", "name", "is_one"),
    [
        ("protontorpedoes", "Major Rhymer", True),
        ("concussionmissiles", "Major Rhymer", False),
        ("concussionmissiles", "Geonosian Prototype", True),
        ("ioncannon", "Geonosian Prototype", True),
        ("protontorpedoes", "Geonosian Prototype", False),
        ("dorsalturret", "Geonosian Prototype", False),
        ("protontorpedoes", "Captain Jonus", True),
        ("concussionmissiles", "Captain Jonus", True),
        ("snapshot", "Captain Jonus", False),
        ("foresight", "Captain Jonus", False),
    ],
)
def test_the_kind_of_a_weapon_is_known_by_its_id(xws, name, is_one):
    pilot = {"Major Rhymer": "majorrhymer-swz98", "Geonosian Prototype": "geonosianprototype"}.get(name, "captainjonus")
    told = rows("attacker", with_weapon(xws, pilot), replace(PLAIN, tractor=1), weapon="barrels", arc="bullseye")
    assert (name in told) is is_one
    assert not any("the weapon is" in words for words in told.values())


@pytest.mark.parametrize(("xws", "is_one"), [("ionmissiles", True), ("drillbeak", False), ("snapshot", False)])
def test_saturation_salvo_goes_with_torpedoes_and_missiles_alone(xws, is_one):
    ship = with_weapon(xws, "")
    salvo = replace(ship, upgrades=(*ship.upgrades, Upgrade("salvo", "Saturation Salvo", "saturationsalvo")))
    assert ("Saturation Salvo" in rows("attacker", salvo, weapon="barrels")) is is_one


def test_the_kind_of_a_weapon_without_an_id_is_asked():
    told = rows("attacker", with_weapon("", "majorrhymer-swz98"), weapon="barrels", arc="bullseye")
    assert told["Major Rhymer"].startswith("if the weapon is a torpedo: ")


@pytest.mark.parametrize(
    ("weapon_charges", "xws", "says"),
    [
        (1, "protontorpedoes", ""),
        (0, "protontorpedoes", None),
        (1, "concussionmissiles", None),
        (1, "", "if a Torpedo"),
    ],
)
def test_the_charge_of_a_torpedo_is_seen(weapon_charges, xws, says):
    ship = with_weapon(xws, "joyrekkoff")
    armed = replace(ship, weapons=(LASERS, replace(BARRELS, charges=weapon_charges, most_charges=2)))
    told = rows("attacker", armed, weapon="wedge-lasers").get("Joy Rekkoff")
    assert (told is None) if says is None else (told.startswith("if") is bool(says))


@pytest.mark.parametrize(("charges", "recovers", "is_offered"), [(1, 0, True), (0, 0, False), (1, 1, False)])
def test_the_charge_of_an_illicit_upgrade_is_seen(charges, recovers, is_offered):
    card = Upgrade("cybernetics", "Contraband Cybernetics", "contrabandcybernetics", charges, 1, recovers)
    told = rows("attacker", replace(BARE, pilot="guildbountyhunter", upgrades=(card,)), range=1)
    assert ("Guild Bounty Hunter" in told) is is_offered
    assert not any("Illicit" in words for words in told.values())


def test_a_charge_that_is_still_there_was_not_spent_for_the_round():
    malarus = replace(BARE, pilot="commandermalarus", most_charges=2, charges=2)
    assert offered("attacker", malarus) == []
    assert offered("attacker", replace(malarus, charges=1)) == ["Commander Malarus"]


def test_the_second_side_of_malarus_acts_in_the_bullseye_of_its_own_ship():
    crew = with_ids(BARE, "commandermalarus")
    flipped = "Commander Malarus (second side)"
    assert flipped in offered("attacker", crew, arc="bullseye")
    assert flipped not in offered("attacker", crew, arc="front")
    (turned,) = hands(declare(crew, PLAIN, by_attacker=[flipped], arc=Arc.BULLSEYE)).attack.means.abilities
    assert str(turned) == f"{flipped}: change 9 focus to hit"


@pytest.mark.parametrize(
    ("tokens", "is_offered"),
    [({}, False), ({"stress": 1}, True), ({"stress": 2}, False), ({"stress": 1, "ion": 1}, False), ({"jam": 1}, True)],
)
def test_the_tokens_of_a_helper_are_counted(tokens, is_offered):
    told = rows("attacker", BARE, PLAIN, replace(FRIEND, pilot="drift", **tokens))
    assert told == (
        {"“Drift”": "if Friend is at range 0-1 of the attacker: reroll 1 die (attack dice)"} if is_offered else {}
    )


def test_a_lock_of_another_friend_is_seen():
    lehuse, locking = replace(BARE, pilot="lieutenantlehuse"), {"lock": "howlrunner"}
    assert offered("attacker", replace(lehuse, **locking), PLAIN, FRIEND) == []
    (words,) = rows("attacker", lehuse, PLAIN, replace(FRIEND, **locking)).values()
    assert not words.startswith("if")


@pytest.mark.parametrize(
    ("pilot", "token", "by_itself"),
    [("wattambor", "calculate", True), ("dist81", "calculate", True), ("ronithblario", "focus", False)],
)
def test_a_token_of_some_friend_is_seen(pilot, token, by_itself):
    ship, friend = replace(BARE, pilot=pilot), replace(FRIEND, weapons=(replace(LASERS, key="t", arc=TURRET),))
    assert offered("attacker", ship, PLAIN, friend) == []
    assert offered("attacker", ship, PLAIN, replace(friend, **{token: 1}))
    assert bool(offered("attacker", replace(ship, **{token: 1}), PLAIN, friend)) is by_itself


def test_an_obstacle_between_the_ships_is_seen_and_one_below_the_defender_asked():
    ship = with_ids(BARE, "shatteringshot", most_force=1, force=1)
    assert rows("attacker", ship, obstruction=Obstruction.OBSTACLE.value)["Shattering Shot"].startswith("add")
    assert rows("attacker", ship)["Shattering Shot"].startswith("if an obstacle")
