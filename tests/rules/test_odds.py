from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_asks import decision, rolling

from rules.best_odds import best_odds
from rules.dice import D6, Pool, tally
from rules.distributions import at_least, beside, mean
from rules.odds import Counting, TooMuch, odds, odds_after
from rules.play import BadReply, play
from rules.table import Dice, Pick, end


def hits(counts):
    return sum(counts[4:])


def volley(dice, table):
    """Roll some dice, then a die for each hit."""
    first = table.roll(rolling("first", Pool(D6, dice)), hits)
    return table.roll(rolling("second", Pool(D6, first)), hits)


def volley_to_its_end(dice, table):
    """The same, with nothing after the last roll."""
    first = table.roll(rolling("first", Pool(D6, dice)), hits)
    return table.roll_rest(rolling("second", Pool(D6, first)), hits, end)


def halves(dice, table):
    return table.play(volley, dice), table.play(volley, dice)


def gamble(stake, table):
    """Take the stake, or roll for it: three of six faces double it; then the other side may take one away."""
    if table.choose(decision("stake", "red", ("take", "roll"))) == "roll":
        stake = luck(stake, table)
    return stake - 1 if table.choose(decision("toll", "blue", ("spare", "take one"))) == "take one" else stake


def luck(stake, table):
    return table.roll(rolling("luck", Pool(D6, 1)), tally)[0].index(1) // 3 * stake * 2


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


def test_what_is_at_its_end_after_a_roll_is_what_the_roll_is_read_as():
    replies = [Dice("first", ((5, 6),)), Dice("second", ((6, 1),))]
    assert odds(volley_to_its_end, 2) == odds(volley, 2)
    assert play(volley_to_its_end, 2, replies) == play(volley, 2, replies)
    assert odds_after(volley_to_its_end, 2, replies[:1]) == odds_after(volley, 2, replies[:1])


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


def test_odds_go_on_from_what_lies_there():
    one = (Dice("first", ((5, 1, 6),)),)
    assert odds_after(volley, 3, ()) == odds(volley, 3)
    assert odds_after(volley, 3, one) == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
    assert odds_after(volley, 3, (*one, Dice("second", ((6, 1),)))) == {1: 1}
    assert odds_after(gamble, 3, (Pick("stake", "roll"),)) == odds(luck, 3)


def test_odds_go_on_in_the_middle_of_a_part():
    alone = odds(volley, 1)
    begun = (Dice("first", ((6,),)),)
    assert odds_after(halves, 1, begun) == {
        (a, b): odds_after(volley, 1, begun)[a] * alone[b] for a in (0, 1) for b in alone
    }


def test_odds_go_on_after_replies_that_fit_and_do_not_mind_those_beyond_their_end():
    with pytest.raises(BadReply):
        odds_after(volley, 1, (Dice("second", ((6,),)),))
    assert odds_after(volley, 0, (Dice("later", ((6,),)),)) == {0: 1}


def test_odds_that_go_on_take_no_more_steps_than_they_may():
    with pytest.raises(TooMuch):
        Counting(40).odds_after(volley, 3, ())
    assert Counting(1000).odds_after(volley, 3, ()) == odds(volley, 3)


def countdown(left, table):
    """Roll so many dice one after the other, each as its own rest; what is rolled last is left of how many hit."""
    dice, found = left
    if not dice:
        return found
    return table.roll_rest(rolling(f"die {dice}", Pool(D6, 1)), Counted(dice - 1, found), countdown)


class Counted:
    """How a countdown stands after one die more."""

    def __init__(self, dice, found):
        self.dice, self.found = dice, found

    def __call__(self, counts):
        return self.dice, self.found + hits(counts)


def one_by_one(dice, table):
    """The same by the roll of a part, and the rest from it."""
    if not dice:
        return 0
    return table.rest_read(one_by_one_from, (dice, 0), int)


def one_by_one_from(left, table):
    dice, found = left
    if not dice:
        return found
    return table.play_rest(single, dice, lambda hit: (dice - 1, found + hit), one_by_one_from)


def single(number, table):
    return table.roll(rolling(f"die {number}", Pool(D6, 1)), hits)


def twice(dice, table):
    """Two countdowns, and whether the first is better."""
    first = table.play(countdown, (dice, 0))
    return first, table.play(countdown, (dice, 0))


@pytest.mark.parametrize("resolve", [lambda dice, table: countdown((dice, 0), table), one_by_one])
@pytest.mark.parametrize("dice", range(5))
def test_what_is_left_to_the_rest_counts_like_one_roll(resolve, dice):
    at_once = odds(lambda dice, table: table.roll(rolling("all", Pool(D6, dice)), hits), dice)
    assert odds(resolve, dice) == at_once
    assert best_odds(resolve, dice, side="red", worth=int) == at_once
    shown = tuple(Dice(f"die {number}", ((6,),)) for number in range(dice, 0, -1))
    assert play(resolve, dice, shown).outcome == dice


