"""Cards for an attacker without green tokens: what it spends on its dice is gone when the defence dice come."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from rules.odds import odds
from rules.play import Resolved, play
from rules.x_wing.attack import resolve
from rules.x_wing.odds import after_options, before_roll, chances
from rules.x_wing.outlook import outlook
from rules.x_wing.samples import green, on_red, red, reroll
from rules.x_wing.sheet import Ruleset, Settings
from rules.x_wing.ship import Arc
from rules.x_wing.steps_2_to_4 import met, roll_and_modify, shown
from tests.rules.x_wing.test_xw_known_cards import BARE, PLAIN, declare, hands, offered, usual, with_ids

FEROPH, SUITE = "Captain Feroph", "Enhanced Jamming Suite"
TURNS = "Captain Feroph: change 1 blank or focus to evade"
NONE_LEFT = f"{SUITE} (no token left)"
CAPTAIN = replace(PLAIN, pilot="captainferoph")
JAMMING = with_ids(PLAIN, "enhancedjammingsuite")
FOCUSED = replace(BARE, focus=1)


@pytest.mark.parametrize(
    ("tokens", "is_offered"),
    [({}, True), ({"focus": 1}, True), ({"focus": 1, "calculate": 2}, True), ({"evade": 1}, False)],
)
def test_they_are_offered_where_the_attacker_can_be_without_a_token(tokens, is_offered):
    attacker = replace(BARE, **tokens)
    assert usual("defender", attacker, CAPTAIN) == ((FEROPH,) if is_offered else ())
    name = NONE_LEFT if tokens else SUITE
    assert (name in usual("defender", attacker, JAMMING)) is is_offered


def test_the_captain_helps_once_the_token_is_spent():
    declared = declare(FOCUSED, CAPTAIN, by_defender=[FEROPH])
    spent = play(resolve, declared, (red("HHF"), *on_red("focus"), green("FB")))
    assert spent.ask.options == (TURNS, "done")
    assert isinstance(play(resolve, declared, (red("HHF"), *on_red("done"), green("FB"))), Resolved)
    two = declare(replace(FOCUSED, calculate=1), CAPTAIN, by_defender=[FEROPH])
    assert isinstance(play(resolve, two, (red("HHF"), *on_red("focus"), green("FB"))), Resolved)


def test_the_suite_rolls_its_die_once_the_token_is_spent():
    declared = declare(FOCUSED, JAMMING, by_defender=[NONE_LEFT])
    for option, dice in (("focus", 3), ("done", 2)):
        (pool,) = play(resolve, declared, (red("HHF"), *on_red(option))).ask.pools
        assert pool.count == dice
    assert "or 3 defence dice" in outlook(declared).sentence
    assert "once the attacker has no green token left" in outlook(declared).sentence
    assert " or " not in outlook(declare(FOCUSED, CAPTAIN, by_defender=[FEROPH])).sentence


def test_a_jammed_defender_has_its_die_in_any_case_and_once():
    assert usual("defender", FOCUSED, replace(JAMMING, jam=1)) == (f"{SUITE} 2",)
    assert NONE_LEFT not in offered("defender", FOCUSED, replace(JAMMING, jam=1))


@pytest.mark.parametrize(
    ("answers", "dice"),
    [(["done"], 2), (["focus", "done"], 4), (["lock", *reroll("2b", "1 blank", "B"), "done"], 3)],
)
def test_beside_a_pilot_who_asks_for_modified_dice_each_die_comes_by_itself(answers, dice):
    defender = replace(JAMMING, pilot="alexsandrkallus")
    declared = declare(replace(FOCUSED, lock="howlrunner"), defender, by_defender=["Alexsandr Kallus", NONE_LEFT])
    replies = [reply for one in answers for reply in (on_red(one) if isinstance(one, str) else (one,))]
    now = hands(declared)
    roll = play(resolve, declared, (red("HFB"), *replies)).ask
    assert roll.pools[0].count == dice
    assert sum(before_roll(now, roll).values()) == 1
    assert chances(now) == odds(openly, now)
    sentence = outlook(declared).sentence
    assert ("or 3 defence dice" in sentence, "or 4 defence dice" in sentence) == (True, True)


def test_an_attacker_that_can_spend_nothing_keeps_its_tokens():
    declared = declare(FOCUSED, CAPTAIN, by_defender=[FEROPH], distance=0)
    second = replace(declared.battle, settings=Settings(ruleset=Ruleset.SECOND))
    now = hands(replace(declared, battle=second))
    assert (now.if_modified, now.defence.means.abilities) == (None, ())


def by_hand(helps):
    """What three attack dice with a focus token leave of two defence dice, where the card ``helps`` the latter."""
    found = Counter()
    for red_faces in product("HHHCFFBB", repeat=3):
        results = sum(face in "HCF" for face in red_faces)
        for green_faces in product("EEEFFBBB", repeat=2):
            evades = green_faces.count("E")
            evades += helps and "F" in red_faces and evades < 2
            found[max(0, results - evades)] += Fraction(1, 8**5)
    return found


@pytest.mark.parametrize("helps", [True, False])
def test_odds_know_whether_the_token_will_be_spent(helps):
    declared = declare(FOCUSED, CAPTAIN, by_defender=[FEROPH] if helps else [])
    found = Counter()
    for results, chance in chances(hands(declared)).items():
        found[results.total] += chance
    assert found == by_hand(helps)


@pytest.mark.parametrize(
    ("more", "cards"),
    [
        ({"lock": "howlrunner", "focus": 1}, []),
        ({"lock": "howlrunner", "calculate": 2}, ["Fire-Control System"]),
        ({"lock": "howlrunner", "focus": 1, "calculate": 1, "force": 1, "most_force": 1}, ["Predator"]),
    ],
)
def test_they_are_those_of_usual_play_with_every_decision_asked(more, cards):
    attacker = replace(with_ids(BARE, "firecontrolsystem", "predator"), **more)
    declared = declare(attacker, CAPTAIN, by_attacker=cards, by_defender=[FEROPH], arc=Arc.BULLSEYE)
    now = hands(declared)
    assert now.if_bare
    assert chances(now) == odds(openly, now)


def openly(hands, table):
    return table.play_rest(roll_and_modify, hands.attack, partial(shown, hands), met)


def test_odds_while_dice_lie_there_know_it_too():
    declared = declare(FOCUSED, CAPTAIN, by_defender=[FEROPH])
    ask = play(resolve, declared, (red("HFB"),)).ask
    spent, kept = (after_options(hands(declared), ask)[option] for option in ("focus", "done"))
    told = {option: average(chance) for option, chance in (("focus", spent), ("done", kept))}
    for option, average_left in told.items():
        roll = play(resolve, declared, (red("HFB"), *on_red(option))).ask
        assert average(before_roll(hands(declared), roll)) == average_left


def average(found):
    return sum(results.total * chance for results, chance in found.items())
