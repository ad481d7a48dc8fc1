"""Every battle whose file lies in tests/battles comes in, folds to its stated end and is written as it was."""

import json
from pathlib import Path

import pytest

from companion.files.exporting import battle_file, ending
from companion.files.gathering import gathered
from companion.files.importing import bring_in
from companion.services.auditing import audited
from rules.games import GAMES

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
    said = json.loads(data)["content"]["ending"]
    assert ending(*gathered([battle])) == said
    assert said["said"]
    assert battle_file(battle) == data


def test_there_is_one_of_each_game():
    assert {json.loads(path.read_bytes())["content"]["game"] for path in FILES} == set(GAMES)
