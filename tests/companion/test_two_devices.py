"""Two devices at once: one is held inside its transaction while the other taps."""

import threading
from contextlib import contextmanager

import pytest
from django.contrib.auth import get_user_model
from django.db import connections
from django.db.models.signals import post_save, pre_save
from django.test import Client
from django.urls import reverse

from companion.models import Battle, Campaign, Declaration, Event, Frame, Reply
from tests.companion.playing import Device, latest
from tests.companion.test_admin import address, fields_of, inline
from tests.companion.test_attack_path import EKAUECHIHE, KADER, declare, play_the_seed
from tests.companion.test_undo import spot, values

pytestmark = pytest.mark.django_db(transaction=True)

LONG = 15
"""Seconds after which a thread is given up."""


class Tap(threading.Thread):
    """One request in a thread of its own, with its own connection to the database."""

    def __init__(self, request):
        super().__init__(daemon=True)
        self.request = request
        self.answer = None

    def run(self):
        try:
            self.answer = self.request()
        finally:
            connections.close_all()


@contextmanager
def held(thread, signal, model):
    """Hold a thread where it saves a model; yields an event that is set when it is there, and one that frees it."""
    there, free = threading.Event(), threading.Event()

    def hold(**kwargs):
        if threading.current_thread() is thread:
            there.set()
            assert free.wait(LONG), "nobody freed the first device"

    signal.connect(hold, sender=model)
    try:
        yield there, free
    finally:
        free.set()
        signal.disconnect(hold, sender=model)


def race(first, second, *, signal=pre_save, model=Event):
    """Both answers, when the second tap comes while the first is in the middle of its own."""
    one, two = Tap(first), Tap(second)
    with held(one, signal, model) as (there, free):
        one.start()
        assert there.wait(LONG), "the first device never came to its write"
        two.start()
        two.join(0.3)
        assert two.is_alive(), "the second device did not wait for the first"
        free.set()
        one.join(LONG)
        two.join(LONG)
    assert one.answer is not None
    assert two.answer is not None
    return one.answer, two.answer


def kinds():
    return list(Event.objects.exclude(kind="set-up").order_by("number").values_list("kind", flat=True))


def test_two_devices_apply_the_same_attack(device, other):
    play_the_seed(device)
    declaration, answer = device.open, latest(device.open)
    one, two = race(lambda: device.apply(declaration, answer), lambda: other.apply(declaration, answer))
    assert (one.status_code, two.status_code) == (302, 302)
    assert kinds() == ["attack"]
    assert [system.name for system in device.piece(KADER).systems if system.lost] == ["shield"]
    assert device.last.who == "Anna"


def test_two_devices_declare_at_once(device, other):
    seen = device.seen
    one, two = race(
        lambda: declare(device, seen=seen), lambda: declare(other, seen=seen), signal=post_save, model=Declaration
    )
    assert (one.status_code, two.status_code) == (302, 409)
    assert "Anna has declared something that is still under way" in two.content.decode()
    assert Declaration.objects.get().who == "Anna"


def test_two_devices_declare_at_once_what_is_settled_at_once(device, other):
    seen = device.seen
    miss = {"seen": seen, "q_value": "1", "q_use_spot": "False"}
    one, two = race(lambda: declare(device, **miss), lambda: declare(other, **miss))
    assert (one.status_code, two.status_code) == (302, 409)
    assert "Anna: Ghanat Ekauechihé misses" in two.content.decode()
    assert kinds() == ["attack"]


def test_a_double_tap_on_attack_is_one_attack(device):
    tap = {"seen": device.seen, "once": "one-form-one-attack"}
    one, two = race(lambda: declare(device, **tap), lambda: declare(device, **tap), signal=post_save, model=Declaration)
    assert (one.status_code, two.status_code) == (302, 302)
    assert Declaration.objects.count() == 1


def test_a_double_tap_on_roll_for_me_is_one_set_of_dice(device):
    declare(device)
    declaration = device.open

    def roll():
        return device.roll(declaration=declaration, answer=0)

    one, two = race(roll, roll, signal=post_save, model=Reply)
    assert (one.status_code, two.status_code) == (302, 302)
    assert Reply.objects.count() == 1


def test_two_devices_enter_different_dice(device, other):
    declare(device)
    declaration = device.open
    one, two = race(
        lambda: device.dice("1 4 5", declaration=declaration, answer=0),
        lambda: other.dice("6 6 6", declaration=declaration, answer=0),
        signal=post_save,
        model=Reply,
    )
    assert (one.status_code, two.status_code) == (302, 409)
    assert "Anna has answered" in two.content.decode()
    assert Reply.objects.get().value == [[1, 4, 5]]


