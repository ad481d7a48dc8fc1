"""Nobody passes for somebody else: names that are taken, seats by name, guests, those who wait, results confirmed."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.models import Battle, Campaign, Member, MemberDevice, Result, Side
from companion.permissions import CONFIRMED
from companion.services import locking
from companion.services.results import keep_results
from tests.companion.group import invited, link_to, member, organise
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.season import battle_of, end
from tests.companion.test_campaign_page import start_battle, start_campaign

pytestmark = pytest.mark.any_database


@pytest.fixture
def campaign(db):
    return Campaign.objects.create(name="Thursdays")


@pytest.fixture
def anna(campaign):
    """The organiser's device."""
    return organise(campaign)


def players(battle):
    return [side.player and side.player.name for side in Side.objects.filter(battle=battle).order_by("seat")]


def test_a_side_that_an_organiser_calls_as_a_player_is_theirs(campaign, anna):
    invited(campaign, "Ben")
    invited(campaign, "Sam", "spectator")
    start_battle(anna, campaign, sides=["anna", "Ben", "", ""])
    assert players(Battle.objects.get()) == ["Anna", "Ben"]
    start_battle(anna, campaign, sides=["Sam", "Red", "", ""])
    assert players(Battle.objects.latest("pk")) == [None, None]


def test_a_player_takes_only_the_own_seat_by_name_and_a_guest_none(campaign, anna):
    ben = invited(campaign, "Ben")
    start_battle(ben, campaign, sides=["Anna", "Ben", "", ""])
    assert players(Battle.objects.get()) == [None, "Ben"]
    guest = Client()
    guest.get(campaign.get_absolute_url())
    start_battle(guest, campaign, sides=["Anna", "Ben", "", ""])
    assert players(Battle.objects.latest("pk")) == [None, None]


def test_a_name_that_somebody_had_before_is_nobody_elses(campaign, anna):
    emil = invited(campaign, "Emil")
    emil.post(reverse("people-name", args=[campaign.key, member("Emil").pk]), {"name": "Emile"})
    before = everything()
    answer = anna.post(reverse("people-add", args=[campaign.key]), {"name": "emil", "role": "player"})
    assert "Emile was called emil here before" in text_of(answer)
    assert everything() == before
    answer = emil.post(reverse("people-name", args=[campaign.key, member("Emile").pk]), {"name": "Emil"})
    assert answer.status_code == 302, "but theirs"


@pytest.mark.parametrize(
    ("there", "name"),
    [
        *(("Anna", "\u0251nna"), ("Olga", "0lga"), ("0lga", "Olga")),
        *(("Alan", "AIan"), ("AIan", "Alan"), ("Bill", "Bi1l"), ("ILSE", "llse"), ("Emil", "EMIL")),
    ],
)
def test_a_name_that_reads_as_anothers_is_taken(campaign, there, name):
    organiser = organise(campaign, name=there)
    answer = organiser.post(reverse("people-add", args=[campaign.key]), {"name": name, "role": "player"})
    assert answer.status_code == 422
    assert [row.name for row in Member.objects.all()] == [there]


@pytest.mark.parametrize(("there", "name"), [("Tim", "Tom"), ("Anna", "Hanna"), ("Ben", "Ben 2")])
def test_a_name_that_is_told_from_anothers_is_free(campaign, there, name):
    organiser = organise(campaign, name=there)
    answer = organiser.post(reverse("people-add", args=[campaign.key]), {"name": name, "role": "player"})
    assert answer.status_code == 302


def test_who_starts_a_campaign_says_the_own_name_and_the_device_keeps_it(client, db):
    start_campaign(client, who="Cleo")
    assert [row.name for row in Member.objects.all()] == ["Cleo"]
    page = client.get(reverse("home"))
    assert form_to(page, reverse("home"), who="Cleo")


@pytest.mark.parametrize("who", ["admin", "\u202ecleo"])
def test_a_name_that_nobody_may_bear_starts_nothing(client, db, who):
    before = everything()
    assert start_campaign(client, who=who).status_code == 422
    assert everything() == before


