"""Dice of two sides as they met: each cancelled die over or under the one that cancels it."""

from collections import Counter

import pytest

from companion.queries.meetings import Meeting, meetings
from rules.fates import Became
from rules.games import GAMES
from rules.replay import of_example


def shown(roll):
    """Each die of a roll or a meeting, as it is drawn."""
    if isinstance(roll, Meeting):
        return [(one.name, one.face, one.fate) for column in roll.columns for one in column.dice if one]
    return [(name, face, fate) for name, faces in roll.dice for face, fate in faces]


@pytest.mark.parametrize("game", GAMES)
def test_every_die_lies_there_once_and_what_cancels_lies_with_what_it_cancels(game):
    met = 0
    for example in GAMES[game].examples:
        rolls = [] if example.refused else of_example(GAMES[game], example).rolled()
        found = list(meetings(rolls))
        assert Counter(die for roll in found for die in shown(roll)) == Counter(
            die for roll in rolls for die in shown(roll)
        )
        for meeting in (one for one in found if isinstance(one, Meeting)):
            assert len({side for _, side in meeting.rolled}) == 2
            for column in meeting.columns:
                became = {one.fate.became for one in column.dice if one and one.fate and one.fate.pair}
                assert became == ({Became.CANCELLED, Became.SPENT} if column.is_pair else set()), example.slug
            met += 1
    assert (met > 3) == (game in ("troops_and_supplies", "gods_gloom", "x_wing"))


def test_rolls_of_which_nothing_is_cancelled_stay_apart():
    example = next(one for one in GAMES["mobile_frame_zero"].examples if not one.refused and one.replies)
    rolls = of_example(GAMES["mobile_frame_zero"], example).rolled()
    assert list(meetings(rolls)) == list(rolls)
