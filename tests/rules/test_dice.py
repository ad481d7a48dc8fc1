from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import D6, BadFaces, Bands, Die, Fold, Pool, d, distribution, tally, words_of

RED = Die("red", ("hit",) * 3 + ("crit",) + ("focus",) * 2 + ("blank",) * 2)


def by_brute_force(pools, read):
    """The distribution of a reading, roll by roll."""
    rolls = Counter(
        read(*(pool.tally(faces) for pool, faces in zip(pools, shown, strict=True)))
        for shown in product(*(product(pool.die.faces, repeat=pool.count) for pool in pools))
    )
    return {value: Fraction(ways, rolls.total()) for value, ways in rolls.items()}


def high_and_low(*counts):
    """How many dice of every pool show 5 or more."""
    return tuple(sum(shown[4:]) for shown in counts)


def in_bands(*counts):
    return counts


def best_pairs():
    """The highest die of each pool against the other's, the second pool first among equals."""

    def step(state, face, which, count):
        waiting, won = state
        for _ in range(count):
            if which == 0:
                waiting += 1
            elif waiting:
                waiting -= 1
                won += 1
        return waiting, won

    return Fold((0, 0), step, lambda state: state[1])


def test_a_tally_counts_each_symbol_in_the_order_of_the_die():
    assert Pool(RED, 4).tally(["focus", "hit", "hit", "blank"]) == (2, 0, 1, 1)


def test_faces_that_a_die_does_not_have_are_refused_in_words():
    with pytest.raises(BadFaces, match=r"^A d6 shows 1 to 6\. You entered 7\.$"):
        Pool(D6, 2).tally([7, 1])
    with pytest.raises(BadFaces, match=r"^A red shows hit, crit, focus, blank\. You entered 6\.$"):
        Pool(RED, 1).tally([6])


def test_true_is_not_the_face_1():
    with pytest.raises(BadFaces):
        Pool(D6, 1).tally([True])


@pytest.mark.parametrize("faces", [[], [1], [1, 2, 3]])
def test_too_few_or_too_many_dice_are_refused_in_words(faces):
    with pytest.raises(BadFaces, match=rf"^2 d6 dice are needed\. You entered {len(faces)}\.$"):
        Pool(D6, 2).tally(faces)


def test_one_die_is_needed_and_not_are():
    with pytest.raises(BadFaces, match=r"^1 d6 die is needed\. You entered 2\.$"):
        Pool(D6, 1).tally([1, 2])


def test_a_pool_cannot_have_fewer_than_no_dice():
    with pytest.raises(ValueError, match="cannot have -1 dice"):
        Pool(D6, -1)


@pytest.mark.parametrize("pools", [(Pool(D6, 3),), (Pool(D6, 2), Pool(d(8), 1)), (Pool(RED, 3), Pool(D6, 0))])
@pytest.mark.parametrize("read", [tally, high_and_low], ids=["tally", "function"])
def test_a_distribution_equals_every_roll_counted(pools, read):
    assert distribution(pools, read) == by_brute_force(pools, read)


@pytest.mark.parametrize("dice", range(5))
def test_bands_read_the_same_as_every_roll_counted(dice):
    for bands in (((1, 2, 3), (4,), (5,), (6,)), ((1, 2, 3, 4), (), (5, 6)), ((6, 1), (2, 3, 4, 5))):
        read = Bands(bands, in_bands)
        assert distribution((Pool(D6, dice),), read) == by_brute_force((Pool(D6, dice),), read)


@pytest.mark.parametrize("faces", [("blank",), ("blank", "focus"), ()])
def test_a_die_that_is_rolled_once_more_is_as_every_two_rolls_tell(faces):
    again = Counter(second if first in faces else first for first, second in product(RED.faces, repeat=2))
    chances = {shown: Fraction(ways, len(RED.faces) ** 2) for shown, ways in again.items()}
    bands = tuple((face,) for face in RED.symbols)
    read = Bands(bands, lambda shown: RED.symbols[shown.index(1)], symbols=RED.symbols)
    assert distribution((Pool(RED.again(faces), 1),), read) == chances


