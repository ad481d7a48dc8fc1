"""An entry keeps the edition it was resolved under; what would come out differently now is told and may be amended."""

import re
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from companion.admin.edits import editing
from companion.files.importing import bring_in
from companion.models import Battle, Declaration, Event, Frame, FrameBattle, Upgrade, Version, Weapon
from companion.services.auditing import audited
from companion.services.under_way import record_still_read
from companion.sheets import battle_model
from rules.games import GAMES
from rules.mobile_frame_zero.charts import BANDS, Chart
from rules.replay import read
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.test_attack_path import EKAUECHIHE, KADER, declare, play_the_seed
from tests.companion.test_battles_of_files import FOLDER
from tests.companion.test_correcting import filled
from tests.companion.test_undo import holding, spot, values

OLDER = "Rapid Attack 0"
NOW = GAMES["mobile_frame_zero"].edition


@pytest.fixture
def older(device):
    """A battle whose attack was resolved under an older reading."""
    values(device)
    with older_reading():
        older_attack(device)
    spot(device)
    return device


@contextmanager
def older_reading():
    """By it 4s missed what stood behind terrain."""
    with pytest.MonkeyPatch.context() as reading:
        reading.setitem(GAMES, "mobile_frame_zero", replace(GAMES["mobile_frame_zero"], edition=OLDER))
        reading.setitem(BANDS, Chart.TERRAIN, ((1, 2, 3, 4), (), (5,), (6,)))
        yield


def older_attack(device):
    """1, 4 and 5: by that reading the 5 alone ruins the wall, and the target loses nothing."""
    declare(device)
    device.dice("1 4 5")
    device.apply()


@pytest.fixture
def attack(older):
    event = Event.objects.get(battle=older.battle, kind="attack")
    assert event.declaration.edition == OLDER
    assert not any(system.lost for system in older.piece(KADER).systems)
    return event


def audit():
    out = StringIO()
    call_command("audit", stdout=out)
    return out.getvalue()


def test_the_audit_names_what_would_come_out_otherwise_now_and_nothing_differs(older, attack):
    before = everything()
    found = audited(Battle.objects.get(pk=older.battle.pk))
    assert found.is_clean
    assert found.cannot_run == ()
    (finding,) = found.otherwise
    assert (finding.number, finding.edition) == (attack.number, OLDER)
    assert attack.headline in finding.sentence
    assert "“system lost” is not answered" in finding.sentence
    said = audit()
    assert re.search(rf"Resolved under {OLDER}: \d+ the same, 0 differ, 1 otherwise now, 0 cannot run\.", said)
    assert f"entry {attack.number}: it says “{attack.headline}”" in said
    assert {**everything(), "Upkeep": []} == before, "only that it was done is noted"


def test_the_admin_lists_it_with_the_way_to_correct_it(older, attack, admin_client):
    row = FrameBattle.objects.get(pk=older.battle.pk)
    page = admin_client.get(reverse("admin:companion_framebattle_change", args=[row.pk]))
    address = reverse("admin:companion_framebattle_audit", args=[row.pk])
    assert address in text_of(page)
    before = everything()
    shown = admin_client.get(address)
    assert shown.status_code == 200
    assert everything() == before
    assert "Would come out differently now" in text_of(shown)
    assert OLDER in text_of(shown)
    assert reverse("correct", args=[older.battle.key, attack.number]) in text_of(shown)


def test_its_correction_shows_what_today_makes_of_it_and_nothing_changes_by_itself(older, attack):
    stood = older.sheet
    page = older.get("correct", attack.number)
    assert "loses shield" not in attack.headline
    form = form_to(page, f"/{attack.number}/correct/")
    data = filled(form)
    for _ in range(9):
        if 'name="commit" value="1" disabled' not in text_of(page):
            break
        page = older.client.post(form["action"], data)
        data = filled(form_to(page, f"/{attack.number}/correct/"))
    assert "Comes out differently" in text_of(page) or "The board then" in text_of(page)
    assert older.sheet == stood
    assert older.post("correct", attack.number, **data, commit="1").status_code == 302
    assert any(system.lost for system in older.piece(KADER).systems)
    version = Version.objects.get(of=attack)
    assert version.edition == NOW
    found = audited(Battle.objects.get(pk=older.battle.pk))
    assert (found.differs, found.otherwise, found.cannot_run) == ((), (), ())
    assert older.undo().status_code == 302
    assert older.sheet == stood
    assert audited(Battle.objects.get(pk=older.battle.pk)).otherwise


