"""Costs of the ship data that are not settled yet: the data set has question marks for them."""

import pytest

from rules.records import BadRecord
from rules.x_wing.ship_data import read_ship, read_upgrades
from tests.rules.x_wing.test_xw_data import UPGRADE_LIST, XWING


@pytest.mark.parametrize("unsettled", ["?", "???", "????"])
def test_a_cost_of_question_marks_is_none_and_the_rest_is_read(unsettled):
    pilots = [{**XWING["pilots"][0], "cost": unsettled}]
    upgrades = [{**UPGRADE_LIST[1], "cost": {"value": unsettled}}]
    upgrades += [{**UPGRADE_LIST[0], "cost": {"variable": "agility", "values": {"2": unsettled, "3": 8}}}]
    _, (wedge,) = read_ship({**XWING, "pilots": pilots})
    torpedoes, shields = read_upgrades(upgrades)
    assert (wedge.cost, wedge.initiative, torpedoes.cost, torpedoes.charges.value) == (None, 6, 0, 2)
    assert shields.costs == (("3", 8),)


@pytest.mark.parametrize("cost", ["", "x", "?4", [], 1.5])
def test_a_cost_that_is_something_else_is_refused_with_its_place(cost):
    with pytest.raises(BadRecord, match=r"^ship\.pilots\[0\]\.cost should be a small whole number"):
        read_ship({**XWING, "pilots": [{**XWING["pilots"][0], "cost": cost}]})
