"""C-3PO guesses how many evades will be rolled, and adds one where that comes true."""

from dataclasses import replace

import pytest
from openly import openly

from rules.best_odds import best_odds
from rules.distributions import mean
from rules.game import Illegal
from rules.odds import odds
from rules.play import play
from rules.x_wing.attack import resolve
from rules.x_wing.best_play import is_plain
from rules.x_wing.best_with_abilities import best_with_abilities
from rules.x_wing.samples import green, on_green, red
from rules.x_wing.steps_2_to_4 import uncancelled
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, after, declare, hands, offered, with_ids

DROID = with_ids(PLAIN, "c3po", agility=2, calculate=1)


def total(results):
    return results.total


def guessing(number=1, ship=DROID, attacker=BARE):
    return declare(attacker, ship, by_defender=[f"C-3PO ({number})"])


@pytest.mark.parametrize(
    ("number", "shown", "hits"), [(1, "EB", 1), (1, "EE", 1), (2, "EE", 0), (1, "FB", 3), (2, "EF", 2)]
)
def test_an_evade_is_added_where_exactly_as_many_are_rolled(number, shown, hits):
    outcome = play(resolve, guessing(number), (red("HHH"), green(shown))).outcome
    assert outcome.hits == hits


def test_the_calculate_token_is_spent_whatever_is_rolled_and_turns_no_focus_result():
    assert after(guessing(), red("HHH"), green("FF"))["howlrunner", "calculate"] == 0
    two = replace(DROID, calculate=2)
    spent = after(guessing(ship=two), red("HHH"), green("EF"), *on_green("calculate"))
    assert spent["howlrunner", "calculate"] == 0
    with pytest.raises(Illegal, match="two ways to use one card"):
        hands(declare(BARE, two, by_defender=["C-3PO (1)", "C-3PO (2)"]))


def test_nothing_is_added_to_dice_that_cannot_be_modified():
    gideon = replace(FRIEND, pilot="moffgideon", most_charges=2, charges=2)
    declared = declare(BARE, DROID, gideon, by_attacker=["Moff Gideon"], by_defender=["C-3PO (1)"])
    assert hands(declared).defence.unmodified
    assert play(resolve, declared, (red("HHH"), green("EB"))).outcome.hits == 2


def test_it_is_offered_for_as_many_evades_as_there_may_be():
    assert offered("defender", BARE, DROID) == [f"C-3PO ({number})" for number in (1, 2, 3, 4)]


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("tokens", [{}, {"focus": 1}, {"calculate": 2, "evade": 1}])
def test_odds_count_it(number, tokens):
    of = hands(guessing(number, replace(DROID, **tokens), replace(BARE, weapons=(replace(BARE.weapons[0], dice=2),))))
    assert not is_plain(of)
    assert mean(odds(uncancelled, of), total) == mean(odds(openly, of), total)
    assert best_with_abilities(of) == mean(best_odds(openly, of, side="rebels", worth=total), total)
