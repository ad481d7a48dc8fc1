"""Weapons lost in an earlier round: on the pages, in the admin, in the log and in older databases."""

from dataclasses import replace

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from companion.models import Event, Frame, System
from companion.services.auditing import audited
from rules.mobile_frame_zero.sheet import Range
from tests.companion.playing import Device, everything, form_to, forms_of, text_of

TISHIHE = "Ghanat Tishihé"
KADER = "ST-10 Osprey, Captain Kader"
BEFORE = ("companion", "0013_added_rows")


@pytest.fixture
def field(demo):
    """Anna's tablet, after Captain Kader has lost the grenade launcher in a round that has ended."""
    device = Device(demo, name="Anna")
    device.declare("correction", device.key(KADER), **correction(device, KADER, "grenade launcher"))
    assert System.objects.get(frame__name=KADER, name="grenade launcher").lost
    return device


def correction(device, name, system):
    page = device.get(attacker=device.key(name), do="correction")
    fields = form_to(page, "/declare/", do="correction")["fields"]
    answers = {field.replace("-", "_", 1): value for field, value in fields.items() if field.startswith("q-")}
    return {**answers, f"q_{device.key(system, of=name)}": "True"}


def end_round(device):
    device.declare("round")
    while hasattr(device.played(), "ask"):
        device.choose("leave it")
    device.apply()


def ranges(device):
    page = device.get(attacker=device.key(KADER), target=device.key(TISHIHE), do="attack")
    return form_to(page, "/declare/", do="attack")["offered"]["q-range"]


def test_the_range_of_a_lost_weapon_is_offered_until_the_round_ends_and_undo_brings_it_back(field):
    assert ranges(field) == ["hand-to-hand", "direct fire"]
    end_round(field)
    field.declare("values", field.key(KADER), q_defence="None", q_attack="5", q_movement="None", q_spotting="None")
    assert field.piece(KADER).acted
    assert ranges(field) == ["hand-to-hand"]
    answer = field.declare("attack", field.key(KADER), field.key(TISHIHE), q_range="direct fire", q_value="5")
    assert answer.status_code == 422
    for _ in ("values", "round"):
        undo = form_to(field.get(), "/undo/")
        assert field.client.post(undo["action"], undo["fields"]).status_code == 302
    assert ranges(field) == ["hand-to-hand", "direct fire"]


def test_the_log_does_not_tell_it(field):
    end_round(field)
    page = field.get("event", field.last.number).content.decode()
    assert "grenade launcher" not in page
    assert {"track": "dice_gone", "before": False, "after": True}.items() <= next(
        change for change in field.last.changes if change["track"] == "dice_gone"
    ).items()


def test_staff_that_put_a_weapon_back_need_not_know_of_it(field, admin_client):
    end_round(field)
    kader = Frame.objects.get(name=KADER)
    address = reverse("admin:companion_frame_change", args=[kader.pk])
    (fields,) = (f["fields"] for f in forms_of(admin_client.get(address)) if "name" in f["fields"])
    (lost,) = (name for name, value in fields.items() if name.endswith("-lost"))
    del fields[lost]
    assert admin_client.post(address, fields).status_code == 302
    weapon = System.objects.get(frame=kader, name="grenade launcher")
    assert (weapon.lost, weapon.dice_gone) == (False, False)
    assert "gone" not in field.last.headline


@pytest.mark.django_db(transaction=True)
def test_in_an_older_database_the_losses_of_frames_that_have_yet_to_act_are_old_ones(demo):
    System.objects.filter(frame__name__in=(KADER, TISHIHE)).update(lost=True)
    migrate_from(BEFORE)
    gone = dict(System.objects.filter(lost=True).values_list("frame__name", "dice_gone"))
    assert gone == {KADER: False, TISHIHE: True}
    assert not System.objects.filter(lost=False, dice_gone=True).exists()


@pytest.mark.django_db(transaction=True)
def test_in_an_older_database_the_log_tells_which_losses_came_before_their_frame_acted(field):
    end_round(field)
    values = dict.fromkeys(("q_defence", "q_movement", "q_spotting"), "None") | {"q_attack": "5"}
    field.declare("values", field.key(KADER), **values)
    field.declare("correction", field.key(KADER), **correction(field, KADER, "sensor pod"))
    now = dict(System.objects.filter(lost=True).values_list("name", "dice_gone"))
    assert now == {"grenade launcher": True, "sensor pod": False}
    migrate_from(BEFORE)
    assert dict(System.objects.filter(lost=True).values_list("name", "dice_gone")) == now
    assert ranges(field) == ["hand-to-hand"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", [KADER, TISHIHE])
def test_what_came_lost_into_a_battle_of_an_earlier_version_gives_no_dice_from_the_update_on(demo, name):
    device = Device(demo, name="Anna")
    systems = System.objects.filter(frame__name=name)
    assert systems.first().frame.acted == (name == KADER)
    systems.update(lost=True)
    for event in Event.objects.filter(battle=demo).exclude(parts=None):
        for frame in event.parts[0]["now"]["frames"]:
            for system in frame["systems"] if frame["name"] == name else ():
                assert system["dice_gone"] is False
                system["lost"] = True
        event.save(update_fields=["parts"])
    assert fires(device, name)
    before = Event.objects.count()
    migrate_from(("companion", "0046_forgotten_members"))
    assert set(systems.values_list("lost", "dice_gone")) == {(True, True)}
    assert audited(demo).is_clean
    assert Event.objects.count() == before + 1
    assert "lost before this battle" in text_of(device.get("log"))
    assert not fires(device, name)
    told = everything()
    migrate_from(("companion", "0046_forgotten_members"))
    assert everything() == told, "a second time changes nothing"


def fires(device, name):
    """Whether a frame has a weapon once it has acted without the app."""
    frame = replace(device.piece(name), acted=True, range=None)
    return any(frame.weapons(reach) for reach in Range)


def migrate_from(earlier):
    """Take the database back to where nobody had stored it, and bring it up to today again."""
    executor = MigrationExecutor(connection)
    try:
        executor.migrate([earlier])
    finally:
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
