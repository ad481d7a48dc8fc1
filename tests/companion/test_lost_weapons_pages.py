"""Weapons lost in an earlier round: on the pages, in the admin, in the log and in older databases."""

from dataclasses import replace

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from companion.models import Event, Frame, System
from companion.services.auditing import audited
from rules.mobile_frame_zero.sheet import Range
from tests.companion.demo import demo_of
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


@pytest.mark.any_database  # the schema and every page of it are walked on each by test_databases_of_earlier
@pytest.mark.django_db(transaction=True)
def test_in_an_older_database_losses_are_old_ones_before_the_frame_acts_and_then_the_log_tells_which(field):
    """In a battle whose log tells nothing of it, by whether its frames have acted; in another by its log."""
    by_frames = System.objects.filter(frame__battle=demo_of("mobile_frame_zero"))
    by_frames.filter(frame__name__in=(KADER, TISHIHE)).update(lost=True)
    end_round(field)
    values = dict.fromkeys(("q_defence", "q_movement", "q_spotting"), "None") | {"q_attack": "5"}
    field.declare("values", field.key(KADER), **values)
    field.declare("correction", field.key(KADER), **correction(field, KADER, "sensor pod"))
    by_the_log = System.objects.filter(frame__battle=field.battle, lost=True).values_list("name", "dice_gone")
    now = dict(by_the_log.all())
    assert now == {"grenade launcher": True, "sensor pod": False}
    migrate_from(BEFORE)
    assert dict(by_the_log.all()) == now
    assert ranges(field) == ["hand-to-hand"]
    gone = dict(by_frames.filter(lost=True).values_list("frame__name", "dice_gone"))
    assert gone == {KADER: False, TISHIHE: True}
    assert not System.objects.filter(lost=False, dice_gone=True).exists()


@pytest.mark.any_database  # the schema and every page of it are walked on each by test_databases_of_earlier
@pytest.mark.django_db(transaction=True)
def test_what_came_lost_into_a_battle_of_an_earlier_version_gives_no_dice_from_the_update_on(demo):
    battles = {KADER: demo, TISHIHE: demo_of("mobile_frame_zero")}
    devices = {name: Device(battle, name="Anna") for name, battle in battles.items()}
    for name, device in devices.items():
        systems = System.objects.filter(frame__battle=device.battle, frame__name=name)
        assert systems.first().frame.acted == (name == KADER)
        systems.update(lost=True)
        for event in Event.objects.filter(battle=device.battle).exclude(parts=None):
            for frame in event.parts[0]["now"]["frames"]:
                for system in frame["systems"] if frame["name"] == name else ():
                    assert system["dice_gone"] is False
                    system["lost"] = True
            event.save(update_fields=["parts"])
        assert fires(device, name)
    before = {name: battle.events.count() for name, battle in battles.items()}
    migrate_from(("companion", "0046_forgotten_members"))
    for name, device in devices.items():
        systems = System.objects.filter(frame__battle=device.battle, frame__name=name)
        assert set(systems.values_list("lost", "dice_gone")) == {(True, True)}
        assert audited(device.battle).is_clean
        assert device.battle.events.count() == before[name] + 1
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
