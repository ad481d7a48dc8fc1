"""Which ruleset a list was built for, by its points."""

from dataclasses import replace

import pytest

from rules.x_wing.ruleset_of_list import ruleset_by_points, ruleset_told
from rules.x_wing.sheet import Ruleset
from rules.x_wing.ship import Size
from rules.x_wing.ship_rows import ShipData
from rules.x_wing.starter import starter_data
from rules.x_wing.xws import read

STARTER = starter_data()


def listed(*points, of_squad=None, **more):
    pilots = [{"id": "wedgeantilles", "ship": "t65xwing", "points": noted, **more} for noted in points]
    return read({"faction": "rebelalliance", "pilots": pilots, "points": of_squad})


@pytest.mark.parametrize(
    ("squad", "ruleset"),
    [
        (listed(54, 38), Ruleset.FIRST),
        (listed(54, 12), Ruleset.FIRST),
        (listed(54, None), Ruleset.FIRST),
        (listed(21), Ruleset.FIRST),
        (listed(20), Ruleset.SECOND),
        (listed(5, 5, 4), Ruleset.SECOND),
        (listed(5, None), None),
        (listed(None, None), None),
        (listed(0, 0), None),
        (listed(None, None, of_squad=120), Ruleset.FIRST),
        (listed(None, None, of_squad=20), Ruleset.SECOND),
        (listed(None, None, of_squad=0), None),
        (listed(5, None, of_squad=120), None),
        (listed(*[19] * 8), Ruleset.FIRST),
        (listed(20, 20, 19), Ruleset.FIRST),
        (listed(19, 19), None),
        (listed(10, 10, 10, 10, 10, 9), Ruleset.SECOND),
        (listed(*[None] * 8, of_squad=160), Ruleset.FIRST),
        (listed(*[None] * 2, of_squad=38), None),
        (listed(*[None] * 8, of_squad=50), Ruleset.SECOND),
    ],
)
def test_points_of_more_than_a_squad_of_2_5_are_those_of_2_0(squad, ruleset):
    assert ruleset_by_points(squad, STARTER) is ruleset


@pytest.mark.parametrize("known", [True, False], ids=["the pilot is known", "only the ship is known"])
def test_the_points_of_huge_ships_tell_nothing(known):
    wing = STARTER.ships["rebelalliance", "t65xwing"]
    ships = {("rebelalliance", "t65xwing"): replace(wing, size=Size.HUGE)}
    data = ShipData(ships, STARTER.pilots if known else {}, {})
    assert ruleset_by_points(listed(131), data) is None
    assert ruleset_by_points(listed(None, of_squad=131), data) is None
    beside = read({"faction": "x", "pilots": [{"id": "wedgeantilles", "points": 131}, {"id": "some", "points": 5}]})
    assert ruleset_by_points(beside, replace(data, pilots=STARTER.pilots)) is Ruleset.SECOND


def of_builder(word, *points):
    pilots = [{"id": "wedgeantilles", "ship": "t65xwing", "points": noted} for noted in points]
    return read({"faction": "rebelalliance", "pilots": pilots, "ruleset": word})


@pytest.mark.parametrize(
    ("word", "points", "ruleset"),
    [
        ("XWA", (19, 19), Ruleset.SECOND),
        ("AMG", (19, 19), Ruleset.SECOND),
        ("BETA", (19, 19), Ruleset.SECOND),
        (" legacy ", (19, 19), Ruleset.FIRST),
        ("legacy", (5, 5), Ruleset.FIRST),
        ("xwa", (54, 38), Ruleset.SECOND),
        ("", (54, 38), Ruleset.FIRST),
        ("somebody's own", (5, 5), Ruleset.SECOND),
    ],
)
def test_the_word_of_the_builder_comes_before_the_points(word, points, ruleset):
    told = ruleset_told(of_builder(word, *points), STARTER)
    assert told is not None
    assert told.ruleset is ruleset


@pytest.mark.parametrize("word", [None, 7, ["XWA"], {"name": "XWA"}, "unheard of"])
def test_a_word_that_nobody_knows_tells_nothing_and_refuses_no_list(word):
    assert ruleset_told(of_builder(word, 19, 19), STARTER) is None
