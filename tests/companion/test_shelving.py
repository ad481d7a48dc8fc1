"""Whole battles: another name, the archive, a copy, and deleting, which can be taken back for a while."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.management.fuzzing import finished
from companion.models import Battle, Campaign, Deployment, Event, GloomUnit, Result, XWingSquad
from companion.models.campaign import new_key
from companion.queries.standings import standings_of
from companion.services.auditing import audited
from companion.services.homecoming import bring_home
from companion.services.shelving import KEPT_DAYS, duplicate
from tests.companion.demo import demo_of
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, sheet_of, text_of
from tests.companion.rosters import new_roster
from tests.companion.season import battle_of, end
from tests.companion.test_admin import fields_of
from tests.companion.test_admin_people import act

pytestmark = pytest.mark.django_db


@pytest.fixture
def group():
    """Olga organises, Anna and Ben play, Sam looks on."""
    campaign = Campaign.objects.create(name="A season")
    devices = {
        "Olga": organise(campaign, name="Olga"),
        "Anna": invited(campaign, "Anna"),
        "Ben": invited(campaign, "Ben"),
    }
    return campaign, devices | {"Sam": invited(campaign, "Sam", "spectator")}


def fresh(battle):
    return Battle.objects.get(pk=battle.pk)


def list_of(client, campaign):
    return text_of(client.get(campaign.get_absolute_url()))


def test_another_name_is_noted_in_the_log_and_nothing_else_changes(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    before, anna = sheet_of(battle), Device(battle, devices["Anna"])
    form = form_to(anna.get("keep"), "/keep/name/")
    assert anna.client.post(form["action"], {**form["fields"], "name": "  The  last gate "}).status_code == 302
    assert fresh(battle).name == "The last gate"
    assert sheet_of(battle) == before
    assert anna.last.headline == "At the gate is called The last gate now."
    assert audited(fresh(battle)).is_clean
    seen = anna.seen
    assert anna.post("battle-rename", name="The last gate").status_code == 302
    assert anna.seen == seen


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\u202eb"])
def test_what_is_no_name_changes_nothing(group, name):
    campaign, devices = group
    anna = Device(battle_of(campaign), devices["Anna"])
    before = everything()
    answer = anna.post("battle-rename", name=name)
    assert answer.status_code == 422
    assert "Nothing was changed." in text_of(answer)
    assert everything() == before


def test_the_archive_takes_a_battle_out_of_the_list_but_not_out_of_the_standings(group):
    campaign, devices = group
    battle = battle_of(campaign)
    anna = end(battle, 3, 1, client=devices["Anna"])
    standings = standings_of(campaign)
    for _ in range(2):
        assert anna.post("battle-archive", archived="1").status_code == 302
    assert "At the gate" not in list_of(anna.client, campaign)
    assert "At the gate</strong> <small>Gods Gloom, since" in text_of(
        anna.client.get(reverse("shelf", args=[campaign.key]))
    )
    assert anna.get().status_code == 200
    assert standings_of(campaign) == standings
    assert anna.post("battle-archive", archived="0").status_code == 302
    assert "At the gate" in list_of(anna.client, campaign)


def test_a_copy_has_the_same_pieces_and_a_log_of_its_own(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    anna = Device(battle, devices["Anna"])
    form = form_to(anna.get("keep"), "/keep/copy/")
    answers = [anna.client.post(form["action"], form["fields"]) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {302}
    assert Battle.objects.count() == 2
    copy = Battle.objects.exclude(pk=battle.pk).get()
    assert answers[1].url == copy.get_absolute_url()
    assert copy.name != battle.name
    pieces = [[(p.name, p.standing) for p in sheet_of(one).pieces] for one in (battle, copy)]
    assert pieces[0] == pieces[1]
    assert [side.player.name for side in copy.sides.all()] == ["Anna", "Ben"]
    assert Event.objects.filter(battle=copy).count() == 1
    end(copy, 3, 1, client=devices["Anna"])
    assert not sheet_of(battle).over
    assert audited(fresh(copy)).is_clean


def test_the_page_says_that_pieces_come_home_to_a_roster_from_the_battle_and_not_from_a_copy(group):
    campaign, devices = group
    battle = battle_of(campaign)
    anna = Device(battle, devices["Anna"])
    told = "To Veterans pieces come home from this one, and none from the copy."
    assert told not in text_of(anna.get("keep"))
    roster = new_roster(campaign, name="Veterans")
    Deployment.objects.create(roster=roster, battle=battle, side=battle.sides.first(), keys={})
    assert told in text_of(anna.get("keep"))
    copy = duplicate(key=battle.key, once=new_key(), who="Anna")
    assert told not in text_of(Device(copy, devices["Anna"]).get("keep"))
    device = end(copy, 3, 1, client=devices["Anna"])
    assert "No roster was taken into this battle." in text_of(device.get("homecoming"))


def test_a_copy_keeps_the_lists_that_its_squads_were_read_from():
    battle = demo_of("x_wing")
    XWingSquad.objects.filter(battle=battle).update(source='{"faction": "rebelalliance"}', colour="green")
    copy = duplicate(key=battle.key, once=new_key(), who="Anna")
    kept = XWingSquad.objects.filter(battle=copy).values_list("source", "colour")
    assert list(kept) == list(XWingSquad.objects.filter(battle=battle).values_list("source", "colour"))


def test_a_battle_that_is_over_is_not_copied_since_it_would_count_twice(group):
    campaign, devices = group
    anna = end(battle_of(campaign), 3, 1, client=devices["Anna"])
    before = everything()
    assert "/keep/copy/" not in text_of(anna.get("keep"))
    answer = anna.post("battle-copy", once="0123456789abcdef")
    assert answer.status_code == 422
    assert "would count twice" in text_of(answer)
    assert anna.post("battle-copy", once="").status_code == 422
    assert everything() == before


def test_an_organiser_deletes_and_takes_it_back_as_it_was(group):
    campaign, devices = group
    battle = battle_of(campaign)
    anna, olga = end(battle, 3, 1, client=devices["Anna"]), Device(battle, devices["Olga"])
    standings, before = standings_of(campaign), sheet_of(battle)
    form = form_to(olga.get("keep"), "/keep/delete/")
    assert olga.client.post(form["action"], form["fields"]).url == reverse("shelf", args=[campaign.key])
    assert standings_of(campaign) == ()
    assert not Result.objects.exists()
    assert "At the gate" not in list_of(olga.client, campaign)
    assert "At the gate" not in text_of(anna.client.get(reverse("shelf", args=[campaign.key])))
    for answer in (anna.get(), anna.get("log"), anna.undo(), anna.post("answer", agrees="yes"), olga.get("keep")):
        assert answer.status_code == 403
        assert "This battle was deleted." in text_of(answer)
        assert '<h1 tabindex="-1" data-focus>This battle is gone</h1>' in text_of(answer)
        assert "Not for this device" not in text_of(answer)
    assert (
        json.loads(olga.client.get(reverse("campaign-file", args=[campaign.key])).content)["content"]["battles"] == []
    )
    page = olga.client.get(reverse("shelf", args=[campaign.key]))
    assert "At the gate</strong> <small>Gods Gloom, can be restored until" in text_of(page)
    assert 'aria-label="Restore At the gate, Gods Gloom"' in text_of(page)
    form = form_to(page, f"/archive/{battle.pk}/back/")
    for _ in range(2):
        assert olga.client.post(form["action"], form["fields"]).url == battle.get_absolute_url()
    assert sheet_of(battle) == before
    assert standings_of(campaign) == standings
    assert audited(fresh(battle)).is_clean


def test_a_player_deletes_nothing(group):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    before = everything()
    for name in ("Anna", "Sam"):
        assert Device(battle, devices[name]).post("battle-delete").status_code == 403
    assert "/keep/delete/" not in text_of(Device(battle, devices["Anna"]).get("keep"))
    for address in ("battle-rename", "battle-archive", "battle-copy"):
        assert Device(battle, devices["Sam"]).post(address).status_code == 403
    assert Device(battle, Client()).post("battle-delete").status_code == 403
    assert everything() == before


def test_what_was_deleted_long_ago_is_gone_for_good_with_the_next_one(group):
    campaign, devices = group
    old, new = battle_of(campaign, name="The old one"), battle_of(campaign, name="The new one")
    device = end(old, 3, 1, client=devices["Anna"])
    device.undo()
    device.post("redo", event=device.last.number, seen=device.seen)
    olga = devices["Olga"]
    Device(old, olga).post("battle-delete")
    Battle.objects.filter(pk=old.pk).update(deleted=timezone.now() - timedelta(days=KEPT_DAYS + 1))
    assert "The old one" not in text_of(olga.get(reverse("shelf", args=[campaign.key])))
    Device(new, olga).post("battle-delete")
    assert [battle.name for battle in Battle.objects.all()] == ["The new one"]
    before = everything()
    refused = olga.post(reverse("battle-back", args=[campaign.key, old.pk]))
    assert refused.status_code == 422
    assert "gone for good" in text_of(refused)
    assert everything() == before


def test_what_was_deleted_too_long_ago_is_not_taken_back_though_its_rows_are_there_yet(group, admin_client):
    campaign, devices = group
    battle, long_ago = battle_of(campaign), timezone.now() - timedelta(days=KEPT_DAYS, minutes=1)
    olga, back = devices["Olga"], reverse("battle-back", args=[campaign.key, battle.pk])
    Device(battle, olga).post("battle-delete")
    Battle.objects.filter(pk=battle.pk).update(deleted=long_ago + timedelta(minutes=2))
    assert olga.get(battle.get_absolute_url()).status_code == 403
    Battle.objects.filter(pk=battle.pk).update(deleted=long_ago)
    before = everything()
    refused = olga.post(back)
    assert refused.status_code == 422
    assert "gone for good" in text_of(refused)
    assert "gone for good" in text_of(act(admin_client, "battle", "restore", battle))
    assert olga.get(battle.get_absolute_url()).status_code == 404
    assert everything() == before
    Battle.objects.filter(pk=battle.pk).update(deleted=None)
    Campaign.objects.filter(pk=campaign.pk).update(deleted=long_ago)
    before = everything()
    assert "gone for good" in text_of(act(admin_client, "campaign", "restore", campaign))
    for way in (campaign.get_absolute_url(), battle.get_absolute_url()):
        assert olga.get(way).status_code == 404
    assert everything() == before


def test_before_the_tap_the_page_says_what_becomes_of_rosters_that_were_there(group):
    campaign, devices = group
    olga = devices["Olga"]
    roster, other = (new_roster(campaign, name=name) for name in ("Veterans", "Guard"))
    battle = battle_of(campaign)
    device = end(battle, 3, 1, client=devices["Anna"])
    for one in (roster, other):
        Deployment.objects.create(roster=one, battle=battle, side=battle.sides.first(), keys={})
    form = form_to(Device(battle, olga).get("homecoming"), "/home/")
    bring_home(key=battle.key, said={roster.deployments.get().pk: {}}, seen=device.seen, who="Olga")
    assert form
    page = text_of(Device(battle, olga).get("keep"))
    assert "What came home from it to the roster Veterans stays there." in page
    assert "Nobody has said who comes home from it to the roster Guard. While it is deleted nobody can" in page
    before = sheet_of(roster.holder)
    assert Device(battle, olga).post("battle-delete").status_code == 302
    Battle.objects.filter(pk=battle.pk).update(deleted=timezone.now() - timedelta(days=KEPT_DAYS + 1))
    Device(battle_of(campaign, name="Another"), olga).post("battle-delete")
    assert not Battle.objects.filter(pk=battle.pk).exists()
    assert sheet_of(roster.holder) == before
    assert audited(fresh(roster.holder)).is_clean


def test_a_battle_with_seats_and_another_name_travels_as_a_file():
    battle = finished("gods_gloom", 3, 12).battle
    olga = Device(battle, organise(battle.campaign, name="Olga"))
    assert olga.post("seat", battle.sides.first().pk, member=member("Olga").pk).status_code == 302
    assert olga.post("battle-rename", name="The last gate").status_code == 302
    data = battle_file(fresh(battle))
    (copy,) = bring_in(data).battles
    assert copy.name == "The last gate"
    found = [[(r.how, r.score, r.luck, r.pieces) for r in one.results.all()] for one in (battle, copy)]
    assert found[0] == found[1]
    assert battle_file(copy) == data
    assert audited(copy).is_clean


def test_staff_are_told_that_a_battle_was_deleted_and_change_nothing(group, admin_client):
    campaign, devices = group
    battle = battle_of(campaign, "Anna", "Ben")
    assert Device(battle, devices["Olga"]).post("battle-delete").status_code == 302
    unit = GloomUnit.objects.filter(battle=battle).first()
    page = reverse("admin:companion_gloomunit_change", args=[unit.pk])
    fields = fields_of(admin_client.get(page)) | {"name": "Another"}
    before = everything()
    for address, data in (
        (page, fields),
        (reverse("admin:companion_gloomunit_delete", args=[unit.pk]), {"post": "yes"}),
        (
            reverse("admin:companion_gloombattle_changelist"),
            {"action": "new_link", "confirmed": "1", "_selected_action": [battle.pk]},
        ),
    ):
        answer = admin_client.post(address, data, follow=True)
        assert answer.status_code == 200, address
        assert "This battle was deleted" in text_of(answer), address
    assert everything() == before
