"""What staff delete in the admin can be taken back for a while, and people are forgotten there."""

import re
from datetime import timedelta

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.models import Battle, Campaign, GloomBattle, Member, Result
from companion.services.shelving import KEPT_DAYS
from companion.watching import proof_of
from tests.companion.group import invited, link_to, member, organise
from tests.companion.playing import everything, text_of
from tests.companion.rosters import new_roster
from tests.companion.season import battle_of, end
from tests.companion.test_admin import address
from tests.companion.test_admin_people import act

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign():
    return Campaign.objects.create(name="A season")


@pytest.fixture
def olga(campaign):
    return organise(campaign, name="Olga")


@pytest.fixture
def battle(campaign, olga):
    invited(campaign, "Anna")
    invited(campaign, "Ben")
    battle = battle_of(campaign, "Anna", "Ben")
    end(battle, 3, 1)
    return battle


def deleted(staff, row):
    until = timezone.localtime() + timedelta(days=KEPT_DAYS)
    assert f"{row}: can be restored until {until.day} {until:%b %Y}" in text_of(staff.get(address(row, "delete")))
    assert "was deleted successfully" in text_of(staff.post(address(row, "delete"), {"post": "yes"}, follow=True))


def test_a_battle_that_staff_delete_is_where_the_organiser_finds_it_and_as_it_was_once_restored(
    admin_client, campaign, olga, battle
):
    row = GloomBattle.objects.get(pk=battle.pk)
    told = set(Result.objects.values_list("name", "score", "state"))
    deleted(admin_client, row)
    assert olga.get(battle.get_absolute_url()).status_code == 403
    assert not Result.objects.exists()
    assert battle.name in text_of(olga.get(reverse("shelf", args=[campaign.key])))
    for _ in range(2):
        assert "restored" in text_of(act(admin_client, "battle", "restore", battle))
    assert olga.get(battle.get_absolute_url()).status_code == 200
    assert set(Result.objects.values_list("name", "score", "state")) == told


@pytest.mark.parametrize("what", ["gloombattle", "campaign"])
def test_several_are_deleted_for_a_while_together(admin_client, campaign, olga, battle, what):
    rows = [battle, battle_of(campaign)] if what == "gloombattle" else [campaign, Campaign.objects.create(name="Other")]
    data = {"action": "delete_selected", "_selected_action": [row.pk for row in rows]}
    page = reverse(f"admin:companion_{what}_changelist")
    assert "can be restored until" in text_of(admin_client.post(page, data))
    for _ in range(2):
        admin_client.post(page, {**data, "post": "yes"}, follow=True)
    model = Battle if what == "gloombattle" else Campaign
    assert model.objects.exclude(deleted=None).count() == 2
    kind = "battles of Gods Gloom" if what == "gloombattle" else "campaigns"
    assert f"2 {kind} restored." in text_of(act(admin_client, what, "restore", *rows))
    assert not model.objects.exclude(deleted=None).exists()


def test_no_way_leads_into_a_campaign_that_staff_delete_and_every_way_does_once_it_is_restored(
    admin_client, campaign, olga, battle
):
    new_roster(campaign)
    before, joining = everything(), link_to(olga, campaign)
    ways = [
        *(campaign.get_absolute_url(), battle.get_absolute_url(), joining),
        *(reverse(name, args=[campaign.key]) for name in ("people", "rosters", "standings", "campaign-file", "shelf")),
        *(reverse(name, args=[battle.key]) for name in ("log", "setup", "battle-file", "share")),
    ]
    screen = reverse("screen", args=[battle.pk, proof_of(battle)])
    assert {olga.get(way).status_code for way in (*ways, screen)} == {200}
    deleted(admin_client, campaign)
    for way in ways:
        answer = olga.get(way)
        assert answer.status_code == 403, way
        assert "whoever runs this server can restore it" in text_of(answer), way
    assert olga.get(screen).status_code == 404
    assert Client().post(joining, {"name": "Cleo"}).status_code == 403
    assert campaign.name not in text_of(olga.get("/"))
    assert [*everything()["Battle"]] == [*before["Battle"]], "all of it is kept"
    assert "1 campaign restored." in text_of(act(admin_client, "campaign", "restore", campaign))
    assert {olga.get(way).status_code for way in (*ways, screen)} == {200}
    assert everything()["Campaign"] == before["Campaign"]


