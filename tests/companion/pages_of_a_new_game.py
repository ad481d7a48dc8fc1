"""The pages of the game that is added to a copy of the project: nobody wrote any of them for it."""

import json
import re

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from companion.management import season
from companion.models import Battle, Campaign, Piece
from companion.services.building import start_battle
from rules.games import GAMES
from tests.companion.demo import demo_of
from tests.companion.playing import Device, form_to, forms_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def device():
    return Device(demo_of("pebbles"), name="Anna")


@pytest.fixture
def staff():
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("referee"))
    return client


def test_a_card_shows_what_a_thrower_has(device):
    page = text_of(device.get())
    assert "pebbles a throw <b>3</b>" in page
    assert "strength <b>2</b>" in page


def test_a_throw_is_played_with_its_odds_and_undone(device):
    before = device.sheet
    page = text_of(device.get(attacker=device.key("Ada"), target=device.key("Cy"), do="attack"))
    # One of three pebbles hits in 70 cases of 100, and two, which are enough, in 26.
    assert "<strong>3</strong>" in page
    assert "this destroys Cy" in page
    assert re.findall(r'hist-chance">(\d+)<', page) == ["70", "26"]
    device.declare("attack", device.key("Ada"), device.key("Cy"))
    device.dice("5 6 1")
    device.apply()
    assert device.piece("Cy").strength == 0
    assert [side.score for side in device.sheet.sides] == [1, 0]
    assert "who is out" in text_of(device.get("log"))
    assert "has thrown" in text_of(device.get())
    device.undo()
    assert device.sheet == before


def test_a_piece_is_corrected_by_hand(device):
    page = device.get(attacker=device.key("Bo"), do="correction")
    fields = form_to(page, "/declare/", do="correction")["fields"]
    answers = {name.replace("-", "_", 1): value for name, value in fields.items() if name.startswith("q-")}
    assert set(answers) == {"q_pebbles", "q_strength", "q_threw"}
    device.declare("correction", device.key("Bo"), **{**answers, "q_strength": "7", "q_threw": "True"})
    assert (device.piece("Bo").strength, device.piece("Bo").threw) == (7, True)


def test_a_battle_is_set_up_and_started():
    campaign = Campaign.objects.create(name="Sundays")
    battle = start_battle(
        campaign=campaign, game="pebbles", name="Pond", sides=("Reeds", "Rushes"), once="the-first-battle", who="Anna"
    )
    device = Device(Battle.objects.get(pk=battle.pk), name="Anna")
    assert "Reeds has nothing on the board." in text_of(device.get("setup"))
    for name, side in zip(("Dee", "Eve"), battle.sides.all(), strict=True):
        form = form_to(device.get("setup"), "/setup/thrower/")
        fields = {**form["fields"], "name": name, "team": str(side.pk), "pebbles": "4"}
        assert device.client.post(form["action"], fields).status_code == 302
    form = form_to(device.get("setup"), "/setup/thrower/")
    refused = device.client.post(form["action"], {**form["fields"], "name": "Fay", "team": "1", "pebbles": "7"})
    assert refused.status_code == 422
    form = form_to(device.get("setup"), "/setup/agreement/")
    assert device.client.post(form["action"], {**form["fields"], "hits": "4"}).status_code == 302
    dee = device.key("Dee")
    form = form_to(device.get("setup", edit=dee), "/setup/thrower/", edit=dee, save="Change it")
    assert device.client.post(form["action"], {**form["fields"], "pebbles": "5"}).status_code == 302
    form = form_to(device.get("setup"), "/declare/", do="start")
    assert device.client.post(form["action"], form["fields"]).status_code == 302
    sheet = device.sheet
    assert (sheet.started, sheet.settings.hits) == (True, 4)
    assert [(thrower.name, thrower.pebbles) for thrower in sheet.throwers] == [("Dee", 5), ("Eve", 4)]


def test_staff_list_show_and_change_it(device, staff):
    for model, row in (("thrower", Piece.objects.get(name="Ada")), ("pebblebattle", device.battle)):
        assert device.battle.name in staff.get(reverse(f"admin:companion_{model}_changelist")).content.decode()
        address = reverse(f"admin:companion_{model}_change", args=[row.pk])
        (form,) = (form for form in forms_with(staff.get(address), "name"))
        assert staff.post(address, {**form["fields"], "name": "Renamed"}).status_code == 302
        assert "Renamed" in staff.get(address).content.decode()


def forms_with(page, name):
    return [form for form in forms_of(page) if name in form["fields"]]


def test_a_throw_is_taken_out_as_a_record_and_resolved_elsewhere(device, tmp_path, capsys):
    device.declare("attack", device.key("Ada"), device.key("Cy"))
    device.dice("5 6 1")
    device.apply()
    record = device.client.get(reverse("record", args=[device.battle.key, device.last.declaration.pk]))
    (tmp_path / "throw.json").write_bytes(record.content)
    call_command("resolve", str(tmp_path / "throw.json"))
    told = json.loads(capsys.readouterr().out)
    assert told["outcome"]["headline"] == "Ada hits Cy 2 times, who is out."


def test_its_rulings_and_examples_can_be_read(client):
    page = client.get(reverse("help", args=["pebbles"])).content.decode()
    assert "what the players in the park agreed on" in page
    assert "One of three pebbles hits" in page


def test_members_play_it_in_the_demo_season_with_rosters_to_the_end(monkeypatch):
    monkeypatch.setattr(season, "GAMES", {"pebbles": GAMES["pebbles"]})
    campaign = season.load_season()
    battles = list(campaign.battles.order_by("pk"))
    assert [battle.over for battle in battles] == [True, True, True, True, False]
    assert {battle.name: battle.results.count() for battle in battles[:-1]} == dict.fromkeys(season.PLACES[:-1], 2)
    assert [roster.name for roster in campaign.rosters.all()] == [f"{name} and friends" for name in season.MEMBERS]
