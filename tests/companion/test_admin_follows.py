"""What follows of itself from an edit in the admin: pieces fall and stand again, in the same event."""

from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion.admin.edits import editing
from companion.models import (
    DamageCard,
    Frame,
    FrameBattle,
    GloomBattle,
    GloomUnit,
    Ship,
    Token,
    TroopUnit,
    XWingBattle,
    XWingSquad,
)
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything
from tests.companion.test_admin import address, fields_of, inline, save
from tests.companion.test_attack_path import KADER

SOONTIR, MAULER, TEMPEST, WEDGE = "Soontir Fel", "“Mauler” Mithel", "Tempest Squadron Pilot", "Wedge Antilles"

STANDS_BY = {
    "mobile_frame_zero": (Frame, KADER, "white"),
    "troops_and_supplies": (TroopUnit, "Rifle squad", "strength"),
    "gods_gloom": (GloomUnit, "Bone Archers", "current_health"),
}
"""A piece of each game in which pieces stand by one number, and that number."""

MORTAL = pytest.mark.parametrize("game", STANDS_BY)

NOTHING_LEFT = {
    "mobile_frame_zero": f"{KADER} has no white dice left: give it some back.",
    "troops_and_supplies": "Rifle squad has no Troop Strength left: give it some back.",
    "gods_gloom": "Bone Archers has no Health left: give it some back.",
}
"""Why that piece cannot be put back on the board with nothing of its number."""


@pytest.fixture
def table(db):
    """Anna's tablet at the demo battle of a game."""
    return lambda game: Device(demo_of(game), name="Anna")


@pytest.fixture
def convoy(table):
    return table("x_wing")


def piece_of(game, device):
    model, name, _ = STANDS_BY[game]
    return model.objects.get(name=name), device.piece(name)


def saved(answer):
    return "was changed successfully" in answer.content.decode()


def set_to(staff, game, number, **more):
    model, name, track = STANDS_BY[game]
    assert saved(save(staff, model.objects.get(name=name), **{track: str(number), **more}))


def take_the_last(rows, track):
    """Put the number of some pieces to 0, be it a field of theirs or a token."""
    if hasattr(rows.model, track):
        rows.update(**{track: 0})
    else:
        Token.objects.filter(piece__in=rows, kind=track).update(value=0)


# What stands by one number


@MORTAL
def test_a_piece_without_its_last_is_destroyed_in_the_same_event(table, admin_client, game):
    device = table(game)
    before, events = device.sheet, device.seen
    set_to(admin_client, game, 0)
    _, piece = piece_of(game, device)
    assert (piece.standing, piece.status, piece.destroyed_by) == (False, "destroyed", "a correction")
    assert (device.last.kind, device.last.who, device.seen) == ("edit", "admin", events + 1)
    assert f"{piece.name}: on the board yes → destroyed".lower() in device.last.headline.lower()
    assert "destroyed by" not in device.last.headline
    assert device.undo().status_code == 302
    assert device.sheet == before


@MORTAL
def test_a_destroyed_piece_that_gets_some_back_stands_again(table, admin_client, game):
    device = table(game)
    set_to(admin_client, game, 0)
    fallen = device.sheet
    set_to(admin_client, game, 2)
    _, piece = piece_of(game, device)
    assert (piece.standing, piece.status, piece.destroyed_by) == (True, "active", "")
    assert f"{piece.name}: on the board destroyed → yes".lower() in device.last.headline.lower()
    device.undo()
    assert device.sheet == fallen


@MORTAL
def test_a_removed_piece_that_gets_some_back_stays_removed(table, admin_client, game):
    device = table(game)
    set_to(admin_client, game, 0, status="removed")
    assert piece_of(game, device)[1].status == "removed"
    set_to(admin_client, game, 2)
    assert piece_of(game, device)[1].status == "removed"


@MORTAL
def test_a_status_that_the_same_edit_sets_stays(table, admin_client, game):
    device = table(game)
    set_to(admin_client, game, 0, status="removed")
    set_to(admin_client, game, 2, status="destroyed", destroyed_by="a storm")
    _, piece = piece_of(game, device)
    assert (piece.status, piece.destroyed_by) == ("destroyed", "a storm")


