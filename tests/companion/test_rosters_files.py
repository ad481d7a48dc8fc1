"""Rosters as files: the app's own for every game, and lists for squad builders (XWS)."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from companion.files import exporting
from companion.files.envelope import ROSTER, written
from companion.files.importing import bring_in
from companion.models import Campaign, Roster, Ship, XWingSquad
from companion.services.auditing import audited
from companion.services.demo import load_demo
from rules.games import GAMES
from rules.x_wing.starter import starter_data
from tests.companion.group import invited, member, organise
from tests.companion.playing import everything, form_to, text_of
from tests.companion.rosters import at, builder, built, new_roster, sheet_of
from tests.companion.test_homecoming import bring_home, season

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def campaign():
    return load_demo()


def exported(roster):
    answer = Client().get(at(roster, "roster-file"))
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    return answer.content


def bring(campaign, data, client=None, **given):
    client = client or Client()
    form = form_to(client.get(reverse("rosters", args=[campaign.key])), "/rosters/bring-in/")
    file = SimpleUploadedFile("roster.json", data)
    return client.post(form["action"], {**form["fields"], "file": file, **given})


@games
def test_what_is_exported_is_brought_in_and_exported_as_the_same_bytes(campaign, game):
    roster = built(campaign, game)
    data = exported(roster)
    other = Campaign.objects.create(name="Others")
    answer = bring(other, data)
    assert answer.status_code == 302, text_of(answer)
    again = other.rosters.get()
    assert answer.url == at(again)
    assert (again.name, again.game, again.owner) == ("Veterans", game, None)
    assert [p.name for p in sheet_of(again).pieces] == [p.name for p in sheet_of(roster).pieces]
    assert exported(again) == data
    assert audited(again.holder).is_clean
    assert other.battles.count() == 0


def test_a_roster_that_has_fought_is_brought_in_with_its_losses(campaign):
    roster, device, *_ = season(campaign)
    bring_home(device)
    data = exported(roster)
    other = Campaign.objects.create(name="Others")
    answer = bring(other, data)
    assert answer.status_code == 302, text_of(answer).partition('class="error"')[2][:300]
    again = other.rosters.get()
    assert [p.standing for p in sheet_of(again).pieces] == [False, True, True, True]
    assert exported(again) == data


def test_a_roster_that_was_put_away_once_is_brought_in_all_the_same(campaign):
    roster = built(campaign)
    for name in ("roster-away", "roster-back"):
        Client().post(at(roster, name))
    data = exported(roster)
    assert bring(Campaign.objects.create(name="Others"), data).status_code == 302


def test_a_battle_in_which_somebody_has_a_seat_is_brought_in_too(campaign):
    organise(campaign, name="Olga")
    anna, battle = invited(campaign, "Anna"), campaign.battles.get(game="gods_gloom")
    anna.post(reverse("seat", args=[battle.key, battle.sides.first().pk]), {"member": member("Anna").pk})
    assert battle.events.filter(kind="seat").exists()
    other = Campaign.objects.create(name="Others")
    bring_in(exporting.battle_file(battle), campaign=other)
    assert other.battles.get().sides.first().player is None


def test_a_second_tap_brings_it_in_once(campaign):
    data, once = exported(built(campaign)), {"once": "one-form-one-roster"}
    first = bring(campaign, data, **once)
    stored = everything()
    assert bring(campaign, data, **once).url == first.url
    assert everything() == stored


def test_who_brings_a_roster_in_owns_it(campaign):
    data = exported(built(campaign))
    organise(campaign, name="Olga")
    anna, sam = invited(campaign, "Anna"), invited(campaign, "Sam", "spectator")
    assert bring(campaign, data, anna, once="one-form-one-roster").status_code == 302
    assert Roster.objects.get(once="one-form-one-roster").owner == member("Anna")
    before = everything()
    address = reverse("roster-bring-in", args=[campaign.key])
    assert sam.post(address, {"file": SimpleUploadedFile("r.json", data)}).status_code == 403
    assert everything() == before


def refused(campaign, data):
    before = everything()
    answer = bring(campaign, data)
    assert (answer.status_code, everything()) == (422, before), text_of(answer)
    return text_of(answer)


def test_what_is_no_roster_of_ours_is_refused_with_a_sentence(campaign):
    data = exported(built(campaign))
    assert "no file of a battle or of anything else" in refused(campaign, b"")
    assert "no file of a battle or of anything else" in refused(campaign, b'{"pilots": []}')
    assert "damaged" in refused(campaign, data[:-20])
    assert "does not fit its checksum" in refused(campaign, data.replace(b"Veterans", b"Veterinar"))
    battle = campaign.battles.first()
    assert "it is brought in on the page of the campaign" in refused(campaign, exporting.battle_file(battle))
    assert "it is brought in on the page of the campaign" in refused(campaign, exporting.campaign_file(campaign))


def changed(data, **values):
    """A file in which something of what holds the roster is otherwise, with a checksum that fits."""
    content = json.loads(data)["content"]
    return written(ROSTER, {**content, **values})


def test_what_a_stranger_wrote_is_refused_with_a_sentence(campaign):
    data = exported(built(campaign))
    battle = json.loads(exporting.battle_file(campaign.battles.get(game="gods_gloom")))["content"]
    assert "That is no roster" in refused(campaign, changed(data, **battle))
    for values in ({"name": ""}, {"name": "x" * 200}, {"name": 5}, {"game": "chess"}, {"events": []}, {"tables": {}}):
        assert "Nothing was stored." in refused(campaign, changed(data, **values)), values


def test_the_file_of_a_roster_is_no_battle(campaign):
    data = exported(built(campaign))
    client = Client()
    form = form_to(client.get(campaign.get_absolute_url()), "/bring-in/")
    before = everything()
    answer = client.post(form["action"], {**form["fields"], "file": SimpleUploadedFile("r.json", data)})
    assert (answer.status_code, everything()) == (422, before)
    assert "it is brought in on the page of rosters" in text_of(answer)


def squad_of(roster):
    return XWingSquad.objects.get(battle=roster.holder)


def take_list(roster, listed):
    """Paste a list where the roster is built, typing what the starter table does not know."""
    device = builder(roster)
    squad = squad_of(roster)
    address = reverse("squad", args=[roster.holder.key, squad.pk])
    page = device.client.post(address, {"text": json.dumps(listed)})
    form = form_to(page, f"/squads/{squad.pk}/", seen=str(device.seen))
    return device, device.client.post(form["action"], {**form["fields"], "accept": "add"})


def now(roster, status=200):
    answer = Client().get(reverse("squad-now", args=[roster.holder.key, squad_of(roster).pk]))
    assert answer.status_code == status, text_of(answer)
    return answer


def starters():
    """A list of pilots that the starter table knows."""
    data = starter_data()
    rows = [row for row in data.pilots.values() if row.faction == "rebelalliance"][:2]
    pilots = [{"id": row.xws, "ship": row.ship} for row in rows]
    return {"name": "Old hands", "faction": "rebelalliance", "pilots": pilots, "obstacles": ["gascloud1"]}


def test_a_list_of_a_squad_builder_becomes_a_roster_and_a_list_again(campaign):
    roster = new_roster(campaign, "x_wing")
    listed = starters()
    _, answer = take_list(roster, listed)
    assert answer.status_code == 302, text_of(answer)
    assert len(sheet_of(roster).ships) == len(listed["pilots"])
    written = json.loads(now(roster).content)
    assert [pilot["id"] for pilot in written["pilots"]] == [pilot["id"] for pilot in listed["pilots"]]
    assert written["obstacles"] == ["gascloud1"]
    assert written["faction"] == "rebelalliance"
    again = new_roster(campaign, "x_wing", "Again")
    assert take_list(again, written)[1].status_code == 302
    assert [ship.name for ship in sheet_of(again).ships] == [ship.name for ship in sheet_of(roster).ships]


def test_a_list_says_what_the_roster_has_now_and_not_what_was_read_once(campaign):
    roster = new_roster(campaign, "x_wing")
    listed = starters()
    take_list(roster, listed)
    first, second = Ship.objects.filter(battle=roster.holder)
    first.delete()
    written = json.loads(now(roster).content)
    assert [pilot["id"] for pilot in written["pilots"]] == [second.pilot]
    Ship.objects.filter(pk=second.pk).update(status="removed")
    assert "no ships yet" in text_of(now(roster, 422))


def test_a_ship_that_squad_builders_cannot_know_is_refused_with_a_sentence(campaign):
    roster = new_roster(campaign, "x_wing")
    take_list(roster, starters())
    Ship.objects.filter(battle=roster.holder).update(pilot="")
    answer = text_of(now(roster, 422))
    assert "was built by hand: squad builders do not know it" in answer
    assert "Download the roster as a file of this app instead" in answer
