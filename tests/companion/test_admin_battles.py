"""Staff see all battles, results and seats in lists, do whole things with them, and see how the server is."""

import json
from io import StringIO

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from companion.files.exporting import battle_file, campaign_file
from companion.live.access import STREAMS
from companion.models import Battle, Dispute, Event, Result, Side, Upkeep
from companion.services.demo import load_demo
from companion.services.rosters import make_roster
from rules.games import GAMES
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, text_of
from tests.companion.season import battle_of, end
from tests.companion.test_admin_people import act
from tests.companion.test_attack_path import declare

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff():
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


@pytest.fixture
def campaign():
    return load_demo()


def listed(client, model, query=""):
    return text_of(client.get(reverse(f"admin:companion_{model}_changelist") + query))


def test_one_list_has_the_battles_of_all_games_the_newest_first_and_leads_to_them(staff, campaign):
    page = listed(staff, "battle")
    battles = list(campaign.battles.all())
    for battle in battles:
        assert f'href="{battle.get_absolute_url()}">play<' in page
        assert f'href="{reverse("log", args=[battle.key])}">log<' in page
    places = [page.index(battle.get_absolute_url()) for battle in Battle.objects.order_by("-created", "-pk")]
    assert places == sorted(places)
    one = next(battle for battle in battles if battle.game == "gods_gloom")
    Battle.objects.filter(pk=one.pk).update(over=True)
    for query, found in (("?game=gods_gloom", True), ("?game=x_wing", False), ("?state=over", True)):
        assert (one.get_absolute_url() in listed(staff, "battle", query)) is found, query
    edited = reverse("admin:companion_gloombattle_change", args=[one.pk])
    assert edited in text_of(staff.get(reverse("admin:companion_battle_change", args=[one.pk])))


def test_the_lists_take_the_same_queries_however_long(staff, campaign):
    def queries(model):
        with CaptureQueriesContext(
            connection,
        ) as found:
            assert staff.get(reverse(f"admin:companion_{model}_changelist")).status_code == 200
        return len(found)

    organise(campaign, name="Olga")
    end(battle_of(campaign, name="One"), 1, 2)
    models = ("battle", "result", "campaign", "side", "member", "invitation", "event")
    before = [queries(model) for model in models]
    for number in range(3):
        end(battle_of(campaign, name=f"More {number}"), 1, 2)
        invited(campaign, f"Ben {number}")
    assert [queries(model) for model in models] == before


def test_filters_name_only_what_is_there(staff, campaign):
    Battle.objects.exclude(game="gods_gloom").delete()
    page = listed(staff, "battle")
    assert "?game=gods_gloom" in page
    assert "?game=x_wing" not in page
    campaign.rosters.create(name="Veterans", game="x_wing")
    assert "?game=x_wing" not in listed(staff, "battle"), "what holds a roster is no battle"
    assert "?game=x_wing" in listed(staff, "roster")


@pytest.mark.parametrize("rows", ["battle", "side"])
def test_what_no_list_has_is_no_choice_of_its_filter(staff, campaign, rows):
    """What holds a roster has no campaign, and is neither a battle nor a seat there."""
    make_roster(campaign=campaign, game="x_wing", name="Veterans", owner=None, once="a-roster-of-nobody", who="Anna")
    page = text_of(staff.get(reverse(f"admin:companion_{rows}_changelist")))
    assert campaign.name in page
    assert "campaign__isnull" not in page


def test_battles_are_archived_and_taken_out(staff, campaign):
    battle = campaign.battles.first()
    assert "1 battle put into the archive." in text_of(act(staff, "battle", "archive", battle))
    assert battle.get_absolute_url() not in text_of(staff.get(campaign.get_absolute_url()))
    assert "1 battle taken out of the archive." in text_of(act(staff, "battle", "take_out", battle))
    assert battle.get_absolute_url() in text_of(staff.get(campaign.get_absolute_url()))


def test_battles_are_ended_as_they_stand_and_undo_takes_that_back(staff, campaign):
    battle = battle_of(campaign)
    assert "1 battle ended." in text_of(act(staff, "battle", "end", battle))
    event = Event.objects.filter(battle=battle).last()
    assert (event.who, event.by) == ("referee", Event.By.STAFF)
    assert Battle.objects.get(pk=battle.pk).over
    assert Result.objects.filter(battle=battle).count() == 2
    again = everything()
    act(staff, "battle", "end", battle)
    assert everything()["Event"] == again["Event"], "a second tap changes nothing"
    Device(battle, name="Anna").undo()
    assert not Battle.objects.get(pk=battle.pk).over
    assert not Result.objects.filter(battle=battle).exists()


def test_what_is_under_way_or_not_begun_is_not_ended(staff, device):
    declare(device)
    before = everything()
    assert "Something is under way there" in text_of(act(staff, "battle", "end", device.battle))
    Battle.objects.filter(pk=device.battle.pk).update(started=False)
    assert "has not begun" in text_of(act(staff, "battle", "end", device.battle))
    assert everything()["Event"] == before["Event"]


def test_battles_are_audited_from_the_list(staff, campaign):
    battle = battle_of(campaign)
    end(battle, 2, 1)
    page = text_of(act(staff, "battle", "audit", battle))
    assert "nothing differs" in page
    assert reverse("admin:companion_gloombattle_audit", args=[battle.pk]) in page
    Event.objects.filter(battle=battle, kind="round").update(headline="Something else.")
    assert "1 thing differs" in text_of(act(staff, "battle", "audit", battle))


