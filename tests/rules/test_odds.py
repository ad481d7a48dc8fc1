from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_asks import decision, rolling

from rules.dice import D6, Pool, tally
from rules.distributions import mean
from rules.odds import best_odds, odds
from rules.play import play
from rules.table import Dice, Pick


def hits(counts):
    return sum(counts[4:])


def volley(dice, table):
    """Roll some dice, then a die for each hit."""
    first = table.roll(rolling("first", Pool(D6, dice)), hits)
    return table.roll(rolling("second", Pool(D6, first)), hits)


def halves(dice, table):
    return table.play(volley, dice), table.play(volley, dice)


def gamble(stake, table):
    """Take the stake, or roll for it: three of six faces double it; then the other side may take one away."""
    if table.choose(decision("stake", "red", ("take", "roll"))) == "roll":
        stake = table.roll(rolling("luck", Pool(D6, 1)), tally)[0].index(1) // 3 * stake * 2
    return stake - 1 if table.choose(decision("toll", "blue", ("spare", "take one"))) == "take one" else stake


@pytest.mark.parametrize("dice", range(4))
def test_odds_equal_every_roll_played_and_counted(dice):
    ends: Counter[int] = Counter()
    for first in product(D6.faces, repeat=dice):
        count = sum(face >= 5 for face in first)
        for second in product(D6.faces, repeat=count):
            replies = [Dice("first", (first,))] if dice else []
            replies += [Dice("second", (second,))] if count else []
            ends[play(volley, dice, replies).outcome] += 6 ** (dice - count)
    assert odds(volley, dice) == {end: Fraction(ways, ends.total()) for end, ways in ends.items()}


@given(st.integers(0, 9))
def test_odds_sum_to_1_exactly(dice):
    assert sum(odds(volley, dice).values()) == 1
    assert sum(odds(halves, dice).values()) == 1


def test_a_part_of_an_attack_counts_each_time_that_it_is_played():
    alone = odds(volley, 2)
    assert odds(halves, 2) == {(a, b): alone[a] * alone[b] for a in alone for b in alone}


def test_odds_take_the_usual_option():
    assert odds(gamble, 3) == {3: 1}


def test_best_odds_choose_for_one_side_and_against_it():
    assert best_odds(gamble, 3, side="red", worth=lambda stake: stake) == {2: 1}
    assert best_odds(gamble, 3, side="blue", worth=lambda stake: -stake) == {2: 1}


def test_best_odds_keep_the_usual_option_among_equals():
    def shrug(attack, table):
        return table.choose(decision("shrug", "red", ("left", "right")))

    assert best_odds(shrug, 0, side="red", worth=lambda taken: 1) == {"left": 1}


def test_best_odds_mix_the_dice_and_not_the_choices():
    half = Fraction(1, 2)
    assert best_odds(gamble, 3, side="red", worth=lambda stake: stake**2) == {0: half, 5: half}
    assert best_odds(gamble, 4, side="red", worth=lambda stake: min(stake, 4)) == {3: 1}


def test_an_expected_worth_is_exact():
    assert mean({0: Fraction(1, 3), 3: Fraction(2, 3)}, lambda n: n) == 2


def test_a_choice_in_play_is_not_asked_of_the_dice():
    assert play(gamble, 3, (Pick("stake", "take"), Pick("toll", "spare"))).outcome == 3
