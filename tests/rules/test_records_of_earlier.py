"""Records kept from earlier states of the app are still read, and come out as the file of that time says."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.games import GAMES
from rules.gods_gloom.earlier import one_by_one
from rules.parts import opening, parted
from rules.parts_as_json import parts_from_json, parts_to_json
from rules.records import BadRecord, to_json
from rules.replay import read, report, write

KEPT = sorted((Path(__file__).parent.parent / "records").glob("*.json"))
RECORDS = [
    pytest.param(kept, id=f"{file.stem}-{kept['record']['game']}-{number}")
    for file in KEPT
    for number, kept in enumerate(json.loads(file.read_text()))
]
"""Each with what came of it then; whether it still does is said too: outcomes changed while faults were mended."""


def moves(changes):
    return sorted(json.dumps(change, sort_keys=True) for change in changes)


@pytest.mark.parametrize("kept", RECORDS)
def test_a_record_of_an_earlier_state_is_read_and_resolved(kept):
    now = report(read(kept["record"], GAMES))
    same = now["outcome"]["headline"] == kept["headline"] and moves(now["changes"]) == moves(kept["changes"])
    assert same == kept["comes_out_the_same"]
    assert same or kept["record"]["edition"] != GAMES[kept["record"]["game"]].edition, "another edition since"


@pytest.mark.parametrize("kept", RECORDS)
def test_written_again_it_has_the_number_of_its_shape_and_says_the_same(kept):
    record = read(kept["record"], GAMES)
    again = write(record)
    assert again["shape"] == record.game.shape
    assert read(again, GAMES) == record


def test_there_are_records_of_every_game():
    assert {kept.values[0]["record"]["game"] for kept in RECORDS} == set(GAMES)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_step_leaves_the_sheets_of_today_alone(game):
    """Until shapes were numbered, sheets of any shape were stored without one."""
    whole = to_json(game.demo.battle)
    for step in game.earlier:
        assert step(whole) == whole


def test_effects_were_one_text():
    assert one_by_one({"name": "x", "effects": "Hexed, Brittle Bones,,Hexed "}) == {
        "name": "x",
        "effects": ["Brittle Bones", "Hexed"],
    }


def test_parts_in_a_log_are_read_by_the_shape_that_they_had():
    game = GAMES["gods_gloom"]
    before = game.demo.battle
    after = replace(before, units=before.units[1:])
    data = parts_to_json(parted(before, after))
    data[0]["was"]["effects"] = "Hexed"
    (part,) = parts_from_json(game, data, 1)
    assert part.was == replace(before.units[0], effects=frozenset({"Hexed"}))
    with pytest.raises(BadRecord, match="effects should be a list"):
        parts_from_json(game, data, game.shape)


def test_a_whole_battle_in_a_log_is_read_by_the_shape_that_it_had():
    game = GAMES["gods_gloom"]
    data = parts_to_json(opening(game.demo.battle))
    for unit in data[0]["now"]["units"]:
        unit["effects"] = ""
    (part,) = parts_from_json(game, data, 1)
    assert part.now == game.demo.battle


@pytest.mark.parametrize("shape", [0, -1, 99, True, "1", None, 1.5, [1]])
def test_a_shape_that_is_not_known_is_refused_in_a_sentence(shape):
    data = {**RECORDS[0].values[0]["record"], "shape": shape}
    with pytest.raises(BadRecord, match=r"^Its sheets are of shape [^\n]+\.$"):
        read(data, GAMES)
