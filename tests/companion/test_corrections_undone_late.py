"""Undo of a correction after a piece has joined: entries stand as before it, and undo goes on from there."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.management.fuzzing import declared
from companion.models import Event
from companion.services.auditing import audited
from companion.services.undoing import undoable
from rules.folding import Decided
from rules.games import GAMES
from rules.timeline import How
from tests.companion.playing import Device
from tests.companion.test_consequences import commit, entries

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def corrected_and_joined(game, way=How.STRUCK):
    """A battle in which an entry was struck out and then a piece joined: a device, the correction, all before it."""
    for first in range(60):
        fuzz = declared(game, first, 6)
        device = Device(fuzz.battle, name="Anna")
        before = entries(device)
        number = next((one.number for one in before.values() if one.record and one.changes), None)
        if number is None:
            continue
        commit(device, number, Decided(How.STRUCK), way)
        correction = device.last
        fuzz.join()
        if device.last.kind == "set-up":
            return device, correction, before
    raise LookupError(game)


def stands(entry):
    return entry.how, entry.headline, entry.changes


def clean(device):
    found = audited(device.battle)
    return (found.differs, found.cannot_run, found.firm) == ((), (), 0)


@games
@pytest.mark.parametrize("way", [How.STRUCK, How.KEPT])
def test_entries_stand_as_before_it_and_undo_goes_on(game, way):
    device, correction, before = corrected_and_joined(game, way)
    joined = device.last.number
    assert undoable(device.battle) == correction
    assert device.undo(correction).status_code == 302
    assert device.last.headline == f"Undone: {correction.headline}"
    now = entries(device)
    assert all(stands(now[number]) == stands(one) for number, one in before.items())
    assert joined in now
    assert clean(device)
    last = undoable(device.battle)
    assert last.number < correction.number
    assert device.undo(last).status_code == 302
    assert clean(device)


def test_what_was_replied_in_the_battle_and_corrected_is_read_once_for_it():
    device, correction, _ = corrected_and_joined("troops_and_supplies")
    with CaptureQueriesContext(connection) as asked:
        assert device.undo(correction).status_code == 302
    replies = [query for query in asked.captured_queries if 'FROM "companion_reply"' in query["sql"]]
    versions = [query for query in asked.captured_queries if query["sql"].startswith('SELECT "companion_version"')]
    assert (len(replies), len(versions)) == (1, 1)


@games
def test_there_and_back_again(game):
    device, correction, _ = corrected_and_joined(game)
    made = device.sheet
    assert device.undo(correction).status_code == 302
    never = device.sheet
    assert never != made
    for _ in range(2):
        assert device.post("redo", event=device.seen, seen=device.seen).status_code == 302
        assert device.sheet == made
        assert clean(device)
        assert device.undo(undoable(device.battle)).status_code == 302
        assert device.sheet == never
        assert clean(device)


@games
def test_its_file_is_brought_in_as_it_is(game):
    device, correction, _ = corrected_and_joined(game)
    assert device.undo(correction).status_code == 302
    file = battle_file(device.battle)
    (battle,) = bring_in(file).battles
    assert battle_file(battle) == file


@games
def test_what_joined_is_fitted_to_the_battle_without_it(game):
    device, correction, _ = corrected_and_joined(game)
    assert device.undo(correction).status_code == 302
    number = next(number for number, one in entries(device).items() if one.record and one.changes)
    commit(device, number, Decided(How.STRUCK))
    assert clean(device)
    assert Event.objects.filter(battle=device.battle, kind="amended").count() == 2
