"""Squads in: what is pasted or uploaded is read, looked at, and taken; and given back as it was read."""

import json
import os
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from companion.models import DamageCard, PilotCard, Ship, Weapon, XWingBattle, XWingSquad
from tests.companion.playing import Device, everything, form_to
from tests.companion.squads import LAUNCH_BAY, NEW, YASB, address, content, read, ships, side, started, take
from tests.companion.test_load_xwing_data import CHECKOUT, DATA

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def device():
    return Device(started(), name="Anna")


def test_a_list_of_yasb_is_shown_and_then_taken(device):
    before = everything()
    page = content(read(device, YASB))
    assert everything() == before
    for shown in (
        "Test Wing",
        "Rebel Alliance, 2 ships for Red, 110 points in 2.0 (the list says 10)",
        "Wedge Antilles",
        "4 front",
        "Nothing is stored",
    ):
        assert shown in page
    answer = take(device, YASB)
    shown = f"{reverse('setup', args=[device.battle.key])}?side={device.sheet.squads[0].key}"
    assert (answer.status_code, answer.url) == (302, shown)
    wedge, escort = ships(device)
    assert (wedge.name, wedge.shields, wedge.cost, wedge.initiative) == ("Wedge Antilles", 3, 54 + 6 + 12, 6)
    assert wedge.pilot == "wedgeantilles"
    worn = [("Proton Torpedoes", "protontorpedoes"), ("Shield Upgrade", "shieldupgrade")]
    assert list(wedge.upgrades.values_list("name", "xws")) == worn
    _, torpedoes = Weapon.objects.filter(ship=wedge)
    assert (torpedoes.name, torpedoes.needs, torpedoes.charges, torpedoes.ordnance) == (
        "Proton Torpedoes", "lock", 2, True,
    )  # fmt: skip
    assert (escort.name, escort.cost) == ("Blue Squadron Escort", 38)
    red = side(device)
    assert (red.name, red.faction) == ("Test Wing", "rebelalliance")
    assert DamageCard.objects.filter(squad=red).count() == 33
    assert device.last.headline == "Test Wing joins with 2 ships."
    assert device.last.who == "Anna"


def test_a_list_of_launch_bay_next_is_taken_by_the_other_side(device):
    assert take(device, LAUNCH_BAY, "Blue").status_code == 302
    assert [(ship.name, ship.hull) for ship in ships(device, "Blue")] == [
        ("Academy Pilot", 3),
        ("Academy Pilot 2", 3),
        ("“Mauler” Mithel", 4),
    ]
    assert not ships(device)


def test_ships_of_both_sides_have_names_of_their_own(device):
    take(device, LAUNCH_BAY, "Red")
    take(device, {**LAUNCH_BAY, "name": "Mirror"}, "Blue")
    names = [ship.name for ship in (*ships(device), *ships(device, "Blue"))]
    assert names[3:] == ["Academy Pilot 3", "Academy Pilot 4", "“Mauler” Mithel 2"]


def test_a_side_keeps_its_name_where_the_list_has_none_or_that_of_another_side(device):
    take(device, {key: value for key, value in YASB.items() if key != "name"})
    assert side(device).name == "Red"
    take(device, {**LAUNCH_BAY, "name": "Red"}, "Blue")
    assert side(device, "Blue").name == "Blue"
    before = everything()
    answer = take(device, {**LAUNCH_BAY, "name": "Red"}, "Blue", name="Red")
    assert answer.status_code == 422
    assert "Another side has this name." in content(answer)
    assert everything() == before


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a byte order mark"])
def test_a_whole_file_is_read(device, mark):
    file = SimpleUploadedFile("squad.xws", mark + json.dumps(YASB).encode())
    answer = device.client.post(address(device), {"file": file})
    assert answer.status_code == 200
    form = form_to(answer, address(device))
    assert device.client.post(form["action"], {**form["fields"], "accept": "add"}).status_code == 302
    assert len(ships(device)) == 2


def test_two_lists_are_taken_and_the_battle_starts(device):
    take(device, YASB)
    take(device, LAUNCH_BAY, "Blue")
    start = form_to(device.get("setup"), "/declare/", do="start")
    assert start["buttons"]
    assert device.client.post(start["action"], start["fields"]).status_code == 302
    device.choose(next(key for key in device.played().ask.options))
    assert XWingBattle.objects.get().started