def test_bands_must_cover_the_die_exactly():
    for bands in (((1, 2, 3), (5, 6)), ((1, 2, 3), (3, 4), (5, 6))):
        with pytest.raises(ValueError, match="do not cover"):
            distribution((Pool(D6, 1),), Bands(bands, in_bands))


@pytest.mark.parametrize(("first", "second"), list(product(range(4), repeat=2)))
def test_a_fold_in_odds_equals_every_roll_counted(first, second):
    pools = (Pool(D6, first), Pool(d(4), second))
    read = best_pairs()
    assert distribution(pools, read) == by_brute_force(pools, read)


def test_a_fold_sees_each_face_of_each_pool_once_from_high_to_low():
    seen = Fold((), lambda state, face, which, count: (*state, (face, which, count)), lambda state: state)
    assert seen(Pool(d(3), 2).tally([3, 1]), Pool(d(2), 1).tally([2])) == (
        (3, 0, 1), (2, 0, 0), (2, 1, 1), (1, 0, 1), (1, 1, 0),
    )  # fmt: skip


def test_or_from_low_to_high():
    seen = replace(best_pairs(), start=(), step=lambda state, face, which, count: (*state, (face, which, count)))
    upwards = replace(seen, finish=lambda state: state, upwards=True)
    assert upwards(Pool(d(3), 2).tally([3, 1]), Pool(d(2), 1).tally([2])) == (
        (1, 0, 1), (1, 1, 0), (2, 0, 0), (2, 1, 1), (3, 0, 1),
    )  # fmt: skip
    pools = (Pool(D6, 2), Pool(d(4), 3))
    assert distribution(pools, upwards) == by_brute_force(pools, upwards)


@given(st.lists(st.integers(1, 6), max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_the_dice_does_not_matter(faces, random):
    shuffled = random.sample(faces, len(faces))
    assert Pool(D6, len(faces)).tally(faces) == Pool(D6, len(faces)).tally(shuffled)


@given(st.integers(0, 12), st.integers(2, 12))
def test_the_chances_sum_to_1_exactly(dice, sides):
    def total(counts):
        return sum(face * count for face, count in enumerate(counts, 1)) % 7

    fold = Fold(0, lambda state, face, which, count: (state + face * count) % 7, lambda state: state)
    assert sum(distribution((Pool(d(sides), min(dice, 5)),), total).values()) == 1
    assert sum(distribution((Pool(d(sides), dice),), fold).values()) == 1


@pytest.mark.parametrize("dice", [1, 5, 14])
def test_icepool_finds_the_same_chances(dice):
    hits = distribution((Pool(D6, dice),), Bands(((1, 2, 3, 4), (5, 6)), in_bands))
    theirs = dice @ (icepool.d6 >= 5)
    assert {shown[0][1]: chance for shown, chance in hits.items()} == {
        int(outcome): Fraction(theirs.quantity(outcome), theirs.denominator()) for outcome in theirs.outcomes()
    }


def test_icepool_finds_the_same_highest_die():
    def highest(counts):
        return max(face for face, count in enumerate(counts, 1) if count)

    theirs = icepool.d8.pool(4).highest(1).sum()
    assert distribution((Pool(d(8), 4),), highest) == {
        outcome: Fraction(theirs.quantity(outcome), theirs.denominator()) for outcome in theirs.outcomes()
    }


@pytest.mark.parametrize("name", ["2 ,", "2  Rebels", " 2"])
def test_a_face_is_known_by_its_words_whatever_signs_are_between_them(name):
    die = Die("card", ("1 Empire", name))
    assert Pool(die, 1).tally(Pool(die, 1).spelled(words_of(name))) == (0, 1)


@pytest.mark.parametrize(
    ("words", "faces"),
    [
        (["Fuel", "Leak"], ("Fuel Leak",)),
        (["Fuel", "Leak", "Damaged", "Sensor", "Array", "blank"], ("Fuel Leak", "Damaged Sensor Array", "blank")),
        ([2, "Rebels", "united"], ("2 Rebels, united",)),
        (["Fuel", "tank"], ("Fuel", "tank")),
        ([], ()),
    ],
)
def test_the_words_of_a_face_are_put_together_again(words, faces):
    die = Die("card", ("Fuel Leak", "Damaged Sensor Array", "blank", "2 Rebels, united"))
    assert Pool(die, 1).spelled(words) == faces
