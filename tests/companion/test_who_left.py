"""Seats of who plays no more: who was forgotten, or only looks on by now, holds none, and nobody is shut out."""

import pytest
from django.urls import reverse

from companion.models import Battle, Event, Result, Side
from companion.services.auditing import audited
from tests.companion.group import invited, member
from tests.companion.playing import Device, text_of
from tests.companion.season import battle_of, end
from tests.companion.test_admin import fields_of
from tests.companion.test_life_of_a_battle import group, state
from tests.companion.test_who_settles import demote, forget

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

__all__ = ("group",)

leaving = pytest.mark.parametrize("leaves", [demote, forget])


def seated(campaign, *players, **said):
    """A battle that only its players tap."""
    battle = battle_of(campaign, *players, **said)
    Battle.objects.filter(pk=battle.pk).update(seated=True)
    return Battle.objects.get(pk=battle.pk)


def players(battle):
    return [side.player and side.player.name for side in battle.sides.select_related("player")]


def taps(battle, client):
    """Whether a device may end the battle, which it does then."""
    device = Device(battle, client)
    gained = {f"q_{side.key}": "1" for side in device.sheet.sides}
    return device.declare("round", q_last="True", **gained).status_code == 302


def test_who_only_looks_on_leaves_the_seats_of_battles_that_go_on(group):
    campaign, devices = group
    goes_on, twice = battle_of(campaign, "Anna", "Ben"), battle_of(campaign, "Ben", "Ben", name="Twice")
    over = battle_of(campaign, "Anna", "Ben", name="Over")
    end(over, 1, 3, client=devices["Anna"])
    people = reverse("people", args=[campaign.key])
    assert "leaves the seats of battles that go on, and is asked about no result" in text_of(
        devices["Olga"].get(people)
    )
    demote(group, "Ben")
    assert (players(goes_on), players(twice), players(over)) == (["Anna", None], [None, None], ["Anna", "Ben"])
    said = list(Event.objects.filter(kind="seat", battle=twice).values_list("number", "headline", "who"))
    last = Battle.objects.get(pk=twice.pk).last_event
    sides = [side.name for side in twice.sides.all()]
    assert said == [
        (last - 1 + place, f"Ben only looks on now: nobody has the seat of {side} any more.", "the app")
        for place, side in enumerate(sides)
    ]
    assert all(audited(battle).is_clean for battle in Battle.objects.all())
    demote(group, "Ben", "organiser")
    assert players(goes_on) == ["Anna", None], "the seat is taken by a tap"


def test_the_admin_frees_them_too_and_asks_nobody_who_looks_on(group, admin_client):
    campaign, devices = group
    goes_on, over = battle_of(campaign, "Anna", "Ben"), battle_of(campaign, "Anna", "Ben", name="Over")
    end(over, 1, 3, client=devices["Anna"])
    assert state(over) == "open"
    address = reverse("admin:companion_campaign_change", args=[campaign.pk])
    data = fields_of(admin_client.get(address))
    named = next(name for name, value in data.items() if name.startswith("members-") and value == "Ben")
    data[named.replace("name", "role")] = "spectator"
    assert admin_client.post(address, data).status_code == 302
    assert players(goes_on) == ["Anna", None]
    assert state(over) == "accepted"
    assert audited(Battle.objects.get(pk=over.pk)).is_clean


@leaving
def test_an_end_that_is_undone_leaves_no_seat_to_who_plays_no_more(group, leaves):
    campaign, devices = group
    battle = seated(campaign, "Anna", "Ben")
    anna = end(battle, 1, 3, client=devices["Anna"])
    leaves(group, "Ben")
    side = battle.sides.last()
    shown = member_of(side)
    assert f'class="player">{shown}<' in text_of(anna.get()), "they have played it"
    assert anna.undo().status_code == 302
    assert f'class="player">{shown}<' not in text_of(anna.get())
    setup = text_of(anna.get("setup", side=anna.sheet.sides[-1].key))
    assert "Nobody has the seat yet." in setup
    assert shown not in setup
    # Who ends it again has not played the side in their stead.
    assert anna.post("redo", event=anna.last.number, seen=anna.seen).status_code == 302
    assert Result.objects.get(side=side).player == Side.objects.get(pk=side.pk).player is not None
    assert audited(Battle.objects.get(pk=battle.pk)).is_clean
    assert anna.undo().status_code == 302
    cleo = Device(battle, invited(campaign, "Cleo"))
    assert cleo.post("seat", side.pk, member=member("Cleo").pk).status_code == 302
    assert players(battle) == ["Anna", "Cleo"]
    assert taps(battle, cleo.client)
    assert Result.objects.get(side=side).player == member("Cleo")


def member_of(side):
    return Side.objects.get(pk=side.pk).player.name


@leaving
def test_a_battle_whose_last_player_leaves_is_open_to_the_table(group, leaves):
    campaign, devices = group
    battle = seated(campaign, "Anna", "Ben")
    leaves(group, "Anna")
    assert not taps(battle, devices["tablet"])
    leaves(group, "Ben")
    page = text_of(devices["tablet"].get(battle.get_absolute_url()))
    assert "taps here" not in page
    cleo = Device(battle, invited(campaign, "Cleo"))
    setup = text_of(cleo.get("setup", side=cleo.sheet.sides[0].key))
    assert "Anyone at the table taps for every side." in setup
    assert taps(battle, devices["tablet"])
    assert state(battle) == "accepted"
    assert Device(battle, devices["tablet"]).post("rematch", once="one-form-one-rematch").status_code == 302
    assert not Battle.objects.get(once="one-form-one-rematch").seated


def test_a_battle_whose_last_player_gives_up_the_seat_is_open_until_somebody_takes_one(group):
    campaign, devices = group
    battle = seated(campaign, "Anna")
    anna, olga = Device(battle, devices["Anna"]), Device(battle, devices["Olga"])
    side = battle.sides.first()
    assert anna.post("seat", side.pk, member="").status_code == 302
    assert "Nobody has a seat, so anyone taps until somebody takes one." in text_of(
        olga.get("setup", side=olga.sheet.sides[0].key)
    )
    assert "Anyone who opens it sees the battle and can play in it." in text_of(olga.get("share"))
    assert anna.post("seat", side.pk, member=member("Anna").pk).status_code == 302
    assert "Each player taps only for their own side" in text_of(olga.get("share"))
    assert not taps(battle, devices["tablet"])
    assert taps(battle, devices["Anna"])


@leaving
def test_one_that_is_over_is_played_again_by_anybody_where_no_player_of_it_is_left(group, leaves):
    campaign, devices = group
    battle = seated(campaign, "Anna", "Ben")
    end(battle, 1, 3, client=devices["Anna"])
    listed = lambda: f"{battle.key}/rematch/" in text_of(devices["tablet"].get(campaign.get_absolute_url()))  # noqa: E731
    leaves(group, "Anna")
    assert not listed()
    leaves(group, "Ben")
    assert listed()
    assert Device(battle, devices["tablet"]).post("rematch", once="one-form-one-rematch").status_code == 302
