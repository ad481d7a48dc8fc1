"""`manage.py resolve`."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from rules.games import GAMES

ROOT = Path(__file__).parents[2]
OSPREY = ("mobile_frame_zero", "M1")


def resolve(*arguments):
    """What the command prints, what it says on standard error, and its exit code."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("resolve", *arguments, stdout=out, stderr=err)
    except SystemExit as stop:
        return out.getvalue(), err.getvalue(), stop.code
    return out.getvalue(), err.getvalue(), 0


def example(game, name):
    out, _, code = resolve("--example", game, name)
    assert code == 0
    return json.loads(out)


def as_a_process(*arguments, given=""):
    return subprocess.run(
        [sys.executable, "manage.py", "resolve", *arguments],
        cwd=ROOT, input=given, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "record.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    return write


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_example_is_a_record_that_can_be_resolved(game, file):
    out, err, code = resolve("--example", game.slug)
    assert (err, code) == ("", 0)
    records = json.loads(out)
    assert len(records) == len(game.examples)
    for record, worked in zip(records, game.examples, strict=True):
        assert record == example(game.slug, worked.slug)
        out, err, code = resolve(file(record))
        if worked.refused:
            assert (out, err, code) == ("", worked.refused + "\n", 2)
        elif worked.waits_for:
            assert code == 3
            assert json.loads(out)["waiting"]["label"] == worked.waits_for
        else:
            assert (err, code) == ("", 0)
            told = json.loads(out)
            assert told["outcome"]["headline"] == (worked.headline or told["outcome"]["headline"])
            assert set(told) == {"outcome", "changes", "settings", "pieces", "scores", "trace"}


def test_the_rulebooks_example_loses_its_shield_and_the_wall(file):
    out, _, code = resolve(file(example(*OSPREY)))
    told = json.loads(out)
    assert code == 0
    assert {"piece": "kader-shield", "track": "lost", "before": False, "after": True} in told["changes"]
    assert {"piece": "wall", "track": "hits_left", "before": 1, "after": 0} in told["changes"]
    assert told["scores"] == {"joshua": 5, "sebastian": 10}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is not JSON: Expecting value (line 1, column 1)."),
        (b"{", "is not JSON: "),
        (b"\xff\xfe", "is not UTF-8 text."),
        (b"[" * 100_000, "is nested too deeply."),
        (b'{"game": ' * 100_000, "is nested too deeply."),
        (b"9" * 5_000, "has a number that is too large."),
        (b"[]", "A record is one JSON object, not a list."),
        (b"NaN", "A record is one JSON object, not nan."),
        (b'{"game": "chess"}', "The record lacks “pieces”."),
    ],
)
def test_what_is_no_record_exits_2_with_one_sentence(content, sentence, file):
    out, err, code = resolve(file(content))
    assert (out, code) == ("", 2)
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "No game is called 'chess' (known: mobile_frame_zero"),
        ({"declaration": {"actor": "kader"}}, "declaration lacks “target”."),
        ({"replies": [{"label": "damage", "faces": [[1, 4, 7]]}]}, "A d6 shows 1 to 6. You entered 7."),
        ({"replies": [{"label": "damage", "faces": [[1, 4]]}]}, "3 d6 dice are needed. You entered 2."),
        ({"replies": [{"label": "damage", "faces": [[1, 4, True]]}]}, "replies[0].faces[0][2] should be "),
        ({"replies": [{"label": "system lost", "option": "kader-shield"}]}, "The table asks for “damage”, and"),
        ({"replies": [{"label": "damage", "faces": [[10**20, 4, 5]]}]}, "not a number too large to keep."),
    ],
)
def test_a_record_that_does_not_fit_exits_2_with_one_sentence(change, sentence, file):
    out, err, code = resolve(file({**example(*OSPREY), **change}))
    assert (out, code) == ("", 2)
    assert sentence in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_exits_2(tmp_path):
    for path in (tmp_path / "nothing.json", tmp_path, "a\0b"):
        out, err, code = resolve(str(path))
        assert (out, code) == ("", 2)
        assert "cannot be read: " in err


def test_replies_that_run_out_print_the_ask_and_exit_3(file):
    out, err, code = resolve(file({**example(*OSPREY), "replies": []}))
    assert (err, code) == ("", 3)
    assert json.loads(out)["waiting"] == {
        "label": "damage",
        "sentence": "Captain Kader takes 3 damage dice, chart 3, ranged, behind terrain (ragged wall).",
        "dice": [{"die": "d6", "count": 3}],
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "Give a file with a record, or - for standard input, or --example with the name of a game.\n"),
        (("x.json", "--example", "mobile_frame_zero"), "Give a file with a record, or - for standard input"),
        (("--example", "chess"), "No game is called “chess” (known: mobile_frame_zero"),
        (("--example", "mobile_frame_zero", "M0"), "has no example “M0” (known: M1, M2, "),
        (("--example", "mobile_frame_zero", "M1", "M2"), "Name one example at a time"),
    ],
)
def test_a_call_that_makes_no_sense_exits_2(arguments, sentence):
    out, err, code = resolve(*arguments)
    assert (out, code) == ("", 2)
    assert sentence in err


def test_a_process_reads_standard_input_and_needs_no_database(file):
    printed = as_a_process("--example", *OSPREY)
    assert (printed.returncode, printed.stderr) == (0, "")
    resolved = as_a_process("-", given=printed.stdout)
    assert (resolved.returncode, resolved.stderr) == (0, "")
    assert "Ekauechihé hits" in json.loads(resolved.stdout)["outcome"]["headline"]


def test_a_process_exits_2_and_3():
    record = example(*OSPREY)
    broken = as_a_process("-", given="no record")
    assert (broken.returncode, broken.stdout) == (2, "")
    assert broken.stderr == "Standard input is not JSON: Expecting value (line 1, column 1).\n"
    waiting = as_a_process("-", given=json.dumps({**record, "replies": record["replies"][:1]}))
    assert (waiting.returncode, waiting.stderr) == (3, "")
    assert json.loads(waiting.stdout)["waiting"]["label"] == "system lost"
