"""The odds of an Attack Test against every roll, played and counted by hand."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.distributions import chances_of, mean
from rules.gods_gloom.attack import attack_test_of
from rules.gods_gloom.attack_test import AttackTest, Inflicted, attack_test
from rules.gods_gloom.dice import MEANING, Fallen
from rules.gods_gloom.examples.parts import attack, battle
from rules.gods_gloom.force import ATTACKER, DEFENDER, Force
from rules.gods_gloom.odds import BLUE_DICE, RED_DICE, Begun, Lot, Most, successes, wounds
from rules.gods_gloom.sheet import Kind, RedBlue
from rules.odds import odds

FACES = range(1, 7)


def the_test(attacker, defender, kind=Kind.MELEE, *, direct=0, auto=(0, 0), auto_back=(0, 0)):
    return AttackTest(
        kind,
        Force(ATTACKER, "horde", RedBlue(*attacker), *auto),
        Force(DEFENDER, "host", RedBlue(*defender), *auto_back),
        direct,
    )


def successes_of_every_roll(dice, critical):
    """Every roll of one colour with its extra die, if two dice show the critical face: successes and their chance."""
    found = Counter()
    for faces in product(FACES, repeat=dice):
        extras = FACES if faces.count(critical) >= 2 else (None,)
        for extra in extras:
            hits = sum(face >= 3 for face in faces) + (extra is not None and extra >= 3)
            found[hits] += Fraction(1, 6**dice * len(extras))
    return found


def brute(attacker, defender):
    """Both wounds over every roll of all four colours together, counted the way the procedure reads."""
    found = Counter()
    dice = [*attacker, *defender]
    for rolled in product(*(successes_of_every_roll(count, critical).items()
                            for count, critical in zip(dice, (6, 1, 6, 1), strict=True))):  # fmt: skip
        (hits, p), (blocks, q), (hits_back, r), (blocks_back, s) = rolled
        found[max(0, hits - blocks_back), max(0, hits_back - blocks)] += p * q * r * s
    return found


def die_by_die(attacker, defender):
    """The same over every sequence of faces of all dice at once, extra dice too, all rolls equally likely."""
    found = Counter()
    counts = (*attacker, *defender)
    for faces in product(FACES, repeat=sum(counts)):
        rest = list(faces)
        pools = [[rest.pop() for _ in range(count)] for count in counts]
        extras = [
            sum(face == critical for face in pool) >= 2 for pool, critical in zip(pools, (6, 1, 6, 1), strict=True)
        ]
        for extra in product(*(FACES if there else (1,) for there in extras)):
            weight = Fraction(1, 6 ** sum(extras))
            hits, blocks, hits_back, blocks_back = (
                sum(face >= 3 for face in pool) + (there and more >= 3)
                for pool, there, more in zip(pools, extras, extra, strict=True)
            )
            found[max(0, hits - blocks_back), max(0, hits_back - blocks)] += weight
    total = 6 ** sum(counts)
    return {wounds: weight / total for wounds, weight in found.items()}


def colour_by_colour(test):
    return {Inflicted(*both): chance for both, chance in chances_of(wounds(Begun(test), Most(99, 99))).items()}


def of_one_colour(colour, dice):
    return chances_of(successes(Lot(colour, dice)))


def pairs(chances):
    return {(inflicted.on_defender, inflicted.on_attacker): chance for inflicted, chance in chances.items()}


def test_two_red_and_one_blue_against_one_and_two_are_as_every_roll_tells():
    every_roll = die_by_die((2, 1), (1, 2))
    assert pairs(odds(attack_test, the_test((2, 1), (1, 2)))) == every_roll
    assert pairs(colour_by_colour(the_test((2, 1), (1, 2)))) == every_roll


@pytest.mark.parametrize("attacker", list(product(range(3), repeat=2)))
@pytest.mark.parametrize("defender", list(product(range(3), repeat=2)))
def test_colour_by_colour_the_whole_test_and_every_roll_agree(attacker, defender):
    test = the_test(attacker, defender)
    assert colour_by_colour(test) == odds(attack_test, test)
    assert pairs(colour_by_colour(test)) == brute(attacker, defender)


def test_colour_by_colour_agrees_for_larger_pools_too():
    for test in (the_test((4, 3), (3, 4)), the_test((5, 0), (1, 3)), the_test((3, 5), (4, 2), Kind.RANGED)):
        assert colour_by_colour(test) == odds(attack_test, test)


@settings(max_examples=25)
@given(
    st.tuples(*[st.integers(0, 2)] * 2),
    st.tuples(*[st.integers(0, 2)] * 2),
    st.tuples(*[st.integers(0, 3)] * 2),
    st.tuples(*[st.integers(0, 3)] * 2),
    st.integers(0, 2),
    st.sampled_from(Kind),
)
def test_colour_by_colour_knows_auto_successes_and_direct_wounds(attacker, defender, auto, auto_back, direct, kind):
    if kind is Kind.RANGED:
        defender = (0, defender[1])
    test = the_test(attacker, defender, kind, direct=direct, auto=auto, auto_back=auto_back)
    assert colour_by_colour(test) == odds(attack_test, test)


@pytest.mark.parametrize("dice", range(6))
def test_one_colour_is_as_every_roll_of_it_tells(dice):
    for colour, critical in ((RED_DICE, 6), (BLUE_DICE, 1)):
        assert of_one_colour(colour, dice) == successes_of_every_roll(dice, critical)


def test_a_die_succeeds_twice_in_three():
    chances = pairs(colour_by_colour(the_test((1, 0), (0, 0))))
    assert chances == {(1, 0): Fraction(2, 3), (0, 0): Fraction(1, 3)}
    played = odds(attack_test, attack_test_of(battle((1, 0), (0, 0)), attack(), boosted=False))
    assert pairs(played) == chances


def test_net_wounds_are_not_the_difference_of_the_means():
    def average(colour, dice):
        return mean(of_one_colour(colour, dice), lambda number: number)

    red, blue = 1, 2
    difference = average(RED_DICE, red) - average(BLUE_DICE, blue)
    net = mean(colour_by_colour(the_test((red, 0), (0, blue))), lambda inflicted: inflicted.on_defender)
    assert difference == Fraction(2, 3) - Fraction(4, 3) - Fraction(1, 36) * Fraction(2, 3)
    assert net == Fraction(2, 3) * (Fraction(1, 9) - Fraction(1, 36) * Fraction(2, 3))
    assert net > max(0, difference)


def test_what_faces_mean_is_all_that_matters_without_single_die_rerolls():
    for red, blue in product(product(FACES, repeat=3), repeat=2):
        counts = [tuple(faces.count(face) for face in FACES) for faces in (red, blue)]
        whole, plain = Fallen(*counts), MEANING(*counts)
        assert (whole.hits, whole.blocks, whole.extra_red, whole.extra_blue) == (
            plain.hits, plain.blocks, plain.extra_red, plain.extra_blue,
        )  # fmt: skip


def test_more_dice_never_wound_less():
    def average(red):
        return mean(colour_by_colour(the_test((red, 1), (1, 3))), lambda inflicted: inflicted.on_defender)

    assert [average(red) for red in range(7)] == sorted(average(red) for red in range(7))


@pytest.mark.parametrize(
    ("attacker", "defender", "rerolls"),
    [
        ((3, 1), (1, 1), (1, 0)),
        ((2, 0), (0, 1), (3, 0)),
        ((1, 0), (1, 3), (0, 1)),
        ((1, 0), (0, 2), (0, 3)),
        ((1, 1), (1, 1), (1, 1)),
    ],
)
def test_colour_by_colour_knows_single_die_rerolls(attacker, defender, rerolls):
    test = the_test(attacker, defender)
    test = replace(
        test,
        attacker=replace(test.attacker, singles=rerolls[0]),
        defender=replace(test.defender, singles=rerolls[1]),
    )
    assert colour_by_colour(test) == odds(attack_test, test)


def test_inflicted_wounds_are_never_negative():
    assert all(min(w.on_defender, w.on_attacker) >= 0 for w in colour_by_colour(the_test((1, 2), (2, 1))))
    assert Inflicted(0) in colour_by_colour(the_test((0, 0), (0, 0)))


def reroll_by_reroll(lot):
    """The successes of some dice when each reroll is made by itself, and what is failed then a 1, a 2 or neither."""
    found = Counter()
    if lot.dice:
        for face in FACES:
            for made, chance in reroll_by_reroll(shown(lot._replace(dice=lot.dice - 1), face)).items():
                found[made] += chance / 6
        return found
    picked = picked_up(lot)
    if picked:
        for face in FACES:
            again = shown(picked._replace(rerolls=lot.rerolls - 1), face)
            for made, chance in reroll_by_reroll(again).items():
                found[made] += chance / 6
        return found
    if lot.criticals < 2:
        return {lot.made: Fraction(1)}
    return {lot.made: Fraction(1, 3), lot.made + 1: Fraction(2, 3)}


def shown(lot, face):
    """The dice with one more that shows a face."""
    critical = face == (1 if lot.colour == BLUE_DICE else 6)
    made = face >= 3
    return lot._replace(
        made=lot.made + made, criticals=lot.criticals + critical, failed=lot.failed + (not made and not critical)
    )


def picked_up(lot):
    """The dice without the one that is rerolled; nothing where none is."""
    if lot.rerolls and lot.failed:
        return lot._replace(failed=lot.failed - 1)
    if lot.rerolls and lot.criticals and lot.colour == BLUE_DICE:
        return lot._replace(criticals=lot.criticals - 1)
    return None


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from([RED_DICE, BLUE_DICE]), st.integers(0, 2), st.integers(0, 3),
    st.integers(0, 3), st.integers(0, 3), st.integers(0, 2),
)  # fmt: skip
def test_rerolls_are_counted_as_if_made_one_by_one(colour, dice, rerolls, criticals, failed, made):
    lot = Lot(colour, dice, rerolls, criticals, failed, made + criticals * (colour == RED_DICE))
    assert chances_of(successes(lot)) == reroll_by_reroll(lot)


def test_wounds_that_make_no_difference_are_counted_together():
    test = the_test((3, 1), (2, 1), auto=(1, 0), direct=1)
    told = Counter()
    for both, chance in colour_by_colour(test).items():
        told[min(2, both.on_defender), min(1, both.on_attacker)] += chance
    assert chances_of(wounds(Begun(test), Most(2, 1))) == told
