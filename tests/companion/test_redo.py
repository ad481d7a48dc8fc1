"""What was taken back is done again, in order, until something new is entered."""

import pytest

from companion.management.fuzzing import begun, declared
from companion.models import Event, Piece
from companion.services.auditing import audited
from companion.services.building import remove_piece
from companion.services.editing import editing
from companion.services.undoing import LATEST, latest_events, redoable, undoable
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, sheet_of, text_of
from tests.companion.test_attack_path import declare
from tests.companion.test_undo import values

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def played(game):
    """A battle in which at least three things can be taken back."""
    for number in range(60):
        battle = declared(game, number, 9).battle
        entered = Event.objects.filter(battle=battle, undone_by=None).exclude(changes=[]).count()
        if entered >= 4 and not sheet_of(battle).over:
            return Device(battle, name="Anna")
    raise LookupError(game)


def again(device, event=None):
    found = redoable(device.battle, latest_events(device.battle))
    number = event or (found.number if found else device.seen)
    return device.post("redo", event=number, seen=device.seen)


@games
def test_three_are_taken_back_and_done_again_in_order(game):
    device = played(game)
    sheets, undone = [device.sheet], []
    for _ in range(3):
        last = undoable(device.battle)
        undone.append(last.headline)
        assert device.undo(last).status_code == 302
        sheets.append(device.sheet)
    for headline in reversed(undone):
        sheets.pop()
        assert again(device).status_code == 302
        assert device.last.headline == headline
        assert device.sheet == sheets[-1]
    assert redoable(device.battle, latest_events(device.battle)) is None
    assert audited(device.battle).is_clean


def test_the_page_names_what_it_does_again():
    device = played("mobile_frame_zero")
    last = undoable(device.battle)
    assert "Redo" not in text_of(device.get())
    device.undo(last)
    page = text_of(device.get())
    assert "Redo" in page
    assert last.headline in page.partition("Redo")[2]


def declare_something(battle):
    fuzz = begun(battle.game, 1)
    fuzz.battle = battle
    seen = fuzz.seen
    while fuzz.seen == seen:
        fuzz.declare()


def take_a_piece_out(battle):
    piece = Piece.objects.filter(battle=battle).first()
    remove_piece(key=battle.key, piece=piece.pk, who="Anna")


@pytest.mark.parametrize("enter", [take_a_piece_out, declare_something])
def test_nothing_is_done_again_once_something_new_was_entered(enter):
    device = played("gods_gloom")
    device.undo(undoable(device.battle))
    taken = device.seen
    enter(device.battle)
    assert device.seen > taken
    assert redoable(device.battle, latest_events(device.battle)) is None
    assert "Redo" not in text_of(device.get())
    before = everything()
    page = again(device, taken)
    assert page.status_code == 409
    assert "Something else was entered or undone since" in text_of(page)
    assert everything() == before


def test_what_is_called_off_is_nothing_new_however_often():
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    values(device)
    sheet = device.sheet
    device.undo()
    undo = device.last
    for _ in range(LATEST):
        declare(device)
        device.dice("1 4 5")
        device.call_off()
        assert device.last.kind == "called off"
        assert redoable(device.battle, latest_events(device.battle)) == undo
    assert "Redo" in text_of(device.get())
    assert again(device).status_code == 302
    assert device.sheet == sheet
    assert redoable(device.battle, latest_events(device.battle)) is None


def named(device, row, name):
    """Staff name a piece otherwise."""
    with editing(key=device.battle.key, who="Staff"):
        Piece.objects.filter(pk=row.pk).update(name=name)


def test_what_had_nothing_left_to_change_does_not_keep_back_what_came_after_it():
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    first, second = Piece.objects.filter(battle=device.battle).order_by("pk")[:2]
    named(device, first, "Gone by then")
    named(device, second, "Still here")
    sheet_then = device.sheet.units[1:]
    remove_piece(key=device.battle.key, piece=first.pk, who="Anna")
    for _ in range(2):
        device.undo(undoable(device.battle))
    assert device.last.changes == []
    for _ in range(2):
        assert again(device, redoable(device.battle, latest_events(device.battle)).number).status_code == 302
    assert device.sheet.units == sheet_then
    assert redoable(device.battle, latest_events(device.battle)) is None
    assert audited(device.battle).is_clean


def test_a_second_tap_does_nothing():
    device = played("troops_and_supplies")
    sheet = device.sheet
    device.undo(undoable(device.battle))
    taken = device.seen
    for _ in range(2):
        assert again(device, taken).status_code == 302
    assert device.seen == taken + 1
    assert sheet_of(device.battle) == sheet