def test_a_name_that_the_app_gave_is_proposed_to_nobody(client, campaign):
    client.get(campaign.get_absolute_url())
    client.get(reverse("who"))
    page = client.get(reverse("people", args=[campaign.key]))
    assert form_to(page, "/found/")["fields"].get("name", "") == ""


def waiting(campaign, since=None):
    device = Client()
    device.get(reverse("people", args=[campaign.key]))
    device.post(reverse("people-ask", args=[campaign.key, member("Anna").pk]))
    row = MemberDevice.objects.latest("pk")
    if since:
        MemberDevice.objects.filter(pk=row.pk).update(since=since)
    return device, row


def test_who_asked_more_than_a_day_ago_waits_no_more_and_takes_no_place(campaign, anna):
    old = timezone.now() - timedelta(days=1, minutes=1)
    device, row = waiting(campaign, old)
    assert "Somebody wants in" not in text_of(anna.get(reverse("people", args=[campaign.key])))
    answer = anna.post(reverse("people-let-in", args=[campaign.key, row.pk]))
    assert answer.status_code == 422
    assert "You are waiting" not in text_of(device.get(reverse("people", args=[campaign.key])))
    _, again = waiting(campaign)
    assert "Somebody wants in" in text_of(anna.get(reverse("people", args=[campaign.key])))
    assert anna.post(reverse("people-let-in", args=[campaign.key, again.pk])).status_code == 302


def test_other_links_turn_all_away_who_wait(campaign, anna):
    _, row = waiting(campaign)
    anna.post(reverse("campaign-anew", args=[campaign.key]))
    row.refresh_from_db()
    assert row.ended is not None
    assert not row.waits


def test_an_organiser_gives_the_campaign_another_name(campaign, anna):
    form = form_to(anna.get(reverse("people", args=[campaign.key])), "/rename/")
    assert anna.post(form["action"], {**form["fields"], "name": " Fridays  at Ben's "}).status_code == 302
    campaign.refresh_from_db()
    assert campaign.name == "Fridays at Ben's"
    ben = invited(campaign, "Ben")
    assert ben.post(form["action"], {"name": "Mine"}).status_code == 403


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\u202eb"])
def test_a_name_of_a_campaign_that_nobody_can_read_is_refused(campaign, anna, name):
    before = everything()
    answer = anna.post(reverse("campaign-rename", args=[campaign.key]), {"name": name})
    assert answer.status_code == 422
    assert "Nothing was changed." in text_of(answer)
    assert everything() == before


def test_who_has_a_role_already_is_told_that_a_link_for_another_changes_nothing(campaign, anna):
    ben = invited(campaign, "Ben")
    page = text_of(ben.get(link_to(anna, campaign, role="organiser")))
    assert "An organiser can change that under “People”" in page
    assert "and stays so" not in text_of(ben.get(link_to(anna, campaign)))


@pytest.mark.parametrize("tap", ["undo", "redo", "correct", "declare"])
def test_a_guest_changes_no_result_that_was_confirmed(campaign, anna, tap):
    ben, tablet = invited(campaign, "Ben"), Client()
    battle = battle_of(campaign, "Anna", "Ben")
    ended = end(battle, 1, 3, client=anna)
    way = reverse(tap, args=[battle.key, ended.last.number] if tap == "correct" else [battle.key])
    data = {"event": ended.last.number, "seen": ended.seen}
    Device(battle, ben).post("answer", agrees="yes", seen=ended.seen)
    before = everything()
    answer = tablet.post(way, data)
    assert answer.status_code == 403
    assert CONFIRMED in text_of(answer)
    assert everything() == before
    assert ben.post(way, data).status_code != 403


@pytest.mark.parametrize("tap", ["undo", "redo", "correct", "declare"])
def test_a_guest_who_waits_for_the_lock_while_it_is_confirmed_changes_no_result(campaign, anna, tap, monkeypatch):
    ben, tablet = invited(campaign, "Ben"), Client()
    battle = battle_of(campaign, "Anna", "Ben")
    ended = end(battle, 1, 3, client=anna)
    way = reverse(tap, args=[battle.key, ended.last.number] if tap == "correct" else [battle.key])
    seen = {"event": ended.last.number, "seen": ended.seen}
    data = {**seen, "how": "struck", "commit": "1", "do": "correction", "once": "once-and-no-more"}
    lock = locking._LOCKED

    class Confirmed:
        def one(self, key):
            monkeypatch.setattr(locking, "_LOCKED", lock)
            Device(battle, ben).post("answer", agrees="yes", seen=ended.seen)
            return lock.one(key)

    monkeypatch.setattr(locking, "_LOCKED", Confirmed())
    answer = tablet.post(way, data)
    assert answer.status_code == 422
    assert CONFIRMED in text_of(answer)
    assert Battle.objects.get().over


