"""What the admin says: each list and form in words of the game, each once, and nothing that is not so."""

import re
from datetime import datetime
from functools import partial

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.timezone import get_current_timezone

from companion.models import Campaign, Declaration, Event, Frame, GloomUnit, MemberDevice, Side, SquadCard
from companion.services.demo import load_demo
from companion.services.rosters import make_roster
from companion.sheets import battle_model
from rules.games import GAMES
from tests.companion.group import invited, organise
from tests.companion.playing import Device, store, text_of
from tests.companion.season import battle_of, end
from tests.companion.test_admin import address
from tests.companion.test_attack_path import declare

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

MODELS = [model for model in admin.site._registry if model._meta.app_label == "companion"]
of_each_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)


@pytest.fixture
def staff():
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


@pytest.fixture
def campaign():
    return load_demo()


def listed(client, model, query=""):
    return text_of(client.get(reverse(f"admin:companion_{model._meta.model_name}_changelist") + query))


def words_in(pattern, page):
    return [re.sub(r"<[^>]+>|\s+", " ", found).strip() for found in re.findall(pattern, page, re.DOTALL)]


def doubled(words):
    return {word for word in words if words.count(word) > 1}


def with_more(campaign, number):
    """Another battle of each game, one that is over, and somebody else who was invited."""
    for game in GAMES.values():
        store(game.demo.battle, campaign=campaign, name=f"More {number}")
    end(battle_of(campaign, name=f"Ended {number}"), 1, 2)
    invited(campaign, f"Ben {number}")


def queries_of(read):
    with CaptureQueriesContext(connection) as found:
        assert read().status_code == 200
    return len(found)


def test_every_list_takes_the_same_queries_however_long(staff, campaign):
    organise(campaign, name="Olga")
    with_more(campaign, 1)
    addresses = [reverse(f"admin:companion_{model._meta.model_name}_changelist") for model in MODELS]
    before = {address: queries_of(partial(staff.get, address)) for address in addresses}
    for number in range(2, 5):
        with_more(campaign, number)
    assert {address: queries_of(partial(staff.get, address)) for address in addresses} == before


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_battle_reads_what_its_rows_choose_from_once(staff, campaign, game):
    battle = campaign.battles.get(game=game)
    page = reverse(f"admin:companion_{battle_model(game)._meta.model_name}_change", args=[battle.pk])
    read = partial(staff.get, page)
    read()
    before = queries_of(read)
    for piece in list(battle.pieces.all()):
        own = next(model for model in type(piece).__subclasses__() if model.objects.filter(pk=piece.pk).exists())
        row = own.objects.get(pk=piece.pk)
        row.pk = row.id = None
        row.name = f"{row.name[:30]} again"
        if hasattr(row, "place"):
            row.place = None if hasattr(row, "ap") else row.place + 6
        row.save()
    assert queries_of(read) == before


@of_each_model
def test_no_list_has_two_columns_or_two_filters_of_one_name(staff, campaign, model):
    organise(campaign, name="Olga")
    page = listed(staff, model)
    assert not doubled(words_in(r'<th scope="col"[^>]*>\s*<div class="text">(.*?)</div>', page))
    titles = words_in(r"<summary[^>]*>(.*?)</summary>", page.partition('id="changelist-filter"')[2])
    assert not doubled(titles)
    assert not {"By by", "By how", "By procedure", "By lies", "By what", "By withdrawn"} & set(titles)


@pytest.mark.parametrize("game", GAMES)
def test_no_form_has_two_fields_of_one_name(staff, campaign, game):
    for model in (model for model in MODELS if model.__module__ == battle_model(game).__module__):
        for row in model.objects.all()[:1]:
            page = text_of(staff.get(address(row))).partition('class="js-inline-admin-formset')[0]
            assert not doubled(words_in(r"<label[^>]*>(.*?)</label>", page)), model


def test_health_stands_beside_what_is_left_of_it(staff, campaign):
    assert "Health left" in listed(staff, GloomUnit)
    assert "Health left:" in text_of(staff.get(address(GloomUnit.objects.first())))


def test_a_card_lies_where_players_say_that_it_lies(staff, campaign):
    page = listed(staff, SquadCard, "?lies=in+its+deck+or+hand")
    assert "in its deck or hand" in page
    assert ">apart<" not in page
    assert SquadCard.objects.filter(lies="apart").first().name in page
    assert SquadCard.objects.filter(lies="laid").first().name not in page
    for row in (SquadCard.objects.first(), battle_model("airsoft_squads").objects.first()):
        assert ">apart<" not in text_of(staff.get(address(row)))


def test_no_filter_names_what_holds_a_roster_or_a_campaign_that_there_is_not(staff, campaign):
    make_roster(campaign=campaign, game="gods_gloom", name="Veterans", owner=None, once="a-roster", who="Anna")
    for model in (Frame, GloomUnit, Event, Declaration):
        page = listed(staff, model).partition('id="changelist-filter"')[2]
        assert "Veterans" not in page
        assert "isnull" not in page


def test_what_was_declared_is_called_as_players_call_it_and_found_by_that(staff, campaign):
    device = Device(campaign.battles.get(game="mobile_frame_zero"))
    declare(device)
    device.dice("1 4 5")
    device.choose(str(device.played().ask.options[0]))
    device.apply()
    for model in (Event, Declaration):
        page = listed(staff, model, "?what=Attack")
        assert "Attack" in page
        assert ">attack<" not in page
        assert model._meta.verbose_name_plural not in page.partition('class="paginator"')[2][:200], "there is one"
    entry = Event.objects.get(kind="attack")
    page = text_of(staff.get(address(entry)))
    assert "&quot;track&quot;" not in page
    assert reverse("event", args=[device.battle.key, entry.number]) in page
    for shown in (page, text_of(staff.get(address(entry.declaration)))):
        assert f"Attack in {device.battle.name}" in shown
        assert f"attack {entry.declaration_id}" not in shown
    assert "Set-up" in listed(staff, Event)


def test_a_campaign_that_is_not_stored_yet_shows_no_link(staff, campaign):
    assert "/c/" not in text_of(staff.get(reverse("admin:companion_campaign_add")))
    assert campaign.get_absolute_url() in text_of(staff.get(address(campaign)))


def test_a_campaign_says_what_orders_its_standings(staff, campaign):
    page = text_of(staff.get(address(campaign)))
    assert "Battles won" in page
    assert "Scheme" not in page


def test_days_are_written_as_on_all_other_pages(staff, campaign):
    Campaign.objects.update(created=datetime(2026, 11, 24, 15, 5, tzinfo=get_current_timezone()))
    assert "24 Nov 2026 15:05" in listed(staff, Campaign)
    organise(campaign, name="Olga")
    MemberDevice.objects.update(since=datetime(2026, 11, 24, 15, 5, tzinfo=get_current_timezone()))
    assert "Olga, since 24 Nov 2026 15:05" in text_of(staff.get(address(MemberDevice.objects.get())))


def test_the_server_counts_no_servers(staff):
    page = text_of(staff.get(reverse("admin:companion_upkeep_changelist")))
    assert "0 server" not in page


def test_one_point_is_a_point_and_called_as_the_game_calls_it(staff, campaign):
    battle = campaign.battles.get(game="gods_gloom")
    Side.objects.filter(pk=battle.sides.first().pk).update(score=1)
    found = text_of(staff.get(reverse("admin:companion_gloombattle_audit", args=[battle.pk])))
    assert "has 1 Soulshard stored" in found
