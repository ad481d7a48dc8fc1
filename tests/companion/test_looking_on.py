"""Who cannot set up, correct or build is shown no form for it, whatever address they open, and is told why."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.models import Campaign, Roster
from companion.services.rosters import put_away
from tests.companion.demo import demo_of
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, forms_of, text_of
from tests.companion.rosters import built
from tests.companion.test_attack_path import play_the_seed

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LOOKS_ON = "You only look on in this campaign. An organiser can make you a player."
FIX = "To fix a piece, tap it on the battle page"


def posts(page, key):
    """Where the forms on a page post to in a battle."""
    return [form["action"] for form in forms_of(page) if form["action"].startswith(f"/b/{key}/")]


@pytest.mark.parametrize("game", ["mobile_frame_zero", "x_wing"])
@pytest.mark.parametrize("started", [False, True])
def test_a_set_up_is_shown_without_its_forms_to_who_looks_on(game, started):
    battle = demo_of(game)
    type(battle).objects.filter(pk=battle.pk).update(started=started)
    organise(battle.campaign)
    sam, ben = (Device(battle, invited(battle.campaign, *who)) for who in (("Sam", "spectator"), ("Ben",)))
    side = ben.sheet.sides[0].key
    for query in ({}, {"side": side}, {"side": side, "edit": next(p.key for p in ben.sheet.pieces if p.side == side)}):
        page = sam.get("setup", **query)
        assert page.status_code == 200
        assert posts(page, battle.key) == []
        assert "/setup/" not in [form["action"] for form in forms_of(page)]
        assert LOOKS_ON in text_of(page)
        there = ben.get("setup", **query)
        assert posts(there, battle.key)
        assert LOOKS_ON not in text_of(there)
        assert FIX not in text_of(page)
        assert (FIX in text_of(there)) is started


def test_a_list_for_a_squad_is_asked_of_nobody_who_looks_on():
    battle = demo_of("x_wing")
    organise(battle.campaign)
    sam = invited(battle.campaign, "Sam", "spectator")
    type(battle).objects.filter(pk=battle.pk).update(started=False)
    page = sam.get(reverse("squad", args=[battle.key, battle.sides.first().pk]), follow=True)
    assert posts(page, battle.key) == []
    assert LOOKS_ON in text_of(page)


def test_a_correction_is_shown_without_its_form_to_who_looks_on():
    battle = demo_of("mobile_frame_zero")
    organise(battle.campaign)
    ben = Device(battle, invited(battle.campaign, "Ben"))
    play_the_seed(ben)
    ben.call_off()
    ben.declare("edit", ben.sheet.sides[0].key)
    number = ben.last.number
    sam = Device(battle, invited(battle.campaign, "Sam", "spectator"))
    page = sam.get("correct", number)
    assert posts(page, battle.key) == []
    assert LOOKS_ON in text_of(page)
    assert LOOKS_ON not in text_of(ben.get("correct", number))


def test_a_roster_of_somebody_else_or_that_is_put_away_is_shown_without_its_forms():
    campaign = Campaign.objects.create(name="A season")
    olga, anna, ben = organise(campaign, name="Olga"), invited(campaign, "Anna"), invited(campaign, "Ben")
    roster = built(campaign)
    Roster.objects.update(owner=member("Anna"))
    way = reverse("setup", args=[roster.holder.key])
    for client in (ben, Client(), invited(campaign, "Sam", "spectator")):
        page = client.get(way)
        assert posts(page, roster.holder.key) == []
    assert "Anna or an organiser changes it." in text_of(ben.get(way))
    assert all(posts(client.get(way), roster.holder.key) for client in (olga, anna))
    put_away(roster=roster, who="Anna")
    page = anna.get(way)
    assert posts(page, roster.holder.key) == []
    assert "put away: bring it back first." in text_of(page)
    assert "Nothing was changed" not in text_of(page)
