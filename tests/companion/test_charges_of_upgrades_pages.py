"""Charges of upgrades on the pages: read from a list, shown with pips, spent, set right by hand and by staff."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client

from companion.models import Ship, Upgrade, UpgradeCard
from companion.sheets import key_of
from tests.companion.convoy import SOONTIR, WEDGE, declaring, post
from tests.companion.demo import plain_convoy
from tests.companion.playing import Device, form_to, text_of
from tests.companion.test_admin import fields_of, inline, save
from tests.companion.test_load_xwing_data import CHECKOUT
from tests.companion.test_xws_import import device as device_of_a_list
from tests.companion.test_xws_import import ships, take

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
empty = device_of_a_list
TAKE = "q-attacker_abilities-take-crack-shot"


@pytest.fixture
def convoy():
    """The demo, in which Wedge has a Crack Shot with its charge."""
    device = Device(plain_convoy(), name="Anna")
    wedge = Ship.objects.get(name=WEDGE)
    Upgrade.objects.create(ship=wedge, name="Crack Shot", xws="crackshot", charges=1, most_charges=1)
    return device


@pytest.fixture
def staff():
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


def crack_shot():
    return Upgrade.objects.get(name="Crack Shot")


def shown(device):
    """What the card of Wedge says of its Crack Shot: the pips that are left and that are not, and the words."""
    (item,) = re.findall(r"<li>Crack Shot.*?</li>", text_of(device.get()))
    words = " ".join(re.sub(r"<[^>]+>", "", item).split())
    return item.count('class="pip"'), item.count('class="pip is-off"'), words


def test_a_list_brings_the_charges_of_its_upgrades(empty):
    call_command("load_xwing_data", str(CHECKOUT), verbosity=0)
    UpgradeCard.objects.filter(xws="sharperfold").update(charges=2, recovers_charges=1)
    folders = {"faction": "rebelalliance", "pilots": [{"id": "firstfolder", "upgrades": {"mod": ["sharperfold"]}}]}
    assert take(empty, folders).status_code == 302
    (ship,) = ships(empty)
    found = ship.upgrades.values_list("xws", "charges", "most_charges", "recovers")
    assert list(found) == [("sharperfold", 2, 2, 1)]
    assert "2/2</b> charges, 1 back each round" in text_of(empty.get("setup"))


def test_an_attack_spends_a_charge_that_its_card_shows_and_undo_gives_it_back(convoy):
    assert shown(convoy) == (1, 0, "Crack Shot 1/1 charge")
    Ship.objects.filter(name=SOONTIR).update(focus=0, evade=0)
    Ship.objects.filter(name=WEDGE).update(focus=0, lock=None)
    said = {"q-range": "2", "q-arc": "bullseye"}
    form = form_to(declaring(convoy, **said), "/declare/", do="attack")
    taken = {TAKE: "on"}
    assert convoy.client.post(form["action"], {**form["fields"], **said, **taken}).status_code == 302
    convoy.dice("hit hit blank")
    convoy.dice("evade blank blank")
    assert convoy.apply().status_code == 302
    assert shown(convoy) == (0, 1, "Crack Shot 0/1 charge")
    assert "charges left of Crack Shot" in text_of(convoy.get("event", convoy.last.number))
    assert convoy.undo().status_code == 302
    assert shown(convoy) == (1, 0, "Crack Shot 1/1 charge")


def test_a_card_without_a_charge_is_greyed_with_its_reason(convoy):
    Upgrade.objects.update(charges=0)
    page = declaring(convoy, **{"q-range": "2", "q-arc": "bullseye"})
    assert "Crack Shot costs 1 charge: 0 left." in text_of(page)
    assert TAKE not in form_to(page, "/declare/", do="attack")["boxes"]


def test_a_charge_is_set_right_by_hand_within_its_bounds_and_told_in_the_log(convoy):
    field = f"q-{key_of(crack_shot())}"
    assert post(convoy, "correction", WEDGE, **{field: "2"}).status_code == 422
    assert post(convoy, "correction", WEDGE, **{field: "0"}).status_code == 302
    assert crack_shot().charges == 0
    assert "charges left of Crack Shot" in text_of(convoy.get("event", convoy.last.number))


def test_staff_edit_the_charges_of_an_upgrade(convoy, staff):
    ship = Ship.objects.get(name=WEDGE)
    fields = fields_of(staff.get(f"/admin/companion/ship/{ship.pk}/change/"))
    row = inline(fields, "Crack Shot")
    refused = save(staff, ship, fields, **{f"{row}-charges": "2"})
    assert crack_shot().charges == 1
    assert "Charges left must be 0 to 1, not 2. Nothing was saved." in text_of(refused)
    save(staff, ship, fields, **{f"{row}-charges": "3", f"{row}-most_charges": "3", f"{row}-recovers": "1"})
    assert shown(convoy) == (3, 0, "Crack Shot 3/3 charges, 1 back each round")
    assert {change["track"] for change in convoy.last.changes} == {"charges", "most_charges", "recovers"}
