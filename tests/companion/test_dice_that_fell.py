"""The app's dice are never thrown again: what is undone or called off and declared again finds them there."""

from random import Random

import pytest

from companion.luck import thrown_by
from companion.models import Event, Frame, Reply
from companion.services import hands
from companion.services.auditing import audited
from companion.services.undoing import undoable
from rules.play import Waiting
from tests.companion.convoy import SOONTIR, WEDGE
from tests.companion.demo import demo_of, plain_convoy
from tests.companion.playing import Device, form_to, text_of
from tests.companion.test_attack_path import declare, declare_in_the_open

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def fallen():
    """What the app has thrown for each declaration."""
    found = {}
    for reply in Reply.objects.filter(source="rolled").order_by("declaration_id", "number"):
        found.setdefault(reply.declaration_id, []).append((reply.label, reply.value))
    return list(found.values())


def to_the_end(device):
    """Answer what is still asked, and apply."""
    while isinstance(now := device.played(), Waiting):
        device.choose(str(now.ask.options[0])) if hasattr(now.ask, "options") else device.roll()
    device.apply()


def rolled_and_undone(device):
    declare(device)
    device.roll()
    to_the_end(device)
    device.undo()


def test_an_attack_that_is_undone_and_declared_again_has_the_dice_that_fell(device):
    rolled_and_undone(device)
    for _ in range(4):
        declare(device)
        to_the_end(device)
        device.undo()
    dice = fallen()
    assert len(dice) == 5
    assert all(one == dice[0] for one in dice)
    assert audited(device.battle).is_clean


def test_it_lies_there_as_soon_as_it_is_declared_and_no_other_can_be_typed(device):
    rolled_and_undone(device)
    declare(device)
    assert fallen()[0] == fallen()[1]
    refused = device.take_back()
    assert refused.status_code == 422
    assert "The app's dice stay as they fell." in text_of(refused)
    assert len(fallen()) == 2


def test_one_that_is_called_off_after_its_dice_has_them_too(device):
    declare(device)
    device.roll()
    device.call_off()
    declare(device)
    assert fallen()[0] == fallen()[1]


def test_of_one_that_asks_for_fewer_or_more_dice_those_stay_that_it_asks_for(device):
    declare(device)
    device.roll()
    device.call_off()
    ((label, (before,)),) = fallen()[0]
    declare_in_the_open(device, q_value="2")
    ((_, (fewer,)),) = fallen()[1]
    assert before[: len(fewer)] == fewer
    assert len(fewer) < len(before)
    device.call_off()
    declare(device)
    assert fallen()[2] == [(label, [before])]


STAYED = "fell for what was taken back, and stay"


def test_the_page_says_why_they_lie_there(device):
    declare(device)
    device.roll()
    assert STAYED not in text_of(device.get())
    to_the_end(device)
    device.undo()
    assert STAYED not in text_of(device.get())
    declare(device)
    assert f"These {STAYED}." in text_of(device.get())
    while isinstance(now := device.played(), Waiting):
        device.choose(str(now.ask.options[0]))
    assert f"These {STAYED}." in text_of(device.get())


def test_the_page_says_how_many_of_them_lay_there(device):
    declare_in_the_open(device, q_value="2")
    device.roll()
    device.call_off()
    ((_, (fewer,)),) = fallen()[0]
    declare(device)
    device.roll()
    ((_, (now,)), *_) = fallen()[1]
    assert now[: len(fewer)] == fewer
    assert len(now) > len(fewer)
    assert f"{len(fewer)} of these {STAYED}" in text_of(device.get())


@pytest.mark.parametrize("typed", [(), ("Stunned Pilot",)], ids=["thrown", "the first one typed"])
def test_of_several_rolls_of_one_name_each_has_its_own_dice(monkeypatch, typed):
    titles = iter(["Fuel Leak", "Loose Stabilizer", "Hull Breach", "Wounded Pilot"])
    monkeypatch.setattr(hands, "throw", lambda pool: [next(titles)] * pool.count)
    device = Device(plain_convoy(), name="Anna")
    crits = device.piece("Wedge Antilles").shields + 2
    for _ in range(2):
        device.declare("damage", device.key("Wedge Antilles"), q_hits="0", q_crits=str(crits))
        for title in typed:
            device.dice(title)
        while isinstance(device.played(), Waiting):
            device.roll()
        page = text_of(device.get())
        device.call_off()
    first, again = fallen()
    assert again == first
    assert len(first) == 2 - len(typed)
    assert STAYED in page


