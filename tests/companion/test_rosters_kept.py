"""A side of a battle is kept as a roster: as it is set up, as it began, or as it ended."""

from dataclasses import replace

import pytest
from django.urls import reverse

from companion.games.mobile_frame_zero.leaving import rested
from companion.models import Battle, Roster, XWingSquad
from companion.services.auditing import audited
from companion.services.demo import load_demo
from rules.games import GAMES
from rules.mobile_frame_zero.samples import OSPREY_BATTLE
from rules.mobile_frame_zero.sheet import Kind, Range, System
from tests.companion.demo import demo_of
from tests.companion.group import invited, member, organise
from tests.companion.playing import Device, everything, form_to, text_of
from tests.companion.rosters import sheet_of
from tests.companion.test_rosters_deployed import battle_of, deploy
from tests.companion.test_setup_builder_earlier import correct

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def keep(device, side, how="began", once="one-form-one-roster"):
    """Keep a side, on a device that has opened the campaign."""
    device.client.get(device.battle.campaign.get_absolute_url())
    return device.post("roster-keep", side.pk, how=how, once=once)


def over(device):
    Battle.objects.filter(pk=device.battle.pk).update(over=True)


def names(sheet, side):
    return [piece.name for piece in sheet.pieces if piece.side == side.key]


@games
def test_a_side_that_is_set_up_is_kept(game):
    device = Device(demo_of(game), name="Anna")
    Battle.objects.filter(pk=device.battle.pk).update(started=False)
    side = device.sheet.sides[0]
    device.client.get(device.battle.campaign.get_absolute_url())
    form = form_to(device.get("setup", side=side.key), "/keep/")
    then = everything()["Battle"]
    answer = device.client.post(form["action"], form["fields"])
    roster = Roster.objects.get()
    assert answer.url == roster.get_absolute_url()
    assert roster.name == side.name
    assert names(sheet_of(roster), sheet_of(roster).sides[0]) == names(device.sheet, side)
    assert audited(roster.holder).is_clean
    assert len(everything()["Battle"]) == len(then) + 1
    assert sheet_of(roster).settings == device.sheet.settings
    stored = everything()
    assert device.client.post(form["action"], form["fields"]).url == answer.url, "a second tap"
    assert everything() == stored


@games
def test_a_side_is_kept_as_it_began_or_as_it_ended(game):
    device = Device(demo_of(game), name="Anna")
    then = device.sheet
    over(device)
    for how in ("began", "ended"):
        for side, row in zip(then.sides, device.battle.sides.all(), strict=True):
            once = f"one-form-one-{how}-{row.pk}"
            assert keep(device, row, how, once).status_code == 302
            roster = Roster.objects.get(once=once)
            assert names(sheet_of(roster), sheet_of(roster).sides[0]) == names(then, side)
            assert audited(roster.holder).is_clean
    assert device.sheet.pieces == then.pieces


def test_what_fell_comes_with_the_beginning_and_not_with_the_end():
    device = Device(demo_of("gods_gloom"), name="Anna")
    first, second = device.sheet.units[:2]
    correct(device, first, q_current_health="0", q_status="removed")
    correct(device, second, q_current_health="1")
    over(device)
    page = text_of(device.get("homecoming"))
    assert "4 pieces, as it began" in page
    assert "3 pieces, as it ended" in page
    side = device.battle.sides.first()
    keep(device, side, "began", "one-form-one-began")
    keep(device, side, "ended", "one-form-one-ended")
    began, ended = (sheet_of(Roster.objects.get(once=f"one-form-one-{how}")) for how in ("began", "ended"))
    assert [unit.current_health for unit in began.units][:2] == [first.health, second.health]
    assert first.name not in [unit.name for unit in ended.units]
    assert ended.units[0].current_health == 1


def test_a_squad_keeps_its_faction_and_the_list_that_it_was_read_from():
    device = Device(demo_of("x_wing"), name="Anna")
    row = XWingSquad.objects.filter(battle=device.battle).first()
    XWingSquad.objects.filter(pk=row.pk).update(faction="rebelalliance", source='{"name": "x"}', player=None)
    over(device)
    keep(device, row)
    kept = XWingSquad.objects.get(battle=Roster.objects.get().holder)
    assert (kept.faction, kept.source) == ("rebelalliance", '{"name": "x"}')


def test_a_battle_that_goes_on_keeps_its_sides(device):
    before = everything()
    answer = keep(device, device.battle.sides.first())
    assert (answer.status_code, everything()) == (422, before)
    assert "The battle goes on" in text_of(answer)
    assert "/keep/" not in text_of(device.get("homecoming"))


def test_what_is_no_side_is_refused():
    device = Device(demo_of("gods_gloom"), name="Anna")
    over(device)
    side = device.battle.sides.first()
    empty = battle_of(device.battle.campaign)
    before = everything()
    for given, status in (({"once": "x"}, 409), ({"how": "tomorrow"}, 409)):
        assert keep(device, side, **given).status_code == status
    assert device.post("roster-keep", 10**6, how="began", once="one-form-one-roster").status_code == 422
    answer = keep(empty, empty.battle.sides.first())
    assert answer.status_code == 422
    assert "Red has no piece to keep" in text_of(answer)
    assert everything() == before


def test_who_keeps_a_side_owns_the_roster_and_who_looks_on_keeps_none():
    device = Device(demo_of("gods_gloom"))
    campaign = device.battle.campaign
    organise(campaign, name="Olga")
    anna, sam = invited(campaign, "Anna"), invited(campaign, "Sam", "spectator")
    over(device)
    side = device.battle.sides.first()
    before = everything()
    assert keep(Device(device.battle, sam), side).status_code == 403
    assert everything() == before
    assert "/keep/" not in text_of(sam.get(reverse("homecoming", args=[device.battle.key])))
    keep(Device(device.battle, anna), side)
    assert Roster.objects.get().owner == member("Anna")


@games
def test_what_was_kept_is_taken_into_the_next_battle(game):
    campaign = load_demo()
    device = Device(campaign.battles.get(game=game), name="Anna")
    over(device)
    keep(device, device.battle.sides.first(), "ended")
    again = battle_of(campaign, game)
    assert deploy(again, Roster.objects.get()).status_code == 302
    assert names(again.sheet, again.sheet.sides[0]) == names(device.sheet, device.sheet.sides[0])


def test_the_page_takes_the_same_queries_however_many_pieces(django_assert_num_queries):
    device = Device(demo_of("gods_gloom"))
    over(device)
    device.get("homecoming")
    with django_assert_num_queries(12):
        device.get("homecoming")


def test_a_weapon_that_was_lost_is_lost_in_the_next_battle_too():
    kader = OSPREY_BATTLE.frame("kader")
    gun = System("gun", "gun", Kind.DIRECT, lost=True)
    frame = rested(replace(kader, systems=(gun,), acted=True))
    assert frame.systems[0].lost
    typed_in = replace(frame, acted=True, range=None)
    assert typed_in.weapons(Range.DIRECT) == 0
