"""Corrections, and what a sheet cannot be."""

from dataclasses import replace

import pytest

from rules.correction import Correction, make
from rules.mobile_frame_zero.samples import TARGET, battle, frame
from rules.mobile_frame_zero.sheet import (
    Kind,
    Range,
    System,
    Terrain,
)
from rules.mobile_frame_zero.stations import Holding
from rules.records import BadRecord
from tests.rules.mobile_frame_zero.mfz_turns import HILL, RAIDER, done, refusal

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
