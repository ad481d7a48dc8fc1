"""Staff see rosters, whose they are and where they fought; they put them away, and leave them to the table."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from companion.models import Battle, Event, Roster
from companion.services.auditing import audited
from companion.services.demo import load_demo
from companion.services.links import change_all_links
from tests.companion.group import invited, member, organise
from tests.companion.playing import everything, text_of
from tests.companion.rosters import built
from tests.companion.test_admin_people import act
from tests.companion.test_homecoming import bring_home, season


@pytest.fixture
def campaign(db):
    return load_demo()


@pytest.fixture
def staff(db):
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


def test_the_list_says_whose_they_are_and_how_many_pieces_they_have(staff, campaign, django_assert_max_num_queries):
    organise(campaign, name="Olga")
    invited(campaign, "Anna")
    built(campaign, of=[], owner=member("Anna"))
    address = reverse("admin:companion_roster_changelist")
    page = text_of(staff.get(address))
    for words in ("Veterans", "Anna", "Demo campaign", "Gods Gloom"):
        assert words in page
    for number in range(3):
        built(campaign, of=[], name=f"More {number}")
    with django_assert_max_num_queries(9):
        page = text_of(staff.get(address))
    assert page.index("More 2") < page.index("More 0") < page.index(">Veterans<"), "the newest first"
    for query, found in (("state=put+away", False), ("state=there", True), ("q=Anna", True), ("q=Ben", False)):
        assert (">Veterans<" in text_of(staff.get(f"{address}?{query}"))) is found, query


def test_the_page_of_a_roster_leads_to_it_and_to_its_battles(staff, campaign):
    roster, device, *_ = season(campaign)
    address = reverse("admin:companion_roster_change", args=[roster.pk])
    assert "not yet" in text_of(staff.get(address))
    bring_home(device)
    page = text_of(staff.get(address))
    assert roster.get_absolute_url() in page
    assert reverse("homecoming", args=[device.battle.key]) in page
    assert "said by Anna" in page


def test_rosters_are_put_away_and_brought_back(staff, campaign):
    first, second = built(campaign), built(campaign, name="Others")
    act(staff, "roster", "put_away", first)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.put_away is None, second.put_away is None) == (False, True)
    assert Event.objects.filter(battle=first.holder).last().who == "referee"
    act(staff, "roster", "bring_back", first, second)
    assert Roster.objects.filter(put_away=None).count() == 2
    assert audited(first.holder).is_clean


def test_a_roster_is_left_to_the_table(staff, campaign):
    organise(campaign, name="Olga")
    invited(campaign, "Anna")
    roster = built(campaign, of=[], owner=member("Anna"))
    act(staff, "roster", "leave_to_the_table", roster)
    roster.refresh_from_db()
    assert roster.owner is None
    stored = everything()
    act(staff, "roster", "leave_to_the_table", roster)
    assert everything() == stored


def test_who_may_only_look_does_nothing(campaign):
    roster = built(campaign)
    user = get_user_model().objects.create_user("looker", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_roster"))
    client = Client()
    client.force_login(user)
    assert "Veterans" in text_of(client.get(reverse("admin:companion_roster_changelist")))
    before = everything()
    for action in ("put_away", "bring_back", "leave_to_the_table"):
        act(client, "roster", action, roster)
    assert everything() == before


def test_what_holds_a_roster_is_in_no_list_of_battles_or_seats(staff, campaign):
    roster = built(campaign)
    for name in ("gloombattle", "side", "gloomunit"):
        assert "Veterans" not in text_of(staff.get(reverse(f"admin:companion_{name}_changelist"))), name
    address = reverse("admin:companion_gloombattle_change", args=[roster.holder.pk])
    assert staff.get(address).status_code == 302


def test_an_entry_of_what_holds_a_roster_leads_to_the_roster(staff, campaign):
    roster = built(campaign)
    entry = Event.objects.filter(battle=roster.holder).first()
    page = text_of(staff.get(reverse("admin:companion_event_change", args=[entry.pk])))
    assert f'<a href="{roster.get_absolute_url()}">' in page


def test_new_links_for_all_of_a_campaign_are_for_its_rosters_too(campaign):
    roster = built(campaign)
    before = roster.holder.key
    assert change_all_links(campaign, who="staff") == 2 + campaign.battles.count()
    assert Battle.objects.get(roster=roster).key != before