@MORTAL
def test_a_status_that_was_set_by_hand_outlasts_later_edits(table, admin_client, game):
    device = table(game)
    row, _ = piece_of(game, device)
    save(admin_client, row, status="destroyed")
    save(admin_client, row, name="Renamed")
    assert device.piece("Renamed").status == "destroyed"
    assert "on the board" not in device.last.headline


@MORTAL
def test_less_of_it_destroys_nothing(table, admin_client, game):
    device = table(game)
    set_to(admin_client, game, 1)
    assert piece_of(game, device)[1].standing
    assert [change["track"] for change in device.last.changes] == [STANDS_BY[game][2]]


@MORTAL
def test_whom_the_edit_itself_names_destroyed_it(table, admin_client, game):
    device = table(game)
    set_to(admin_client, game, 0, destroyed_by="a storm")
    _, piece = piece_of(game, device)
    assert (piece.status, piece.destroyed_by) == ("destroyed", "a storm")


@MORTAL
def test_the_queries_do_not_grow_with_what_falls(table, game):
    device = table(game)
    model, name, track = STANDS_BY[game]
    with editing(key=device.battle.key, who="the referee"):
        for number in range(20):
            copy = model.objects.get(name=name)
            copy.pk = copy.id = None
            copy.name = f"Copy {number}"
            copy.save()
            copy.lay(**dict(Token.objects.filter(piece__name=name).values_list("kind", "value")))
    taken = []
    for falling in (model.objects.filter(name=name), model.objects.filter(name__startswith="Copy")):
        with CaptureQueriesContext(connection) as queries, editing(key=device.battle.key, who="the referee"):
            take_the_last(falling, track)
        taken.append(len(queries))
    assert not any(device.piece(row.name).standing for row in falling)
    assert taken[1] <= taken[0] <= 26


@MORTAL
@pytest.mark.parametrize("gone", ["destroyed", "removed"])
def test_a_piece_with_nothing_left_is_not_put_back_on_the_board(table, admin_client, game, gone):
    device = table(game)
    set_to(admin_client, game, 0, status=gone if gone == "removed" else "active")
    assert piece_of(game, device)[1].status == gone
    row = STANDS_BY[game][0].objects.get(name=STANDS_BY[game][1])
    before = everything()
    said = unescape(save(admin_client, row, status="active").content.decode())
    assert f"{NOTHING_LEFT[game]} Nothing was saved." in said
    assert everything() == before
    set_to(admin_client, game, 1, status="active")
    assert piece_of(game, device)[1].standing


@MORTAL
def test_a_piece_is_not_put_back_on_the_board_by_the_edit_that_takes_its_last(table, admin_client, game):
    table(game)
    model, name, track = STANDS_BY[game]
    save(admin_client, model.objects.get(name=name), status="removed")
    before = everything()
    said = save(admin_client, model.objects.get(name=name), status="active", **{track: "0"}).content.decode()
    assert NOTHING_LEFT[game] in unescape(said)
    assert everything() == before


def test_scores_follow_what_falls(table, admin_client):
    device = table("mobile_frame_zero")
    set_to(admin_client, "mobile_frame_zero", 0)
    assert [side.score for side in device.sheet.sides] == [15, 20]
    assert "Joshua: score 20 → 15" in device.last.headline


def test_a_destroyed_frame_takes_its_rockets_and_markers_along(table, admin_client):
    device = table("mobile_frame_zero")
    Frame.objects.filter(name=KADER).update(rockets=2, rolled="W:4")
    set_to(admin_client, "mobile_frame_zero", 0)
    frame = device.piece(KADER)
    assert (frame.rockets, frame.rolled, frame.defence, frame.spot) == (0, "", None, None)
    assert not Token.objects.filter(piece__name=KADER).exists()
    assert f"{KADER}: spot on it 5 → none" in device.last.headline


