"""Who has won a battle that is over, game by game, as the game's own end says it; nobody where no text tells."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.games import GAMES
from rules.gods_gloom.examples.parts import battle as of_units
from rules.mobile_frame_zero.samples import battle as of_frames
from rules.mobile_frame_zero.samples import frame
from rules.play import play
from rules.table import Pick
from rules.x_wing.samples import ACADEMY, HOWLRUNNER, WEDGE
from rules.x_wing.samples import battle as of_ships
from rules.x_wing.sheet import Phase, Ruleset, Settings
from rules.x_wing.ship import Status

GONE = {"status": Status.REMOVED}


def ended(game, sheet, slug, *replies, **answers):
    """How the end is told, and the names of who has won then."""
    procedure = GAMES[game].procedure(slug)
    played = play(procedure.resolve, Declared(sheet, procedure.declare(answers)), replies)
    after = apply(sheet, played.outcome.changes)
    assert after.over
    won = GAMES[game].winners(after)
    return played.outcome.headline, [side.name for side in after.sides if side.key in won]


@pytest.mark.parametrize("slug", ["advance", "finish"])
def test_the_only_squad_with_ships_wins_whatever_the_points(slug):
    # Both rebels gave more points than the one imperial ship.
    rebels = (
        replace(WEDGE, cost=90, **GONE),
        replace(WEDGE, key="biggs", name="Biggs", weapons=(), upgrades=(), cost=90, **GONE),
    )
    imperials = replace(HOWLRUNNER, cost=1), replace(ACADEMY, cost=1)
    sheet = of_ships(rebels[0], imperials[0], rebels[1], imperials[1], phase=Phase.END)
    assert ended("x_wing", sheet, slug) == (
        "The battle is over: only Imperials has ships left and wins.",
        ["Imperials"],
    )
    other = of_ships(WEDGE, replace(HOWLRUNNER, cost=1, **GONE), phase=Phase.END)
    loser = replace(other.squads[1], mission=19)
    lasting = replace(other, squads=(other.squads[0], loser), settings=Settings(Ruleset.SECOND))
    assert ended("x_wing", lasting, slug)[1] == ["Rebels"]


@pytest.mark.parametrize("slug", ["advance", "finish"])
def test_nobody_is_named_where_no_ship_is_left(slug):
    sheet = of_ships(replace(WEDGE, cost=9, **GONE), replace(HOWLRUNNER, cost=1, **GONE), phase=Phase.END)
    assert ended("x_wing", sheet, slug) == ("The battle is over: no ship is left.", [])


def test_squads_that_both_have_ships_compare_their_points_and_may_tie():
    lost = replace(ACADEMY, cost=20, **GONE)
    assert ended("x_wing", of_ships(WEDGE, HOWLRUNNER, lost), "finish")[1] == ["Rebels"]
    headline, won = ended("x_wing", of_ships(WEDGE, HOWLRUNNER), "finish")
    assert (headline, won) == ("The battle is over: Rebels and Imperials tie with 0 points.", ["Rebels", "Imperials"])


def test_the_highest_score_wins_when_the_clock_is_at_0_and_not_before():
    sheet = replace(of_frames(frame("Osprey", "blue", "Rd", white=0)), doomsday=1)
    headline, won = ended("mobile_frame_zero", sheet, "round")
    assert headline.startswith("The doomsday clock is at 0: Red company wins with ")
    assert won == ["Red company"]
    tied = replace(of_frames(frame("Osprey", "blue", "Rd")), doomsday=1)
    assert ended("mobile_frame_zero", tied, "round")[1] == ["Red company", "Blue company"]
    assert GAMES["mobile_frame_zero"].winners(replace(sheet, over=True)) == ()


@pytest.mark.parametrize(
    ("horde", "host", "said", "named"),
    [
        (1, 2, "Unliving Host wins.", ["Unliving Host"]),
        (2, 1, "Horde wins.", ["Horde"]),
        (1, 1, "nobody wins alone.", ["Horde", "Unliving Host"]),
    ],
)
def test_the_most_soulshards_win_and_nobody_alone_in_a_tie(horde, host, said, named):
    headline, won = ended("gods_gloom", of_units((1, 0), (1, 0)), "round", horde=horde, host=host, last=True)
    assert headline.endswith(f", {said}")
    assert won == named


def test_the_players_say_who_has_won_or_that_nobody_has():
    sheet = GAMES["airsoft_squads"].demo.battle
    for squad in sheet.squads:
        headline, won = ended("airsoft_squads", sheet, "finish", Pick("winner", squad.key))
        assert (headline, won) == (f"{squad.name} wins the battle.", [squad.name])
    assert ended("airsoft_squads", sheet, "finish", Pick("winner", "draw")) == ("The battle ends in a draw.", [])


def test_a_text_that_tells_no_winner_names_none():
    sheet = GAMES["troops_and_supplies"].demo.battle
    (first, *_) = sheet.armies
    alone = replace(sheet, units=tuple(unit for unit in sheet.units if unit.army == first.key))
    for battle in (sheet, alone):
        headline, won = ended("troops_and_supplies", battle, "end")
        assert headline.startswith("The battle ends: ")
        assert won == []
