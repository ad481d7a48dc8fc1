"""A roster is taken into a battle that is set up, as copies."""

from dataclasses import replace

import pytest
from django.urls import reverse

from companion.models import Battle, Campaign, Deployment, Ship, System
from companion.models.campaign import new_key
from companion.services.auditing import audited
from companion.services.building import start_battle
from companion.services.demo import load_demo
from companion.services.rosters import put_away
from rules.changes import keyed
from rules.games import GAMES
from rules.mobile_frame_zero.sheet import Range
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, forms_of, text_of
from tests.companion.rosters import built, sheet_of

pytestmark = pytest.mark.django_db
games = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def campaign():
    return load_demo()


def battle_of(campaign, game="gods_gloom", name="Ford"):
    """A battle that is set up, with two empty sides."""
    given = {"campaign": campaign, "game": game, "name": name, "sides": ["Red", "Blue"]}
    return Device(start_battle(**given, once=new_key(), who="Anna"), name="Anna")


def deploy(device, taken, side=0, **given):
    key = device.sheet.sides[side].key
    fields = form_to(device.get("setup", side=key), "/setup/deploy/")["fields"]
    return device.post("setup-deploy", **{**fields, "roster": taken.pk, **given})


@games
def test_a_roster_is_taken_with_two_taps_as_copies(campaign, game):
    roster = built(campaign, game)
    then = sheet_of(roster)
    device = battle_of(campaign, game)
    for side in (1, 0):
        assert deploy(device, roster, side).status_code == 302
        now = device.sheet
        joined = [piece for piece in now.pieces if piece.side == now.sides[side].key]
        assert len(joined) == len(then.pieces)
        assert device.last.headline.endswith(f"{now.sides[side].name} from the roster Veterans.")
    names = [(type(piece), piece.side, piece.name) for piece in device.sheet.pieces]
    assert len(set(names)) == len(names)
    assert sheet_of(roster) == then, "the roster keeps its own"
    assert audited(device.battle).is_clean


@games
def test_it_is_known_which_piece_came_of_which(campaign, game):
    roster = built(campaign, game)
    device = battle_of(campaign, game)
    deploy(device, roster, 1)
    row = Deployment.objects.get()
    then, now = keyed(sheet_of(roster)), keyed(device.sheet)
    assert (row.roster, row.battle.pk) == (roster, device.battle.pk)
    assert row.side.name == "Blue"
    pieces = sheet_of(roster).pieces
    assert set(row.keys) == {key for piece in pieces for key in keyed(piece)}
    for old, new in row.keys.items():
        assert type(then[old]) is type(now[new])
        assert getattr(then[old], "name", "") == getattr(now[new], "name", "")


def test_a_roster_that_is_there_already_comes_home_once(campaign):
    roster = built(campaign)
    device = battle_of(campaign)
    deploy(device, roster, 0)
    first = Deployment.objects.get()
    deploy(device, roster, 1)
    assert Deployment.objects.get() == first, "the second time they are mere copies"
    assert Deployment.objects.get().keys == first.keys
    for row in [*device.sheet.units][:4]:
        device.post("setup-remove", row.key.partition("-")[2])
    deploy(device, roster, 0)
    now = Deployment.objects.get()
    assert set(now.keys.values()) == {
        unit.key for unit in device.sheet.units if unit.army == device.sheet.armies[0].key
    }


def test_damage_cards_that_lie_by_a_ship_come_with_it(campaign):
    roster = built(campaign, "x_wing")
    row = Ship.objects.filter(battle=roster.holder).first()
    card = row.squad.deck.first()
    card.ship, card.faceup = row, True
    card.save()
    device = battle_of(campaign, "x_wing")
    deploy(device, roster)
    (dealt,) = [one for one in device.sheet.squads[0].deck if one.ship]
    assert (dealt.title, dealt.faceup) == (card.title, True)
    assert dealt.ship == Deployment.objects.get().keys[f"ship-{row.pk}"]