def test_a_pilot_that_is_not_known_is_typed_in_and_known_upgrades_are_added(device):
    answer = read(device, NEW)
    page = content(answer)
    assert "The pilot “somebodynew” is not known: type its numbers." in page
    assert "Wedge Antilles: the upgrade “nobodyknows” is not known." in page
    fields = form_to(answer, address(device))["fields"]
    shown = {name: fields[f"pilot-1-{name}"] for name in ("name", "ship", "size", "agility", "hull", "dice")}
    assert shown == {
        "name": "somebodynew", "ship": "T-65 X-wing", "size": "small",
        "agility": "2", "hull": "4", "dice": "3",
    }  # fmt: skip
    before = everything()
    refused = take(device, NEW)
    assert refused.status_code == 422
    assert content(refused).count("This field is required.") == 2
    assert "Nothing is stored yet: look at what is marked below." in content(refused)
    assert everything() == before
    typed = {
        "name": "Some Body",
        "initiative": "5",
        "cost": "48",
        "force": "2",
        "arc_2": "rear",
        "dice_2": "2",
        "charges": "1",
    }
    answer = take(device, NEW, **{f"pilot-1-{name}": value for name, value in typed.items()})
    assert answer.status_code == 302
    first, wedge, second = ships(device)
    assert (first.name, wedge.name, second.name) == ("Some Body", "Wedge Antilles", "Some Body 2")
    assert (first.type, first.initiative, first.cost, first.most_force, first.recovers_force) == (
        "T-65 X-wing", 5, 48 + 12, 2, 1,
    )  # fmt: skip
    assert [(w.arc, w.dice, w.special) for w in Weapon.objects.filter(ship=first)] == [
        ("front", 3, False),
        ("rear", 2, False),
        ("front", 4, True),
    ]
    assert (second.cost, second.most_charges) == (48, 1)
    assert [worn.name for worn in wedge.upgrades.all()] == ["nobodyknows"]
    assert "<li>nobodyknows</li>" in content(device.get("setup"))
    assert device.last.headline == "Red joins with 3 ships; not known: nobodyknows."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"initiative": "9"}, "less than or equal to 8"),
        ({"hull": "0"}, "greater than or equal to 1"),
        ({"dice": "x"}, "Enter a whole number."),
        ({"size": "vast"}, "Select a valid choice."),
        ({"arc_2": "rear"}, "A second weapon has an arc and dice"),
        ({"arc_2": "front", "dice_2": "2"}, "another arc than the first"),
        ({"name": "x" * 41}, "at most 40"),
        ({"name": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_numbers_that_no_pilot_has_are_refused(device, typed, sentence):
    before = everything()
    known = {"initiative": "5", "cost": "48"}
    answer = take(device, NEW, **{f"pilot-1-{name}": value for name, value in {**known, **typed}.items()})
    assert answer.status_code == 422
    assert sentence in content(answer)
    assert everything() == before


def test_a_second_list_replaces_the_first_only_when_that_is_tapped(device):
    take(device, YASB)
    answer = read(device, {**YASB, "pilots": YASB["pilots"][1:]})
    assert "Replace the 2 ships of Test Wing" in content(answer)
    form = form_to(answer, address(device))
    assert form["buttons"] == [("accept", "replace")]
    before = everything()
    refused = device.client.post(form["action"], {**form["fields"], "accept": "add"})
    assert refused.status_code == 422
    assert "has ships already" in content(refused)
    assert everything() == before
    assert device.client.post(form["action"], {**form["fields"], "accept": "replace"}).status_code == 302
    assert [ship.name for ship in ships(device)] == ["Blue Squadron Escort"]
    assert DamageCard.objects.count() == 33


def test_a_double_tap_takes_a_list_once(device):
    form = form_to(read(device, YASB), address(device))
    tap = {**form["fields"], "accept": "add"}
    assert device.client.post(form["action"], tap).status_code == 302
    before = everything()
    answer = device.client.post(form["action"], tap)
    assert answer.status_code == 409
    assert everything() == before


def test_nothing_is_read_after_the_start(device):
    form = form_to(read(device, YASB), address(device))
    XWingBattle.objects.update(started=True)
    before = everything()
    for data in ({"text": json.dumps(YASB)}, {**form["fields"], "accept": "add"}):
        answer = device.client.post(address(device), data)
        its_page = f"{reverse('setup', args=[device.battle.key])}?side=xwingsquad-{side(device).pk}"
        assert (answer.status_code, answer.url) == (302, its_page)
    assert device.client.get(address(device)).status_code == 302
    assert everything() == before
    assert "Paste or upload" not in content(device.get("setup"))


def test_a_side_of_another_battle_and_a_battle_of_another_game_have_no_such_page(device):
    other = Device(started(once="the-second-battle"))
    foreign = side(other)
    for pk in (foreign.pk, 0, 10**30):
        for page in ("squad", "squad-file"):
            assert device.get(page, pk).status_code == 404
        assert device.post("squad", pk, text=json.dumps(YASB)).status_code == 404
    assert not Ship.objects.exists()


def test_the_list_is_given_back_with_everything_that_was_read(device):
    assert "Download the list" not in content(device.get("setup"))
    assert device.client.get(address(device, page="squad-file")).status_code == 404
    take(device, YASB)
    assert address(device, page="squad-file") in content(device.get("setup"))
    answer = device.client.get(address(device, page="squad-file"))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="test-wing.xws.json"'
    given = answer.json()
    assert {key: given[key] for key in ("vendor", "obstacles", "ruleset", "version", "name", "faction")} == {
        key: YASB[key] for key in ("vendor", "obstacles", "ruleset", "version", "name", "faction")
    }
    assert given["pilots"][0]["upgrades"] == YASB["pilots"][0]["upgrades"]
    XWingBattle.objects.update(started=True)
    assert device.client.get(address(device, page="squad-file")).json() == given
    before = [(ship.name, ship.cost) for ship in ships(device)]
    XWingBattle.objects.update(started=False)
    take(device, answer.content.decode())
    assert [(ship.name, ship.cost) for ship in ships(device)] == before


def test_what_staff_broke_is_not_given_back(device):
    take(device, YASB)
    for source in ("nonsense", "[]", '{"pilots": 1}'):
        XWingSquad.objects.filter(pk=side(device).pk).update(source=source)
        assert device.client.get(address(device, page="squad-file")).status_code == 404


def test_loaded_data_is_used_for_its_ruleset_and_the_page_says_so(device):
    folders = {"faction": "rebelalliance", "pilots": [{"id": "firstfolder", "upgrades": {"mod": ["sharperfold"]}}]}
    assert "Only the commonest ships are known here." in content(device.client.get(address(device)))
    call_command("load_xwing_data", str(CHECKOUT), verbosity=0)
    assert "version 2.0.1 of the data set" in content(device.client.get(address(device)))
    assert take(device, folders).status_code == 302
    (ship,) = ships(device)
    assert (ship.type, ship.agility, ship.shields, ship.most_force, ship.cost) == ("Paper Dart", 2, 3, 3, 39)
    XWingBattle.objects.update(ruleset="2.5")
    assert "No numbers of 2.5 are loaded here" in content(device.client.get(address(device)))


def test_without_numbers_of_2_5_every_pilot_is_checked_with_the_costs_of_the_list(device):
    XWingBattle.objects.update(ruleset="2.5")
    form = form_to(read(device, YASB), address(device))
    shown = {
        name: form["fields"][f"pilot-1-{name}"] for name in ("name", "ship", "initiative", "cost", "hull", "force")
    }
    assert shown == {
        "name": "Wedge Antilles", "ship": "T-65 X-wing", "initiative": "6", "cost": "5", "hull": "4", "force": "0",
    }  # fmt: skip
    assert take(device, YASB).status_code == 302
    assert [(ship.name, ship.cost, ship.shields) for ship in ships(device)] == [
        ("Wedge Antilles", 5, 3),
        ("Blue Squadron Escort", 5, 2),
    ]


@pytest.mark.skipif(not DATA, reason="needs XWING_DATA, a folder with the whole data set")
@pytest.mark.parametrize("ruleset", ["2.0", "2.5"])
def test_every_pilot_of_the_whole_data_set_is_taken(device, ruleset):
    call_command("load_xwing_data", str(Path(os.environ["XWING_DATA"]) / ruleset), verbosity=0)
    XWingBattle.objects.update(ruleset=ruleset)
    known = list(PilotCard.objects.values_list("xws", "faction"))
    taken = 0
    for first in range(0, len(known), 40):
        pilots = [{"id": xws} for xws, _ in known[first : first + 40]]
        answer = take(device, {"faction": known[first][1], "pilots": pilots})
        assert answer.status_code == 302, content(answer)
        taken += len(ships(device))
    assert taken == len(known)
