"""A piece that a correction took out of a battle and put back is who it was: its dice, its answers, its entries."""

import pytest

from companion.models import Declaration
from companion.services.auditing import audited
from tests.companion.playing import form_to, text_of
from tests.companion.test_attack_path import EKAUECHIHE
from tests.companion.test_correcting_set_up import joined
from tests.companion.test_dice_that_fell import fallen, to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def attack(device, actor):
    """It attacks, and nothing is rolled yet."""
    answers = {"q_range": "direct fire", "q_value": "5", "q_use_spot": "False", "q_cover": "None", "q_beside": "None"}
    answer = device.declare("attack", actor, device.key(EKAUECHIHE), **answers)
    assert answer.status_code == 302, text_of(answer)


def strike_out(device, number):
    """Correct an entry: it did not happen, nor what does not fit without it."""
    for commit in ({}, {"commit": "1"}):
        form = form_to(device.get("correct", number), f"/{number}/correct/")
        answer = device.post("correct", number, **form["fields"] | {"how": "struck", "agreed": "on"}, **commit)
    assert answer.status_code == 302


def test_it_finds_the_dice_that_fell_for_it(device):
    actor, number = joined(device)
    attack(device, actor)
    device.roll()
    to_the_end(device)
    device.undo()
    before = list(Declaration.objects.values_list("actor", "target"))
    strike_out(device, number)
    assert actor not in [piece.key for piece in device.sheet.pieces]
    device.undo()
    assert list(Declaration.objects.values_list("actor", "target")) == before
    attack(device, actor)
    assert len(fallen()) == 2
    assert fallen()[0] == fallen()[1]
    assert audited(device.battle).is_clean


def test_whoever_was_taken_out_by_mistake_still_did_what_the_log_tells(device):
    actor, _ = joined(device)
    attack(device, actor)
    device.roll()
    to_the_end(device)
    number, done_by = device.seen, 'class="done-by"'
    assert done_by in text_of(device.get("event", number))
    assert device.post("setup-remove", actor.rpartition("-")[2], seen=device.seen).status_code == 302
    strike_out(device, device.seen)
    assert done_by in text_of(device.get("event", number))
