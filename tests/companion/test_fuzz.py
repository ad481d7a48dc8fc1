"""Battles at random in every game: what is stored is what the log leads to, after every step."""

import ast
import json
import shutil
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from companion import games, services
from companion.files.exporting import battle_file
from companion.management import (
    fuzzing,
    fuzzing_corrections,
    fuzzing_refusals,
    fuzzing_seats,
    fuzzing_set_ups,
    seeing_through,
)
from companion.management.broken import Broken
from companion.management.commands import fuzz as fuzz_command
from companion.management.commands.fuzz import Command
from companion.management.fuzzing import Fuzz, begun, declared, fuzzed
from companion.management.fuzzing_corrections import Correcting
from companion.management.fuzzing_picks import declarable
from companion.models import Declaration, Event, Side
from companion.services import history
from companion.setups.usual import setup_of
from companion.sheets import stored
from rules.folding import fold
from rules.games import GAMES
from rules.timeline import How
from tests.companion.at_random import at_random, play_on
from tests.companion.serving import manage

FEW, TOGETHER, STEPS = 5, 8, 3
"""Two hundred battles over five games, so many in one test."""
OTHERS = pytest.mark.any_database
"""More battles try more of the rules, by the same queries."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("group", [0, *(pytest.param(group, marks=OTHERS) for group in range(1, FEW))])
def test_what_is_stored_is_what_the_log_leads_to(db, game, group):
    for number in range(TOGETHER):
        assert fuzzed(game, group * TOGETHER + number, STEPS).steps == STEPS


@OTHERS
@pytest.mark.parametrize("game", GAMES)
def test_a_long_battle_is_too(db, game):
    """It is checked after every third step."""
    fuzz = at_random(game, 1000, 3)
    for _ in range(9):
        play_on(fuzz, 3)
    assert fuzz.seen >= 10


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


def test_the_first_failure_is_kept_in_a_file_by_its_number_in_any_run(db, monkeypatch, tmp_path, capsys):
    monkeypatch.chdir(tmp_path)

    def wrong(fuzz):
        Side.objects.filter(battle=fuzz.battle).update(score=77)

    monkeypatch.setattr(Fuzz, "step", wrong)
    with pytest.raises(SystemExit) as ended:
        Command().play(1, 3, 5)
    assert ended.value.code == 1
    assert "X-Wing, number 5: Broken(" in capsys.readouterr().err
    kept = json.loads((tmp_path / "fuzz-x_wing-5.json").read_bytes())
    assert "77" in json.dumps(kept["battle"])
    assert "has 77 points stored" in kept["problem"]


def test_the_file_of_a_failure_plays_the_same_battle_again(db, monkeypatch, tmp_path, capsys):
    """Such a battle is none that a file can bring in: it is played again to where it fails."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fuzz_command, "own_database", lambda folder: nullcontext())

    def fails(fuzz):
        if fuzz.steps == 2:
            raise Broken(fuzz.battle.events.latest("number").headline)

    monkeypatch.setattr(Fuzz, "check", fails)
    with pytest.raises(SystemExit):
        Command().play(5, 6, 1)
    (file,) = tmp_path.iterdir()
    first, told = file.read_bytes(), capsys.readouterr().err
    assert f"fuzz --replay {file.name}" in told
    with pytest.raises(SystemExit):
        call_command("fuzz", replay=file)
    assert capsys.readouterr().err == told
    again = json.loads(file.read_bytes())
    assert (again["problem"], again["number"]) == (json.loads(first)["problem"], 1)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"number": 1, "steps": "many"}'])
def test_no_other_file_is_played(tmp_path, text):
    file = tmp_path / "file.json"
    file.write_text(text)
    with pytest.raises(CommandError, match=r"is no file of a failure that fuzz has kept\."):
        call_command("fuzz", replay=file)


@OTHERS
@pytest.mark.parametrize("number", range(1, 6))
def test_a_number_plays_the_same_battle_in_any_run(db, monkeypatch, number):
    """Also what the app throws: so the first failure can be played again."""
    told = []
    monkeypatch.setattr(Fuzz, "check", lambda fuzz: told.append(fuzz.battle.events.latest("number").headline))
    for _ in range(2):
        Command().play(1, 12, number)
    half = len(told) // 2
    assert half >= 12
    assert told[:half] == told[half:]


def test_the_command_prints_its_steps_and_leaves_the_database_in_use_alone(migrated, tmp_path):
    data = shutil.copytree(migrated, tmp_path / "data")
    database = data / "companion.sqlite3"
    before = database.read_bytes()
    ran = manage(data, "fuzz", "--battles", 2, "--steps", 4, "--first", 3)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "2 battles, 8 steps" in ran.stdout
    assert database.read_bytes() == before


def test_a_correction_with_nothing_changed_that_changes_something_is_found(db, monkeypatch):
    fuzz = fuzzed("troops_and_supplies", 2, 3)

    def folds(*given):
        return [replace(one, headline="Otherwise.") for one in fold(*given)]

    monkeypatch.setattr(fuzzing_corrections, "fold", folds)
    with pytest.raises(Broken, match="amended with nothing changed"):
        fuzz.play(10)


def test_what_is_done_though_something_is_under_way_is_found(db, monkeypatch):
    fuzz = fuzzed("gods_gloom", 2, 0)
    monkeypatch.setattr(fuzzing_refusals, "_too_early", lambda *_: [("an undo under way", lambda: None)])
    with pytest.raises(Broken, match="an undo under way was taken"):
        play_on(fuzz, 60)


