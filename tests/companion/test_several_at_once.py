"""Several choices that one tap answers: stored as the same replies as one by one, all of them or none."""

import json
import re

import pytest
from django.db.models.signals import post_save

from companion.models import Battle, Declaration, Reply
from companion.services.auditing import audited
from tests.companion.demo import demo_of
from tests.companion.group import organise
from tests.companion.playing import Device, forms_of, latest, text_of
from tests.companion.test_attack_path import KADER, declare_in_the_open
from tests.companion.test_two_devices import race

VANE = "ST-10 Osprey, Lieutenant Vane"
POOL = ("4 2", "6 3", "5", "1")
LABELS = ["defence die", "attack die", "movement die", "spot die"]


@pytest.fixture
def device(db):
    return Device(demo_of("mobile_frame_zero"), name="Anna")


@pytest.fixture
def rolled(device):
    """Vane has rolled its pool: white 4 and 2, red 6 and 3, blue 5, green 1."""
    device.declare("activation", device.key(VANE), q_range="direct fire", q_rockets="0", q_names="None")
    assert device.dice(*POOL).status_code == 302
    return device


@pytest.fixture
def hit(device):
    """Kader, hit twice in the open."""
    declare_in_the_open(device)
    assert device.dice("5 5 1").status_code == 302
    return device


def lay(device, *dice, answer=None, declaration=None):
    places = {f"place-{place}": die for place, die in enumerate(dice)}
    return device._tap("choice", declaration, answer, **places)


def lose(device, *names, answer=None, declaration=None):
    keys = [device.key(name, of=KADER) for name in names]
    return device._tap("choice", declaration, answer, options=json.dumps(keys))


def stored():
    return list(Reply.objects.order_by("number").values_list("number", "label", "value", "source"))


def test_laid_dice_are_the_replies_that_they_were_one_by_one(rolled):
    dice = ("B:5", "none", "W:4", "W:2")
    assert lay(rolled, *dice).status_code == 302
    at_once = stored()
    rolled.take_back()
    for die in dice:
        rolled.choose(die)
    assert stored() == at_once
    assert [label for _, label, _, _ in at_once[1:]] == LABELS


def test_the_page_sends_what_it_shows(rolled):
    page = rolled.get()
    (form,) = (form for form in forms_of(page) if "place-0" in form["fields"])
    assert form["offered"]["place-1"] == ["R:6", "R:3", "W:4", "W:2", "none"]
    assert rolled.client.post(form["action"], form["fields"]).status_code == 302
    assert rolled.apply().status_code == 302
    vane = rolled.piece(VANE)
    assert (vane.defence, vane.attack, vane.movement, vane.spotting) == (5, 6, 1, 4)
    assert not audited(rolled.battle).differs


def test_both_systems_go_by_one_button_and_every_button_works(hit):
    buttons = [value for form in forms_of(hit.get()) for name, value in form["buttons"] if name == "options"]
    assert len(buttons) == 6
    declaration, answer = hit.open, latest(hit.open)
    for button in buttons:
        assert hit._tap("choice", declaration, answer, options=button).status_code == 302
        assert Reply.objects.filter(declaration=declaration).count() == 3
        assert hit.take_back().status_code == 302
        assert latest(declaration) == answer


def test_what_one_tap_answered_is_taken_back_by_one(rolled):
    lay(rolled, "B:5", "R:6", "G:1", "W:4")
    assert Reply.objects.count() == 5
    assert rolled.take_back().status_code == 302
    assert [label for _, label, _, _ in stored()] == ["pool"]


def test_what_was_answered_one_by_one_is_taken_back_one_by_one(rolled):
    for die in ("B:5", "R:6"):
        rolled.choose(die)
    rolled.take_back()
    assert [label for _, label, _, _ in stored()] == ["pool", "defence die"]


def test_the_main_action_changes_its_seat_with_every_tap_however_much_it_answers(rolled):
    def seat():
        (found,) = re.findall(r'<button class="button button-main in-(\w+)">Assign', text_of(rolled.get()))
        return found

    seats = [seat()]
    lay(rolled, "B:5", "R:6")
    seats.append(seat())
    rolled.take_back()
    seats.append(seat())
    assert seats in (["left", "right", "left"], ["right", "left", "right"])


