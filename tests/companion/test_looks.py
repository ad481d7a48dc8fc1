"""Sides have a colour and an emblem: chosen, meant by the name, or by their seat."""

import pytest

from companion.bootstrap import ROOT
from companion.looks import COLOURS, EMBLEMS, looks_of
from companion.models import Side


def looks(*sides):
    """The looks of sides, each by its name and the colour and the emblem that were chosen."""
    return looks_of([Side(name=name, colour=colour, emblem=emblem) for name, colour, emblem in sides])


def colours(*sides):
    return [look.colour for look in looks(*sides)]


@pytest.mark.parametrize(
    ("name", "colour"), [("Red squad", "ember"), ("The BLUE army", "cobalt"), ("Greens", "ember"), ("Green", "forest")]
)
def test_a_side_called_by_a_colour_has_it(name, colour):
    assert colours((name, "", "")) == [colour]


def test_sides_for_which_nobody_chose_have_colours_and_emblems_of_their_own():
    found = looks(*((name, "", "") for name in "ABCDE"))
    assert len({look.colour for look in found}) == len({look.emblem for look in found}) == 5
    assert [look.place for look in found] == [1, 2, 3, 4, 5]


def test_a_colour_that_is_taken_by_name_or_choice_is_given_to_nobody_else():
    found = colours(("A", "", ""), ("Orange", "", ""), ("B", "indigo", ""), ("C", "", ""))
    assert found[1:3] == ["ember", "indigo"]
    assert len(set(found)) == 4


@pytest.mark.parametrize("names", [("Black", "White"), ("Red", "Orange"), ("Fire", "Red")])
def test_of_two_names_that_mean_one_colour_the_first_one_has_it(names):
    first, second = colours(*((name, "", "") for name in names))
    assert colours((names[0], "", "")) == [first]
    assert second != first


def test_a_colour_that_somebody_chose_goes_before_a_name_that_means_it():
    found = colours(("Red", "", ""), ("A", "ember", ""))
    assert found[1] == "ember" != found[0]


def test_what_was_chosen_holds_also_twice():
    assert colours(("A", "teal", ""), ("B", "teal", "")) == ["teal", "teal"]
    assert looks(("A", "", "skull"))[0].emblem == "skull"


def test_the_models_offer_what_the_pages_can_draw():
    offered = {name for name, _ in Side._meta.get_field("colour").choices}
    assert offered == set(COLOURS)
    sheet = (ROOT / "static/table.css").read_text(encoding="utf-8")
    icons = (ROOT / "static/icons.svg").read_text(encoding="utf-8")
    assert all(f'[data-side="{colour}"]' in sheet for colour in COLOURS)
    assert all(f'id="em-{emblem}"' in icons for emblem in EMBLEMS)
