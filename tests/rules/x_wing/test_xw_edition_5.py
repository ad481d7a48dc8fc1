"""What "Second edition 5" has right: whose Force is kept for attacks, and whose calculate tokens go to nobody else."""

from dataclasses import replace

import pytest

from rules.play import play
from rules.x_wing.attack import resolve
from rules.x_wing.samples import green, red
from rules.x_wing.upgrade import Upgrade
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, asked, declare, hands

VADER = replace(PLAIN, pilot="darthvader-tieddefender", force=3, most_force=3, agility=2)
NETWORK = "networkedcalculations"
INDEPENDENT = Upgrade("i", "Independent Calculations", "independentcalculations")


def rows(name, *ships, side="attacker_abilities", **answers):
    return {row.name: row.refused for row in asked(*ships, **answers)[side].offered if row.name.startswith(name)}


@pytest.mark.parametrize(("pilot", "force"), [("darthvader-tieddefender", 0), ("darthvader", 3)])
def test_the_vader_of_the_defender_spends_force_only_where_he_attacks(pilot, force):
    ship = replace(VADER, pilot=pilot)
    assert hands(declare(BARE, ship)).defence.means.force == force
    attacking = replace(BARE, pilot=pilot, force=3, most_force=3)
    assert hands(declare(attacking, PLAIN)).attack.means.force == 3


def test_nor_does_he_pay_for_a_card_as_he_defends():
    ship = replace(VADER, upgrades=(Upgrade("b", "Brilliant Evasion", "brilliantevasion"),))
    (refused,) = rows("Brilliant Evasion", BARE, ship, side="defender_abilities").values()
    assert refused == "Brilliant Evasion costs 1 Force: Howlrunner spends that only while attacking."


def test_his_dice_offer_no_force():
    for pilot, offered in (("darthvader-tieddefender", False), ("darthvader", True)):
        declared = declare(BARE, replace(VADER, pilot=pilot, focus=1))
        options = play(resolve, declared, (red("HHH"), green("FB"))).ask.options
        assert ("focus" in options, "force" in options) == (True, offered)


def test_independent_calculations_stand_in_place_of_networked_ones():
    networked = replace(BARE, ability=NETWORK)
    friend = replace(FRIEND, calculate=1)
    assert rows("Networked", networked, PLAIN, friend)
    assert not rows("Networked", replace(networked, upgrades=(INDEPENDENT,)), PLAIN, friend)


def test_nor_do_others_pay_with_their_tokens():
    networked = replace(BARE, ability=NETWORK)
    friend = replace(FRIEND, calculate=1, upgrades=(INDEPENDENT,))
    assert not rows("Networked", networked, PLAIN, friend)