def test_a_correction_before_it_leaves_it_as_it_was_resolved(older, attack):
    """What was entered before it changes, and the older attack still stands by its own reading."""
    first = Event.objects.get(battle=older.battle, kind="values").number
    page = older.get("correct", first)
    data = filled(form_to(page, f"/{first}/correct/"))
    data |= {"q-defence": "3"}
    answer = older.post("correct", first, **data, commit="1")
    assert answer.status_code == 302, text_of(answer)
    assert not Version.objects.filter(of=attack).exists()
    assert not any(system.lost for system in older.piece(KADER).systems)
    found = audited(Battle.objects.get(pk=older.battle.pk))
    assert found.is_clean
    assert [finding.number for finding in found.otherwise] == [attack.number]


@pytest.fixture
def walled(device):
    """A battle in which an older attack has hit a wall that was corrected by hand before: the number of that entry."""
    device.declare("correction", device.key("ragged wall"), q_hits_left="2")
    number = device.last.number
    with older_reading():
        older_attack(device)
    assert device.last.declaration.edition == OLDER
    assert device.piece("ragged wall").hits_left == 1
    return number


def wall_of_three(device, number, **more):
    """The correction of the wall, to three hits, as its page has it then; ``more`` is what is said of the attack."""
    data = filled(form_to(device.get("correct", number), f"/{number}/correct/")) | {"q-hits_left": "3"}
    page = device.post("correct", number, **data, **more)
    return page, filled(form_to(page, f"/{number}/correct/"))


def test_an_older_entry_that_does_not_fit_any_more_is_kept_where_nothing_is_decided(device, walled):
    """What is ticked as the page comes is what its board shows: nobody has struck anything out."""
    attack = device.last
    page, data = wall_of_three(device, walled)
    assert "What it was made from is different now." in text_of(page)
    assert data[f"how-{attack.number}"] == "kept"
    assert device.post("correct", walled, **data, commit="1").status_code == 302
    assert Version.objects.get(of=attack).how == "kept"
    assert device.piece("ragged wall").hits_left == 1
    assert audited(Battle.objects.get(pk=device.battle.pk)).is_clean


@pytest.mark.parametrize("how", ["struck", "again"])
def test_an_older_entry_that_does_not_fit_any_more_can_be_struck_out_or_answered_again(device, walled, how):
    attack = device.last
    page, data = wall_of_three(device, walled, **{f"how-{attack.number}": how})
    for _ in range(9):
        if 'name="commit" value="1" disabled' not in text_of(page):
            break
        page = device.post("correct", walled, **data)
        data = filled(form_to(page, f"/{walled}/correct/"))
    assert data[f"how-{attack.number}"] == how
    assert device.post("correct", walled, **data, commit="1").status_code == 302
    assert Version.objects.get(of=attack).how == how
    assert (device.piece("ragged wall").hits_left == 3) is (how == "struck")
    assert audited(Battle.objects.get(pk=device.battle.pk)).is_clean


def test_an_older_entry_whose_scores_are_others_keeps_how_it_came_about_and_its_edition(device):
    """Something before it moved the score, and did not happen: it moves the same points from another number."""
    with editing(key=device.battle.key, who="the referee"):
        Frame.objects.filter(name="ST-10 Osprey, Lieutenant Vane").update(white=0)
    edited = device.last.number
    with older_reading():
        holding(device)
    held = device.last
    assert (held.kind, held.declaration.edition) == ("holding", OLDER)
    struck = device.post("correct", edited, how="struck", commit="1", seen=device.seen)
    assert struck.status_code == 302, text_of(struck)
    version = Version.objects.get(of=held)
    assert version.changes != held.changes
    assert (version.how, version.edition) == ("again", OLDER)
    assert (version.declared, version.replies) == (held.declaration.declared, [])
    assert version.trace == held.declaration.trace
    assert audited(Battle.objects.get(pk=device.battle.pk)).is_clean


def test_an_older_entry_that_cannot_be_read_any_more_cannot_run(older, attack):
    Declaration.objects.filter(pk=attack.declaration_id).update(declared={"actor": EKAUECHIHE})
    found = audited(Battle.objects.get(pk=older.battle.pk))
    assert [(finding.number, finding.edition) for finding in found.cannot_run] == [(attack.number, OLDER)]
    assert found.otherwise == ()