@pytest.mark.parametrize("what", ["battle", "gloombattle"])
def test_a_battle_of_a_deleted_campaign_is_restored_after_its_campaign(admin_client, campaign, olga, battle, what):
    other = battle_of(Campaign.objects.create(name="Other"))
    for one in (battle, other):
        deleted(admin_client, GloomBattle.objects.get(pk=one.pk))
    deleted(admin_client, campaign)
    before = everything()
    answer = act(admin_client, what, "restore", battle, other)
    assert answer.status_code == 200
    assert "This campaign was deleted" in text_of(answer)
    assert everything() == before, "not the other one either"
    act(admin_client, "campaign", "restore", campaign)
    assert "2 battles" in text_of(act(admin_client, what, "restore", battle, other))
    assert not Battle.objects.exclude(deleted=None).exists()


def test_a_campaign_that_was_deleted_long_ago_goes_for_good_with_the_next_one(admin_client, campaign, olga, battle):
    new_roster(campaign)
    deleted(admin_client, campaign)
    other = Campaign.objects.create(name="Other")
    Campaign.objects.filter(pk=campaign.pk).update(deleted=timezone.now() - timedelta(days=KEPT_DAYS + 1))
    deleted(admin_client, other)
    assert list(Campaign.objects.all()) == [other]
    assert not Battle.objects.exists()
    assert not Member.objects.exists()


def test_no_member_is_deleted_but_forgotten_and_what_they_played_stays(admin_client, campaign, olga, battle):
    page = text_of(admin_client.get(address(campaign)))
    assert "-DELETE" not in page
    assert "1 member forgotten." in text_of(act(admin_client, "member", "forget", member("Ben"), confirmed="1"))
    assert not Member.objects.filter(name="Ben").exists()
    assert Battle.objects.filter(pk=battle.pk, over=True).exists()
    assert "Ben" not in str(everything())


def test_whoever_organises_alone_is_not_forgotten_before_another_does(admin_client, campaign, olga, battle):
    before = everything()
    said = text_of(act(admin_client, "member", "forget", member("Olga"), confirmed="1"))
    assert "make another member an organiser first" in said
    assert everything() == before


def test_the_battles_of_a_campaign_that_is_deleted_say_so(admin_client, campaign, olga, battle):
    page = reverse("admin:companion_battle_changelist")
    assert battle.name in text_of(admin_client.get(f"{page}?state=over"))
    deleted(admin_client, campaign)
    assert olga.get(battle.get_absolute_url()).status_code == 403
    assert "0 battles" in text_of(admin_client.get(f"{page}?state=over"))
    for shown in (page, f"{page}?state=its+campaign+is+deleted"):
        text = text_of(admin_client.get(shown)).partition("Created")[2].partition("1 battle")[0]
        assert battle.name in text
        assert "its campaign is deleted" in text
    assert "restored" in text_of(act(admin_client, "campaign", "restore", campaign))
    assert battle.name in text_of(admin_client.get(f"{page}?state=over"))


@pytest.mark.parametrize("what", ["member", "invitation", "memberdevice", "roster", "result", "battle"])
def test_what_belongs_to_a_deleted_campaign_says_so_in_every_list_and_on_its_page(
    admin_client, campaign, olga, battle, what
):
    link_to(olga, campaign)
    new_roster(campaign)
    page = reverse(f"admin:companion_{what}_changelist")
    row = apps.get_model("companion", what).objects.order_by("pk").last()
    pages = (page, address(row)) if what != "battle" else (page,)
    assert "deleted)" not in "".join(text_of(admin_client.get(one)) for one in pages)
    deleted(admin_client, campaign)
    for one in pages:
        shown = text_of(admin_client.get(one))
        assert f"{campaign}</a> (deleted)" in shown or "its campaign is deleted" in shown, one


def test_so_does_its_name_among_those_by_which_a_list_is_narrowed(admin_client, campaign, olga):
    organise(Campaign.objects.create(name="Another"), name="Otto")
    deleted(admin_client, campaign)
    page = text_of(admin_client.get(reverse("admin:companion_member_changelist")))
    narrowed = re.findall(r'<a href="\?campaign__id__exact=\d+">\s*([^<]+?)\s*</a>', page)
    assert sorted(narrowed) == ["A season (deleted)", "Another"]


def test_the_page_of_a_deleted_campaign_says_since_when(admin_client, campaign, olga):
    assert "Deleted:" not in text_of(admin_client.get(address(campaign)))
    deleted(admin_client, campaign)
    assert "Deleted:" in text_of(admin_client.get(address(campaign)))