def test_a_state_that_many_ways_lead_to_is_resolved_once():
    resolved: Counter[tuple[int, int]] = Counter()

    def counted(left, table):
        resolved[left] += 1
        dice, found = left
        if not dice:
            return found
        return table.roll_rest(rolling("die", Pool(D6, 1)), Counted(dice - 1, found), counted)

    odds(counted, (6, 0))
    assert len(resolved) == 28
    assert set(resolved.values()) == {1}


@pytest.mark.parametrize("ways", [("part", "rest"), ("rest", "part")])
def test_what_a_part_counts_may_be_what_is_left_to_the_rest_on_another_way(ways):
    def either(way, table):
        if way == "rest":
            return table.rest(countdown, (2, 0))
        return table.play(countdown, (2, 0))

    def one_of_them(read, table):
        return table.roll_rest(rolling("which", Pool(D6, 1)), read, either)

    found = odds(one_of_them, lambda counts: ways[hits(counts)])
    assert found == odds(countdown, (2, 0))


def test_odds_go_on_in_the_middle_of_a_part_that_leaves_something_to_the_rest():
    begun = (Dice("die 2", ((6,),)),)
    alone = odds(countdown, (2, 0))
    rest = odds_after(countdown, (2, 0), begun)
    assert rest == {1: Fraction(2, 3), 2: Fraction(1, 3)}
    assert odds_after(twice, 2, begun) == {(a, b): rest[a] * alone[b] for a in rest for b in alone}
    assert odds_after(one_by_one, 2, begun) == rest


def both(dice, table):
    """Two countdowns that do not touch each other, and what one has more than the other."""
    one, other = dice
    return table.rest_both(countdown, (one, 0), countdown, (other, 0), int.__sub__)


def test_two_parts_that_do_not_touch_each_other_count_like_one_after_the_other():
    def one_after_the_other(dice, table):
        one, other = dice
        return table.play(countdown, (one, 0)) - table.play(countdown, (other, 0))

    found = odds(one_after_the_other, (3, 2))
    assert odds(both, (3, 2)) == found
    assert best_odds(both, (3, 2), side="red", worth=int) == found
    shown = tuple(Dice(label, ((face,),)) for label, face in (("die 2", 6), ("die 1", 5), ("die 1", 1)))
    assert play(both, (2, 1), shown).outcome == 2
    for begun in range(4):
        assert odds_after(both, (2, 1), shown[:begun]) == odds_after(one_after_the_other, (2, 1), shown[:begun])


def test_two_parts_that_do_not_touch_each_other_take_the_steps_of_each_once():
    def steps(resolve, attack):
        counting = Counting(10_000)
        counting.odds(resolve, attack)
        return counting.taken

    assert steps(both, (5, 5)) < 1.5 * steps(countdown, (5, 0))


def test_outcomes_beside_each_other_are_all_pairs_of_them():
    one, other = {0: Fraction(1, 2), 3: Fraction(1, 3)}, {1: Fraction(1, 4), 4: Fraction(3, 4)}
    sums = {1: Fraction(1, 8), 4: Fraction(3, 8) + Fraction(1, 12), 7: Fraction(1, 4)}
    assert beside(one, other, int.__add__) == sums
    assert beside(one, {}, int.__add__) == {}


def test_at_least_adds_up_from_the_top():
    chances = {0: Fraction(1, 2), 1: Fraction(1, 8), 3: Fraction(3, 8)}
    assert at_least(chances) == {1: Fraction(1, 2), 2: Fraction(3, 8), 3: Fraction(3, 8)}
    assert list(at_least(chances)) == [1, 2, 3]
    assert at_least({0: Fraction(1)}) == {}


def test_what_is_not_worth_it_is_left_out_of_the_chances_of_each_number_or_more_but_for_1():
    chances = {0: Fraction(1, 2), 2: Fraction(1, 4), 5: Fraction(1, 8), 9000: Fraction(1, 8)}
    assert at_least(chances, Fraction(1, 4)) == {
        1: Fraction(1, 2), 2: Fraction(1, 2), 3: Fraction(1, 4), 4: Fraction(1, 4), 5: Fraction(1, 4),
    }  # fmt: skip
    assert at_least(chances, Fraction(2, 3)) == {1: Fraction(1, 2)}
    assert at_least({0: Fraction(1)}, Fraction(1, 4)) == {}