def test_a_frame_that_has_not_acted_after_all_has_named_nothing(table, admin_client):
    device = table("mobile_frame_zero")
    Frame.objects.filter(name=KADER).update(range="direct fire", rolled="W:4")
    fields = fields_of(admin_client.get(address(Frame.objects.get(name=KADER))))
    del fields["acted"]
    assert saved(save(admin_client, Frame.objects.get(name=KADER), fields))
    frame = device.piece(KADER)
    assert (frame.acted, frame.range, frame.rolled) == (False, None, "")


def test_a_clock_at_0_ends_the_battle(table, admin_client):
    device = table("mobile_frame_zero")
    before = device.sheet
    assert saved(save(admin_client, FrameBattle.objects.get(), doomsday="0"))
    assert device.sheet.over
    assert "doomsday clock 11 → 0; the battle: going on → ended" in device.last.headline
    device.undo()
    assert device.sheet == before


def test_a_destroyed_unit_leaves_the_board_and_its_supplies(table, admin_client):
    device = table("troops_and_supplies")
    set_to(admin_client, "troops_and_supplies", 0, supplies="9")
    unit = device.piece("Rifle squad")
    assert (unit.square, unit.supplies) == (None, 0)
    assert device.get().status_code == 200


def test_a_unit_that_comes_back_stands_where_it_is_put(table, admin_client):
    device = table("troops_and_supplies")
    set_to(admin_client, "troops_and_supplies", 0)
    rifles = TroopUnit.objects.get(name="Rifle squad")
    given = {"strength": "3", "column": "1", "row": "2", "supplies": "4"}
    assert saved(save(admin_client, rifles, {**fields_of(admin_client.get(address(rifles))), **given}))
    unit = device.piece("Rifle squad")
    assert (unit.standing, unit.square.column, unit.square.row, unit.supplies) == (True, 1, 2, 4)


# Ships


def ship(name):
    return Ship.objects.get(name=name)


def in_phase(phase):
    XWingBattle.objects.update(phase=phase, initiative=None if phase != "Engagement" else 6)


def test_a_ship_with_as_many_damage_cards_as_hull_is_destroyed_and_stays_for_its_engagement(convoy, admin_client):
    before = convoy.sheet
    assert saved(save(admin_client, ship(SOONTIR), unseen="3"))
    soontir = convoy.piece(SOONTIR)
    assert (soontir.status, soontir.destroyed_by, soontir.focus, soontir.standing) == (
        "destroyed",
        "a correction",
        1,
        True,
    )
    assert convoy.piece(WEDGE).lock == soontir.key
    assert XWingSquad.objects.get(name="Rebel Alliance").score == soontir.cost
    assert f"{SOONTIR}: on the board yes → destroyed" in convoy.last.headline
    fallen = convoy.sheet
    convoy.undo()
    assert convoy.sheet == before
    save(admin_client, ship(SOONTIR), unseen="3")
    assert convoy.sheet == fallen
    convoy.declare("advance")
    assert convoy.piece(SOONTIR).status == "removed"


def test_outside_the_engagement_phase_it_is_removed_at_once_with_its_tokens_and_the_locks_on_it(convoy, admin_client):
    in_phase("System")
    before = convoy.sheet
    save(admin_client, ship(SOONTIR), unseen="4")
    soontir = convoy.piece(SOONTIR)
    assert (soontir.status, soontir.focus, soontir.evade, convoy.piece(WEDGE).lock) == ("removed", 0, 0, None)
    convoy.undo()
    assert convoy.sheet == before


def test_ships_that_have_locked_each_other_are_removed_together(convoy, admin_client):
    in_phase("System")
    Ship.objects.filter(name=SOONTIR).update(lock=ship(WEDGE))
    fields = fields_of(admin_client.get(address(XWingBattle.objects.get())))
    one, other = inline(fields, SOONTIR), inline(fields, WEDGE)
    save(admin_client, XWingBattle.objects.get(), fields, **{f"{one}-unseen": "3", f"{other}-unseen": "4"})
    assert [convoy.piece(name).status for name in (SOONTIR, WEDGE)] == ["removed", "removed"]
    assert [convoy.piece(name).lock for name in (SOONTIR, WEDGE, TEMPEST)] == [None, None, None]


