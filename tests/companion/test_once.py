"""Forms that make something once: a second tap finds it, and another form's number is refused and changes nothing."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from companion.devices import Secret
from companion.files.exporting import battle_file, roster_file
from companion.models import Battle, Campaign, Roster
from companion.services.building import start_battle, start_campaign
from companion.services.demo import load_demo_battle, try_demo
from companion.services.refusals import Stale
from companion.services.rosters import make_roster
from rules.games import GAMES
from tests.companion.playing import everything, text_of
from tests.companion.rosters import at, built
from tests.companion.season import battle_of, end

pytestmark = pytest.mark.django_db

AGAIN = "This page is out of date. Load it again."
SECRET = Secret("a" * 12, "b" * 43)
ELSEWHERE, OWN = "made-elsewhere", "made-here-only"


def file_of(data):
    return SimpleUploadedFile("kept.json", data, "application/json")


def new_battle(campaign):
    return campaign.get_absolute_url(), {"game": "x_wing", "name": "New", "sides": "One\nTwo"}


def rematch(campaign):
    battle = battle_of(campaign)
    end(battle, 1, 2)
    return reverse("rematch", args=[battle.key]), {}


def copy(campaign):
    return reverse("battle-copy", args=[load_demo_battle(campaign, GAMES["x_wing"]).key]), {}


def bring_in(campaign):
    data = battle_file(load_demo_battle(Campaign.objects.create(name="Another"), GAMES["troops_and_supplies"]))
    return reverse("bring-in", args=[campaign.key]), {"file": lambda: file_of(data)}


def new_roster(campaign):
    return reverse("rosters", args=[campaign.key]), {"game": "x_wing", "name": "New"}


def roster_again(campaign):
    return at(built(campaign), "roster-again"), {}


def roster_in(campaign):
    data = roster_file(built(campaign))
    return reverse("roster-bring-in", args=[campaign.key]), {"file": lambda: file_of(data)}


def keep_side(campaign):
    battle = battle_of(campaign)
    end(battle, 1, 2)
    return reverse("roster-keep", args=[battle.key, battle.sides.first().pk]), {"how": "ended"}


FORMS = {
    "battle": new_battle,
    "rematch": rematch,
    "copy": copy,
    "bring-in": bring_in,
    "roster": new_roster,
    "roster-again": roster_again,
    "roster-bring-in": roster_in,
    "roster-keep": keep_side,
}


@pytest.fixture
def campaign():
    return Campaign.objects.create(name="A season")


@pytest.fixture(params=FORMS)
def form(request, campaign):
    return FORMS[request.param](campaign)


@pytest.fixture
def device(campaign):
    client = Client()
    client.get(campaign.get_absolute_url())
    return client


def send(device, form, once):
    address, fields = form
    given = {name: value() if callable(value) else value for name, value in fields.items()}
    return device.post(address, {**given, "once": once})


def made(name):
    return Battle.objects.filter(once=name).count() + Roster.objects.filter(once=name).count()


def test_a_second_tap_finds_what_the_first_one_made(device, form):
    first = send(device, form, OWN)
    assert first.status_code == 302, text_of(first)
    assert made(OWN) == 1
    before = everything()
    second = send(device, form, OWN)
    assert (second.status_code, second.url) == (302, first.url)
    assert everything() == before


def test_the_number_of_a_form_of_another_campaign_is_refused(device, form):
    """Whatever it made there."""
    other = Campaign.objects.create(name="Another")
    start_battle(campaign=other, game="gods_gloom", name="There", sides=("One", "Two"), once=ELSEWHERE, who="Ben")
    make_roster(campaign=other, game="gods_gloom", name="There", owner=None, once=ELSEWHERE, who="Ben")
    before = everything()
    answer = send(device, form, ELSEWHERE)
    assert answer.status_code in (409, 422)
    assert AGAIN in text_of(answer)
    assert everything() == before


def test_the_number_of_a_form_of_another_game_is_refused(device, campaign):
    start_battle(campaign=campaign, game="gods_gloom", name="There", sides=("One", "Two"), once=ELSEWHERE, who="Ben")
    make_roster(campaign=campaign, game="gods_gloom", name="There", owner=None, once=ELSEWHERE, who="Ben")
    before = everything()
    for form in (new_battle(campaign), new_roster(campaign)):
        answer = send(device, form, ELSEWHERE)
        assert answer.status_code in (409, 422)
        assert AGAIN in text_of(answer)
    assert everything() == before


@pytest.mark.parametrize("once", ["", "short", "x" * 33, "with space", "zwölf-buchst", "a\nbcdefgh"])
def test_what_is_no_number_of_a_form_is_refused(device, form, once):
    before = everything()
    answer = send(device, form, once)
    assert answer.status_code in (409, 422)
    assert AGAIN in text_of(answer)
    assert everything() == before


def test_a_game_that_is_tried_once_more_leads_to_the_battle_that_was_tried_first(client):
    """Though there are more of them by now."""
    game = GAMES["x_wing"]
    tried = try_demo(game, once=OWN, who="Anna", secret=SECRET)
    load_demo_battle(tried.campaign, game)
    answer = client.post(reverse("try", args=["x_wing"]), {"once": OWN})
    assert (answer.status_code, answer.url) == (302, tried.get_absolute_url())


def test_a_game_cannot_be_tried_with_the_number_of_another_form(client):
    start_campaign(name="Started", once=OWN, who="Anna", secret=SECRET)
    answer = client.post(reverse("try", args=["x_wing"]), {"once": OWN})
    assert (answer.status_code, answer.url) == (302, "/")
    assert not Battle.objects.exists()


def test_a_campaign_is_started_in_one_way_by_whatever_form():
    """The form of a campaign and the button that tries a game refuse the same numbers."""
    for made in (
        lambda once: start_campaign(name="Started", once=once, who="Anna", secret=SECRET),
        lambda once: try_demo(GAMES["x_wing"], once=once, who="Anna", secret=SECRET),
    ):
        with pytest.raises(Stale):
            made("no")
    assert not Campaign.objects.exists()
