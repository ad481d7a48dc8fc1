"""Open pages of battles show what happens elsewhere in their campaign: to its people, its settings, its results."""

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from companion.live.parts import ANEW
from companion.live.versions import versions
from companion.models import Campaign, MemberDevice
from companion.services import members
from companion.services.accounts import take_from_account
from companion.services.forgetting import forget_member
from companion.services.rosters import choose_usual
from companion.services.seasons import choose_standings
from companion.views.part import part
from rules.standings.schemes import SCHEMES
from tests.companion.accounts import OTHER, PASSWORD, sign_in, sign_up
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, form_to
from tests.companion.rosters import built
from tests.companion.season import battle_of, correct, end
from tests.companion.test_admin import fields_of, inline
from tests.companion.test_answers_to_taps import TAP
from tests.companion.test_homecoming import end as end_fight
from tests.companion.test_homecoming import fight
from tests.companion.test_live_update import Watching

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def campaign():
    return Campaign.objects.create(name="A season")


def give(campaign, name, role):
    members.give_role(campaign=campaign, member=member(name).pk, role=role)


@pytest.mark.parametrize(("before", "after"), [("spectator", "player"), ("player", "spectator")])
def test_a_role_that_is_given(campaign, before, after):
    organise(campaign)
    sam = invited(campaign, "Sam", before)
    watching = Watching(battle_of(campaign), sam)
    shown, own = watching.page, watching.seen_as
    give(campaign, "Sam", after)
    assert part(watching.battle.key, own, watching.told()) == ANEW, "only the page itself knows what Sam may do now"
    watching.sees()
    assert watching.updates == 1
    assert ("You look on" in shown, "You look on" in watching.page) == (before == "spectator", after == "spectator")


def test_others_fetch_one_part_again_after_a_role_was_given(campaign):
    organise(campaign)
    for name in ("Sam", "Kim"):
        invited(campaign, name, "spectator")
    give(campaign, "Kim", "player")
    watching = Watching(battle_of(campaign), invited(campaign, "Ida", "spectator"))
    assert part(watching.battle.key, watching.seen_as, watching.told()).version == watching.told()


def test_a_device_that_is_forgotten_and_one_that_is_let_in(campaign):
    anna = organise(campaign)
    battle = battle_of(campaign)
    sam = Watching(battle, invited(campaign, "Sam", "spectator"))
    anna_watches = Watching(battle, anna)
    row = MemberDevice.objects.get(member=member("Sam"))
    members.forget_device(campaign=campaign, device=row.pk, by=member("Anna"))
    for watching in (sam, anna_watches):
        watching.sees()
    assert "You look on" not in sam.page
    page = sam.client.get(reverse("people", args=[campaign.key]))
    form = form_to(page, f"/{member('Sam').pk}/ask/")
    sam.client.post(form["action"], form["fields"])
    row = MemberDevice.objects.get(member=member("Sam"), ended=None)
    members.let_in(campaign=campaign, device=row.pk, by=member("Anna"))
    sam.sees()
    assert "You look on" in sam.page


def test_somebody_who_is_forgotten(campaign):
    organise(campaign)
    ben = invited(campaign, "Ben")
    battle = battle_of(campaign, "Ben")
    watching, own = Watching(battle), Watching(battle, ben)
    forget_member(campaign=campaign, member=member("Ben").pk, by=member("Anna"))
    watching.sees()
    own.sees()
    assert "Ben" not in own.page


@pytest.mark.parametrize("ends", ["another password", "an organiser"])
def test_a_device_on_which_somebody_is_no_longer_signed_in(campaign, settings, ends):
    settings.ACCOUNTS = "open"
    organise(campaign)
    phone = invited(campaign, "Ben", client=sign_up("ben"))
    watching = Watching(battle_of(campaign), sign_in("ben"))
    seen_as = watching.seen_as
    if ends == "an organiser":
        take_from_account(campaign=campaign, member=member("Ben").pk)
    else:
        given = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}
        assert phone.post(reverse("account_change_password"), given).status_code == 302
    watching.sees()
    assert watching.updates == 1
    assert watching.seen_as != seen_as


def over(campaign, *points):
    battle = battle_of(campaign)
    end(battle, *points)
    return Watching(battle)


def test_what_puts_players_in_order(campaign):
    watching = over(campaign, 2, 1)
    choose_standings(campaign=campaign, scheme=SCHEMES[-1].slug, hours=24)
    assert watching.told() != watching.version
    watching.sees()


def test_what_usually_comes_home(campaign):
    device = fight(built(campaign, "troops_and_supplies"))
    end_fight(device)
    watching = Watching(device.battle)
    assert "usually all come home as they were" in watching.page
    choose_usual(campaign=campaign, usual="stood")
    watching.sees()
    assert "usually who fell is lost" in watching.page


def test_results_elsewhere(campaign, django_capture_on_commit_callbacks):
    watching = over(campaign, 2, 1)
    other = battle_of(campaign, name="At the ford")
    with django_capture_on_commit_callbacks(execute=True):
        device = end(other, 0, 9)
    before = watching.page
    watching.sees()
    assert watching.page != before, "the places were others"
    with django_capture_on_commit_callbacks(execute=True):
        correct(device, 9, 0)
    watching.sees()
    assert watching.updates == 2


def test_a_result_that_stays_what_it_was_tells_nobody(campaign, django_capture_on_commit_callbacks):
    watching = over(campaign, 2, 1)
    with django_capture_on_commit_callbacks(execute=True):
        battle_of(campaign, name="At the ford")
    assert watching.told() == watching.version


def test_staff_give_a_role_and_another_name(admin_client, campaign):
    organise(campaign)
    watching = Watching(battle_of(campaign), invited(campaign, "Sam", "spectator"))
    address = reverse("admin:companion_campaign_change", args=[campaign.pk])
    fields = fields_of(admin_client.get(address))
    answer = admin_client.post(address, fields | {f"{inline(fields, 'Sam')}-role": "player"})
    assert answer.status_code == 302
    watching.sees()
    assert "You look on" not in watching.page


def test_the_answer_to_the_tap_that_ends_a_battle_is_the_newest_page(transactional_db):
    """Its campaign was told of the result before the page was made."""
    battle = battle_of()
    device = Device(battle, Client(headers=TAP), "Tablet")
    gained = {f"q_{side.key}": "1" for side in device.sheet.sides}
    answer = device.declare("round", q_last="True", **gained)
    assert device.sheet.over
    assert f'data-version="{versions([battle.key])[battle.key]}"' in answer.content.decode()


def test_a_line_that_breaks_after_a_battle_was_ended_keeps_nothing_from_it(transactional_db, monkeypatch):
    """What comes after the commit is told in the log, as the tap was stored."""

    def broken(_):
        raise OperationalError("the connection is closed")

    device = Device(battle_of(), name="Tablet")
    gained = {f"q_{side.key}": "1" for side in device.sheet.sides}
    monkeypatch.setattr("companion.services.open_pages.telling", broken)
    answer = device.declare("round", q_last="True", **gained)
    assert answer.status_code == 302
    assert device.sheet.over
