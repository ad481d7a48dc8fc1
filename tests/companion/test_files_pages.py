"""Files on the pages: a battle and a campaign are taken away, and brought in where it can be seen what came."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.urls import reverse
from django.utils import timezone

from companion.files.envelope import VERSION
from companion.files.exporting import battle_file, campaign_file
from companion.files.importing import MOST_BYTES
from companion.line.sizes import MOST, most_taken
from companion.models import Battle, Campaign
from companion.models.campaign import new_key
from companion.services.demo import load_demo
from companion.services.shelving import delete
from tests.companion.group import organise
from tests.companion.playing import everything
from tests.companion.test_battles_of_files import FILES

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def campaign():
    return load_demo()


def send(client, campaign, data, once="a" * 12, name="battle.json"):
    file = SimpleUploadedFile(name, data, "application/json")
    return client.post(f"/c/{campaign.key}/bring-in/", {"once": once, "file": file})


def test_the_log_and_the_end_of_a_battle_lead_to_its_file(client, campaign):
    battle = campaign.battles.get(game="gods_gloom")
    address = f"/b/{battle.key}/battle.json"
    assert f'href="{address}" download' in client.get(f"/b/{battle.key}/log/").content.decode()
    answer = client.get(address)
    assert answer.content == battle_file(battle)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith('attachment; filename="')
    assert answer["Content-Disposition"].endswith('.battle.json"')
    assert answer["Cache-Control"] == "no-store"
    Battle.objects.filter(pk=battle.pk).update(over=True)
    assert f'href="{address}" download' in client.get(f"/b/{battle.key}/").content.decode()


def test_the_campaigns_page_leads_to_its_file(client, campaign):
    address = f"/c/{campaign.key}/campaign.json"
    assert f'href="{address}" download' in client.get(f"/c/{campaign.key}/").content.decode()
    answer = client.get(address)
    assert answer.content == campaign_file(campaign)
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_file_of_a_battle_adds_that_battle_and_opens_it(client, campaign, path):
    before = campaign.battles.count()
    answer = send(client, campaign, path.read_bytes())
    battle = Battle.objects.order_by("-pk").first()
    assert (answer.status_code, answer["Location"]) == (302, f"/b/{battle.key}/")
    assert campaign.battles.count() == before + 1
    assert client.get(answer["Location"]).status_code == 200
    told, came = client.get(f"/b/{battle.key}/battle.json").content, path.read_bytes()
    assert told == battle_file(battle)
    assert (told == came) is (json.loads(came)["version"] == VERSION), "of an earlier format it is told as of today"


def test_a_second_tap_brings_nothing_in_again(client, campaign):
    data = FILES[0].read_bytes()
    first = send(client, campaign, data)
    stored = everything()
    assert send(client, campaign, data)["Location"] == first["Location"]
    assert everything() == stored
    again = send(client, campaign, data, once="b" * 12)
    assert again.status_code == 422
    assert "is in this campaign already, and would count twice. Nothing was stored." in again.content.decode()
    assert everything() == stored
    Battle.objects.filter(campaign=campaign).update(deleted=timezone.now())
    assert send(client, campaign, data, once="c" * 12)["Location"] != first["Location"], "unless it was deleted"


def test_what_was_deleted_and_brought_in_again_is_not_taken_back_beside_it(campaign):
    olga = organise(campaign)
    first = campaign.battles.latest("pk")
    data = battle_file(first)
    delete(key=first.key)
    send(olga, campaign, data)
    again = campaign.battles.latest("pk")
    refused(olga, campaign, first)
    delete(key=again.key)
    assert olga.post(reverse("battle-back", args=[campaign.key, first.pk])).status_code == 302
    refused(olga, campaign, again)


def refused(organiser, campaign, battle):
    """It is not taken back, and the page says why."""
    stored = everything()
    answer = organiser.post(reverse("battle-back", args=[campaign.key, battle.pk]))
    assert answer.status_code == 422
    assert "is there already, from a file: it would count twice." in answer.content.decode()
    assert everything() == stored


def test_the_file_of_a_campaign_adds_all_its_battles(client, campaign):
    other = Campaign.objects.create(name="Another")
    answer = send(client, other, campaign_file(campaign))
    assert answer["Location"] == f"/c/{other.key}/"
    assert other.battles.count() == campaign.battles.count() == 5
    assert other.name == "Another"


@pytest.mark.parametrize("data", [b"", b"hello", b"[" * 9999, b'{"format": "tabletop-companion", "version": 9}'])
def test_what_is_no_file_is_told_beside_the_form_and_stores_nothing(client, campaign, data):
    client.get(f"/c/{campaign.key}/")
    stored = everything()
    answer = send(client, campaign, data)
    assert answer.status_code == 422
    assert "Nothing was stored." in answer.content.decode()
    assert everything() == stored


def test_no_file_and_no_number_are_told(client, campaign):
    answer = client.post(f"/c/{campaign.key}/bring-in/", {})
    assert answer.status_code == 422
    assert "This field is required." in answer.content.decode()
    assert "Load it again." in answer.content.decode()


def test_only_this_address_takes_a_large_file(client, campaign):
    address = f"/c/{campaign.key}/bring-in/"
    assert most_taken(address) == MOST_BYTES + MOST
    assert most_taken(f"/c/{campaign.key}/") == most_taken(f"/c/{campaign.key}/campaign.json") == MOST
    answer = send(client, campaign, b" " * (MOST_BYTES + 1))
    assert answer.status_code == 422
    assert "larger than 4 MB" in answer.content.decode()


def test_without_the_link_nothing_is_taken_away_or_brought_in(client, campaign):
    assert client.get("/b/nothing/battle.json").status_code == 404
    assert client.get("/c/nothing/campaign.json").status_code == 404
    stored = everything()
    assert client.post("/c/nothing/bring-in/", {"once": "a" * 12}).status_code == 404
    assert client.get(f"/c/{campaign.key}/bring-in/").status_code == 405
    assert client.post(f"/c/{campaign.key}/campaign.json").status_code == 405
    assert everything() == stored


def test_the_commands_take_a_campaign_from_one_place_to_another(campaign, tmp_path, capsys):
    file = tmp_path / "campaign.json"
    call_command("export_file", campaign.key, file)
    assert file.read_bytes() == campaign_file(campaign)
    call_command("import_file", file)
    again = Campaign.objects.exclude(pk=campaign.pk).get()
    assert campaign_file(again) == file.read_bytes()
    assert f"at /c/{again.key}/" in capsys.readouterr().out
    battle = campaign.battles.first()
    call_command("export_file", battle.key, file)
    other = Campaign.objects.create(name="Another")
    call_command("import_file", file, campaign=other.key)
    assert other.battles.count() == 1
    with pytest.raises(CommandError, match="is in this campaign already"):
        call_command("import_file", file, campaign=campaign.key)
    assert campaign.battles.count() == 5


def test_no_link_reads_like_an_option_of_a_command():
    assert not [key for key in (new_key() for _ in range(2000)) if key.startswith("-")]


def test_the_commands_say_what_is_wrong(campaign, tmp_path):
    file = tmp_path / "battle.json"
    with pytest.raises(CommandError, match="No battle and no campaign has this key"):
        call_command("export_file", "nothing", file)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_file", file)
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_file", campaign.key, tmp_path / "no" / "folder")
    with pytest.raises(CommandError, match="No campaign has this key"):
        call_command("import_file", file, campaign="nothing")
    file.write_text(json.dumps({"a": 1}))
    stored = everything()
    with pytest.raises(CommandError, match=r"That is no file of a battle .* Nothing was stored\."):
        call_command("import_file", file)
    assert everything() == stored


def test_staff_see_what_came_from_a_file(client, admin_client, campaign):
    send(client, campaign, FILES[0].read_bytes())
    page = admin_client.get("/admin/companion/event/").content.decode()
    assert ">from a file<" in page
    event = Battle.objects.order_by("-pk").first().events.first()
    assert "from a file" in admin_client.get(f"/admin/companion/event/{event.pk}/change/").content.decode()