def test_one_applies_while_another_takes_the_last_thing_back(device, other):
    values(device)
    event = device.last
    play_the_seed(device)
    declaration, answer, seen = device.open, latest(device.open), device.seen
    one, two = race(lambda: device.apply(declaration, answer), lambda: other.undo(event, seen))
    assert (one.status_code, two.status_code) == (302, 409)
    assert "Anna: Ghanat Ekauechihé hits" in two.content.decode()
    assert kinds() == ["values", "attack"]


def test_one_takes_back_while_another_declares(device, other):
    values(device)
    event, seen = device.last, device.seen
    one, two = race(lambda: device.undo(event, seen), lambda: declare(other, seen=seen))
    assert (one.status_code, two.status_code) == (302, 409)
    assert "Anna: Undone" in two.content.decode()
    assert not Declaration.objects.filter(status="open").exists()


def test_two_devices_undo_the_same_thing(device, other):
    spot(device)
    values(device)
    event, seen = device.last, device.seen
    one, two = race(lambda: device.undo(event, seen), lambda: other.undo(event, seen))
    assert (one.status_code, two.status_code) == (302, 302)
    assert kinds() == ["spot", "values", "undo"]


def test_one_applies_while_another_calls_off(device, other):
    play_the_seed(device)
    declaration, answer = device.open, latest(device.open)
    one, two = race(lambda: device.apply(declaration, answer), lambda: other.call_off(declaration))
    assert (one.status_code, two.status_code) == (302, 409)
    assert kinds() == ["attack"]


def test_one_calls_off_while_another_applies(device, other):
    play_the_seed(device)
    before = device.sheet
    declaration, answer = device.open, latest(device.open)
    one, two = race(lambda: device.call_off(declaration), lambda: other.apply(declaration, answer))
    assert (one.status_code, two.status_code) == (302, 409)
    assert kinds() == ["called off"]
    assert device.sheet == before


def test_one_takes_an_answer_back_while_another_applies(device, other):
    from django.db.models.signals import pre_delete

    play_the_seed(device)
    before = device.sheet
    declaration, answer = device.open, latest(device.open)
    one, two = race(
        lambda: device.take_back(answer, declaration),
        lambda: other.apply(declaration, answer),
        signal=pre_delete,
        model=Reply,
    )
    assert (one.status_code, two.status_code) == (302, 409)
    assert device.sheet == before


@pytest.fixture
def staff(db):
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


def test_a_player_applies_while_staff_edit(device, staff):
    play_the_seed(device)
    declaration, answer = device.open, latest(device.open)
    kader = Frame.objects.get(name=KADER)
    fields = fields_of(staff.get(address(kader)))
    one, two = race(
        lambda: device.apply(declaration, answer), lambda: staff.post(address(kader), {**fields, "rockets": "3"})
    )
    assert one.status_code == 302
    assert "The battle has moved on" in two.content.decode()
    assert kinds() == ["attack"]
    assert device.piece(KADER).rockets == 0


def test_staff_edit_while_a_player_applies(device, staff):
    play_the_seed(device)
    declaration, answer = device.open, latest(device.open)
    kader = Frame.objects.get(name=KADER)
    fields = fields_of(staff.get(address(kader)))
    edited = {**fields, f"{inline(fields, 'shield')}-lost": "on"}
    one, two = race(lambda: staff.post(address(kader), edited), lambda: device.apply(declaration, answer))
    assert one.status_code == 302
    assert two.status_code == 409
    assert "shield was changed meanwhile" in two.content.decode()
    assert kinds() == ["edit"]
    assert device.piece("ragged wall").hits_left == 1


def test_staff_delete_the_battle_while_a_player_applies(device, staff):
    play_the_seed(device)
    declaration, answer = device.open, latest(device.open)
    battle = device.battle.framebattle
    one, two = race(
        lambda: staff.post(address(battle, "delete"), {"post": "yes"}),
        lambda: device.apply(declaration, answer),
        model=Battle,
    )
    assert one.status_code == 302
    assert two.status_code == 422
    assert "This battle was deleted." in two.content.decode()
    assert Battle.objects.get().deleted
    assert kinds() == []


def test_a_double_tap_starts_one_campaign(db):
    form = {"name": "Thursdays", "once": "one-form-one-campaign"}

    def start():
        return Client().post(reverse("home"), form)

    one, two = race(start, start, signal=post_save, model=Campaign)
    assert (one.status_code, two.status_code) == (302, 302)
    assert one.url == two.url
    assert Campaign.objects.count() == 1


def test_six_devices_tap_at_once_and_one_is_heard(demo):
    devices = [Device(demo, name=f"Player {number}") for number in range(6)]
    miss = {"seen": devices[0].seen, "q_value": "1", "q_use_spot": "False"}
    taps = [Tap(lambda device=device: declare(device, **miss)) for device in devices]
    for tap in taps:
        tap.start()
    for tap in taps:
        tap.join(LONG)
    assert sorted(tap.answer.status_code for tap in taps) == [302, 409, 409, 409, 409, 409]
    assert kinds() == ["attack"]
    assert devices[0].piece(EKAUECHIHE).attacked
