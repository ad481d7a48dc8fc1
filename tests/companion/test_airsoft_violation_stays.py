"""The die of a RULEVIOLATION stays as the app threw it, whatever face it needs by now."""

from dataclasses import replace

import pytest

from companion.models import Campaign, Reply
from companion.services.demo import load_demo_battle
from rules.airsoft_squads.pieces import State
from rules.airsoft_squads.samples import RECKLESS, ROOK, VIPER, battle
from rules.games import GAMES
from tests.companion.playing import Device
from tests.companion.test_correcting_set_up import commit, holds

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def device():
    """A table where the app has thrown all dice of an attack, and the last for a RULEVIOLATION."""
    game = GAMES["airsoft_squads"]
    sheet = battle(replace(ROOK, skills=(RECKLESS,)), VIPER)
    demo = replace(game, demo=replace(game.demo, battle=sheet))
    device = Device(load_demo_battle(Campaign.objects.create(name="Season"), demo), name="Anna")
    attack(device)
    return device


def attack(device):
    device.declare("attack", device.key("Rook"), device.key("Viper"))
    while device.open and hasattr(device.played(), "ask"):
        device.roll()
    if device.open:
        device.apply()


def needs(device, needed):
    """Correct the battle from its start so that the operator needs another face."""
    key = device.sheet.operators[0].skills[0].key
    commit(device, 1, piece=key, **{f"again-{key}-amount": str(needed)})


def violations():
    found = Reply.objects.filter(label__startswith="RULEVIOLATION").order_by("pk")
    return [(reply.label, reply.value, reply.source) for reply in found]


def test_declared_again_after_another_number_was_agreed_on_it_is_not_thrown_again(device):
    ((label, faces, source),) = violations()
    needed = 5 if label.endswith(" 4+") else 4
    device.undo()
    needs(device, needed)
    attack(device)
    assert violations()[-1] == (f"RULEVIOLATION {needed}+", faces, source)


def test_where_another_number_was_agreed_on_from_the_start_it_stays_and_counts_by_that(device):
    ((_, faces, _),) = violations()
    ((face,),) = faces
    for needed in (5, 3, 6):
        # Nothing is asked for: the form is sent as it stands.
        needs(device, needed)
        holds(device.battle)
        assert (device.piece("Rook").state is State.OUT) is (int(face) < needed)
