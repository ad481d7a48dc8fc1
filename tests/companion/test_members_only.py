"""A campaign into which only members come: its links open nothing to others, who are told how they come in."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.live.parts import ANEW
from companion.models import Campaign, Event, Member
from companion.views.part import part
from tests.companion.group import come, invited, link_to, member, organise
from tests.companion.live import AS_GUEST
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.test_admin import fields_of

pytestmark = pytest.mark.any_database

OUTSIDE = "Only members come in"


@pytest.fixture
def campaign(demo):
    return demo.campaign


@pytest.fixture
def anna(campaign):
    """The organiser's device."""
    return organise(campaign)


def page_of_people(client, campaign):
    return client.get(reverse("people", args=[campaign.key]))


def let_in(organiser, campaign, only):
    form = form_to(page_of_people(organiser, campaign), "/only/")
    return organiser.post(form["action"], {**form["fields"], "only": only}, follow=True)


def shut(organiser, campaign):
    assert let_in(organiser, campaign, "1").status_code == 200
    campaign.refresh_from_db()
    assert campaign.members_only


def test_the_links_open_everything_to_a_guest_until_an_organiser_lets_in_members_only(demo, campaign, anna):
    guest = Client()
    for way in (demo.get_absolute_url(), campaign.get_absolute_url()):
        assert guest.get(way).status_code == 200
    shut(anna, campaign)
    for way in (demo.get_absolute_url(), campaign.get_absolute_url(), reverse("log", args=[demo.key])):
        answer = guest.get(way)
        assert answer.status_code == 403
        assert OUTSIDE in text_of(answer)
        assert demo.name not in text_of(answer)
    assert anna.get(demo.get_absolute_url()).status_code == 200
    assert let_in(anna, campaign, "0").status_code == 200
    assert guest.get(demo.get_absolute_url()).status_code == 200


def test_a_guest_taps_nothing_in_it(demo, campaign, anna):
    device = Device(demo)
    device.get()
    shut(anna, campaign)
    before = everything()
    answer = device.client.post(reverse("declare", args=[demo.key]), {"do": "attack"})
    assert answer.status_code == 403
    assert everything() == before


def test_who_knows_the_campaigns_link_asks_to_be_let_in_as_a_member(demo, campaign, anna):
    shut(anna, campaign)
    again = Client()
    page = again.get(campaign.get_absolute_url())
    assert reverse("people", args=[campaign.key]) in text_of(page)
    assert 'class="always" method="post" action="' + reverse("people-ask", args=[campaign.key, member("Anna").pk]) in (
        text_of(page_of_people(again, campaign))
    ), "it is shown to who taps nothing else"
    asked = again.post(form_to(page_of_people(again, campaign), f"/{member('Anna').pk}/ask/")["action"], follow=True)
    assert "You are waiting to be let in as Anna" in text_of(asked)
    assert again.get(campaign.get_absolute_url()).status_code == 403
    form = form_to(page_of_people(anna, campaign), "/let-in/")
    anna.post(form["action"], form["fields"])
    assert again.get(campaign.get_absolute_url()).status_code == 200


def test_who_knows_only_a_battles_link_is_not_told_the_campaigns(demo, campaign, anna):
    shut(anna, campaign)
    page = text_of(Client().get(demo.get_absolute_url()))
    assert campaign.key not in page
    assert reverse("code") in page


def test_an_invitation_lets_in(demo, campaign, anna):
    shut(anna, campaign)
    ben = come(link_to(anna, campaign), "Ben")
    assert ben.get(demo.get_absolute_url()).status_code == 200


def test_where_nobody_is_a_member_nobody_shuts_the_others_out(campaign):
    client = Client()
    client.get(campaign.get_absolute_url())
    before = everything()
    answer = client.post(reverse("people-only", args=[campaign.key]), {"only": "1"})
    assert "Nobody has a name in this campaign yet" in text_of(answer)
    assert everything() == before


def test_once_all_its_members_are_forgotten_its_link_opens_it_again(campaign, anna):
    shut(anna, campaign)
    Member.objects.filter(campaign=campaign).delete()
    assert Client().get(campaign.get_absolute_url()).status_code == 200


