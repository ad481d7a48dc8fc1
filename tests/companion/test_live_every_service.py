"""An old page with its live update is the fresh page after every service of a battle: one that nobody walks is told."""

import sys
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from inspect import isfunction, signature, unwrap
from pkgutil import iter_modules

import pytest
from django.test import Client

from companion import services
from companion.models import Battle, Event, Frame, Piece
from companion.services import (
    answering,
    disputing,
    editing,
    homecoming,
    links,
    looking,
    members,
    pinning,
    seating,
    shelving,
)
from companion.services.building import remove_piece, take_out
from companion.services.putting import put
from rules.board import Square
from tests.companion.demo import demo_of
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, form_to
from tests.companion.rosters import built
from tests.companion.test_attack_path import KADER, declare, play_the_seed
from tests.companion.test_homecoming import end, fight
from tests.companion.test_live_update import Watching
from tests.companion.test_rosters_deployed import battle_of, deploy
from tests.companion.test_setup_builder_earlier import after, sides_of, take
from tests.companion.test_undo import values
from tests.companion.test_x_wing_adding import PREDATOR, attack, type_in

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

BY = {"who": "Anna"}


def at_the_demo(prepare, tap):
    """A walk at the worked attack: what has to be there before, and the tap."""

    def walk():
        device = Device(demo_of("mobile_frame_zero"), name="Anna")
        prepare(device)
        return device, partial(tap, device)

    return walk


def nothing(device):
    """All that the tap needs is there."""


def not_started(device):
    Battle.objects.filter(pk=device.battle.pk).update(started=False)


def seated(device):
    people(device)
    side = device.battle.sides.first()
    seating.give_seat(key=device.battle.key, side=side.pk, member=member("Anna").pk, **BY)


def people(device):
    olga = organise(device.battle.campaign, name="Olga")
    invited(device.battle.campaign, "Anna")
    device.client = olga


def attacked(device):
    play_the_seed(device)
    device.apply()


def disputed(device):
    attacked(device)
    disputing.dispute(key=device.battle.key, number=device.seen, note="Was it near?", seen=device.seen, **BY)


def undone(device):
    values(device)
    device.undo()


def over(device):
    editing.end_as_it_stands(key=device.battle.key, **BY)


def edited(device):
    with editing.editing(key=device.battle.key, **BY):
        Frame.objects.filter(name=KADER).update(rockets=1)


def struck(device):
    number = Event.objects.get(battle=device.battle, kind="attack").number
    return device.post("correct", number, seen=device.seen, how="struck", agreed="on", commit="1")


def side_of(device):
    return device.battle.sides.first().pk


def added():
    device = Device(demo_of("x_wing"), name="Anna")
    attack(device)
    device.dice("hit hit blank")
    return device, lambda: type_in(device, PREDATOR)


def on_a_square():
    device = Device(demo_of("troops_and_supplies"), name="Anna")
    not_started(device)
    taken = {unit.square for unit in device.sheet.units}
    free = next(Square(column, 1) for column in range(1, 9) if Square(column, 1) not in taken)
    piece = Piece.objects.filter(battle=device.battle).first().pk
    return device, lambda: put(key=device.battle.key, seen=device.seen, piece=piece, square=free, **BY)


def deployed():
    campaign = demo_of("gods_gloom").campaign
    roster, device = built(campaign), battle_of(campaign)
    return device, lambda: deploy(device, roster)


def joined():
    device = Device(demo_of("gods_gloom"), name="Anna")
    not_started(device)
    piece = Piece.objects.filter(battle=device.battle).first().pk
    return device, lambda: device.post("setup-again", piece, seen=device.seen)


def taken():
    earlier, device = after("gods_gloom")
    return device, lambda: take(device, sides_of(device)[0], "ended", sides_of(earlier)[0])


def come_home():
    campaign = demo_of("troops_and_supplies").campaign
    device = fight(built(campaign, "troops_and_supplies"))
    end(device)
    said = {row.pk: {} for row in device.battle.deployments.all()}
    return device, lambda: homecoming.bring_home(key=device.battle.key, said=said, seen=device.seen, **BY)


def kept():
    device = Device(demo_of("gods_gloom"), name="Anna")
    not_started(device)
    side = device.sheet.sides[0]
    device.client.get(device.battle.campaign.get_absolute_url())
    form = form_to(device.get("setup", side=side.key), "/keep/")
    return device, lambda: device.client.post(form["action"], form["fields"])


def of_key(service, **given):
    """A tap that only a key tells the battle of."""
    return lambda device: service(key=device.battle.key, **given)


def take_kader_out(device):
    take_out(key=device.battle.key, seen=device.seen, row=Frame.objects.get(name=KADER), **BY)


def tap_seat(device):
    by = member("Anna")
    seating.take_seat(key=device.battle.key, side=side_of(device), member=by.pk, by=by, **BY)


