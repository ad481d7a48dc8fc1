"""Battles at random in every game: what is stored is what the log leads to, after every step."""

import json

import pytest

from companion.management.broken import Broken
from companion.management.commands.fuzz import Command
from companion.management.fuzzing import Fuzz, fuzzed
from companion.models import Event, Side
from rules.games import GAMES
from tests.companion.serving import manage

FEW, TOGETHER, STEPS = 5, 8, 8
"""Two hundred battles over five games, so many in one test."""
OTHERS = pytest.mark.any_database
"""More battles try more of the rules, by the same queries."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("group", [0, *(pytest.param(group, marks=OTHERS) for group in range(1, FEW))])
def test_what_is_stored_is_what_the_log_leads_to(db, game, group):
    for number in range(TOGETHER):
        assert fuzzed(game, group * TOGETHER + number, STEPS).steps == STEPS


@pytest.mark.parametrize("game", GAMES)
def test_a_long_battle_is_too(db, game):
    assert fuzzed(game, 1000, 30).steps == 30


def test_what_no_entry_tells_is_found(db):
    fuzz = fuzzed("mobile_frame_zero", 1, 3)
    Side.objects.filter(battle=fuzz.battle).update(score=77)
    with pytest.raises(Broken, match="has 77 points stored"):
        fuzz.check()


def test_an_entry_that_is_lost_is_found(db):
    fuzz = fuzzed("mobile_frame_zero", 4, 0)
    while not Event.objects.filter(battle=fuzz.battle, kind="attack").exclude(changes=[]).exists():
        fuzz.declare()
    Event.objects.filter(battle=fuzz.battle, kind="attack").update(changes=[])
    with pytest.raises(Broken):
        fuzz.check()


def test_the_command_keeps_the_first_failure_in_a_file(db, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)

    def wrong(fuzz):
        Side.objects.filter(battle=fuzz.battle).update(score=77)

    monkeypatch.setattr(Fuzz, "step", wrong)
    with pytest.raises(SystemExit) as ended:
        Command().play(1, 3, 5)
    assert ended.value.code == 1
    assert "Mobile Frame Zero, number 5: Broken(" in capsys.readouterr().err
    kept = json.loads((tmp_path / "fuzz-mobile_frame_zero-5.json").read_bytes())
    assert "77" in json.dumps(kept)


def test_the_command_prints_its_steps_and_leaves_the_database_in_use_alone(tmp_path):
    database = tmp_path / "companion.sqlite3"
    manage(tmp_path, "migrate", check=True)
    before = database.read_bytes()
    ran = manage(tmp_path, "fuzz", "--battles", 2, "--steps", 4, "--first", 3)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "2 battles, 8 steps" in ran.stdout
    assert database.read_bytes() == before