def test_a_battle_is_audited_by_a_button_on_its_page_in_the_list_of_all(staff, campaign):
    battle = battle_of(campaign)
    end(battle, 2, 1)
    page = text_of(staff.get(reverse("admin:companion_battle_change", args=[battle.pk])))
    button = reverse("admin:companion_battle_audit", args=[battle.pk])
    assert f'<a href="{button}">Audit</a>' in page
    assert "<strong>0</strong> things differ" in text_of(staff.get(button))


def test_a_battle_and_a_campaign_are_downloaded(staff, campaign):
    first, second = campaign.battles.all()[:2]
    answer = act(staff, "battle", "export", first)
    assert answer.content == battle_file(first)
    assert answer["Content-Disposition"].startswith("attachment")
    assert "Choose one battle" in text_of(act(staff, "battle", "export", first, second))
    answer = act(staff, "campaign", "export", campaign)
    data = b"".join(answer)
    assert data == campaign_file(campaign)
    assert json.loads(data)["kind"] == "campaign"


def test_a_seat_is_handed_over_to_a_member_of_its_campaign(staff, campaign):
    organise(campaign, name="Olga")
    for name, role in (("Ben", "player"), ("Sam", "spectator")):
        invited(campaign, name, role)
    battle = campaign.battles.get(game="gods_gloom")
    side = battle.sides.first()
    page = text_of(act(staff, "side", "hand_over", Side.objects.get(pk=side.pk)))
    assert f"{side} in {battle}" in page
    look = f"{reverse('admin:autocomplete')}?campaign={campaign.pk}"
    assert look.replace("&", "&amp;") in page
    found = {
        "term": "",
        "app_label": "companion",
        "model_name": "side",
        "field_name": "player",
        "campaign": campaign.pk,
    }
    names = [one["text"] for one in staff.get(reverse("admin:autocomplete"), found).json()["results"]]
    assert sorted(names) == ["Ben", "Olga"]

    def give(player):
        data = {"action": "hand_over", "_selected_action": [side.pk], "confirmed": "1", "player": player}
        return staff.post(reverse("admin:companion_side_changelist"), data, follow=True)

    assert "Ben plays 1 side." in text_of(give(member("Ben").pk))
    assert Side.objects.get(pk=side.pk).player == member("Ben")
    event = Event.objects.filter(battle=battle).last()
    assert (event.kind, event.who, event.headline) == ("seat", "referee", f"Ben plays {side}.")
    before = everything()
    assert "Sam looks on" in text_of(give(member("Sam").pk))
    for wrong in ("", "x", "9" * 30, 99999):
        assert give(wrong).status_code == 200
    assert everything() == before


def test_seats_of_two_campaigns_are_not_handed_over_together(staff, campaign):
    organise(campaign, name="Olga")
    other = battle_of().sides.first()
    page = text_of(act(staff, "side", "hand_over", campaign.battles.first().sides.first(), other))
    assert "Choose seats of one campaign" in page


def test_results_are_listed_with_what_was_said_of_them(staff, campaign):
    battle = battle_of(campaign)
    end(battle, 3, 1)
    page = listed(staff, "result")
    assert "3 to 1" in page
    assert GAMES["gods_gloom"].name in page
    row = Result.objects.filter(battle=battle).first()
    page = text_of(staff.get(reverse("admin:companion_result_change", args=[row.pk])))
    assert battle.get_absolute_url() in page
    assert "nothing yet" in page
    assert listed(staff, "result", "?state=disputed").count("3 to 1") == 0


def test_a_campaigns_page_has_its_people_links_battles_and_seats(staff, campaign):
    organise(campaign, name="Olga")
    invited(campaign, "Ben")
    battle = campaign.battles.first()
    Side.objects.filter(pk=battle.sides.first().pk).update(player=member("Ben"))
    page = text_of(staff.get(reverse("admin:companion_campaign_change", args=[campaign.pk])))
    assert f"{battle.sides.first()}: Ben" in page
    assert f'href="{battle.get_absolute_url()}">play<' in page
    assert "/admin/companion/invitation/" in page


def test_the_server_tells_how_it_is(staff):
    page = listed(staff, "upkeep")
    for words in ("0.1.0", connection.display_name, "MB", "never, as far as this database knows", "no live updates"):
        assert words in page, words
    call_command("audit", stdout=StringIO())
    assert "0 battles, nothing differs" in listed(staff, "upkeep")
    Upkeep.objects.create(what="backup", said="in /somewhere/companion.backup, 1.2 MB")
    page = text_of(staff.get(reverse("admin:companion_upkeep_changelist"), **{STREAMS: (7, 1000)}))
    assert "/somewhere/companion.backup" in page
    assert "7 of 1,000" in page


def test_the_models_are_called_as_players_call_them(staff):
    page = text_of(staff.get(reverse("admin:index")))
    assert "Django" not in page
    for words in ("Entries of the logs", "Attacks and other declarations", "Seats", "Battles of X-Wing", "Results"):
        assert words in page
    for words in ("Frame battles", "X wing battles", "Operator battles", ">Declarations<", ">Events<"):
        assert words not in page
    assert all(str(model._meta.verbose_name_plural) for model in admin.site._registry)


def test_a_dispute_and_its_battle_lead_to_each_other(staff, campaign):
    device = Device(campaign.battles.get(game="mobile_frame_zero"))
    declare(device)
    device.dice("1 4 5")
    device.call_off()
    number = device.last.number
    assert device.post("dispute", number=number, note="It was a 3.", seen=device.seen, on="log").status_code == 302
    row = Dispute.objects.get()
    battle = reverse("admin:companion_battle_change", args=[device.battle.pk])
    dispute = reverse("admin:companion_dispute_change", args=[row.pk])
    assert f'href="{battle}"' in listed(staff, "dispute")
    assert f'href="{battle}"' in text_of(staff.get(dispute))
    assert f'href="{dispute}"' in text_of(staff.get(battle))