@pytest.mark.parametrize(
    "fields",
    [
        {"place-0": "B:5", "place-1": "R:6", "place-2": "W:4", "place-3": "W:4"},
        {"place-0": "B:5", "place-1": "R:6", "place-2": "x", "place-3": "W:4"},
        {"place-0": "R:6", "place-1": "R:6"},
        {"place-0": "B:5", "place-2": "G:1"},
        {"place-3": "W:4"},
        {f"place-{place}": "none" for place in range(8)},
        {"options": "["},
        {"options": "[" * 100_000},
        {"options": "[]"},
        {"options": "[1, 2]"},
        {"options": '["B:5", {}]'},
        {"options": '{"a": "B:5"}'},
        {"options": json.dumps(["B:5", "R:6", "G:1", "W:4", "none"])},
        {"options": json.dumps(["B:5"] * 500)},
        {},
    ],
)
def test_a_screen_that_does_not_fit_is_refused_whole(rolled, fields):
    before = stored()
    answer = rolled._tap("choice", None, None, **fields)
    assert answer.status_code in (409, 422)
    assert stored() == before


def test_a_refused_screen_keeps_what_was_laid(rolled):
    answer = lay(rolled, "W:4", "R:3", "G:1", "W:4")
    assert "White d6 showing 4 is taken already: choose another die for spot." in text_of(answer)
    (form,) = (form for form in forms_of(answer) if "place-0" in form["fields"])
    assert [form["fields"][f"place-{place}"] for place in range(4)] == ["W:4", "R:3", "G:1", "W:4"]


def test_a_second_tap_on_a_screen_does_nothing(rolled):
    declaration, answer = rolled.open, latest(rolled.open)
    dice = ("B:5", "R:6", "G:1", "W:4")
    assert lay(rolled, *dice, answer=answer, declaration=declaration).status_code == 302
    before = stored()
    assert lay(rolled, *dice, answer=answer, declaration=declaration).status_code == 302
    other = lay(rolled, "B:5", "R:6", "G:1", "none", answer=answer, declaration=declaration)
    assert other.status_code == 409
    assert "Anna has answered “defence die” already. Your answer was not stored." in text_of(other)
    assert stored() == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("theirs", [("B:5", "R:6", "G:1", "W:4"), ("W:4", "R:3", "none", "W:2")])
def test_two_devices_lay_the_same_dice_at_the_same_moment(theirs):
    battle = demo_of("mobile_frame_zero")
    one, two = Device(battle, name="Anna"), Device(battle, name="Ben")
    one.declare("activation", one.key(VANE), q_range="direct fire", q_rockets="0", q_names="None")
    one.dice(*POOL)
    declaration, answer = one.open, latest(one.open)
    mine = ("B:5", "R:6", "G:1", "W:4")
    first, second = race(
        lambda: lay(one, *mine, answer=answer, declaration=declaration),
        lambda: lay(two, *theirs, answer=answer, declaration=declaration),
        signal=post_save,
        model=Reply,
    )
    assert first.status_code == 302
    assert second.status_code == (302 if theirs == mine else 409)
    assert [value for _, _, value, _ in stored()[1:]] == list(mine)
    assert set(Reply.objects.exclude(label="pool").values_list("who", flat=True)) == {"Anna"}
    assert Declaration.objects.get().status == "open"


def at_once(device):
    """What the button posts that applies the usual loss, where there is one."""
    return [value for form in forms_of(device.get()) for name, value in form["buttons"] if name == "applied"]


def test_the_usual_systems_go_and_the_outcome_is_applied_by_one_tap(hit):
    (value,) = at_once(hit)
    usual, *_ = [value for form in forms_of(hit.get()) for name, value in form["buttons"] if name == "options"]
    assert value == usual, "the usual option stays beside it, for whoever wants to look first"
    page = text_of(hit.get())
    assert hit._tap("choice", None, None, applied=value).status_code == 302
    assert hit.last.headline in page, "the button says what it stores"
    assert {reply.source for reply in Reply.objects.filter(label="system lost")} == {"chosen"}
    assert not audited(hit.battle).differs


def test_the_usual_loss_is_stored_as_by_two_taps(hit):
    (value,) = at_once(hit)
    hit._tap("choice", None, None, applied=value)
    applied, changes = stored(), hit.last.changes
    hit.undo()
    Reply.objects.all().delete()
    declare_in_the_open(hit)
    hit.dice("5 5 1")
    for system in json.loads(value):
        hit.choose(system)
    hit.apply()
    assert (stored(), hit.last.changes) == (applied, changes)


def test_whoever_decides_but_does_not_apply_has_no_button_that_applies(hit):
    assert at_once(hit)
    campaign = hit.battle.campaign
    hit.client = organise(campaign, name="Olga")
    Battle.objects.update(seated=True)
    assert at_once(hit) == []