def test_what_a_correction_back_leaves_otherwise_is_found_from_any_entry(db, monkeypatch):
    monkeypatch.setattr(history, "_before_consequences", lambda _: ())
    with pytest.raises(Broken, match="corrected and corrected back"):
        corrected_often(40)


def test_every_correction_of_what_stands_is_corrected_back_too(db, monkeypatch):
    corrected = corrections_of(monkeypatch)
    fuzz = declared("airsoft_squads", 1, 6)
    for _ in range(8):
        standing = history_how(fuzz.battle)
        corrected.clear()
        Correcting(fuzz.battle, fuzz.random).correct()
        assert len(corrected) == (2 if corrected and standing[corrected[0]] is How.AGAIN else len(set(corrected)))


def corrections_of(monkeypatch):
    """The numbers of the entries that are corrected from now on."""
    corrected, amend = [], fuzzing_corrections.amend

    def noted(*, number, **more):
        corrected.append(number)
        return amend(number=number, **more)

    monkeypatch.setattr(fuzzing_corrections, "amend", noted)
    return corrected


@pytest.mark.parametrize("game", GAMES)
def test_after_every_step_an_entry_is_corrected_and_corrected_back_and_nothing_of_it_stays(db, monkeypatch, game):
    corrected = corrections_of(monkeypatch)
    monkeypatch.setattr(Fuzz, "step", lambda fuzz: None)
    for number in range(3):
        fuzz = declared(game, number, 6)
        entries, before = history.history_of(fuzz.battle, stored(fuzz.battle).sheet), battle_file(fuzz.battle)
        fuzz.play(1)
        assert history.history_of(fuzz.battle, stored(fuzz.battle).sheet) == entries
        assert battle_file(fuzz.battle) == before
    assert corrected[::2] == corrected[1::2]
    assert corrected


def history_how(battle):
    """How each entry stands, by its number."""
    entries = history.history_of(battle, stored(battle).sheet).entries
    return {entry.number: entry.how for entry in entries}


def corrected_often(battles):
    for number in range(battles):
        fuzz = declared("airsoft_squads", number, 8)
        for _ in range(3):
            Correcting(fuzz.battle, fuzz.random).correct()


def test_staff_edits_and_set_ups_are_corrected_too(db):
    fuzz = begun("mobile_frame_zero", 1)
    while not Event.objects.filter(battle=fuzz.battle, kind="edit").exclude(changes=[]).exists():
        fuzz.edit()
    drawn = [Correcting(fuzz.battle, fuzz.random).drawn() for _ in range(12)]
    kinds = Event.objects.filter(pk__in={found.line.event for found, amendment in drawn if amendment})
    assert set(kinds.values_list("kind", flat=True)) == {"edit", "set-up"}


@pytest.mark.parametrize("game", GAMES)
def test_only_anything_takes_corrections_by_hand_and_the_end(game):
    sheet, random = GAMES[game].demo.battle, Random(1)
    slugs = {
        anything: {declarable(GAMES[game], sheet, random, anything=anything)[0].slug for _ in range(200)}
        for anything in (False, True)
    }
    more = {p.slug for p in GAMES[game].of_the_battle if p.ends and p.offered(sheet)} | {"correction"}
    assert not slugs[False] & more
    assert more <= slugs[True]


def test_staff_edit_it_while_something_is_under_way(db, monkeypatch):
    under_way = []
    monkeypatch.setattr(Fuzz, "edit", lambda fuzz: under_way.append(row_under_way(fuzz.battle)))
    for number in range(20):
        fuzz = begun("troops_and_supplies", number)
        fuzz.anything = True
        for _ in range(10):
            fuzz.declare()
        if any(under_way):
            return
    raise AssertionError


def row_under_way(battle):
    return Declaration.objects.filter(battle=battle, status=Declaration.Status.OPEN).first()


def test_every_service_that_enters_something_in_a_battle_is_played():
    known = {name for module in PLAYING for name in vars(module)}
    forms = {service for game in GAMES for part in setup_of(game).parts for service in (part.add, part.change)}
    known |= {getattr(service, "func", service).__name__ for service in forms if service}
    assert {*entering()} - known == NOT_PLAYED


PLAYING = (fuzzing, fuzzing_corrections, fuzzing_refusals, fuzzing_seats, fuzzing_set_ups, seeing_through)

NOT_PLAYED = {
    # They begin another battle or a roster, or write to the log of a roster.
    *("start_battle", "duplicate", "play_again", "keep_side", "rename_roster", "leave_to_the_table", "work_out"),
    "put_back",
    # It leaves a side without a player, as `put_in_seat` does, once a member is forgotten or looks on.
    "free_seats",
    # Others that are played do it with them: answering the last ask, undoing, joining, whatever locks a battle.
    *("store_outcome", "take_back_late", "deploy", "work_out_again"),
    # It takes whole lists of ships, before the start.
    "add_squad",
}
"""Services that write to a log and are not called by battles at random themselves."""


def entering():
    """The public services that write to a log, by their names."""
    for file in (*Path(services.__path__[0]).glob("*.py"), *Path(games.__path__[0]).glob("*/services.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        within = {one.name: {call.func.id for call in ast.walk(one) if is_named(call)} for one in functions(tree)}
        yield from (name for name, calls in within.items() if calls & WRITES and name[0] != "_")


WRITES = {"write_event", "building", "editing", "join"}


def is_named(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def functions(tree):
    return (node for node in tree.body if isinstance(node, ast.FunctionDef))
