"""Several devices at once, one held while it has the battle's lock: one wins, the others get a sentence."""

import threading
from contextlib import contextmanager
from itertools import product

import pytest

from companion.models import Battle, Declaration, Event, Reply
from companion.services import locking
from companion.services.auditing import audited
from tests.companion.demo import demo_of
from tests.companion.playing import Device, latest, text_of
from tests.companion.test_attack_path import KADER, declare, play_the_seed
from tests.companion.test_two_devices import LONG, Tap
from tests.companion.test_undo import spot, values

pytestmark = pytest.mark.django_db(transaction=True)

WAITS = 0.2
"""Seconds in which a device that does not wait would be done."""


def answer(device, faces="1 4 5"):
    declaration = Declaration.objects.filter(battle=device.battle, status="open").get()
    return lambda: device.dice(faces, declaration=declaration, answer=0)


def apply(device):
    declaration = device.open
    shown = latest(declaration)
    return lambda: device.apply(declaration, shown)


def undo(device):
    event, seen = Event.objects.get(battle=device.battle, kind="values"), device.seen
    return lambda: device.undo(event, seen)


def redo(device):
    event, seen = Event.objects.get(battle=device.battle, kind="undo").number, device.seen
    return lambda: device.post("redo", event=event, seen=seen)


def amend(device):
    number, seen = Event.objects.get(battle=device.battle, kind="values").number, device.seen
    return lambda: device.post("correct", number, seen=seen, how="struck", agreed="on", commit="1")


TAPS = (answer, apply, undo, redo, amend)


def answer_otherwise(device):
    """Another answer to the last choice, from the page before it was made."""
    declaration = device.open
    *_, before, _ = declaration.replies.all()
    other = next(part.key for part in device.piece(KADER).systems if part.name != "shield" and not part.lost)
    return lambda: device.choose(other, declaration=declaration, answer=before.pk)


def at_table(taps):
    """A battle with an entry to undo and to correct, one to do again, and what an answer or its end is for."""
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    values(device)
    spot(device)
    assert device.undo().status_code == 302
    if answer in taps:
        assert declare(device).status_code == 302
    elif apply in taps:
        play_the_seed(device)
    return device


@contextmanager
def held(thread, monkeypatch):
    """Hold a thread where it has the battle's lock; yields an event that is set when it is there, one that frees it."""
    there, free, lock = threading.Event(), threading.Event(), locking._LOCKED

    class Holding:
        def one(self, key):
            found = lock.one(key)
            if threading.current_thread() is thread and not there.is_set():
                there.set()
                assert free.wait(LONG), "nobody freed the first device"
            return found

    with monkeypatch.context() as patch:
        patch.setattr(locking, "_LOCKED", Holding())
        try:
            yield there, free
        finally:
            free.set()


def race(taps, monkeypatch):
    """The answers, when all others tap while the first one has the lock."""
    first, *others = threads = [Tap(tap) for tap in taps]
    with held(first, monkeypatch) as (there, free):
        first.start()
        assert there.wait(LONG), "the first device never came to the lock"
        for other in others:
            other.start()
        for other in others:
            other.join(WAITS)
            assert other.is_alive(), "another device did not wait for the first"
        free.set()
        for thread in threads:
            thread.join(LONG)
    return [thread.answer for thread in threads]


def one_wins(device, taps, monkeypatch):
    """Race these taps, each on a device of its own; the places of those that were done."""
    before = stored(device)
    devices = [device, *(Device(device.battle, name=f"Ben {place}") for place in range(1, len(taps)))]
    ready = [tap(one, *faces(place, tap)) for place, (one, tap) in enumerate(zip(devices, taps, strict=True))]
    answers = race(ready, monkeypatch)
    done = [place for place, answered in enumerate(answers) if answered.status_code == 302]
    for place, answered in enumerate(answers):
        if place not in done:
            assert answered.status_code in (409, 422)
            assert 'role="alert"' in text_of(answered)
    events, replies = (now - then for now, then in zip(stored(device), before, strict=True))
    assert (events, replies) == ((0, 1) if taps[done[0]] is answer else (1, 0))
    assert Battle.objects.get(pk=device.battle.pk).last_event == Event.objects.filter(battle=device.battle).count()
    found = audited(device.battle)
    assert not (*found.differs, *found.cannot_run)
    return done


def faces(place, tap):
    """Other dice on each device that enters some."""
    return [("1 4 5", "6 6 6")[place]] if tap is answer and place < 2 else []


def stored(device):
    events = Event.objects.filter(battle=device.battle).count()
    return events, Reply.objects.filter(declaration__battle=device.battle).count()


@pytest.mark.parametrize(("first", "second"), [*product(TAPS, TAPS)], ids=lambda tap: tap.__name__)
def test_two_at_once(first, second, monkeypatch):
    taps = (first, second)
    done = one_wins(at_table(taps), taps, monkeypatch)
    if first is not second:
        assert len(done) == 1
    elif first in (answer, amend):
        assert done == [0]
    else:
        assert done == [0, 1], "a second tap on the same finds it done"


@pytest.mark.parametrize("first", TAPS, ids=lambda tap: tap.__name__)
def test_all_at_once(first, monkeypatch):
    taps = (first, *(tap for tap in TAPS if tap is not first))
    assert [taps[place] for place in one_wins(at_table(taps), taps, monkeypatch)] == [answer]


@pytest.mark.parametrize("first", [undo, redo, amend], ids=lambda tap: tap.__name__)
def test_all_that_changes_what_was_done_at_once(first, monkeypatch):
    taps = (first, *(tap for tap in (undo, redo, amend) if tap is not first))
    assert one_wins(at_table(taps), taps, monkeypatch) == [0]


@pytest.mark.parametrize("first", [apply, answer_otherwise], ids=lambda tap: tap.__name__)
def test_what_is_answered_is_applied_as_it_was_shown(first, monkeypatch):
    """Whoever applies has seen an answer that another page would give otherwise at that moment."""
    taps = (first, answer_otherwise if first is apply else apply)
    device = at_table((apply,))
    done = one_wins(device, taps, monkeypatch)
    assert [taps[place] for place in done] == [apply]
    assert [part.name for part in device.piece(KADER).systems if part.lost] == ["shield"]