def test_weapons_that_a_roster_has_lost_give_no_dice_whatever_an_older_file_says_of_them(campaign):
    roster = built(campaign, "mobile_frame_zero")
    System.objects.filter(frame__battle=roster.holder).update(lost=True, dice_gone=False)
    device = battle_of(campaign, "mobile_frame_zero")
    assert deploy(device, roster).status_code == 302
    frames = [frame for frame in device.sheet.frames if frame.systems]
    assert frames
    for frame in frames:
        assert not any(replace(frame, acted=True).weapons(reach) for reach in Range)


def test_a_second_tap_takes_it_once(campaign):
    roster = built(campaign)
    device = battle_of(campaign)
    seen = device.seen
    assert deploy(device, roster, seen=seen).status_code == 302
    before = everything()
    assert deploy(device, roster, seen=seen).status_code == 409
    assert everything() == before


def refused(device, taken, status=422, **given):
    before = everything()
    answer = deploy(device, taken, **given)
    assert answer.status_code == status, text_of(answer)
    assert everything() == before
    return text_of(answer)


def test_what_cannot_be_taken_is_refused(campaign):
    offered = built(campaign)
    device = battle_of(campaign)
    others = built(Campaign.objects.create(name="Others"))
    assert "not there any more" in refused(device, others)
    assert "not there any more" in refused(device, built(campaign, "troops_and_supplies"))
    for roster in ("", "x", "9" * 30, "\x00"):
        refused(device, offered, roster=roster)
    refused(device, offered, showing="gloomarmy-0")
    away = built(campaign, name="Away")
    put_away(roster=away, who="Anna")
    assert "not there any more" in refused(device, away)
    assert "Away" not in text_of(device.get("setup")).partition("From a roster")[2].partition("</form>")[0]
    fields = form_to(device.get("setup"), "/setup/deploy/")["fields"]
    Battle.objects.filter(pk=device.battle.pk).update(started=True)
    before = everything()
    answer = device.post("setup-deploy", **fields, roster=offered.pk)
    assert (answer.status_code, everything()) == (422, before)
    assert "The battle has started" in text_of(answer)
    assert "/setup/deploy/" not in text_of(device.get("setup"))


def test_only_rosters_of_the_game_that_have_pieces_are_offered(campaign):
    built(campaign, of=[], name="Empty")
    built(campaign, "troops_and_supplies", name="Others")
    device = battle_of(campaign)
    assert "From a roster" not in text_of(device.get("setup"))
    built(campaign)
    page = text_of(device.get("setup"))
    assert "Veterans<small>4 pieces</small>" in page
    for name in ("Empty", "Others"):
        assert f">{name}<small>" not in page


def test_where_each_side_has_its_player_only_they_take_a_roster(campaign):
    olga = organise(campaign, name="Olga")
    anna, ben = invited(campaign, "Anna"), invited(campaign, "Ben")
    roster, device = built(campaign), battle_of(campaign)
    red, blue = device.battle.sides.all()
    for client, side, name in ((anna, red, "Anna"), (ben, blue, "Ben")):
        client.post(reverse("seat", args=[device.battle.key, side.pk]), {"member": member(name).pk})
    olga.post(reverse("seats", args=[device.battle.key]), {"seated": "1"})
    before = everything()
    owner, stranger = Device(device.battle, anna), Device(device.battle, ben)
    key = device.sheet.sides[0].key
    fields = form_to(owner.get("setup", side=key), "/setup/deploy/")["fields"]
    assert not [form for form in forms_of(stranger.get("setup", side=key)) if "/setup/deploy/" in form["action"]]
    assert stranger.post("setup-deploy", **{**fields, "roster": roster.pk}).status_code == 403
    assert everything() == before
    assert deploy(owner, roster).status_code == 302


def test_the_set_up_takes_one_query_more_than_without_rosters_however_many(campaign, django_assert_num_queries):
    device = battle_of(campaign)
    device.get("setup")
    built(campaign)
    with django_assert_num_queries(20):
        device.get("setup")
    for number in range(3):
        built(campaign, name=f"More {number}")
    with django_assert_num_queries(20):
        device.get("setup")
