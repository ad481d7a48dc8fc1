"""Results are added up, and schemes put players in order."""

import pytest

from rules.games import GAMES
from rules.results import How, SideResult, of_players, results_of
from rules.standings.schemes import SCHEMES, scheme_of
from rules.standings.tallies import Tally, ranked, tallied, together

ANNA = [SideResult("a", How.WON, 5, 3), SideResult("a", How.LOST, 1, 9), SideResult("a", How.TIED, 4, 4)]
BEN = [SideResult("b", How.LOST, 3, 5), SideResult("b", How.WON, 9, 1), SideResult("b", How.ENDED, 2, 0)]


def season():
    return tallied([*(("Anna", one) for one in ANNA), *(("Ben", one) for one in BEN)])


def test_results_are_added_up():
    assert season() == {"Anna": Tally(3, 1, 1, 1, 10, 16), "Ben": Tally(3, 1, 0, 1, 14, 6)}
    assert season()["Anna"].margin == -6


def test_it_makes_no_difference_in_which_parts_they_are_added_up():
    first = tallied([("Anna", ANNA[0]), ("Ben", BEN[0])])
    rest = tallied([*(("Anna", one) for one in ANNA[1:]), *(("Ben", one) for one in BEN[1:])])
    assert together(first, rest) == season()


@pytest.mark.parametrize(
    ("slug", "order"), [("wins", ["Anna", "Ben"]), ("points", ["Ben", "Anna"]), ("margin", ["Ben", "Anna"])]
)
def test_each_scheme_has_its_order(slug, order):
    places = ranked(season(), scheme_of(slug, has_points=True))
    assert [(one.place, one.who) for one in places] == [(1, order[0]), (2, order[1])]


def test_who_is_even_shares_a_place_and_the_next_one_is_left_out():
    tallies = {"Anna": Tally(1, 1), "Ben": Tally(1, 1), "Cleo": Tally(1, lost=1)}
    assert [one.place for one in ranked(tallies, SCHEMES[0])] == [1, 1, 3]


def test_a_scheme_by_points_says_nothing_where_there_are_none():
    assert scheme_of("margin", has_points=False).slug == "wins"
    assert scheme_of("gone", has_points=True).slug == "wins"


def test_the_names_of_schemes_fit_where_a_campaign_keeps_them():
    assert len({scheme.slug for scheme in SCHEMES}) == len(SCHEMES)
    assert all(len(scheme.slug) <= 20 for scheme in SCHEMES)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_a_battle_that_goes_on_has_no_results(game):
    assert results_of(game, game.demo.battle) == ()


def result(side, how, score, rival):
    return SideResult(side, how, score, rival)


@pytest.mark.parametrize(
    ("of_sides", "of_players_"),
    [
        (
            [("a", How.WON, 5, 4), ("b", How.LOST, 4, 5), ("c", How.LOST, 2, 5)],
            [("a", How.WON, 5, 2), ("c", How.LOST, 2, 5)],
        ),
        (
            [("a", How.LOST, 1, 5), ("b", How.LOST, 4, 5), ("c", How.WON, 5, 4)],
            [("b", How.LOST, 4, 5), ("c", How.WON, 5, 4)],
        ),
        (
            [("a", How.TIED, 5, 5), ("b", How.TIED, 5, 5), ("c", How.LOST, 2, 5)],
            [("a", How.WON, 5, 2), ("c", How.LOST, 2, 5)],
        ),
        (
            [("a", How.LOST, 3, 5), ("b", How.TIED, 5, 5), ("c", How.TIED, 5, 5)],
            [("b", How.TIED, 5, 5), ("c", How.TIED, 5, 5)],
        ),
        (
            [("a", How.ENDED, 3, 7), ("b", How.ENDED, 7, 3), ("c", How.ENDED, 1, 7)],
            [("b", How.ENDED, 7, 1), ("c", How.ENDED, 1, 7)],
        ),
    ],
)
def test_whoever_plays_several_sides_has_one_result_against_the_others(of_sides, of_players_):
    plays = {"a": "Anna", "b": "Anna", "c": "Cleo"}
    assert of_players([result(*one) for one in of_sides], plays) == tuple(result(*one) for one in of_players_)


def test_where_everybody_plays_one_side_the_results_are_those_of_the_sides():
    sides = (result("a", How.TIED, 5, 5), result("b", How.TIED, 5, 5), result("c", How.LOST, 2, 5))
    assert of_players(sides, {"a": "Anna", "b": "Ben", "c": "Cleo"}) == sides
