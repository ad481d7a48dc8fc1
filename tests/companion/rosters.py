"""What the tests of rosters share: a roster with some pieces, and devices of people who may change it or not."""

from django.urls import reverse

from companion.models import Roster
from companion.models.campaign import new_key
from companion.services.rosters import make_roster
from rules.games import GAMES
from tests.companion.playing import Device, form_to


def new_roster(campaign, game="gods_gloom", name="Veterans", owner=None):
    """An empty roster."""
    return make_roster(campaign=campaign, game=game, name=name, owner=owner, once=new_key(), who="Anna")


def builder(roster, client=None):
    """A device at the pages on which a roster is built."""
    return Device(roster.holder, client, name="" if client else "Anna")


def add_known(device, *names):
    """Tap pieces of the game's demo by their names."""
    demo = GAMES[device.battle.game].demo.battle
    side = device.sheet.sides[0].key
    for name in names:
        piece = next(piece for piece in demo.pieces if piece.name == name)
        answer = pick(device, f"demo.{piece.key}", side)
        assert answer.status_code == 302, answer.content.decode()


def pick(device, place, side):
    fields = form_to(device.get("setup", side=side), "/setup/known/")["fields"]
    return device.post("setup-known", **{**fields, "known": place})


def built(campaign, game="gods_gloom", name="Veterans", *, of=None, owner=None):
    """A roster of the pieces of the demo's first side, or of those with these names."""
    roster = new_roster(campaign, game, name, owner)
    demo = GAMES[game].demo.battle
    add_known(
        builder(roster), *(of if of is not None else [p.name for p in demo.pieces if p.side == demo.sides[0].key])
    )
    return roster


def sheet_of(roster):
    return Device(Roster.objects.get(pk=roster.pk).holder).sheet


def at(roster, name="roster"):
    """The address of a page of a roster."""
    return reverse(name, args=[roster.campaign.key, roster.pk])