def test_damage_that_left_stealth_device_its_charge_is_named_under_the_edition_that_takes_it(db):
    """A battle of X-Wing that was played by "Second edition 1": it comes in as it was, and stands so."""
    game = GAMES["x_wing"]
    (battle,) = bring_in((FOLDER / "x_wing_stealth_device_second_edition_1.json").read_bytes()).battles
    attack = Event.objects.get(battle=battle, kind="attack")
    (device,) = Upgrade.objects.filter(ship__battle=battle, xws="stealthdevice")
    assert (attack.declaration.edition, game.edition) == ("Second edition 1", "Second edition 7")
    assert (attack.headline, device.charges) == ("Wedge Antilles hits Soontir Fel: a damage card.", 1)
    before = everything()
    found = audited(battle)
    assert (found.differs, found.cannot_run) == ((), ())
    (finding,) = found.otherwise
    assert (finding.number, finding.edition) == (attack.number, "Second edition 1")
    said = audit()
    assert f"{game.name} (Second edition 7), 1 battle: 1 the same, 0 differ, 0 cannot run." in said
    assert "Resolved under Second edition 1: 1 the same, 0 differ, 1 otherwise now, 0 cannot run." in said
    assert f"The lost charge, entry {attack.number}: it changes other things than are stored." in said
    assert {**everything(), "Upkeep": []} == before
    organiser = Device(battle, Client(raise_request_exception=True), "Anna")
    data = filled(form_to(organiser.get("correct", attack.number), f"/{attack.number}/correct/"))
    answer = organiser.post("correct", attack.number, **data, commit="1")
    assert answer.status_code == 302, text_of(answer)
    assert Upgrade.objects.get(pk=device.pk).charges == 0
    found = audited(Battle.objects.get(pk=battle.pk))
    assert (found.differs, found.otherwise, found.cannot_run) == ((), (), ())


def test_a_charge_that_an_ability_left_where_it_was_is_named_under_the_edition_that_takes_it(db):
    """A battle that was played by "Second edition 2", in which Joy Rekkoff only said that it is spent."""
    (battle,) = bring_in((FOLDER / "x_wing_joy_rekkoff_second_edition_2.json").read_bytes()).battles
    attack = Event.objects.get(battle=battle, kind="attack")
    (torpedoes,) = Weapon.objects.filter(ship__pilot="joyrekkoff", special=True)
    assert (attack.declaration.edition, torpedoes.charges) == ("Second edition 2", 2)
    found = audited(battle)
    assert (found.differs, found.cannot_run) == ((), ())
    assert [(finding.number, finding.edition) for finding in found.otherwise] == [(attack.number, "Second edition 2")]
    organiser = Device(battle, Client(raise_request_exception=True), "Anna")
    data = filled(form_to(organiser.get("correct", attack.number), f"/{attack.number}/correct/"))
    assert organiser.post("correct", attack.number, **data, commit="1").status_code == 302
    assert Weapon.objects.get(pk=torpedoes.pk).charges == 1
    found = audited(Battle.objects.get(pk=battle.pk))
    assert (found.differs, found.otherwise, found.cannot_run) == ((), (), ())


def test_a_clean_audit_says_so(device, admin_client):
    play_the_seed(device)
    device.apply()
    shown = text_of(admin_client.get(reverse("admin:companion_framebattle_audit", args=[device.battle.pk])))
    assert "<strong>2</strong> entries are the same." in shown
    assert "<strong>0</strong> things differ." in shown
    assert "replayed from its beginning" in shown
    assert "<h2>" not in shown.partition('id="content-main"')[2]


def test_an_audit_names_what_differs_and_from_where_it_could_be_folded(device, admin_client):
    values(device)
    Event.objects.filter(pk=device.last.pk).update(headline="Nothing happened.")
    Event.objects.filter(battle=device.battle, number=1).update(parts=None)
    shown = text_of(admin_client.get(reverse("admin:companion_framebattle_audit", args=[device.battle.pk])))
    assert "it says “Nothing happened.”" in shown
    assert "Before entry 1 the log says too little" in shown


def test_only_staff_who_may_look_at_the_battle_audit_it(device):
    address = reverse("admin:companion_framebattle_audit", args=[device.battle.pk])
    assert Client().get(address).status_code == 302
    user, client = User.objects.create_user("clerk", is_staff=True), Client()
    client.force_login(user)
    assert client.get(address).status_code == 403
    user.user_permissions.add(Permission.objects.get(codename="view_framebattle"))
    assert client.get(address).status_code == 200
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("pk", ["0", "x", "9" * 30, "1/audit", "é"])
def test_what_is_no_battle_has_no_audit(admin_client, pk):
    address = reverse("admin:companion_framebattle_audit", args=[pk])
    assert admin_client.get(address).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_button(game, admin_client):
    battle = demo_of(game)
    name = battle_model(game)._meta.model_name
    address = reverse(f"admin:companion_{name}_audit", args=[battle.pk])
    assert address in text_of(admin_client.get(reverse(f"admin:companion_{name}_change", args=[battle.pk])))
    assert "<strong>1</strong> entry is the same." in text_of(admin_client.get(address))


def test_the_record_of_an_older_edition_that_is_still_read_names_it(older, attack, monkeypatch):
    record = older.get("record", attack.declaration_id)
    assert record.status_code == 404, "an edition that the rules do not read"
    monkeypatch.setitem(GAMES, "mobile_frame_zero", replace(GAMES["mobile_frame_zero"], earlier_editions=(OLDER,)))
    record = older.get("record", attack.declaration_id).json()
    assert record["edition"] == OLDER
    assert read(record, GAMES).battle == record_still_read(attack.declaration, ()).battle
