import pytest

from rules.words import count_or_no, counted, listed, noun, with_minus


@pytest.mark.parametrize(
    ("number", "one", "words"),
    [
        (0, "wound", "0 wounds"),
        (1, "wound", "1 wound"),
        (2, "wound", "2 wounds"),
        (1, "attack die", "1 attack die"),
        (3, "attack die", "3 attack dice"),
    ],
)
def test_a_number_has_its_noun(number, one, words):
    assert counted(number, one) == words


def test_an_irregular_plural_is_given():
    assert [noun(number, "loss", "losses") for number in (1, 2)] == ["loss", "losses"]


def test_none_is_no():
    assert [count_or_no(number, "die") for number in (0, 1, 2)] == ["no dice", "1 die", "2 dice"]


@pytest.mark.parametrize(
    ("names", "words"), [(["Kite"], "Kite"), (["Kite", "Rook"], "Kite and Rook"), (["A", "B", "C"], "A, B and C")]
)
def test_names_are_listed_with_and_before_the_last(names, words):
    assert listed(names) == words


@pytest.mark.parametrize(
    ("told", "read"),
    [
        (-3, "#3"),
        (3, "3"),
        ("Weak -1 red, -1 blue", "Weak #1 red, #1 blue"),
        ("Horde -2 Soulshards (-4)", "Horde #2 Soulshards (#4)"),
        ("ST-10 Osprey, 2026-11-26, 3-5, a - 4", "ST-10 Osprey, 2026-11-26, 3-5, a - 4"),
    ],
)
def test_a_number_below_zero_has_a_minus_and_what_is_joined_a_hyphen(told, read):
    assert with_minus(told) == read.replace("#", "\N{MINUS SIGN}")