def test_whoever_organises_it_after_the_last_member_was_forgotten_has_shut_nobody_out(demo, campaign, anna):
    shut(anna, campaign)
    assert anna.post(reverse("people-forgotten", args=[campaign.key, member("Anna").pk])).status_code == 302
    assert "Anyone with the link of the campaign can play in it, and that stays so." in (
        text_of(page_of_people(anna, campaign))
    )
    organise(campaign, anna, "Bea")
    assert Client().get(demo.get_absolute_url()).status_code == 200


def test_a_guest_is_not_told_either_that_a_battle_was_deleted(demo, campaign, anna):
    shut(anna, campaign)
    assert anna.post(reverse("battle-delete", args=[demo.key])).status_code == 302
    assert "This battle is gone" in text_of(anna.get(demo.get_absolute_url()))
    for client in (Client(), page_of_people(Client(), campaign).client):
        assert OUTSIDE in text_of(client.get(demo.get_absolute_url()))


def test_who_is_about_to_forget_the_own_device_is_told_that_it_comes_in_no_more(campaign, anna):
    ben = invited(campaign, "Ben")
    alone, again = "and this device comes in no more", "This device comes in again only once it is let in"
    for client in (anna, ben):
        assert not any(told in text_of(page_of_people(client, campaign)) for told in (alone, again))
    shut(anna, campaign)
    assert alone in text_of(page_of_people(anna, campaign))
    assert again in text_of(page_of_people(ben, campaign))


@pytest.mark.parametrize("only", ["", "2", "yes"])
def test_another_answer_changes_nothing(campaign, anna, only):
    shut(anna, campaign)
    before = everything()
    answer = let_in(anna, campaign, only)
    assert "Choose one of the two" in text_of(answer)
    assert everything() == before


def test_a_player_does_not_choose_it(campaign, anna):
    ben = invited(campaign, "Ben")
    assert "/only/" not in text_of(page_of_people(ben, campaign))
    assert ben.post(reverse("people-only", args=[campaign.key]), {"only": "1"}).status_code == 403
    assert not Campaign.objects.get().members_only


def test_open_pages_ask_anew_who_looks_at_them(demo, campaign, anna):
    shut(anna, campaign)
    assert part(demo.key, AS_GUEST, "") is ANEW


def test_a_link_to_watch_goes_on_working(demo, campaign, anna):
    page = text_of(anna.get(reverse("share", args=[demo.key])))
    assert "Anyone who opens it sees the battle and can play in it." in page
    shut(anna, campaign)
    page = text_of(anna.get(reverse("share", args=[demo.key])))
    assert "Only members of the campaign can open it." in page
    (screen,) = {way.split('"')[0] for way in page.split('href="') if "/w/" in way.split('"')[0]}
    assert Client().get(screen).status_code == 200


def test_staff_choose_it_in_the_admin_and_open_pages_are_told(admin_client, demo, campaign, anna):
    way = reverse("admin:companion_campaign_change", args=[campaign.pk])
    fields = fields_of(admin_client.get(way))
    assert admin_client.post(way, {**fields, "members_only": "on"}).status_code == 302
    campaign.refresh_from_db()
    assert campaign.members_only
    assert part(demo.key, AS_GUEST, "") is ANEW


@pytest.mark.parametrize("called", ["Anna", "\u0251nna", "Anna (organiser)", "Cleo"])
def test_a_guest_among_members_is_marked_in_the_log_whatever_the_name(demo, campaign, anna, called):
    guest = Client()
    guest.post(reverse("who"), {"who": called})
    guest.get(campaign.get_absolute_url())
    guest.post(reverse("battle-rename", args=[demo.key]), {"name": "Another name"})
    event = Event.objects.latest("pk")
    assert (event.who, event.by) == (called, "guest")
    assert "guest, not a name" in text_of(guest.get(reverse("log", args=[demo.key])))


def test_a_guest_who_signs_in_under_a_members_name_is_marked_as_well(demo, campaign, anna, django_user_model):
    guest = Client()
    guest.force_login(django_user_model.objects.create_user("Anna"))
    guest.post(reverse("battle-rename", args=[demo.key]), {"name": "Another name"})
    event = Event.objects.latest("pk")
    assert (event.who, event.by) == ("Anna", "guest")


def test_members_are_not_marked_nor_anybody_where_nobody_is_one(demo, campaign):
    device = Client()
    device.get(campaign.get_absolute_url())
    for name in ("One", "Two"):
        device.post(reverse("battle-rename", args=[demo.key]), {"name": name})
        assert Event.objects.latest("pk").by == "device"
        if name == "One":
            organise(campaign, device)