WALKS = {
    "adding.add": added,
    "amending.amend": at_the_demo(attacked, struck),
    "answering.answer_result": at_the_demo(
        over,
        lambda device: answering.answer_result(
            key=device.battle.key, agrees=False, note="One more.", seen=device.seen, member=None, **BY
        ),
    ),
    "building.building": at_the_demo(not_started, take_kader_out),
    "building.remove_piece": at_the_demo(
        nothing, lambda d: remove_piece(key=d.battle.key, piece=Frame.objects.get(name=KADER).pk, **BY)
    ),
    "building.take_out": at_the_demo(not_started, take_kader_out),
    "declaring.call_off": at_the_demo(play_the_seed, Device.call_off),
    "declaring.declare": at_the_demo(nothing, declare),
    "declaring.settle": at_the_demo(play_the_seed, Device.apply),
    "declaring.take_back": at_the_demo(play_the_seed, Device.take_back),
    "deploying.deploy": deployed,
    "disputing.dispute": at_the_demo(
        attacked,
        lambda d: disputing.dispute(key=d.battle.key, number=d.seen, note="Was it near?", seen=d.seen, **BY),
    ),
    "disputing.rule": at_the_demo(
        disputed, lambda d: disputing.rule(key=d.battle.key, number=d.seen, ruling="It was.", **BY)
    ),
    "editing.editing": at_the_demo(nothing, edited),
    "editing.end_as_it_stands": at_the_demo(nothing, over),
    "homecoming.bring_home": come_home,
    "joining.join": joined,
    "links.change_battles_link": at_the_demo(nothing, of_key(links.change_battles_link, **BY)),
    "links.change_watching_link": at_the_demo(nothing, of_key(links.change_watching_link, number=0)),
    "looking.choose_look": at_the_demo(
        nothing,
        lambda d: looking.choose_look(key=d.battle.key, side=side_of(d), colour="", emblem="tower", **BY),
    ),
    "pinning.pin": at_the_demo(nothing, of_key(pinning.pin, what="score")),
    "putting.put": on_a_square,
    "rematch.play_again": at_the_demo(over, lambda d: d.post("rematch", once="one-form-one-rematch")),
    "replying.choose": at_the_demo(
        lambda d: (declare(d), d.dice("1 4 5")), lambda d: d.choose(d.key("shield", of=KADER))
    ),
    "replying.enter_dice": at_the_demo(declare, lambda d: d.dice("1 4 5")),
    "replying.roll_dice": at_the_demo(declare, Device.roll),
    "rosters.keep_side": kept,
    "seating.choose_taps": at_the_demo(seated, of_key(seating.choose_taps, seated=True, **BY)),
    "seating.free_seat": at_the_demo(seated, lambda d: seating.free_seat(key=d.battle.key, side=side_of(d), **BY)),
    "seating.give_seat": at_the_demo(
        people,
        lambda d: seating.give_seat(key=d.battle.key, side=side_of(d), member=member("Anna").pk, **BY),
    ),
    "seating.take_seat": at_the_demo(people, tap_seat),
    "shelving.archive": at_the_demo(nothing, of_key(shelving.archive, archived=True)),
    "shelving.delete": at_the_demo(nothing, of_key(shelving.delete)),
    "shelving.duplicate": at_the_demo(nothing, of_key(shelving.duplicate, once="one-form-one-copy", **BY)),
    "shelving.rename": at_the_demo(nothing, of_key(shelving.rename, name="Another name", **BY)),
    "taking.take": taken,
    "undoing.redo_last": at_the_demo(undone, lambda d: d.post("redo", event=d.seen, seen=d.seen)),
    "undoing.undo_last": at_the_demo(values, Device.undo),
}
"""How each service that is given a battle's key is walked: the device at that battle, and the tap."""

ELSEWHERE = {
    "locking.locked": "the lock that all others take",
    "locking.locked_with_campaign": "the lock that all others take",
    "pieces.add_piece": "the usual forms of the set-up, by building",
    "pieces.agree": "the usual forms of the set-up, by building",
    "pieces.change_piece": "the usual forms of the set-up, by building",
    "putting_back.put_back": "a roster, which no page of a battle shows",
}

ENDS = {"links.change_battles_link", "shelving.delete"}
"""After these nobody sees the page any more."""


def of_a_battle():
    """The services that are given the key of a battle, by the names of their modules and their own."""
    found = {}
    for module in iter_modules(services.__path__):
        here = import_module(f"{services.__name__}.{module.name}")
        own = {name: one for name, one in vars(here).items() if isfunction(one) and one.__module__ == here.__name__}
        found |= {
            f"{module.name}.{name}": one
            for name, one in own.items()
            if not name.startswith("_") and "key" in signature(one).parameters
        }
    return found


@contextmanager
def watched(service):
    """Whether a service is called in the block: a list that has something then."""
    code, calls, before = unwrap(service).__code__, [], sys.getprofile()

    def look(frame, event, _):
        if event == "call" and frame.f_code is code:
            calls.append(frame.f_code.co_name)

    sys.setprofile(look)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def test_every_service_of_a_battle_is_walked():
    assert of_a_battle().keys() == WALKS.keys() | ELSEWHERE.keys()


@pytest.mark.parametrize("service", WALKS)
def test_the_old_page_with_the_update_is_the_fresh_one(service):
    device, tap = WALKS[service]()
    opened = Client()
    opened.get(device.battle.campaign.get_absolute_url())
    everybody = [Watching(device.battle, client) for client in (Client(), opened, device.client)]
    with watched(of_a_battle()[service]) as calls:
        tap()
    assert calls, "the tap leads to another service"
    for watching in everybody:
        if service in ENDS:
            assert watching.client.get(device.battle.get_absolute_url()).status_code in (403, 404)
        else:
            watching.sees()


def test_open_pages_show_the_new_name_of_a_player():
    device = Device(demo_of("mobile_frame_zero"), name="Anna")
    seated(device)
    watching, anna = Watching(device.battle, device.client), member("Anna")
    members.rename_member(campaign=device.battle.campaign, member=anna.pk, name="Anna Maria", by=anna)
    watching.sees()
    assert "Anna Maria" in watching.page
