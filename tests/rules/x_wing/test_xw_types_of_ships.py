"""What types of ships can do by themselves stands on their pilots' cards, and is offered like what the pilots can."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.play import play
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.cards import Title
from rules.x_wing.known.card import in_words
from rules.x_wing.known.quiet import QUIET_ABILITIES
from rules.x_wing.known.types_of_ships import TYPES_OF_SHIPS
from rules.x_wing.known.uses import offered as uses
from rules.x_wing.samples import LASERS, attack, battle, green, on_red, red, with_cards
from rules.x_wing.sheet import Ruleset, Settings
from rules.x_wing.ship import Arc
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, after, asked, declare, hands, offered, usual

COMPUTER = "Advanced Targeting Computer"


def of_type(ability, ship=BARE, **more):
    return replace(ship, ability=ability, **more)


def test_the_computer_adds_a_die_and_a_crit_against_a_locked_ship_without_a_tap():
    vader = of_type(COMPUTER, lock="howlrunner")
    assert usual("attacker", vader) == (COMPUTER,)
    declared = declare(vader, PLAIN, by_attacker=[COMPUTER])
    assert hands(declared).attack.dice == 4
    replies = (red("HHBB"), *on_red(f"{COMPUTER}: change 1 hit to crit", "done"), green("BB"))
    assert (play(resolve, declared, replies).outcome.crits) == 1
    assert offered("attacker", of_type(COMPUTER)) == []


def test_a_fang_fighter_changes_a_result_at_range_1_in_the_front_arc_of_the_attacker():
    fang = of_type("Concordia Faceoff", PLAIN)
    assert usual("defender", BARE, fang, range=1, arc="front") == ("Concordia Faceoff",)
    assert offered("defender", BARE, fang, range=2, arc="front") == []
    turret = replace(BARE, weapons=(replace(LASERS, arc=Arc.SINGLE_TURRET),))
    (row,) = asked(turret, fang, range=1, arc=Arc.SINGLE_TURRET.value)["defender_abilities"].offered
    assert row.leads_to.startswith("if it is in the attacker's front arc: ")


def test_a_droid_spends_the_calculate_token_of_another_one():
    droid, friend = of_type("Networked Calculations"), replace(FRIEND, calculate=1)
    assert offered("attacker", droid) == []
    declared = declare(droid, PLAIN, friend, by_attacker=["Networked Calculations"])
    used = "Networked Calculations: change 1 focus to hit"
    assert after(declared, red("FBB"), *on_red(used), green("BB"))["friend", "calculate"] == 0


def test_a_plated_hull_tames_a_crit_until_a_card_lies_faceup():
    sheet = battle(BARE, of_type("Plated Hull", PLAIN), decks=True)
    damaged = with_cards(sheet, "howlrunner", Title.PANICKED_PILOT)

    def names(now):
        return [use.name for use in uses(now, attack(), LASERS, attacking=False)]

    assert names(sheet) == ["Plated Hull"]
    assert names(damaged) == []


@pytest.mark.parametrize(("ruleset", "dice"), [(Ruleset.FIRST, 2), (Ruleset.SECOND, 3)])
def test_a_blindspot_takes_dice_at_range_1_without_a_tap(ruleset, dice):
    """In 2.0 the die of range 1 goes, too."""
    sheet = battle(of_type("Sensor Blindspot"), PLAIN, settings=Settings(ruleset=ruleset))
    declared = attack(distance=1)
    usual = tuple(Ability(use.name) for use in uses(sheet, declared, LASERS, attacking=True) if use.is_usual)
    assert hands(Declared(sheet, replace(declared, attacker_abilities=usual))).attack.dice == dice


@pytest.mark.parametrize("known", TYPES_OF_SHIPS, ids=lambda known: f"{known.id} {known.role.name}")
def test_each_says_what_it_does_and_is_not_said_to_have_no_words_of_attacks(known):
    assert in_words(known, "Somebody", helps=False).strip()
    assert known.name not in QUIET_ABILITIES
