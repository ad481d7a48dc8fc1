"""A roster that somebody else plays stays its owner's: they are not asked for the result, and choose who comes home."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Battle, Deployment, Homecoming, Roster
from companion.services.auditing import audited
from companion.services.demo import load_demo
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, text_of
from tests.companion.rosters import at, built, sheet_of
from tests.companion.test_homecoming import end, fell, fight, home_form, usual

pytestmark = pytest.mark.django_db


@pytest.fixture
def lent():
    """Anna's roster fought under Ben against Cleo's copies, each tapped only by its player; Olga organises."""
    campaign = load_demo()
    usual(campaign, "stood")
    roster, _ = built(campaign, "troops_and_supplies"), built(campaign, "troops_and_supplies", "Others")
    devices = {"Olga": organise(campaign, name="Olga")}
    devices |= {name: invited(campaign, name) for name in ("Anna", "Ben", "Cleo")}
    table = fight(roster)
    fell(table, table.sheet.units[0])
    sides = table.battle.sides.all()
    for side, name in zip(sides, ("Ben", "Cleo"), strict=True):
        side.player = member(name)
        side.save()
    Roster.objects.filter(pk=roster.pk).update(owner=member("Anna"))
    end(table)
    return Roster.objects.get(pk=roster.pk), {name: Device(table.battle, client) for name, client in devices.items()}


def seat(lent):
    Battle.objects.filter(campaign=lent[0].campaign).update(seated=True)


both = pytest.mark.parametrize("seated", [False, True])


@both
@pytest.mark.parametrize("by", ["Anna", "Olga"])
def test_its_owner_or_an_organiser_brings_it_home_without_a_seat(lent, seated, by):
    roster, devices = lent
    if seated:
        seat(lent)
    device = devices[by]
    assert reverse("homecoming", args=[device.battle.key]) in text_of(device.get())
    form = home_form(device)
    assert [value for name, value in form["fields"].items() if name.partition("-")[0].isdigit()].count("lost") == 1
    assert device.client.post(form["action"], form["fields"]).status_code == 302
    assert Homecoming.objects.get().who == by
    assert [one.standing for one in sheet_of(roster).units].count(False) == 1
    assert f"Said by {by}." in text_of(devices["Ben"].get("homecoming"))
    assert audited(Roster.objects.get(pk=roster.pk).holder).is_clean


@both
@pytest.mark.parametrize("name", ["Ben", "Cleo", "guest"])
def test_nobody_else_does_though_they_play_it(lent, seated, name):
    _, devices = lent
    if seated:
        seat(lent)
    device = devices.get(name) or Device(devices["Anna"].battle, Client())
    form = home_form(devices["Anna"])
    page = text_of(device.get("homecoming"))
    assert "Anna or an organiser chooses what becomes of these." in page
    assert 'type="radio"' not in page
    before = {model: rows for model, rows in everything().items() if model != "Battle"}
    assert device.client.post(form["action"], form["fields"]).status_code == (
        403 if seated and name == "guest" else 302
    )
    assert {model: rows for model, rows in everything().items() if model != "Battle"} == before


def test_of_a_roster_of_nobody_the_players_choose_and_not_who_owns_another(lent):
    roster, devices = lent
    seat(lent)
    other = Roster.objects.get(campaign=roster.campaign, name="Others")
    theirs, there = sheet_of(other).units[0].key, Deployment.objects.get().keys.values()
    keys = {theirs: next(key for key in there if key.startswith("troopunit"))}
    battle = devices["Anna"].battle
    own = Deployment.objects.create(roster=other, battle=battle, side=battle.sides.last(), keys=keys)
    page = text_of(devices["Anna"].get("homecoming"))
    assert "The players of this battle and the organisers choose what becomes of these." in page
    form = home_form(devices["Anna"])
    assert devices["Anna"].client.post(form["action"], form["fields"]).status_code == 302
    assert not Homecoming.objects.filter(deployment=own).exists()
    assert home_form(devices["Ben"])


def test_the_page_of_the_roster_leads_its_owner_there_until_it_is_home(lent):
    roster, devices = lent
    home = reverse("homecoming", args=[devices["Anna"].battle.key])
    page = text_of(devices["Anna"].client.get(at(roster)))
    assert home in page
    assert "Nobody has said yet who comes home from" in page
    Roster.objects.filter(name="Others").update(owner=member("Ben"))
    other = Roster.objects.get(campaign=roster.campaign, name="Others")
    battle = devices["Anna"].battle
    Deployment.objects.create(roster=other, battle=battle, side=battle.sides.last(), keys={})
    form = home_form(devices["Anna"])
    devices["Anna"].client.post(form["action"], form["fields"])
    assert home in text_of(devices["Anna"].client.get(at(other)))
    assert home not in text_of(devices["Anna"].client.get(at(roster)))
    Homecoming.objects.all().delete()
    Battle.objects.filter(pk=devices["Anna"].battle.pk).update(over=False)
    assert home not in text_of(devices["Anna"].client.get(at(roster))), "it goes on"


def test_the_players_are_asked_for_the_result_and_not_the_owner(lent):
    _, devices = lent
    anna = devices["Anna"]
    page = text_of(anna.get())
    assert "Ben and Cleo can say so" in page
    assert "The result is right" not in page
    assert anna.post("answer", agrees="yes", seen=anna.seen).status_code == 422