def test_less_hull_destroys_a_damaged_ship(convoy, admin_client):
    save(admin_client, ship(MAULER), hull="1")
    assert convoy.piece(MAULER).status == "destroyed"


def test_cards_dealt_on_the_page_of_the_squad_destroy_a_ship(convoy, admin_client):
    empire = XWingSquad.objects.get(name="Galactic Empire")
    fields = fields_of(admin_client.get(address(empire)))
    free = [name for name, value in fields.items() if name.startswith("deck-") and name.endswith("-ship") and not value]
    save(admin_client, empire, fields, **dict.fromkeys(free[:3], ship(SOONTIR).pk))
    assert convoy.sheet.damage(convoy.piece(SOONTIR)) == 3
    assert convoy.piece(SOONTIR).status == "destroyed"


def test_a_ship_does_not_come_back_by_fewer_cards(convoy, admin_client):
    save(admin_client, ship(SOONTIR), unseen="3")
    save(admin_client, ship(SOONTIR), unseen="1")
    assert convoy.piece(SOONTIR).status == "destroyed"


def test_a_status_of_a_ship_that_staff_set_stays(convoy, admin_client):
    save(admin_client, ship(SOONTIR), unseen="3", status="removed")
    assert (convoy.piece(SOONTIR).status, convoy.piece(SOONTIR).destroyed_by) == ("removed", "")
    save(admin_client, ship(SOONTIR), status="active")
    save(admin_client, ship(SOONTIR), stress="1")
    assert convoy.piece(SOONTIR).status == "active"


def test_a_ship_that_staff_remove_leaves_no_tokens_and_locks_behind(convoy, admin_client):
    save(admin_client, ship(SOONTIR), status="removed")
    assert (convoy.piece(SOONTIR).focus, convoy.piece(SOONTIR).evade, convoy.piece(WEDGE).lock) == (0, 0, None)


# Pieces that others point to


def test_a_unit_that_is_taken_out_is_not_told_again_as_the_loser_of_the_melee(table, admin_client):
    device = table("gods_gloom")
    archers = GloomUnit.objects.get(name="Bone Archers")
    GloomBattle.objects.update(loser=archers)
    admin_client.post(address(archers, "delete"), {"post": "yes"})
    assert (device.last.headline, device.sheet.loser) == ("Edited in the admin: Bone Archers taken out.", None)


def test_another_loser_in_place_of_a_unit_that_is_taken_out_is_told_with_both_names(table, admin_client):
    device = table("gods_gloom")
    archers, other = GloomUnit.objects.get(name="Bone Archers"), GloomUnit.objects.exclude(name="Bone Archers").first()
    battle = GloomBattle.objects.get()
    GloomBattle.objects.update(loser=archers)
    fields = fields_of(admin_client.get(address(battle)))
    taken_out = {f"{inline(fields, 'Bone Archers')}-DELETE": "on"}
    assert saved(save(admin_client, battle, fields, loser=other.pk, **taken_out))
    assert device.last.headline == (
        f"Edited in the admin: Bone Archers taken out; the battle: loser Bone Archers → {other.name}."
    )


def test_a_ship_that_is_taken_out_is_not_told_again_by_its_locks_and_damage_cards(convoy, admin_client):
    assert convoy.piece(WEDGE).lock == convoy.key(SOONTIR)
    card = DamageCard.objects.filter(squad__name="Galactic Empire").first()
    DamageCard.objects.filter(pk=card.pk).update(ship=ship(SOONTIR))
    admin_client.post(address(ship(SOONTIR), "delete"), {"post": "yes"})
    assert convoy.piece(WEDGE).lock is None
    told = convoy.last.headline.removeprefix("Edited in the admin: ").rstrip(".").split("; ")
    assert f"{SOONTIR} taken out" in told
    assert all(part.endswith("taken out") for part in told)
