"""No step of a trace vanishes: what a resolver notes is passed by a play whose whole trace is kept."""

import ast
import inspect
from pathlib import Path

import pytest

import rules
from rules.games import GAMES
from rules.play import Recorded
from tests.rules.traces import kept, plays

ROOT = Path(rules.__file__).parent
PLAYS = [pytest.param(found, id=f"{game}-{found.name}") for game in GAMES for found in plays(game)]


@pytest.mark.parametrize("found", PLAYS)
def test_a_play_tells_every_step_that_it_has_always_told(found):
    assert found.written == kept(found.game)[found.name]


@pytest.mark.parametrize("game", GAMES)
def test_the_kept_traces_are_those_of_the_plays(game):
    assert list(kept(game)) == [found.name for found in plays(game)]


def places():
    """Where the rules note a step: the file and the line."""
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "note":
                yield f"{path.relative_to(ROOT)}:{node.lineno}"


def test_every_note_of_the_rules_is_passed_by_a_play(monkeypatch):
    passed = set()
    note = Recorded.note

    def noted(self, label, value):
        caller = inspect.currentframe().f_back
        passed.add(f"{Path(caller.f_code.co_filename).relative_to(ROOT)}:{caller.f_lineno}")
        note(self, label, value)

    monkeypatch.setattr(Recorded, "note", noted)
    for game in GAMES:
        for found in plays(game):
            assert found.steps is not None
    assert sorted(set(places()) - passed) == []
    assert len(passed) > 50
