"""Undo of what happened before a piece joined: everything before it can still be replayed and corrected."""

from dataclasses import replace

import pytest
from django.db import transaction

from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.management.fuzzing import declared
from companion.models import Event
from companion.services.auditing import audited
from companion.services.history import history_of
from companion.services.undoing import undoable
from rules.changes import keyed
from rules.games import GAMES
from rules.x_wing.set_tokens import TRACKS
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, sheet_of, text_of
from tests.companion.test_correcting import filled

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def undone_past_a_join(game):
    """A battle in which something was undone after a piece had joined: a device at it, and the number of that undo."""
    for first in range(100):
        fuzz = declared(game, first, 6)
        before = fuzz.seen
        fuzz.join()
        last = undoable(fuzz.battle)
        device = Device(fuzz.battle, name="Anna")
        if fuzz.seen > before and last and device.undo(last).status_code == 302:
            return device, fuzz, last
    raise LookupError(game)


def clean(device):
    found = audited(device.battle)
    return (found.differs, found.cannot_run, found.firm) == ((), (), 0)


def undo_two(device):
    for _ in range(2):
        assert device.undo(undoable(device.battle)).status_code == 302


def told(sheet, keys):
    """What everything with these keys shows, but for the points that come of who joined."""
    found = keyed(sheet)
    return {key: replace(found[key], score=0) if hasattr(found[key], "score") else found[key] for key in keys}


@pytest.mark.parametrize("first", [3, 9])
@games
def test_it_leads_to_what_it_would_have_led_to_without_who_joined(game, first):
    fuzz = declared(game, first, 4)
    device = Device(fuzz.battle, name="Anna")
    keys = {part.key for part in (*device.sheet.sides, *device.sheet.pieces)}
    with transaction.atomic():
        undo_two(device)
        without = told(device.sheet, keys)
        transaction.set_rollback(True)
    fuzz.join()
    undo_two(device)
    assert told(device.sheet, keys) == without
    assert clean(device)


@games
def test_all_before_it_is_still_told(game):
    device, _, taken_back = undone_past_a_join(game)
    assert clean(device)
    lines = history_of(device.battle, sheet_of(device.battle)).lines
    assert lines[0].entry.number == 1
    for line in lines:
        assert device.get("replay-step", line.entry.number).status_code == 200
        offered = "Correct this" in text_of(device.get("event", line.entry.number))
        assert (device.get("correct", line.entry.number).status_code == 200) == offered
    assert taken_back.number in {line.entry.number for line in lines}, "it stood when the piece joined"


@games
def test_what_it_took_back_and_itself_are_corrected_no_more(game):
    device, _, taken_back = undone_past_a_join(game)
    stored = everything()
    for number in (taken_back.number, device.seen):
        answer = device.post("correct", number, how="struck", agreed="on", commit="1", seen=device.seen)
        assert answer.status_code == 422
        assert "That is no entry of this battle any more." in text_of(answer)
    assert everything() == stored


@games
def test_its_file_is_brought_in_as_it_is(game):
    device, _, _ = undone_past_a_join(game)
    assert device.post("redo", event=device.seen, seen=device.seen).status_code == 302
    assert device.undo().status_code == 302
    file = battle_file(device.battle)
    (battle,) = bring_in(file).battles
    assert battle_file(battle) == file


@games
def test_what_was_done_again_and_what_came_in_between_are_stepped_to(game):
    device, _, _ = undone_past_a_join(game)
    assert device.post("redo", event=device.seen, seen=device.seen).status_code == 302
    lines = history_of(device.battle, sheet_of(device.battle)).lines
    numbers = [line.entry.number for line in lines]
    assert numbers != sorted(numbers)
    for place, number in enumerate(numbers, start=1):
        assert f"{place} of {len(numbers)}: " in text_of(device.get("replay-step", number))
        assert "Replay from here" in text_of(device.get("event", number))


@games
def test_there_and_back_again(game):
    device, _, _ = undone_past_a_join(game)
    after = device.sheet
    assert device.post("redo", event=device.seen, seen=device.seen).status_code == 302
    assert clean(device)
    again = device.sheet
    assert device.undo().status_code == 302
    assert clean(device)
    assert device.sheet == after
    assert device.post("redo", event=device.seen, seen=device.seen).status_code == 302
    assert clean(device)
    assert device.sheet == again


@games
def test_what_is_done_again_stands_where_it_stood_and_is_corrected_as_before(game):
    device, _, taken_back = undone_past_a_join(game)
    assert device.post("redo", event=device.seen, seen=device.seen).status_code == 302
    again = device.seen
    lines = history_of(device.battle, sheet_of(device.battle)).lines
    numbers = [line.entry.number for line in lines]
    assert taken_back.number not in numbers, "it stands under its new number"
    assert again - 1 not in numbers, "and the undo of it is none any more"
    joined = Event.objects.get(battle=device.battle, kind="set-up", number__gt=taken_back.number).number
    assert numbers.index(again) < numbers.index(joined), "before the piece that joined"
    page = device.get("correct", again)
    assert page.status_code == 200
    before = device.sheet
    data = filled(form_to(page, f"/{again}/correct/")) | {"how": "struck", "agreed": "on"}
    assert device.post("correct", again, **data, commit="1").status_code == 302
    assert clean(device)
    assert device.undo().status_code == 302
    assert device.sheet == before
    assert clean(device)
    assert device.undo(undoable(device.battle)).status_code == 302
    assert clean(device)
    lines = history_of(device.battle, sheet_of(device.battle)).lines
    stands = {line.entry.number for line in lines if not line.settled}
    assert not {taken_back.number, again, device.seen} & stands


def test_no_page_offers_what_the_log_tells_too_little_for():
    fuzz = declared("mobile_frame_zero", 1, 6)
    device = Device(fuzz.battle)
    events = Event.objects.filter(battle=fuzz.battle)
    number = events.exclude(changes=[]).exclude(kind="set-up").order_by("number").first().number
    offered = text_of(device.get("event", number))
    assert "Correct this" in offered
    assert "Replay from here" in offered
    fuzz.join()
    events.filter(kind="set-up").update(parts=None)
    refused = text_of(device.get("event", number))
    assert "Correct this" not in refused
    assert "Replay from here" not in refused
    assert device.get("correct", number).status_code == 422


def test_a_lock_on_a_ship_that_was_taken_out_since_holds_up_no_undo():
    """What undo would lead back from is not shown any more, as leaving has ended it."""
    device = Device(demo_of("x_wing"), name="Anna")
    ship = device.sheet.ships[0]
    gone = next(other for other in device.sheet.ships if other.squad != ship.squad and other.key != ship.lock)
    now = {f"q_{track}": str(getattr(ship, track)) for track in TRACKS}
    gained = {**now, "q_focus": str(ship.focus + 1), "q_lock": gone.key}
    assert device.declare("tokens", ship.key, **gained).status_code == 302
    locked = device.last
    assert device.sheet.ship(ship.key).lock == gone.key
    assert device.post("setup-remove", gone.key.partition("-")[2]).status_code == 302
    assert device.sheet.ship(ship.key).lock is None
    assert device.undo(locked).status_code == 302
    assert device.last.headline.startswith("Undone, but for what is no longer in the battle: ")
    assert (device.sheet.ship(ship.key).focus, device.sheet.ship(ship.key).lock) == (ship.focus, None)
    assert clean(device)
