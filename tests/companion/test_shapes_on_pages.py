"""What was stored in an earlier shape is still opened: its record, its entry, its correction."""

import json

import pytest

from companion.management.fuzzing import declared
from companion.models import Declaration, Event
from companion.services.auditing import audited
from rules.games import GAMES
from rules.replay import read
from tests.companion.playing import Device

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def of_shape_one(pieces):
    """Armies as they were stored when the effects on a unit were one text."""
    units = [{**unit, "effects": ", ".join(unit["effects"])} for unit in pieces["units"]]
    return {**pieces, "units": units}


@pytest.fixture
def battle():
    battle = declared("gods_gloom", 3, 12).battle
    for row in Declaration.objects.filter(battle=battle):
        row.pieces, row.shape = of_shape_one(row.pieces), 1
        row.save()
    for event in Event.objects.filter(battle=battle):
        event.shape = 1
        event.parts = event.parts and [
            {**part, "now": of_shape_one(part["now"])} if not part["field"] else part for part in event.parts
        ]
        event.save()
    return battle


def test_a_settled_record_is_there(battle):
    row = Declaration.objects.filter(battle=battle, procedure="attack", status="settled").first()
    answer = Device(battle).get("record", row.pk)
    assert answer.status_code == 200
    record = read(json.loads(answer.content), GAMES)
    assert record.play().outcome.headline == row.outcome["headline"]


def test_every_page_of_every_entry_opens(battle):
    device = Device(battle)
    for number in Event.objects.filter(battle=battle, declaration__isnull=False).values_list("number", flat=True):
        assert device.get("event", number).status_code == 200
        assert device.get("correct", number).status_code == 200
        assert device.get("replay-step", number).status_code == 200


def test_the_audit_folds_it_from_its_beginning(battle):
    found = audited(battle)
    assert found.is_clean
    assert not found.cannot_run
    assert found.firm == 0
    assert found.same >= 1
