"""A frame's turn, typed values, spots, stations, corrections, the start and the end of a round."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply, keyed
from rules.correction import Correction, make
from rules.game import Illegal
from rules.mobile_frame_zero import GAME, questions
from rules.mobile_frame_zero.limits import company_problems
from rules.mobile_frame_zero.pool import pool
from rules.mobile_frame_zero.round import LEAVE, TAKE_ONE, EndRound
from rules.mobile_frame_zero.samples import ATTACKER, TARGET, battle, frame
from rules.mobile_frame_zero.score import next_to_act, points_per_asset, tactical_order
from rules.mobile_frame_zero.sheet import (
    Battle,
    Company,
    Kind,
    Range,
    Replacing,
    Settings,
    Size,
    Station,
    System,
    Terrain,
)
from rules.mobile_frame_zero.spot import Spot
from rules.mobile_frame_zero.stations import Holding
from rules.mobile_frame_zero.turn import Activation, Assignment
from rules.mobile_frame_zero.values import Values
from rules.play import Resolved, Waiting, play
from rules.records import BadRecord
from rules.starting import Start
from rules.table import Dice, Pick

RAIDER = frame("Raider", "red", "Rd G", rockets=1)
HILL = Station("hill", "Hill", "blue")


def done(slug, stage, declared, *replies):
    played = play(GAME.procedure(slug).resolve, Declared(stage, declared), replies)
    assert isinstance(played, Resolved), played
    return played.outcome.headline, keyed(apply(stage, played.outcome.changes))


def refusal(slug, stage, declared):
    with pytest.raises(Illegal) as refused:
        play(GAME.procedure(slug).resolve, Declared(stage, declared), ())
    return str(refused.value)


def picks(**dice):
    return tuple(Pick(f"{action} die", die) for action, die in dice.items())


# The pool


@pytest.mark.parametrize(
    ("short", "reach", "rockets", "dice"),
    [
        ("", Range.HAND, 0, "2 white d6, 1 green d8"),
        ("Rh", Range.HAND, 0, "2 white d6, 2 red d6, 1 green d8"),
        ("Rh Rh", Range.HAND, 0, "2 white d6, 2 red d6, 1 red d8, 1 green d8"),
        ("Rd Ra", Range.ARTILLERY, 0, "2 white d6, 2 red d6"),
        ("Rd", Range.DIRECT, 3, "2 white d6, 2 red d6, 3 red d8"),
        ("G G", Range.DIRECT, 1, "2 white d6, 1 red d8, 2 green d6, 1 green d8"),
        ("Ra B B Y", Range.HAND, 0, "2 white d6, 2 blue d6, 1 yellow d6"),
    ],
)
def test_a_pool_is_what_its_systems_give_for_the_range(short, reach, rockets, dice):
    assert ", ".join(map(str, pool(frame("Raider", "red", short), reach, rockets))) == dice


def test_a_lost_white_die_and_lost_systems_are_not_rolled():
    hurt = frame("Raider", "red", "Rd", white=1)
    hurt = replace(hurt, systems=(*hurt.systems, System("shield", "shield", Kind.BLUE, lost=True)))
    assert ", ".join(map(str, pool(hurt, Range.HAND))) == "1 white d6"


# Activation and assignment

POOL = Dice("pool", ((6, 2), (5, 1), (7,), (4,)))


def test_an_activation_assigns_at_most_one_die_to_each_action_and_white_is_wild():
    headline, pieces = done(
        "activation",
        battle(attacker=RAIDER),
        Activation("raider", Range.DIRECT, 1, names="osprey"),
        POOL,
        *picks(defence="W:6", attack="R8:7", movement="G:4", spot="W:2"),
    )
    assert headline == "Raider acts against Osprey: defence 6, attack 7, movement 4, spot 2."
    raider = pieces["raider"]
    assert (raider.defence, raider.attack, raider.movement, raider.spotting) == (6, 7, 4, 2)
    assert (raider.acted, raider.attacked, raider.rockets, raider.range) == (True, False, 0, Range.DIRECT)
    assert raider.rolled == ""


def test_a_die_is_assigned_once_and_only_to_its_own_actions():
    stage, declared = battle(attacker=RAIDER), Activation("raider", Range.DIRECT, 1)
    resolve = GAME.procedure("activation").resolve
    waiting = play(resolve, Declared(stage, declared), (POOL, *picks(defence="W:6")))
    assert isinstance(waiting, Waiting)
    assert waiting.ask.options == ("R8:7", "R:5", "R:1", "W:2", "none")
    waiting = play(resolve, Declared(stage, declared), (POOL, *picks(defence="none", attack="none", movement="W:6")))
    assert waiting.ask.options == ("W:2", "none")


def test_a_frame_without_an_attack_die_gives_its_attack_up():
    _, pieces = done(
        "activation",
        battle(attacker=RAIDER),
        Activation("raider", Range.HAND),
        Dice("pool", ((6, 2), (4,))),
        *picks(defence="none", attack="none", movement="none", spot="none"),
    )
    assert (pieces["raider"].attacked, pieces["raider"].defence) == (True, 0)


@pytest.mark.parametrize(
    ("state", "declared", "sentence"),
    [
        ({"acted": True}, Activation("raider", Range.HAND), "Raider has acted this round."),
        ({"white": 0}, Activation("raider", Range.HAND), "Raider is destroyed."),
        ({}, Activation("nobody", Range.HAND), "That frame is not in this battle."),
        ({}, Activation("raider", Range.ARTILLERY), "Raider has no artillery weapon left."),
        ({}, Activation("raider", Range.HAND, 1), "Rockets are direct fire."),
        ({}, Activation("raider", Range.DIRECT, 2), "Raider has 1 rocket, not 2."),
        (
            {"systems": ()},
            Activation("raider", Range.DIRECT),
            "Raider has no direct fire weapon left: it must fire a rocket.",
        ),
        ({}, Activation("raider", Range.HAND, names="raider"), "Raider is on the same side."),
        ({}, Activation("raider", Range.HAND, names="hill"), "Only frames and terrain can be attacked."),
    ],
)  # fmt: skip
def test_an_activation_that_cannot_be_is_refused_in_words(state, declared, sentence):
    assert refusal("activation", battle(attacker=replace(RAIDER, **state)), declared) == sentence


def test_the_rest_of_a_pool_is_assigned_later():
    waiting = replace(TARGET, rolled="W:4 R:5 Y:6", range=Range.DIRECT)
    headline, pieces = done(
        "assignment", battle(waiting), Assignment("osprey"), *picks(attack="R:5", movement="W:4", spot="Y:6")
    )
    assert headline == "Osprey finishes its turn: defence 5, attack 5, movement 4, spot 6."
    assert (pieces["osprey"].rolled, pieces["osprey"].attack) == ("", 5)
    assert refusal("assignment", battle(), Assignment("osprey")) == "Osprey has no dice left to assign."


def test_the_questions_of_an_activation_tell_the_pool():
    asked = questions.activation_questions(battle(attacker=RAIDER), {"actor": "raider", "rockets": 1})
    assert [question.name for question in asked] == ["range", "rockets", "names"]
    assert asked[0].help == "rolls 2 white d6, 2 red d6, 1 red d8, 1 green d6"


# Typed values


def test_typed_values_are_a_turn_and_take_the_place_of_rolled_dice():
    waiting = replace(TARGET, rolled="W:4 R:5", defence=5)
    headline, pieces = done("values", battle(waiting), Values("osprey", attack=7, spotting=3))
    assert headline == "Osprey assigns attack 7, spot 3."
    assert (pieces["osprey"].attack, pieces["osprey"].spotting, pieces["osprey"].rolled) == (7, 3, "")
    _, pieces = done("values", battle(attacker=RAIDER), Values("raider", movement=8))
    assert (pieces["raider"].acted, pieces["raider"].defence, pieces["raider"].movement) == (True, 0, 8)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Enter at least one value that is not there yet."),
        ({"defence": 5}, "Enter at least one value that is not there yet."),
        ({"defence": 4}, "Osprey has a defence of 5 for this round."),
        ({"defence": 7}, "Defence is 0 to 6. You entered 7."),
        ({"attack": 9}, "Attack is 1 to 8. You entered 9."),
        ({"attack": 0}, "Attack is 1 to 8. You entered 0."),
        ({"attack": 4}, "Osprey has used its attack this round."),
        ({"spotting": 4}, "Osprey has placed its spot this round."),
        ({"spotting": 7}, "Spot is 1 to 6. You entered 7."),
        ({"movement": -1}, "Movement is 1 to 8. You entered -1."),
    ],
)
def test_values_that_cannot_be_are_refused_in_words(values, sentence):
    spent = replace(TARGET, attacked=True, has_spotted=True)
    assert refusal("values", battle(spent), Values("osprey", **values)) == sentence


# Spots


@pytest.mark.parametrize(
    ("yellow", "beyond", "in_cover", "allowed"),
    [
        (0, False, False, True), (0, False, True, False), (0, True, False, False),
        (1, False, False, True), (1, False, True, True), (1, True, False, False),
        (2, True, True, True), (2, True, False, True),
    ],
)  # fmt: skip
def test_who_can_be_spotted_depends_on_the_yellow_systems(yellow, beyond, in_cover, allowed):
    stage = battle(attacker=frame("Raider", "red", "Y " * yellow))
    declared = Spot("raider", "osprey", 4, beyond_direct_fire=beyond, in_cover=in_cover)
    if allowed:
        _, pieces = done("spot", stage, declared)
        assert (pieces["osprey"].spot, pieces["raider"].has_spotted, pieces["raider"].acted) == (4, True, True)
    else:
        assert "spotting it takes" in refusal("spot", stage, declared)


@pytest.mark.parametrize(
    ("state", "declared", "sentence"),
    [
        ({"has_spotted": True}, Spot("raider", "osprey", 4), "Raider has placed its spot this round."),
        ({"rolled": "Y:4"}, Spot("raider", "osprey", 4), "Raider has rolled its pool: assign its dice first."),
        ({"white": 0}, Spot("raider", "osprey", 4), "Raider is destroyed."),
        ({"spotting": 3}, Spot("raider", "osprey", 4), "Raider assigned a spot die of 3, not 4."),
        ({}, Spot("raider", "osprey", 7), "A spot die shows 1 to 6. You entered 7."),
        ({}, Spot("raider", "raider", 4), "Raider is on the same side."),
        ({}, Spot("raider", "ruin", 4), "Only frames can be spotted."),
        ({}, Spot("raider", "hill", 4), "Only frames can be spotted."),
    ],
)
def test_a_spot_that_cannot_be_is_refused_in_words(state, declared, sentence):
    stage = battle(attacker=replace(RAIDER, **state), terrain=(Terrain("ruin", "ruin", 1),), stations=(HILL,))
    assert refusal("spot", stage, declared) == sentence


def test_only_a_higher_spot_replaces_another_unless_the_players_agreed_otherwise():
    spotted = battle(replace(TARGET, spot=4), attacker=RAIDER)
    for value in (3, 4):
        assert "only a higher one replaces it" in refusal("spot", spotted, Spot("raider", "osprey", value))
    _, pieces = done("spot", spotted, Spot("raider", "osprey", 5))
    assert pieces["osprey"].spot == 5
    always = replace(spotted, settings=Settings(replacing=Replacing.ALWAYS))
    _, pieces = done("spot", always, Spot("raider", "osprey", 3))
    assert pieces["osprey"].spot == 3


def test_a_spot_that_no_die_can_replace_is_not_offered():
    assert questions.spotted(battle(replace(TARGET, spot=6), attacker=RAIDER), "raider")["osprey"]
    lower = replace(RAIDER, spotting=4)
    assert questions.spotted(battle(replace(TARGET, spot=4), attacker=lower), "raider")["osprey"]


# Stations


def test_a_contested_station_is_nobodys_and_costs_its_owner():
    stage = battle(stations=(HILL,))
    headline, pieces = done("holding", stage, Holding("hill", None))
    assert headline == "Hill is contested and nobody's."
    assert (stage.company("blue").score, pieces["blue"].score, pieces["red"].score) == (10, 5, 5)


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        (Holding("hill", "blue"), "Hill is held like that already."),
        (Holding("hill", "green"), "That company is not in this battle."),
        (Holding("raider", "red"), "That station is not in this battle."),
    ],
)
def test_a_holding_that_cannot_be_is_refused_in_words(declared, sentence):
    assert refusal("holding", battle(stations=(HILL,)), declared) == sentence


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
        "Blue company has 0 stations. With 2 players each company has 3.",
        "Blue company has 0 rockets. A company has exactly 3.",
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


# Corrections


def test_a_correction_sets_a_frame_right_and_its_score_follows():
    _, pieces = done("correction", battle(), Correction("osprey", (("white", 1), ("osprey-1", True), ("spot", 3))))
    assert (pieces["osprey"].white, pieces["osprey-1"].lost, pieces["osprey"].spot) == (1, True, 3)
    assert pieces["blue"].score == 5


def test_a_frame_corrected_to_no_white_dice_is_destroyed_with_all_that_lies_by_it():
    armed = replace(TARGET, rockets=2, rolled="W:4", defence=3)
    _, pieces = done("correction", battle(armed), Correction("osprey", (("white", 0), ("spot", 3))))
    osprey = pieces["osprey"]
    assert (osprey.standing, osprey.destroyed_by, pieces["blue"].score) == (False, "a correction", 0)
    assert (osprey.rockets, osprey.rolled, osprey.defence, osprey.spot) == (0, "", None, None)


def test_a_destroyed_frame_is_brought_back_with_its_white_dice():
    wreck = replace(TARGET, white=0, status="destroyed", destroyed_by="Raider")
    stage = battle(replace(wreck, status=type(TARGET.status).DESTROYED))
    _, pieces = done("correction", stage, Correction("osprey", (("white", 2),)))
    assert (pieces["osprey"].standing, pieces["osprey"].destroyed_by, pieces["blue"].score) == (True, "", 5)


def test_a_frame_that_has_not_acted_after_all_has_named_nothing():
    busy = replace(TARGET, range=Range.DIRECT, rolled="W:4")
    _, pieces = done("correction", battle(busy), Correction("osprey", (("acted", False),)))
    assert (pieces["osprey"].range, pieces["osprey"].rolled) == (None, "")


@pytest.mark.parametrize(
    ("slug", "declared"),
    [("holding", Holding("hill", "red")), ("correction", Correction("osprey", (("white", 1),)))],
)
def test_nobody_has_points_before_the_start(slug, declared):
    built = battle(stations=(HILL,))
    stage = replace(built, started=False, companies=tuple(replace(c, score=0) for c in built.companies))
    _, pieces = done(slug, stage, declared)
    assert [pieces[company.key].score for company in stage.companies] == [0, 0]


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        (Correction("osprey", ()), "Osprey shows that already."),
        (Correction("osprey", (("white", 2),)), "Osprey shows that already."),
        (Correction("osprey", (("white", 3),)), "“White dice” cannot be 3."),
        (Correction("osprey", (("white", True),)), "“White dice” cannot be True."),
        (Correction("osprey", (("raider-1", True),)), "Osprey has no “raider-1” to correct."),
        (Correction("osprey", (("score", 9),)), "Osprey has no “score” to correct."),
        (Correction("ruin", (("hits_left", 100),)), "“Hits until it is ruined” cannot be 100."),
        (Correction("nobody", (("white", 1),)), "That piece is not in this battle."),
    ],
)
def test_a_correction_that_cannot_be_is_refused_in_words(declared, sentence):
    assert refusal("correction", battle(terrain=(Terrain("ruin", "ruin", 1),)), declared) == sentence


def test_a_correction_needs_a_piece():
    with pytest.raises(BadRecord):
        make({"white": 1})


def test_a_piece_with_the_key_of_a_track_is_still_that_piece():
    stage = replace(battle(), terrain=(Terrain("white", "white wall", 1),))
    _, pieces = done("correction", stage, Correction("osprey", (("white", 1),)))
    assert (pieces["osprey"].white, pieces["white"].hits_left) == (1, 1)


# The sheet


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"white": 3}, "white dice must be 0 to 2, not 3"),
        ({"rockets": 4}, "rockets must be 0 to 3, not 4"),
        ({"defence": 7}, "defence must be 0 to 6, not 7"),
        ({"spot": 0}, "spot on it must be 1 to 6, not 0"),
        ({"rolled": "W:7"}, "rolled dice must look like"),
        ({"rolled": "W:4  B:2"}, "rolled dice must look like"),
        ({"rolled": "nonsense"}, "rolled dice must look like"),
        ({"systems": (System("x", "x", Kind.BLUE),) * 13}, "systems must be 0 to 12, not 13"),
    ],
)
def test_impossible_sheets_are_refused(state, sentence):
    with pytest.raises(ValueError, match=sentence):
        replace(TARGET, **state)


def test_keys_are_there_unique_and_lead_somewhere():
    with pytest.raises(ValueError, match="the key 'raider' is used 2 times"):
        battle(TARGET, frame("Raider", "blue", ""))
    with pytest.raises(ValueError, match="no company has the key 'green'"):
        battle(frame("Osprey", "green", ""))
    with pytest.raises(ValueError, match="must not be empty"):
        battle(TARGET, replace(RAIDER, key="", systems=()))
