"""The matching of defence dice with attack dice: worked vectors, its properties, and a matching of any kind."""

from itertools import combinations_with_replacement, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Pool, d
from rules.troops_and_supplies.matching import LOSSES, pairs, tell
from rules.troops_and_supplies.samples import MATCHINGS
from rules.troops_and_supplies.sheet import DICE

TWELVE = st.lists(st.integers(1, 12), max_size=10)


def losses(attack, defence, attack_die=20, defence_die=20):
    return LOSSES(
        Pool(d(attack_die), len(attack)).tally(attack),
        Pool(d(defence_die), len(defence)).tally(defence),
    )


def most_pairs(attack, defence):
    """A largest matching by augmenting paths, which knows nothing of order among dice."""
    taker = [None] * len(defence)

    def find(mine, tried):
        for theirs, die in enumerate(defence):
            if die >= attack[mine] and theirs not in tried:
                tried.add(theirs)
                if taker[theirs] is None or find(taker[theirs], tried):
                    taker[theirs] = mine
                    return True
        return False

    return sum(find(mine, set()) for mine in range(len(attack)))


def agree(attack, defence, attack_die=20, defence_die=20):
    removed = most_pairs(attack, defence)
    taken = pairs(attack, defence)
    assert losses(attack, defence, attack_die, defence_die) == len(attack) - removed
    assert len(taken) == removed
    assert all(theirs >= mine for mine, theirs in taken)


@pytest.mark.parametrize(("number", "attack", "defence", "removed", "lost", "why"), MATCHINGS)
def test_a_worked_matching(number, attack, defence, removed, lost, why):
    assert losses(attack, defence) == lost
    assert len(pairs(attack, defence)) == removed


@pytest.mark.parametrize("defence", [(), (1,), (6, 6)])
def test_no_attack_dice_do_no_harm(defence):
    assert losses((), defence) == 0
    assert pairs((), defence) == ()


def test_every_multiset_of_up_to_four_d6_on_both_sides_is_matched_like_any_graph():
    pools = [dice for count in range(5) for dice in combinations_with_replacement(range(1, 7), count)]
    for attack in pools:
        for defence in pools:
            agree(attack, defence, 6, 6)


def test_random_pools_of_up_to_ten_dice_of_every_size_are_matched_like_any_graph():
    random = Random(20)
    for _ in range(3000):
        mine, theirs = random.choice(DICE), random.choice(DICE)
        attack = random.choices(range(1, mine + 1), k=random.randint(0, 10))
        defence = random.choices(range(1, theirs + 1), k=random.randint(0, 10))
        agree(attack, defence, mine, theirs)


def test_the_order_of_the_dice_means_nothing():
    assert {losses(attack, (4, 2, 3)) for attack in permutations((2, 3, 4))} == {0}
    assert {pairs(attack, (1, 5)) for attack in permutations((1, 5, 6))} == {((1, 1), (5, 5))}


@given(TWELVE, TWELVE)
def test_losses_lie_within_their_bounds(attack, defence):
    assert max(0, len(attack) - len(defence)) <= losses(attack, defence) <= len(attack)


@given(TWELVE)
def test_equal_dice_do_no_harm(dice):
    assert losses(dice, dice) == 0


@given(TWELVE, TWELVE, st.integers(1, 12))
def test_another_die_changes_the_losses_by_one_at_most(attack, defence, die):
    before = losses(attack, defence)
    assert before - losses(attack, [*defence, die]) in (0, 1)
    assert losses([*attack, die], defence) - before in (0, 1)


@given(TWELVE, TWELVE.filter(bool), st.data())
def test_a_higher_defence_die_never_costs_more(attack, defence, data):
    place = data.draw(st.integers(0, len(defence) - 1))
    raised = [*defence[:place], data.draw(st.integers(defence[place], 12)), *defence[place + 1 :]]
    assert losses(attack, raised) <= losses(attack, defence)


@given(TWELVE, TWELVE)
def test_what_is_told_of_the_dice_is_what_they_did(attack, defence):
    told = list(tell(Pool(d(12), len(attack)).tally(attack), Pool(d(12), len(defence)).tally(defence)))
    through = [value for label, value in told if label == "gets through"]
    lost = losses(attack, defence)
    assert len(told) - len(through) == len(attack) - lost
    assert sum(len(value.split(",")) for value in through) == lost
