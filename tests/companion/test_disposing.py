"""Who disposes of what: what the table says of roles and stakes is what happens, at every address that it names."""

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from companion.members import Rights
from companion.models import Battle, MemberDevice, Roster
from companion.permissions import (
    ADDRESSES,
    BUILDS,
    DISPOSE,
    Command,
    Stake,
    Standing,
    Thing,
    disposes,
    is_allowed,
)
from companion.services.agreeing import why_not_agreed
from tests.companion.demo import demo_of
from tests.companion.group import invited, member, organise
from tests.companion.playing import everything
from tests.companion.rosters import new_roster
from tests.companion.season import battle_of, end
from tests.companion.test_correcting import old_roll

pytestmark = pytest.mark.django_db

OWN_WORDS = ("roster-rename", "roster-away", "roster-back")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")

THINGS = {
    **dict.fromkeys(("roster-rename", "roster-away", "roster-back", "homecoming"), Thing.ROSTER),
    **dict.fromkeys(("setup-add", "setup-remove", "setup-again", "setup-known", "setup-take"), Thing.ROSTER),
    **dict.fromkeys(("squad", "squad-rules"), Thing.ROSTER),
    **dict.fromkeys(("people-name", "people-let-in", "people-forget", "people-forgotten"), Thing.PERSON),
    "seat": Thing.SEAT,
    "answer": Thing.RESULT,
    "correct": Thing.DICE,
}
"""Of what whoever sends something to an address disposes; what builds a roster sets up battles too."""


@pytest.fixture
def campaign():
    return demo_of("x_wing").campaign


@pytest.fixture
def devices(campaign):
    """A device of each standing, all but the guest's of members with these names; what is theirs is Anna's."""
    return {
        "Olga": organise(campaign, name="Olga"),
        "Anna": invited(campaign, "Anna"),
        "Ben": invited(campaign, "Ben"),
        "Sam": invited(campaign, "Sam", "spectator"),
        "": Client(),
    }


def standing_of(name):
    return Standing(member(name).role) if name else Standing.GUEST


def may(address, name, stake):
    """What the tables say of somebody to whom a thing is this."""
    command, standing = ADDRESSES[address]["POST"], standing_of(name)
    return is_allowed(command, standing) and disposes(THINGS[address], standing, stake)


def does(client, way, data=None, method="POST"):
    """The answer to what somebody sends, and whether it changes anything; nothing of it stays."""
    with transaction.atomic():
        before = everything()
        answer = client.post(way, data or {}) if method == "POST" else client.generic(method, way)
        changed = everything() != before
        transaction.set_rollback(True)
    return answer, changed


def stake_of(name, owner):
    return Stake.FREE if not owner else Stake.OWN if name == owner else Stake.OTHERS


def test_the_table_names_only_what_there_is_and_all_that_builds_rosters():
    assert set(DISPOSE) == set(Thing) == set(THINGS.values())
    assert all("POST" in ADDRESSES[address] for address in THINGS)
    builds = {address for address in BUILDS if ADDRESSES[address].get("POST") is Command.PLAY}
    of_rosters = {address for address, thing in THINGS.items() if thing is Thing.ROSTER}
    assert of_rosters == builds | {*OWN_WORDS, "homecoming"}


@pytest.mark.parametrize("owner", ["Anna", ""])
def test_the_walk_over_what_changes_a_roster(campaign, devices, owner):
    """By every method: what the table does not name changes nothing, whoever sends it."""
    roster = new_roster(campaign, "x_wing", owner=member(owner) if owner else None)
    side = roster.holder.sides.get().pk
    numbers = {name: [1] for name in ("setup-remove", "setup-again")}
    numbers |= {"setup-add": ["ship"], "squad": [side], "squad-rules": [side]}
    for address, thing in THINGS.items():
        if thing is not Thing.ROSTER or address == "homecoming":
            continue
        of_roster = address in OWN_WORDS
        given = [campaign.key, roster.pk] if of_roster else [roster.holder.key, *numbers.get(address, [])]
        way = reverse(address, args=given)
        for name, client in devices.items():
            told, allowed = f"{address} by {name or 'a guest'}", may(address, name, stake_of(name, owner))
            answer, changed = does(client, way, {"name": "Others"})
            assert (answer.status_code != 403) == allowed, told
            assert allowed or not changed, told
            assert changed == allowed or address not in ("roster-rename", "roster-away"), told
            for method in METHODS:
                if method != "POST":
                    assert not does(client, way, method=method)[1], f"{method} {told}"


@pytest.mark.parametrize("owner", ["Anna", ""])
def test_who_says_what_comes_home(campaign, devices, owner):
    roster = Roster(campaign=campaign, owner=member(owner) if owner else None)
    for name in devices:
        rights = Rights(campaign, member(name) if name else None, has_opened=True, people=[member("Olga")])
        assert rights.may_bring_home(roster) == may("homecoming", name, stake_of(name, owner)), name


def test_the_walk_over_what_concerns_a_person(campaign, devices):
    anna, phone = member("Anna"), Client()
    phone.post(reverse("people-ask", args=[campaign.key, anna.pk]))
    waiting = MemberDevice.objects.exclude(asks="").get()
    arguments = {"people-let-in": waiting.pk, "people-forget": waiting.pk}
    found = [address for address, thing in THINGS.items() if thing is Thing.PERSON]
    for address in found:
        way = reverse(address, args=[campaign.key, arguments.get(address, anna.pk)])
        for name, client in devices.items():
            _, changed = does(client, way, {"name": "Cleo"})
            assert changed == may(address, name, stake_of(name, "Anna")), f"{address} by {name or 'a guest'}"
            for method in METHODS:
                assert method == "POST" or not does(client, way, method=method)[1], f"{method} {address} by {name}"


@pytest.mark.parametrize("owner", ["Anna", ""])
def test_who_disposes_of_a_seat(campaign, devices, owner):
    battle = Battle.objects.get(pk=demo_of("x_wing").pk)
    side = battle.sides.first()
    side.player = member(owner) if owner else None
    side.save()
    for name, client in devices.items():
        # A free seat is taken; another is left, which everybody could want of an own one.
        taken = member(name).pk if name and not owner else ""
        _, changed = does(client, reverse("seat", args=[battle.key, side.pk]), {"member": taken})
        assert changed == may("seat", name, stake_of(name, owner)), name


@pytest.mark.parametrize("asks", [True, False])
def test_who_says_whether_a_result_is_right(campaign, devices, asks):
    battle = battle_of(campaign, *(("Olga", "Anna") if asks else ()))
    end(battle, 3, 1, client=devices["Olga"])
    seen = Battle.objects.get(pk=battle.pk).last_event
    for name, client in devices.items():
        _, changed = does(client, reverse("answer", args=[battle.key]), {"agrees": "yes", "seen": seen})
        assert changed == may("answer", name, stake_of(name, "Anna" if asks else "")), name


@pytest.mark.parametrize("sits", [True, False])
def test_who_agrees_for_all_that_dice_are_struck_out(campaign, sits):
    device, _, number = old_roll("x_wing")
    battle = device.battle
    own = battle.campaign
    organise(own, name="Olga")
    for name in ("Anna", "Ben"):
        invited(own, name)
    if sits:
        battle.sides.update(player=member("Anna"))
    event = battle.events.get(number=number).pk
    for name in ("Olga", "Anna", "Ben", ""):
        agreed = not why_not_agreed(battle, event, member(name) if name else None)
        assert agreed == may("correct", name, stake_of(name, "Anna" if sits else "")), name
