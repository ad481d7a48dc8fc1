"""The score by rounds as lines, one for each side."""

from companion.looks import NOBODY
from companion.queries.ending import Tally
from companion.queries.score_lines import score_lines


def lines(*scores):
    return [line.path for line in score_lines([Tally(str(at), "", NOBODY, one) for at, one in enumerate(scores)])]


def test_each_side_goes_from_the_first_round_to_the_last_on_one_scale():
    assert lines((0, 1, 4), (2, 2, 2)) == ["M0 100L500 75L1000 0", "M0 50L500 50L1000 50"]
    assert score_lines([Tally("", "", NOBODY, (0, 4))])[0].last == "M1000 0h0"


def test_points_below_nothing_are_on_the_picture_too():
    assert lines((0, -2), (0, 2)) == ["M0 50L1000 100", "M0 50L1000 0"]


def test_there_is_no_picture_of_what_never_moved():
    assert lines((3,), (4,)) == lines((20, 20), (20, 20)) == lines() == []
