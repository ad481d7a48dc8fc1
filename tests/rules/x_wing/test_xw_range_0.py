"""At range 0 of 2.5 the attacker adds no dice and touches none: no card that would is offered, let alone paid."""

from dataclasses import replace

import pytest

from rules.game import Illegal
from rules.x_wing import GAME
from rules.x_wing.declaration import check
from rules.x_wing.examples_of_weapons import armed
from rules.x_wing.known.types_of_ships import SENSORS
from rules.x_wing.samples import attack, battle
from rules.x_wing.sheet import Ruleset, Settings
from rules.x_wing.ship import Arc, Effect, Weapon
from tests.rules.x_wing.carrying import carrying
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, declare, hands
from tests.rules.x_wing.test_xw_known_cards import offered as names

RICH = {"most_charges": 2, "charges": 2, "most_force": 3, "force": 3, "focus": 1, "calculate": 1, "evade": 1}
SECOND = Settings(Ruleset.SECOND)
PODS = Weapon("wedge-special", "Salvo", special=True, charges=3, most_charges=3, effect=Effect.PODS)


def at_range_0(attacker, defender, *others, settings=SECOND, **answers):
    """The cards of both sides on offer where the bases touch."""
    sheet = battle(attacker, defender, *others, settings=settings)
    pieces = {"actor": "wedge", "target": "howlrunner", "range": 0, "allowed": True}
    asked = {q.name: q for q in GAME.procedure("attack").questions(sheet, pieces | answers)}
    return tuple([row.name for row in asked[f"{side}_abilities"].offered] for side in ("attacker", "defender"))


@pytest.mark.parametrize("pilot", ["wampa", "dt798", "scorch", "zuckuss", "darthvader-battleofyavin", "seventhsister"])
def test_a_card_that_would_add_or_change_the_attackers_dice_is_not_offered(pilot):
    ship = replace(BARE, pilot=pilot, **RICH)
    assert at_range_0(ship, PLAIN, settings=Settings(Ruleset.FIRST), arc="bullseye")[0]
    assert at_range_0(ship, PLAIN, arc="bullseye") == ([], [])


def test_what_the_attackers_side_does_to_the_defenders_dice_is_not_offered():
    assert at_range_0(replace(carrying(BARE, "juke", "crackshot"), evade=1), PLAIN, arc="bullseye") == ([], [])
    assert at_range_0(replace(BARE, pilot="wedgeantilles"), PLAIN) == ([], [])


def test_what_a_friend_of_the_attacker_does_to_dice_is_not_offered():
    howlrunner = replace(FRIEND, pilot="howlrunner")
    assert at_range_0(BARE, PLAIN, howlrunner) == ([], [])
    assert names("attacker", BARE, PLAIN, howlrunner) == ["Howlrunner"]


def test_the_defender_modifies_dice_as_in_every_attack():
    norra = replace(PLAIN, pilot="norrawexley")
    assert at_range_0(BARE, norra) == ([], ["Norra Wexley"])


def test_fewer_attack_dice_are_still_rolled():
    blind = replace(BARE, ability=SENSORS)
    assert at_range_0(blind, PLAIN) == ([SENSORS], [])
    assert at_range_0(BARE, replace(PLAIN, pilot="kananjarrus-hwk290lightfreighter", **RICH)) == ([], ["Kanan Jarrus"])


def test_one_that_is_declared_all_the_same_is_refused():
    wampa = replace(BARE, pilot="wampa", **RICH)
    with pytest.raises(Illegal, match="“Wampa” cannot be used in this attack"):
        hands(with_settings(declare(wampa, PLAIN, by_attacker=["“Wampa”"], range=0)))


def with_settings(declared):
    return replace(declared, battle=replace(declared.battle, settings=SECOND))


def test_no_charges_are_asked_for_more_dice():
    sheet = battle(armed(BARE, PODS), PLAIN, settings=SECOND)
    pieces = {"actor": "wedge", "target": "howlrunner", "weapon": PODS.key, "arc": "front", "allowed": True}
    asked = [[q.name for q in GAME.procedure("attack").questions(sheet, pieces | {"range": near})] for near in (1, 0)]
    assert ["more_dice" in each for each in asked] == [True, False]
    declared = attack(PODS.key, 0, more_dice=1, allowed=True, arc=Arc.FRONT)
    with pytest.raises(Illegal, match="can add 0 dice for charges here, not 1"):
        check(sheet, declared)
