"""What a ship whose weapons are all turrets tells of its bullseye and its front arc."""

from dataclasses import replace

import pytest

from rules.x_wing import GAME
from rules.x_wing.samples import LASERS, battle
from rules.x_wing.ship import TURRETS, Arc
from tests.rules.x_wing.test_xw_known_cards import BARE, PLAIN, asked, with_ids
from tests.rules.x_wing.test_xw_told_of_the_table import told


def turning(arc=Arc.SINGLE_TURRET, dice=3, **more):
    return replace(BARE, weapons=(replace(LASERS, arc=arc, dice=dice),), most_force=2, force=2, **more)


@pytest.mark.parametrize("arc", TURRETS)
def test_a_target_of_a_ship_with_turrets_alone_can_be_in_its_bullseye(arc):
    options = [option.value for option in asked(turning(arc))["arc"].options]
    assert options == [arc.value, "bullseye"]
    assert asked(turning(arc))["arc"].usual == arc.value
    assert all(not option.refused for option in asked(turning(arc), arc="bullseye")["weapon"].options)


@pytest.mark.parametrize("arc", TURRETS)
@pytest.mark.parametrize("card", ["predator", "crackshot", "marksmanship"])
def test_cards_for_the_bullseye_are_offered_to_it_there(arc, card):
    ship = with_ids(turning(arc), card)
    assert told("attacker", ship, arc="bullseye") == [False]
    assert told("attacker", ship, arc=arc.value) == []


@pytest.mark.parametrize("arc", TURRETS)
@pytest.mark.parametrize("card", ["punishingone", "r5p8"])
def test_whether_a_turret_fires_ahead_is_asked(arc, card):
    ship = with_ids(turning(arc), card)
    assert told("attacker", ship, arc=arc.value) == [True]
    assert told("attacker", ship, arc="bullseye") == [False]


def test_rey_of_a_double_turret_is_asked_and_others_see_it():
    assert told("attacker", turning(Arc.DOUBLE_TURRET, pilot="rey"), arc="double turret") == [True]
    assert told("attacker", turning(Arc.DOUBLE_TURRET, pilot="rey"), arc="bullseye") == [False]
    assert told("attacker", replace(BARE, pilot="rey", most_force=2, force=2), arc="front") == [False]


def test_gar_saxons_turret_may_fire_ahead_or_behind():
    ship, target = with_ids(turning(dice=2), "garsaxon-gunner"), replace(PLAIN, stress=1)
    assert told("attacker", ship, target, arc="single turret") == [True]
    assert told("attacker", ship, target, arc="bullseye") == [False]


def test_a_double_turret_is_two_single_ones_for_ezra_bridgers_bonus_attack():
    ship = with_ids(turning(Arc.DOUBLE_TURRET), "ezrabridger", stress=1)
    found = GAME.procedure("bonus").questions(battle(ship, PLAIN), {"actor": "wedge", "target": "howlrunner"})
    (rows,) = (each for each in found if each.name == "attacker_abilities")
    assert [row.name for row in rows.offered] == ["Ezra Bridger (gunner)"]