def test_the_page_of_dice_that_were_typed_again_says_nothing_of_them(device):
    declare(device)
    device.dice("1 4 5")
    device.call_off()
    declare(device)
    device.dice("1 4 5")
    assert STAYED not in text_of(device.get())


def test_dice_that_were_typed_are_typed_again(device):
    declare(device)
    device.dice("1 4 5")
    device.call_off()
    declare(device)
    assert isinstance(device.played(), Waiting)
    assert device.dice("2 2 2").status_code == 302


def test_what_stands_and_what_was_in_another_round_keeps_no_dice_for_the_next(device):
    declare(device)
    device.roll()
    to_the_end(device)
    Frame.objects.update(attacked=False)
    declare_in_the_open(device, q_use_spot="False", q_value="6")
    assert device.open
    assert len(fallen()) == 1
    device.roll()
    device.call_off()
    type(device.battle).objects.filter(pk=device.battle.pk).update(round=2)
    declare_in_the_open(device, q_use_spot="False", q_value="6")
    assert device.open
    assert len(fallen()) == 2


def test_a_redo_brings_back_what_fell(device):
    rolled_and_undone(device)
    undo = Event.objects.get(kind="undo")
    device.post("redo", event=undo.number, seen=device.seen)
    assert device.last.headline == undo.undoes.headline
    assert len(fallen()) == 1


@pytest.mark.parametrize(("before", "after"), [("attack", "bonus"), ("bonus", "attack")])
def test_an_attack_that_is_declared_again_as_a_bonus_attack_has_the_dice_that_fell(before, after):
    device = Device(demo_of("x_wing"))
    declare_a(device, before)
    device.roll()
    to_the_end(device)
    device.undo()
    declare_a(device, after)
    first, again = fallen()
    assert again == first[: len(again)]
    device.call_off()
    declare_a(device, before)
    assert fallen()[-1][0] == first[0]


def declare_a(device, kind):
    page = device.get(attacker=device.key(WEDGE), target=device.key(SOONTIR), do=kind)
    form = form_to(page, "/declare/", do=kind)
    assert device.client.post(form["action"], form["fields"]).status_code == 302


@pytest.fixture
def same_dice():
    """The app's dice fall the same each time: nobody is destroyed, and no two rolls are alike."""
    with thrown_by(Random(1)):
        yield


def first_of_each():
    """What the app has thrown first for each declaration."""
    return [next(iter(dice)) for dice in fallen()]


def test_of_two_that_are_undone_each_has_its_own_dice_when_it_is_declared_again(same_dice):
    device = Device(demo_of("x_wing"))
    kinds = ("attack", "bonus")
    for kind in kinds:
        declare_a(device, kind)
        device.roll()
        to_the_end(device)
    for _ in range(2):
        for _ in kinds:
            device.undo(undoable(device.battle))
        for kind in kinds:
            declare_a(device, kind)
            to_the_end(device)
    dice = first_of_each()
    assert len(dice) == 6
    assert dice[0] != dice[1]
    assert dice == dice[:2] * 3
    assert audited(device.battle).is_clean


def test_one_whose_dice_were_typed_before_another_is_typed_again(same_dice):
    device = Device(demo_of("x_wing"))
    declare_a(device, "attack")
    device.dice("blank " * device.played().ask.pools[0].count)
    to_the_end(device)
    declare_a(device, "bonus")
    device.roll()
    thrown = first_of_each()[-1]
    to_the_end(device)
    device.undo(undoable(device.battle))
    device.undo(undoable(device.battle))
    declare_a(device, "attack")
    assert isinstance(device.played(), Waiting)
    assert not device.open.replies.exists(), "those of the bonus attack are not its own"
    device.dice("blank " * device.played().ask.pools[0].count)
    to_the_end(device)
    declare_a(device, "bonus")
    assert first_of_each()[-1] == thrown
