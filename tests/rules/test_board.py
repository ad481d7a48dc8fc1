import pytest

from rules.board import Square, column_name
from rules.checks import found, unique
from rules.dice import d
from rules.game import Illegal


@pytest.mark.parametrize(
    ("to", "steps"), [(Square(3, 3), 0), (Square(3, 4), 1), (Square(4, 4), 2), (Square(3, 1), 2), (Square(1, 7), 6)]
)
def test_steps_are_orthogonal(to, steps):
    assert Square(3, 3).steps_to(to) == to.steps_to(Square(3, 3)) == steps


def test_a_square_reads_as_a_letter_and_a_number():
    assert str(Square(1, 1)) == "A1"
    assert str(Square(16, 12)) == "P12"
    assert column_name(26) == "Z"


def test_keys_are_unique_and_lead_somewhere():
    unique(("a", "b"))
    with pytest.raises(ValueError, match="the key 'a' is used 2 times"):
        unique(("a", "b", "a"))
    with pytest.raises(Illegal, match=r"^That unit is not in this battle\.$"):
        found((), "a", "unit")


def test_a_die_has_the_article_that_its_name_needs():
    assert d(6, "attack d6").range_sentence == "An attack d6 shows 1 to 6."
    assert d(6, "defence d6").range_sentence == "A defence d6 shows 1 to 6."
