"""A frame's turn: its pool, activation and assignment, typed values, spots and stations."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.mobile_frame_zero import GAME, questions
from rules.mobile_frame_zero.pool import pool
from rules.mobile_frame_zero.samples import TARGET, battle, frame
from rules.mobile_frame_zero.sheet import (
    Kind,
    Range,
    Replacing,
    Settings,
    System,
    Terrain,
)
from rules.mobile_frame_zero.spot import Spot
from rules.mobile_frame_zero.stations import Holding
from rules.mobile_frame_zero.turn import Activation, Assignment
from rules.mobile_frame_zero.values import Values
from rules.play import Waiting, play
from rules.table import Dice
from tests.rules.mobile_frame_zero.mfz_turns import HILL, RAIDER, done, picks, refusal

# The pool


@pytest.mark.parametrize(
    ("short", "reach", "rockets", "dice"),
    [
        ("", Range.HAND, 0, "2 white d6, 1 green d8"),
        ("Rh", Range.HAND, 0, "2 white d6, 2 red d6, 1 green d8"),
        ("Rh Rh", Range.HAND, 0, "2 white d6, 2 red d6, 1 red d8, 1 green d8"),
        ("Rd Ra", Range.ARTILLERY, 0, "2 white d6, 2 red d6"),
        ("Rd", Range.DIRECT, 3, "2 white d6, 2 red d6, 3 red d8"),
        ("G G", Range.DIRECT, 1, "2 white d6, 1 red d8, 2 green d6, 1 green d8"),
        ("Ra B B Y", Range.HAND, 0, "2 white d6, 2 blue d6, 1 yellow d6"),
    ],
)
def test_a_pool_is_what_its_systems_give_for_the_range(short, reach, rockets, dice):
    assert ", ".join(map(str, pool(frame("Raider", "red", short), reach, rockets))) == dice


def test_a_lost_white_die_and_lost_systems_are_not_rolled():
    hurt = frame("Raider", "red", "Rd", white=1)
    hurt = replace(hurt, systems=(*hurt.systems, System("shield", "shield", Kind.BLUE, lost=True)))
    assert ", ".join(map(str, pool(hurt, Range.HAND))) == "1 white d6"


# Activation and assignment

POOL = Dice("pool", ((6, 2), (5, 1), (7,), (4,)))


def test_an_activation_assigns_at_most_one_die_to_each_action_and_white_is_wild():
    headline, pieces = done(
        "activation",
        battle(attacker=RAIDER),
        Activation("raider", Range.DIRECT, 1, names="osprey"),
        POOL,
        *picks(defence="W:6", attack="R8:7", movement="G:4", spot="W:2"),
    )
    assert headline == "Raider acts against Osprey: defence 6, attack 7, movement 4, spot 2."
    raider = pieces["raider"]
    assert (raider.defence, raider.attack, raider.movement, raider.spotting) == (6, 7, 4, 2)
    assert (raider.acted, raider.attacked, raider.rockets, raider.range) == (True, False, 0, Range.DIRECT)
    assert raider.rolled == ""


def test_a_die_is_assigned_once_and_only_to_its_own_actions():
    stage, declared = battle(attacker=RAIDER), Activation("raider", Range.DIRECT, 1)
    resolve = GAME.procedure("activation").resolve
    waiting = play(resolve, Declared(stage, declared), (POOL, *picks(defence="W:6")))
    assert isinstance(waiting, Waiting)
    assert waiting.ask.options == ("R8:7", "R:5", "R:1", "W:2", "none")
    waiting = play(resolve, Declared(stage, declared), (POOL, *picks(defence="none", attack="none", movement="W:6")))
    assert waiting.ask.options == ("W:2", "none")


def test_a_frame_without_an_attack_die_gives_its_attack_up():
    _, pieces = done(
        "activation",
        battle(attacker=RAIDER),
        Activation("raider", Range.HAND),
        Dice("pool", ((6, 2), (4,))),
        *picks(defence="none", attack="none", movement="none", spot="none"),
    )
    assert (pieces["raider"].attacked, pieces["raider"].defence) == (True, 0)


@pytest.mark.parametrize(
    ("state", "declared", "sentence"),
    [
        ({"acted": True}, Activation("raider", Range.HAND), "Raider has acted this round."),
        ({"white": 0}, Activation("raider", Range.HAND), "Raider is destroyed."),
        ({}, Activation("nobody", Range.HAND), "That frame is not in this battle."),
        ({}, Activation("raider", Range.ARTILLERY), "Raider has no artillery weapon left."),
        ({}, Activation("raider", Range.HAND, 1), "Rockets are direct fire."),
        ({}, Activation("raider", Range.DIRECT, 2), "Raider has 1 rocket, not 2."),
        (
            {"systems": ()},
            Activation("raider", Range.DIRECT),
            "Raider has no direct fire weapon left: it must fire a rocket.",
        ),
        ({}, Activation("raider", Range.HAND, names="raider"), "Raider is on the same side."),
        ({}, Activation("raider", Range.HAND, names="hill"), "Only frames and terrain can be attacked."),
    ],
)  # fmt: skip
def test_an_activation_that_cannot_be_is_refused_in_words(state, declared, sentence):
    assert refusal("activation", battle(attacker=replace(RAIDER, **state)), declared) == sentence


def test_the_rest_of_a_pool_is_assigned_later():
    waiting = replace(TARGET, rolled="W:4 R:5 Y:6", range=Range.DIRECT)
    headline, pieces = done(
        "assignment", battle(waiting), Assignment("osprey"), *picks(attack="R:5", movement="W:4", spot="Y:6")
    )
    assert headline == "Osprey finishes its turn: defence 5, attack 5, movement 4, spot 6."
    assert (pieces["osprey"].rolled, pieces["osprey"].attack) == ("", 5)
    assert refusal("assignment", battle(), Assignment("osprey")) == "Osprey has no dice left to assign."


def test_the_questions_of_an_activation_tell_the_pool():
    asked = questions.activation_questions(battle(attacker=RAIDER), {"actor": "raider", "rockets": 1})
    assert [question.name for question in asked] == ["range", "rockets", "names"]
    assert asked[0].help == "rolls 2 white d6, 2 red d6, 1 red d8, 1 green d6"


# Typed values


def test_typed_values_are_a_turn_and_take_the_place_of_rolled_dice():
    waiting = replace(TARGET, rolled="W:4 R:5", defence=5)
    headline, pieces = done("values", battle(waiting), Values("osprey", attack=7, spotting=3))
    assert headline == "Osprey assigns attack 7, spot 3."
    assert (pieces["osprey"].attack, pieces["osprey"].spotting, pieces["osprey"].rolled) == (7, 3, "")
    _, pieces = done("values", battle(attacker=RAIDER), Values("raider", movement=8))
    assert (pieces["raider"].acted, pieces["raider"].defence, pieces["raider"].movement) == (True, 0, 8)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Enter at least one value that is not there yet."),
        ({"defence": 5}, "Enter at least one value that is not there yet."),
        ({"defence": 4}, "Osprey has a defence of 5 for this round."),
        ({"defence": 7}, "Defence is 0 to 6. You entered 7."),
        ({"attack": 9}, "Attack is 1 to 8. You entered 9."),
        ({"attack": 0}, "Attack is 1 to 8. You entered 0."),
        ({"attack": 4}, "Osprey has used its attack this round."),
        ({"spotting": 4}, "Osprey has placed its spot this round."),
        ({"spotting": 7}, "Spot is 1 to 6. You entered 7."),
        ({"movement": -1}, "Movement is 1 to 8. You entered -1."),
    ],
)
def test_values_that_cannot_be_are_refused_in_words(values, sentence):
    spent = replace(TARGET, attacked=True, has_spotted=True)
    assert refusal("values", battle(spent), Values("osprey", **values)) == sentence


# Spots


@pytest.mark.parametrize(
    ("yellow", "beyond", "in_cover", "allowed"),
    [
        (0, False, False, True), (0, False, True, False), (0, True, False, False),
        (1, False, False, True), (1, False, True, True), (1, True, False, False),
        (2, True, True, True), (2, True, False, True),
    ],
)  # fmt: skip
def test_who_can_be_spotted_depends_on_the_yellow_systems(yellow, beyond, in_cover, allowed):
    stage = battle(attacker=frame("Raider", "red", "Y " * yellow))
    declared = Spot("raider", "osprey", 4, beyond_direct_fire=beyond, in_cover=in_cover)
    if allowed:
        _, pieces = done("spot", stage, declared)
        assert (pieces["osprey"].spot, pieces["raider"].has_spotted, pieces["raider"].acted) == (4, True, True)
    else:
        assert "spotting it takes" in refusal("spot", stage, declared)


@pytest.mark.parametrize(
    ("state", "declared", "sentence"),
    [
        ({"has_spotted": True}, Spot("raider", "osprey", 4), "Raider has placed its spot this round."),
        ({"rolled": "Y:4"}, Spot("raider", "osprey", 4), "Raider has rolled its pool: assign its dice first."),
        ({"white": 0}, Spot("raider", "osprey", 4), "Raider is destroyed."),
        ({"spotting": 3}, Spot("raider", "osprey", 4), "Raider assigned a spot die of 3, not 4."),
        ({}, Spot("raider", "osprey", 7), "A spot die shows 1 to 6. You entered 7."),
        ({}, Spot("raider", "raider", 4), "Raider is on the same side."),
        ({}, Spot("raider", "ruin", 4), "Only frames can be spotted."),
        ({}, Spot("raider", "hill", 4), "Only frames can be spotted."),
    ],
)
def test_a_spot_that_cannot_be_is_refused_in_words(state, declared, sentence):
    stage = battle(attacker=replace(RAIDER, **state), terrain=(Terrain("ruin", "ruin", 1),), stations=(HILL,))
    assert refusal("spot", stage, declared) == sentence


def test_only_a_higher_spot_replaces_another_unless_the_players_agreed_otherwise():
    spotted = battle(replace(TARGET, spot=4), attacker=RAIDER)
    for value in (3, 4):
        assert "only a higher one replaces it" in refusal("spot", spotted, Spot("raider", "osprey", value))
    _, pieces = done("spot", spotted, Spot("raider", "osprey", 5))
    assert pieces["osprey"].spot == 5
    always = replace(spotted, settings=Settings(replacing=Replacing.ALWAYS))
    _, pieces = done("spot", always, Spot("raider", "osprey", 3))
    assert pieces["osprey"].spot == 3


def test_a_spot_that_no_die_can_replace_is_not_offered():
    assert questions.spotted(battle(replace(TARGET, spot=6), attacker=RAIDER), "raider")["osprey"]
    lower = replace(RAIDER, spotting=4)
    assert questions.spotted(battle(replace(TARGET, spot=4), attacker=lower), "raider")["osprey"]


# Stations


def test_a_contested_station_is_nobodys_and_costs_its_owner():
    stage = battle(stations=(HILL,))
    headline, pieces = done("holding", stage, Holding("hill", None))
    assert headline == "Hill is contested and nobody's."
    assert (stage.company("blue").score, pieces["blue"].score, pieces["red"].score) == (10, 5, 5)


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        (Holding("hill", "blue"), "Hill is held like that already."),
        (Holding("hill", "green"), "That company is not in this battle."),
        (Holding("raider", "red"), "That station is not in this battle."),
    ],
)
def test_a_holding_that_cannot_be_is_refused_in_words(declared, sentence):
    assert refusal("holding", battle(stations=(HILL,)), declared) == sentence
