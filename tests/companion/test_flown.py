"""The file of a finished battle of ships tells its squads as they were flown, not as a list once said."""

import json

import pytest

from companion.files.envelope import BATTLE, written
from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.models import Battle, Declaration, Event, Ship
from companion.services.editing import editing
from companion.services.refusals import Refusal
from rules.games import GAMES
from rules.x_wing.flown import AS_FLOWN
from rules.x_wing.xws import read
from tests.companion.playing import Device
from tests.companion.squads import LAUNCH_BAY, YASB, started, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def changed():
    """A finished battle in which staff have taken an upgrade from a ship since its list was read."""
    device = Device(started(), name="Anna")
    assert take(device, YASB).status_code == 302
    assert take(device, LAUNCH_BAY, "Blue").status_code == 302
    with editing(key=device.battle.key, who="staff"):
        wedge = Ship.objects.get(name="Wedge Antilles")
        wedge.upgrades.get(xws="protontorpedoes").delete()
        Ship.objects.filter(pk=wedge.pk).update(cost=3)
    assert device.declare("start").status_code == 302
    assert device.choose(device.sheet.squads[0].key).status_code == 302
    with editing(key=device.battle.key, who="staff"):
        Battle.objects.filter(pk=device.battle.pk).update(over=True)
    return Battle.objects.get(pk=device.battle.pk)


def squads(data):
    return json.loads(data)["content"]["ending"]["squads"]


def test_what_was_changed_after_the_list_was_read_is_told(changed):
    data = battle_file(changed)
    red, blue = squads(data)
    wedge, escort = red["pilots"]
    assert wedge["upgrades"] == {"modification": ["shieldupgrade"]}
    assert wedge["points"] == 3
    assert red["points"] == 3 + escort["points"]
    assert (red["name"], red["faction"]) == ("Test Wing", "rebelalliance")
    assert blue["pilots"][2]["upgrades"] == {"modification": ["hullupgrade"]}
    (again,) = bring_in(data).battles
    assert battle_file(again) == data


def test_a_battle_that_began_before_tells_its_list_and_its_file_stays_as_it_is(changed):
    of_before = {"shape": AS_FLOWN - 1}
    Event.objects.filter(battle=changed).update(**of_before)
    Declaration.objects.filter(battle=changed).update(**of_before)
    data = battle_file(changed)
    red, _ = squads(data)
    assert red["pilots"][0]["upgrades"] == {"torpedo": ["protontorpedoes"], "modification": ["shieldupgrade"]}
    assert (red["pilots"][0]["points"], red["points"]) == (5, 10)
    (again,) = bring_in(data).battles
    assert battle_file(again) == data


TYPED = {
    "name": "Own ship",
    "type": "Raider",
    "size": "small",
    "arc": "front",
    "dice": 3,
    "worn": "Plating",
    **dict.fromkeys(("initiative", "agility", "hull", "cost"), 3),
    **dict.fromkeys(("most_shields", "most_force", "recovers_force", "most_charges", "recovers_charges"), 0),
}


@pytest.fixture
def set_up_by_hand():
    """A finished battle of a ship that was picked and one that was typed in."""
    device = Device(started(), name="Anna")
    red, blue = (squad.key.rpartition("-")[2] for squad in device.sheet.squads)
    assert device.post("setup-add", "pilot", seen=device.seen, squad=red, pilot="lukeskywalker").status_code == 302
    assert device.post("setup-add", "ship", seen=device.seen, squad=blue, **TYPED).status_code == 302
    device.declare("start")
    assert device.choose(device.sheet.squads[0].key).status_code == 302
    with editing(key=device.battle.key, who="staff"):
        Battle.objects.filter(pk=device.battle.pk).update(over=True)
    return Battle.objects.get(pk=device.battle.pk)


def test_squads_that_no_list_was_read_for_are_lists_too(set_up_by_hand):
    data = battle_file(set_up_by_hand)
    red, blue = squads(data)
    assert (red["faction"], blue["faction"]) == ("rebelalliance", "unknown")
    assert [read(squad).pilots[0].id for squad in (red, blue)] == ["lukeskywalker", "ownship"]
    (again,) = bring_in(data).battles
    assert battle_file(again) == data


def test_a_file_that_told_no_faction_of_them_is_read(set_up_by_hand):
    data = battle_file(set_up_by_hand)
    content = json.loads(data)["content"]
    for squad in content["ending"]["squads"]:
        squad["faction"] = ""
    (again,) = bring_in(written(BATTLE, content)).battles
    assert battle_file(again) == data
    content["ending"]["squads"][0]["faction"] = "galacticempire"
    with pytest.raises(Refusal, match="not as the app writes it"):
        bring_in(written(BATTLE, content))


@pytest.mark.parametrize("wrong", [None, [], [None, None], {}, "", [{"faction": ""}] * 3])
def test_squads_that_are_none_are_refused_in_a_sentence(set_up_by_hand, wrong):
    content = json.loads(battle_file(set_up_by_hand))["content"]
    content["ending"]["squads"] = wrong
    with pytest.raises(Refusal):
        bring_in(written(BATTLE, content))


def test_the_shape_of_today_tells_it():
    assert GAMES["x_wing"].shape >= AS_FLOWN