def test_a_guest_takes_an_end_back_that_nobody_has_confirmed(campaign, anna):
    invited(campaign, "Ben")
    battle = battle_of(campaign, "Anna", "Ben")
    ended = end(battle, 1, 3, client=anna)
    answer = Client().post(reverse("undo", args=[battle.key]), {"event": ended.last.number, "seen": ended.seen})
    assert answer.status_code == 302
    assert not Battle.objects.get().over


def test_a_guest_is_not_offered_to_change_a_result_that_was_confirmed(campaign, anna):
    ben, tablet = invited(campaign, "Ben"), Client()
    ended = end(battle_of(campaign, "Anna", "Ben"), 1, 3, client=anna)
    correct = reverse("correct", args=[ended.battle.key, ended.last.number])
    pages = {
        ended.battle.get_absolute_url(): reverse("undo", args=[ended.battle.key]),
        reverse("event", args=[ended.battle.key, ended.last.number]): f'href="{correct}"',
        correct: f'action="{correct}"',
    }
    assert all(way in text_of(tablet.get(page)) for page, way in pages.items())
    Device(ended.battle, ben).post("answer", agrees="yes", seen=ended.seen)
    assert not any(way in text_of(tablet.get(page)) for page, way in pages.items())
    assert all(way in text_of(ben.get(page)) for page, way in pages.items())
    assert CONFIRMED in text_of(tablet.get(correct))


@pytest.mark.parametrize("tap", ["undo", "correct"])
def test_what_no_member_has_confirmed_the_table_changes(campaign, tap):
    table = end(battle_of(campaign), 1, 3, client=Client())
    assert table.post("answer", agrees="yes", seen=table.seen).status_code == 302
    assert Result.objects.filter(state="confirmed").exists()
    way = reverse(tap, args=[table.battle.key, table.last.number] if tap == "correct" else [table.battle.key])
    data = {"event": table.last.number, "seen": table.seen}
    organise(campaign)
    assert way in text_of(table.get("event", table.last.number) if tap == "correct" else table.get())
    assert table.client.post(way, data).status_code == (302 if tap == "undo" else 200)


def test_who_is_no_member_is_told_apart_in_the_standings(campaign, anna):
    invited(campaign, "Ben")
    battle = battle_of(campaign, "Anna", "Ben")
    Device(battle, invited(campaign, "Cleo")).get()
    end(battle, 1, 3, client=anna)
    standings = reverse("standings", args=[campaign.key])
    Campaign.objects.update(accepted_after=0)
    assert "<small>no member</small>" not in text_of(anna.get(standings))
    Side.objects.filter(player=member("Ben")).update(player=None)
    keep_results(Battle.objects.get())
    assert "<small>no member</small>" in text_of(anna.get(standings))


def test_a_member_who_has_cleared_the_cookies_is_told_on_arriving_how_to_be_the_same_person(campaign, anna):
    told = "You are a guest here"
    arriving = Client()
    page = text_of(arriving.get(campaign.get_absolute_url()))
    assert told in page
    assert f'<a href="{reverse("people", args=[campaign.key])}">tap “This is me” next to your name</a>' in page
    assert told not in text_of(anna.get(campaign.get_absolute_url()))
    nobody = Campaign.objects.create(name="Fridays")
    assert told not in text_of(arriving.get(nobody.get_absolute_url()))


def test_a_member_whose_old_link_has_ended_is_told_of_a_link_of_their_own(campaign, anna):
    link = link_to(anna, campaign, uses=1)
    Client().post(link, {"name": "Ben"})
    answer = Client().get(link)
    assert answer.status_code == 403
    assert "Are you a member already? Then ask for a link of your own." in text_of(answer)
