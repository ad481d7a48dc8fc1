"""Files of earlier versions lack columns that tables have now: a file tells them only where that says something."""

import json

import pytest

from companion.files.envelope import BATTLE, written
from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.models import Battle
from companion.services.refusals import Refusal
from tests.companion.playing import Device
from tests.companion.squads import started, take

pytestmark = pytest.mark.django_db

NEWER = {"ability", "grants", "free", "fired"}
VADER = {"faction": "galacticempire", "pilots": [{"id": "darthvader", "ship": "tieadvancedx1"}]}
WEDGE = {"faction": "rebelalliance", "pilots": [{"id": "wedgeantilles", "ship": "t65xwing"}]}


def file_with(squad):
    device = Device(started(), name="Anna")
    assert take(device, squad).status_code == 302
    return battle_file(Battle.objects.get(pk=device.battle.pk))


def table(data, name):
    return json.loads(data)["content"]["tables"][name]


def test_what_is_as_usual_is_not_told_and_comes_in_again():
    data = file_with(WEDGE)
    assert not NEWER & {*table(data, "ship")["columns"], *table(data, "weapon")["columns"]}
    (again,) = bring_in(data).battles
    assert battle_file(again) == data


@pytest.fixture
def vaders():
    """The file of a battle that a ship has joined whose type can do something."""
    return file_with(VADER)


def test_what_is_not_as_usual_is_told_and_comes_in_again(vaders):
    ships = table(vaders, "ship")
    assert ships["rows"][0][ships["columns"].index("ability")] == "Advanced Targeting Computer"
    (again,) = bring_in(vaders).battles
    assert battle_file(again) == vaders


def test_a_file_that_hides_what_its_log_tells_is_refused(vaders):
    content = json.loads(vaders)["content"]
    ships = content["tables"]["ship"]
    at = ships["columns"].index("ability")
    del ships["columns"][at]
    for row in ships["rows"]:
        del row[at]
    with pytest.raises(Refusal):
        bring_in(written(BATTLE, content))
