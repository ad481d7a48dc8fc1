"""Two devices at once, one of which corrects an entry: one wins, the other gets a sentence, and the log adds up."""

import pytest

from companion.models import Event
from companion.services.auditing import audited
from tests.companion.playing import Device
from tests.companion.test_correcting import corrected, last_undoable, old_roll
from tests.companion.test_two_devices import race

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at_table():
    """A device with a correction ready to be stored, and another one at the same battle."""
    device, _, number = old_roll("troops_and_supplies")
    _, data = corrected(device, number)
    other = Device(device.battle, name="Ben")

    def correct(by=device, **more):
        return by.post("correct", number, **(data | more), commit="1")

    return device, other, correct


def one_wins(device, first, second):
    events = device.seen
    one, two = race(first, second)
    assert (one.status_code, two.status_code) == (302, 409)
    assert "The battle has moved on" in two.content.decode()
    assert device.seen == events + 1
    assert Event.objects.filter(battle=device.battle).count() == device.seen
    assert audited(device.battle).is_clean


def test_two_devices_correct_the_same_entry(at_table):
    device, other, correct = at_table
    one_wins(device, correct, lambda: correct(other, once="a-form-of-its-own"))


def test_a_correction_that_comes_twice_is_stored_once(at_table):
    device, _, correct = at_table
    events = device.seen
    one, two = race(correct, correct)
    assert (one.status_code, two.status_code) == (302, 302)
    assert device.seen == events + 1
    assert audited(device.battle).is_clean


def test_a_correction_and_an_undo(at_table):
    device, other, correct = at_table
    last, seen = last_undoable(device), device.seen
    one_wins(device, correct, lambda: other.undo(last, seen))


def test_an_undo_and_a_correction(at_table):
    device, other, correct = at_table
    last, seen = last_undoable(device), device.seen
    one_wins(device, lambda: other.undo(last, seen), correct)


def test_a_redo_and_a_correction(at_table):
    device, other, _ = at_table
    other.undo(last_undoable(device))
    undo = device.seen
    number = Event.objects.filter(battle=device.battle, kind="attack", undone_by=None).first()
    if number is None:
        number = Event.objects.filter(battle=device.battle, declaration__isnull=False, undone_by=None).first()
    data = {"seen": undo, "how": "struck", "agreed": "on", "commit": "1"}
    one_wins(
        device,
        lambda: other.post("redo", event=undo, seen=undo),
        lambda: device.post("correct", number.number, **data),
    )


def test_two_devices_redo(at_table):
    device, other, _ = at_table
    other.undo(last_undoable(device))
    seen = device.seen
    one, two = race(
        lambda: other.post("redo", event=seen, seen=seen), lambda: device.post("redo", event=seen, seen=seen)
    )
    assert (one.status_code, two.status_code) == (302, 302)
    assert device.seen == seen + 1
    assert audited(device.battle).is_clean
