"""The way in: a new campaign, its battles, and who may see them."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from companion.models import Battle, Campaign, Company, Event, FrameBattle
from companion.queries.campaign_page import AT_ONCE
from tests.companion.group import invited, organise
from tests.companion.playing import everything, form_to, text_of
from tests.companion.season import battle_of, end

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SIDES = "Red company\nBlue company"
NOT_NAMES = ["", "   ", "\t\n", "\u2003", "x" * 81, "a\x00b", "\x00"]


@pytest.fixture
def campaign():
    return Campaign.objects.create(name="Thursdays")


def start_campaign(client, **data):
    form = form_to(client.get(reverse("home")), "/", name="")
    return client.post(reverse("home"), {**form["fields"], "name": "Thursdays", **data})


def start_battle(client, campaign, **data):
    form = form_to(client.get(campaign.get_absolute_url()), campaign.get_absolute_url())
    given = {"game": "mobile_frame_zero", "name": "The ridge", "sides": SIDES}
    return client.post(campaign.get_absolute_url(), {**form["fields"], **given, **data})


def test_a_campaign_is_started_and_opened(client):
    answer = start_campaign(client)
    campaign = Campaign.objects.get()
    assert campaign.name == "Thursdays"
    assert answer.status_code == 302
    assert answer.url == f"/c/{campaign.key}/"
    assert "Thursdays" in client.get(answer.url).content.decode()


def test_a_double_tap_starts_one_campaign(client):
    answers = [start_campaign(client, once="one-form-one-campaign") for _ in range(2)]
    assert answers[0].url == answers[1].url
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize("name", NOT_NAMES)
def test_what_is_no_name_starts_no_campaign(client, name):
    answer = start_campaign(client, name=name)
    assert answer.status_code == 422
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("data", [{}, {"name": "x"}, {"name": "x", "once": "\x00" * 9}, {"name": "x", "once": "short"}])
def test_a_form_that_lacks_something_starts_no_campaign(client, data):
    assert client.post(reverse("home"), data).status_code == 422
    assert not Campaign.objects.exists()


def test_home_lists_only_what_this_device_has_opened(client, campaign):
    other = Campaign.objects.create(name="Somebody else's")
    assert "None yet" in client.get(reverse("home")).content.decode()
    client.get(campaign.get_absolute_url())
    page = client.get(reverse("home")).content.decode()
    assert campaign.name in page
    assert "Somebody else" not in page
    assert other.key not in page
    assert campaign.key not in Client().get(reverse("home")).content.decode()


def test_a_link_that_leads_nowhere_is_not_remembered(client):
    client.get("/c/nobody-knows-it/")
    assert "None yet" in client.get(reverse("home")).content.decode()


def test_a_battle_is_made_with_its_sides_and_leads_to_its_set_up(client, campaign):
    answer = start_battle(client, campaign, sides="  Red   company \n\nBlue company\nGreen company\n")
    battle = FrameBattle.objects.get()
    assert answer.url == reverse("setup", args=[battle.key])
    assert [company.name for company in Company.objects.all()] == ["Red company", "Blue company", "Green company"]
    assert [company.seat for company in Company.objects.all()] == [1, 2, 3]
    assert (battle.started, battle.last_event, battle.campaign) == (False, 1, campaign)
    event = Event.objects.get()
    assert event.headline == "The ridge is set up: Red company against Blue company against Green company."
    assert "being set up" in client.get(campaign.get_absolute_url()).content.decode()


def test_a_double_tap_makes_one_battle(client, campaign):
    answers = [start_battle(client, campaign, once="one-form-one-battle") for _ in range(2)]
    assert answers[0].url == answers[1].url
    assert Battle.objects.count() == 1
    assert Event.objects.count() == 1


def test_a_battle_is_made_whole_or_not_at_all(client, campaign):
    from django.db.models.signals import pre_save

    def fail(**kwargs):
        raise RuntimeError("the power went")

    before = everything()
    pre_save.connect(fail, sender=Event)
    try:
        with pytest.raises(RuntimeError, match="the power went"):
            start_battle(client, campaign)
    finally:
        pre_save.disconnect(fail, sender=Event)
    assert everything() == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("name", name) for name in NOT_NAMES),
        *(("sides", sides) for sides in ("", "  \n ", "Red", "Red\nRed", "Red \nRed", "a\nb\nc\nd\ne\nf", "a\x00\nb")),
        ("sides", "x" * 61 + "\nblue"),
        ("sides", "x" * 401),
        ("game", ""),
        ("game", "chess"),
        ("game", "\x00"),
        ("once", ""),
        ("once", "\x00"),
    ],
)
def test_a_battle_that_cannot_be_is_refused_with_a_sentence(client, campaign, field, value):
    before = everything()
    answer = start_battle(client, campaign, **{field: value})
    assert answer.status_code == 422
    assert everything() == before


def test_an_empty_form_makes_no_battle(client, campaign):
    answer = client.post(campaign.get_absolute_url())
    assert answer.status_code == 422
    assert not Battle.objects.exists()


def test_the_longest_names_fit(client, campaign):
    sides = "\n".join(f"{number}" * 60 for number in range(1, 6))
    answer = start_battle(client, campaign, name="n" * 80, sides=sides)
    assert answer.status_code == 302
    assert client.get(answer.url).status_code == 200


def test_a_stranger_finds_no_way_to_a_battle(client, demo):
    """No page tells of a battle to whom its link was not given, and keys cannot be counted up or guessed."""
    for address in ("/", "/b/", "/c/", "/who/", "/help/mobile_frame_zero/"):
        answer = client.get(address)
        assert demo.key not in answer.content.decode()
        assert demo.campaign.key not in answer.content.decode()
    for guess in (demo.pk, "1", demo.key[:-1], demo.key.swapcase(), demo.name):
        assert client.get(f"/b/{guess}/").status_code == 404
    other = Battle.objects.create(campaign=demo.campaign, name="x", game="mobile_frame_zero")
    assert len({demo.key, other.key, demo.campaign.key}) == 3
    assert all(len(key) >= 16 for key in (demo.key, other.key, demo.campaign.key))


def test_what_happened_is_reached_by_its_own_battle_only(client, demo, device):
    other = Campaign.objects.create(name="x")
    start_battle(client, other)
    battle = Battle.objects.get(campaign=other)
    assert client.get(reverse("event", args=[demo.key, 1])).status_code == 200
    page = client.get(reverse("event", args=[battle.key, 1])).content.decode()
    assert "The ridge is set up" in page
    assert demo.name not in page


def test_each_page_has_one_main_button(client, campaign):
    for address in ("/", campaign.get_absolute_url()):
        assert client.get(address).content.decode().count("button-main") == 1


def test_a_battle_may_be_set_up_as_it_is_proposed(client, campaign):
    campaign.battles.create(game="x_wing", name="The first", over=True)
    address = campaign.get_absolute_url()
    form = form_to(client.get(address), address)
    answer = client.post(address, {**form["fields"], "sides": ["Red", "Blue", "", ""]})
    battle = Battle.objects.get(name="Battle 2")
    assert answer.url == reverse("setup", args=[battle.key])
    assert battle.game == "x_wing"
    assert [side.name for side in battle.sides.all()] == ["Red", "Blue"]


def test_no_battle_that_is_there_is_proposed_once_another_is_out_of_the_way(client, campaign):
    for number in (1, 2, 3):
        Battle.objects.create(campaign=campaign, game="x_wing", name=f"Battle {number}")
    Battle.objects.filter(name="Battle 1").update(archived=timezone.now())
    Battle.objects.create(campaign=campaign, game="x_wing", name="Battle of the ford")
    Battle.objects.create(campaign=campaign, game="x_wing", name="Battle ²")
    form = form_to(client.get(campaign.get_absolute_url()), campaign.get_absolute_url())
    assert form["fields"]["name"] == "Battle 5"
    Battle.objects.filter(name__in=("Battle of the ford", "Battle ²")).delete()
    form = form_to(client.get(campaign.get_absolute_url()), campaign.get_absolute_url())
    assert form["fields"]["name"] == "Battle 4"


def test_the_players_are_proposed_as_sides_and_whoever_asks_is_the_first(campaign):
    organise(campaign, name="Anna")
    ben = invited(campaign, "Ben")
    invited(campaign, "Adam", role="spectator")
    page = text_of(ben.get(campaign.get_absolute_url()))
    assert re.findall(r'name="sides" value="([^"]*)"', page)[:3] == ["Ben", "Anna", ""]


def test_nobody_gets_the_seats_of_two_sides_that_differ_in_capitals_only(campaign):
    anna = organise(campaign, name="Anna")
    assert "Two sides have the same name." in text_of(start_battle(anna, campaign, sides=["Anna", "ANNA"]))
    assert not Battle.objects.filter(sides__player__isnull=False).exists()


def test_what_was_entered_for_the_sides_is_kept_when_it_is_refused(client, campaign):
    page = text_of(start_battle(client, campaign, sides=["Red", "", "Red", ""]))
    assert re.findall(r'name="sides" value="([^"]*)"', page) == ["Red", "", "Red", "", ""]
    assert "Two sides have the same name." in page


def test_the_main_button_goes_on_with_the_battle_that_is_played(device):
    page = text_of(device.client.get(device.battle.campaign.get_absolute_url()))
    (main,) = re.findall(r'<(?:a|button) class="[^"]*button-main[^>]*>', page)
    assert device.battle.get_absolute_url() in main


def test_a_battle_that_is_over_says_who_won_and_the_standings_stand_on_the_page(client, campaign):
    address = campaign.get_absolute_url()
    battle = battle_of(campaign)
    assert 'id="leaders"' not in text_of(client.get(address))
    end(battle, 1, 3)
    page = text_of(client.get(address))
    first, second = battle.sides.all()
    assert f"{second.name} won in 1 round" in page
    assert re.findall(r'<li class="half( is-pale)?"', page) == [" is-pale", ""]
    assert re.findall(r'id="leaders"|<span>([^<]*)</span></span></th>', page) == [
        "",
        second.name,
        first.name,
    ]


def test_battles_that_go_on_stand_first_and_many_are_on_several_pages(client):
    campaign = Campaign.objects.create(name="A long season")
    for number in range(AT_ONCE + 2):
        Battle.objects.create(campaign=campaign, game="x_wing", name=f"Battle {number}", over=number != 3)
    first = text_of(client.get(campaign.get_absolute_url()))
    assert re.findall(r"<strong>(Battle \d+)</strong>", first)[:2] == ["Battle 3", f"Battle {AT_ONCE + 1}"]
    assert f"1 to {AT_ONCE} of {AT_ONCE + 2} battles" in first
    second = text_of(client.get(campaign.get_absolute_url(), {"page": 2}))
    assert re.findall(r"<strong>(Battle \d+)</strong>", second) == ["Battle 1", "Battle 0"]
    for odd in ("0", "-1", "x", "9" * 30):
        assert client.get(campaign.get_absolute_url(), {"page": odd}).status_code == 200
