"""Scores, the start, and the end of a round."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.mobile_frame_zero import GAME
from rules.mobile_frame_zero.limits import company_problems
from rules.mobile_frame_zero.round import LEAVE, TAKE_ONE, EndRound
from rules.mobile_frame_zero.samples import ATTACKER, TARGET, battle, frame
from rules.mobile_frame_zero.score import next_to_act, points_per_asset, tactical_order
from rules.mobile_frame_zero.sheet import (
    Battle,
    Company,
    Range,
    Size,
    Station,
)
from rules.play import Waiting, play
from rules.starting import Start
from rules.table import Pick
from tests.rules.mobile_frame_zero.mfz_turns import HILL, done, refusal

# Scores and the start


def test_a_company_without_a_difference_has_5_points_an_asset():
    assert points_per_asset(battle(frame("Osprey", "blue", "Rd Rh Ra G"))) == {"red": 5, "blue": 5}


def test_everybody_in_a_tie_gets_the_adjustment():
    built = (("a", 4, "Rd Rh Ra G"), ("b", 4, "Rd Rh Ra"), ("c", 3, "Rd Rh Ra G"))
    frames = tuple(frame(f"{side} {n}", side, short) for side, count, short in built for n in range(count))
    stage = Battle(tuple(Company(side, side.upper()) for side, _, _ in built), frames)
    assert points_per_asset(stage) == {"a": 3, "b": 5, "c": 7}


def test_rockets_are_no_systems_and_ties_in_score_are_told():
    even = replace(
        battle(frame("Osprey", "blue", "Rd", rockets=3), attacker=frame("Raider", "red", "Rd", rockets=0)),
        started=False,
        size=Size.AGREED,
    )
    headline, _ = done("start", even, Start())
    assert headline == "The battle starts: Red company 5 (tied for defence), Blue company 5 (tied for defence)."


def test_a_build_over_its_limits_is_told_and_does_not_start():
    heavy = frame("Osprey", "blue", "B B B Y G")
    stage = replace(battle(heavy), started=False)
    assert list(company_problems(stage, "blue")) == [
        "Osprey has 5 systems. A frame has at most 4.",
        "Osprey has 3 blue systems. A frame has at most 2 of a kind.",
        "Blue company has 1 frame. With 2 players a skirmish takes 4 to 6 frames each.",
        "Blue company has no stations. With 2 players each company has 3.",
        "Blue company has no rockets. A company has exactly 3.",
    ]
    assert refusal("start", stage, Start()).endswith("frames each.")
    assert refusal("start", battle(), Start()) == "The battle has started."
    alone = Battle((Company("a", "A"),), (), started=False)
    assert refusal("start", alone, Start()) == "A battle needs at least two companies."


@pytest.mark.parametrize(
    ("players", "size", "fewest", "most", "stations"),
    [
        (2, Size.SKIRMISH, 4, 6, 3), (2, Size.BATTLE, 5, 8, 3), (3, Size.SKIRMISH, 3, 5, 2), (3, Size.BATTLE, 4, 7, 2),
        (4, Size.SKIRMISH, 3, 4, 2), (4, Size.BATTLE, 4, 6, 2), (5, Size.SKIRMISH, 3, 4, 1), (5, Size.BATTLE, 3, 5, 1),
    ],
)  # fmt: skip
def test_a_company_has_the_frames_and_the_stations_of_its_game(players, size, fewest, most, stations):
    def problems(frames, held, rockets=3):
        sides = tuple(Company(f"p{n}", f"P{n}") for n in range(players))
        built = (frame(f"Frame {n}", "p0", "Rd", rockets=rockets if n == 0 else 0) for n in range(frames))
        posts = tuple(Station(f"s{n}", f"S{n}", "p0") for n in range(held))
        stage = Battle(sides, tuple(built), stations=posts, size=size, started=False)
        return list(company_problems(stage, sides[0].key))

    assert problems(fewest, stations) == problems(most, stations) == []
    for over in (problems(fewest - 1, stations), problems(most + 1, stations), problems(most, stations + 1)):
        assert len(over) == 1
    assert len(problems(most, stations, rockets=2)) == 1


def test_the_highest_score_with_a_frame_left_acts_next():
    stage = battle(replace(TARGET, acted=False), attacker=replace(ATTACKER, acted=False), stations=(HILL,))
    assert [company.key for company in tactical_order(stage)] == ["blue", "red"]
    assert next_to_act(stage).key == "blue"
    assert next_to_act(apply(stage, ())).key == "blue"
    acted = replace(stage, frames=(stage.frames[0], replace(stage.frames[1], acted=True)))
    assert next_to_act(acted).key == "red"
    wrecked = replace(stage, frames=(replace(stage.frames[0], white=0), acted.frames[1]))
    assert next_to_act(wrecked) is None


# The end of a round


def test_the_end_of_a_round_clears_what_frames_did_and_keeps_what_they_lost():
    busy = frame(
        "Osprey", "blue", "Rd", white=1, rockets=1, acted=True, attacked=True, has_spotted=True,
        range=Range.HAND, rolled="W:4", defence=4, attack=5, movement=3, spotting=2, spot=6,
    )  # fmt: skip
    clean = frame("Osprey", "blue", "Rd", white=1, rockets=1)
    headline, pieces = done(
        "round", battle(busy), EndRound(), Pick("doomsday clock", LEAVE), Pick("doomsday clock", TAKE_ONE)
    )
    assert headline == "Round 1 ends; the doomsday clock is at 9."
    assert pieces["osprey"] == clean
    assert (pieces["battle"].round, pieces["battle"].doomsday, pieces["battle"].over) == (2, 9, False)


def test_companies_step_in_order_of_score_and_even_without_frames():
    stage = replace(battle(stations=(HILL,)), frames=battle().frames[:1])
    played = play(GAME.procedure("round").resolve, Declared(stage, EndRound()), ())
    first = played.ask.by
    played = play(GAME.procedure("round").resolve, Declared(stage, EndRound()), (Pick("doomsday clock", LEAVE),))
    assert [first, played.ask.by] == [company.key for company in tactical_order(stage)]


def test_at_0_the_battle_ends_at_once_and_nobody_steps_any_more():
    stage = replace(battle(stations=(HILL,)), doomsday=2)
    headline, pieces = done("round", stage, EndRound(), Pick("doomsday clock", TAKE_ONE))
    assert headline == "The doomsday clock is at 0: Blue company wins with 10 points."
    assert (pieces["battle"].over, pieces["battle"].doomsday, pieces["battle"].round) == (True, 0, 1)
    over, _ = done("round", replace(battle(), doomsday=1), EndRound())
    assert over == "The doomsday clock is at 0: Red company and Blue company tie with 5 points."
    assert done("round", replace(battle(), doomsday=0), EndRound())[0] == over


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"over": True}, "The battle is over."),
        ({"started": False}, "The battle has not started."),
        ({"round": 99}, "A battle has at most 99 rounds."),
    ],
)
def test_a_round_that_cannot_end_is_refused_in_words(state, sentence):
    assert refusal("round", replace(battle(), **state), EndRound()) == sentence


@pytest.mark.parametrize(("players", "rounds"), [(2, 4), (3, 3), (4, 3), (5, 2)])
def test_the_shortest_battle_takes_as_many_rounds_as_the_rulebook_gives(players, rounds):
    sides = tuple(Company(f"p{n}", f"P{n}") for n in range(players))
    stage = Battle(sides, ())
    count = 0
    while not stage.over:
        resolve, replies = GAME.procedure("round").resolve, []
        while isinstance(played := play(resolve, Declared(stage, EndRound()), replies), Waiting):
            replies.append(Pick(played.ask.label, TAKE_ONE))
        stage = apply(stage, played.outcome.changes)
        count += 1
    assert count == rounds
