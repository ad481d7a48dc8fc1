"""Every battle whose file lies in tests/battles comes in, folds to its stated end and is written as it was."""

import json
from pathlib import Path

import pytest

from companion.files import format_1
from companion.files.envelope import CAMPAIGN, READ, VERSION, written
from companion.files.exporting import battle_file, campaign_file, ending
from companion.files.gathering import gathered
from companion.files.importing import bring_in
from companion.models import GloomArmy
from companion.services.auditing import audited
from companion.services.refusals import Refusal
from rules.games import GAMES
from tests.companion.test_ending_page import gate

__all__ = ("gate",)

FOLDER = Path(__file__).parents[1] / "battles"
FILES = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_battle_that_was_played_comes_to_its_end_again(db, path):
    data = path.read_bytes()
    (battle,) = bring_in(data).battles
    assert battle.over
    found = audited(battle)
    assert (found.differs, found.cannot_run) == ((), ())
    assert found.same > 0
    said = json.loads(data)
    again = battle_file(battle)
    if said["version"] == VERSION:
        assert again == data
        return
    before, now = said["content"], json.loads(again)["content"]
    for content in (before, now):
        assert content["ending"]["said"]
        for name in format_1.ROUNDS:
            content["ending"].pop(name, None)
    assert now == before, "an earlier format told fewer rounds, and all else alike"
    (once_more,) = bring_in(again).battles
    assert battle_file(once_more) == again


def test_a_lock_that_was_spent_beside_fire_control_system_stands(db):
    """By "Second edition 3" both rerolled dice of one attack."""
    (battle,) = bring_in((FOLDER / "x_wing_fire_control_second_edition_3.json").read_bytes()).battles
    (finding,) = audited(battle).otherwise
    assert finding.edition == "Second edition 3"
    assert "it cannot be resolved again" in finding.sentence


def test_there_are_files_of_every_format_that_is_read():
    assert {json.loads(path.read_bytes())["version"] for path in FILES} == set(READ)


def test_the_file_of_a_campaign_of_format_1_comes_in_too(db):
    """Its battles tell the rounds as they did then."""
    before = json.loads((FOLDER / "x_wing.json").read_bytes())["content"]
    (battle,) = bring_in((FOLDER / "x_wing.json").read_bytes()).battles
    said = json.loads(campaign_file(battle.home))["content"]
    said["battles"][0]["ending"] = before["ending"]
    file = written(CAMPAIGN, said).replace(f'"version": {VERSION}'.encode(), b'"version": 1', 1)
    (again,) = bring_in(file).battles
    assert battle_file(again) == battle_file(battle)
    said["battles"][0]["ending"]["scores"][0]["scores"][-1] += 1
    with pytest.raises(Refusal, match="not as the app writes it"):
        bring_in(written(CAMPAIGN, said).replace(f'"version": {VERSION}'.encode(), b'"version": 1', 1))


def test_rounds_in_which_nobody_scored_are_told(db, gate):
    gate.events.filter(headline="The first side scores.").delete()
    GloomArmy.objects.filter(pk=gate.sides.first().pk).update(score=0, soulshards=0)
    found = ending(*gathered([gate]))
    assert (found["rounds"], found["rounds_played"]) == ([1, 2], 2)
    assert [side["scores"] for side in found["scores"]] == [[0, 0], [0, 3]]


def test_a_game_without_points_tells_its_rounds_too(db):
    (battle,) = bring_in((FOLDER / "airsoft_squads.json").read_bytes()).battles
    found = ending(*gathered([battle]))
    assert (found["rounds"], found["rounds_played"], found["scores"]) == ([1, 2], 2, [])


def test_a_battle_that_was_set_back_by_hand_tells_the_round_that_it_ended_in(db, gate):
    turn = gate.events.get(headline="The round ends.")
    gate.events.filter(pk=turn.pk).update(changes=[{**turn.changes[0], "before": 3, "after": 2}])
    found = ending(*gathered([gate]))
    assert (found["rounds"], found["rounds_played"]) == ([2], 1)


def test_there_is_one_of_each_game():
    assert {json.loads(path.read_bytes())["content"]["game"] for path in FILES} == set(GAMES)
