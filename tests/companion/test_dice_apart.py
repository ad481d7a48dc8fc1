"""Dice are told apart by what is drawn, never by their colour alone, and the pad draws them like the pages."""

import re
from itertools import combinations

import pytest
from django.conf import settings

from companion.templatetags.dice import SHAPES, die
from rules.gods_gloom.dice import BLUE, RED
from rules.mobile_frame_zero.pool import DICE as FRAMES
from rules.troops_and_supplies.sheet import DICE as TROOPS
from rules.x_wing.dice import DICE as SHIPS

TOGETHER = {
    "gods_gloom": [RED.name, BLUE.name],
    "mobile_frame_zero": [one.name for one in FRAMES.values()],
    "troops_and_supplies": [f"d{sides}" for sides in TROOPS],
    "x_wing": [one.name for one in SHIPS.values()],
}
"""The names of the dice that lie on one table."""

PAD = (settings.BASE_DIR / "static/dice-pad.js").read_text(encoding="utf-8")
ICONS = (settings.BASE_DIR / "static/icons.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", TOGETHER)
def test_two_dice_of_one_table_that_show_the_same_are_drawn_apart(game):
    drawn = {name: die(name, "3") for name in TOGETHER[game]}
    for one, other in combinations(drawn, 2):
        assert drawn[one] != drawn[other], (one, other)


@pytest.mark.parametrize("name", [name for names in TOGETHER.values() for name in names])
def test_a_die_of_a_colour_carries_its_letter(name):
    letter = re.findall(r'<use class="letter" href="[^"]*#(letter-\w)"', die(name, "5"))
    assert letter == ([] if name.startswith("d") else [f"letter-{name[0]}"])
    assert all(f'<text id="{one}">' in ICONS for one in letter)


def test_the_pad_knows_the_same_shapes_and_the_sheet_holds_them_all():
    of_pad = dict(re.findall(r'"?([\w ]+?)"?: "(\w+)"', re.search(r"SHAPES = {(.*?)}", PAD, re.S)[1]))
    assert {name.strip(): shape for name, shape in of_pad.items()} == SHAPES
    assert all(f'<symbol id="{shape}"' in ICONS for shape in ("d6", *SHAPES.values()))
