"""Every piece can be changed until the start, by the form that adds such a one: in place, and nothing else with it."""

from dataclasses import fields, replace

import pytest

from companion.models import Battle, Event, Frame, GloomUnit, Ship, System, TroopUnit
from rules.changes import keyed
from rules.games import GAMES
from tests.companion.playing import everything, forms_of, text_of
from tests.companion.test_setup_builder import ready, side_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def changing(device, key):
    """The form that changes a piece, as its page shows it."""
    shown = {"edit": key, "save": "Change it"}
    (form,) = [one for one in forms_of(device.get("setup", edit=key)) if shown.items() <= one["fields"].items()]
    return form


def change(device, key, **given):
    form = changing(device, key)
    return device.client.post(form["action"], {**form["fields"], **given})


@games
def test_every_piece_has_a_way_to_its_form_which_shows_it_as_it_is(game):
    """Saved as it is shown, nothing of the battle becomes another: no number, no token, no square, no part."""
    device = ready(game)
    for piece in device.sheet.pieces:
        page = device.get("setup", side=piece.side or "")
        assert f'href="?edit={piece.key}#part-' in text_of(page), piece.name
        before = device.sheet
        assert change(device, piece.key).status_code == 302, piece.name
        assert device.sheet == before, piece.name
        assert device.last.changes == []


@games
def test_a_changed_name_is_that_of_the_same_row_with_all_that_it_had(game):
    device = ready(game)
    for piece in device.sheet.pieces:
        form = changing(device, piece.key)
        if "name" not in form["fields"]:
            continue
        assert change(device, piece.key, name="Another name").status_code == 302
        now = keyed(device.sheet)[piece.key]
        assert now == replace(piece, name="Another name")
        assert device.last.headline.startswith("Another name ")
        (told,) = [one for one in device.last.changes if one["track"] == "name"]
        assert (told["before"], told["after"]) == (piece.name, "Another name")
        assert change(device, piece.key, name=piece.name).status_code == 302


@games
def test_bad_input_is_told_and_changes_nothing(game):
    device = ready(game)
    piece = device.sheet.pieces[0]
    before = everything()
    for given in ({"name": ""}, {"name": "x" * 99}):
        answer = change(device, piece.key, **given)
        assert answer.status_code == 422
        assert "error" in text_of(answer)
        assert everything() == before


@games
def test_a_piece_of_a_battle_that_has_started_is_corrected_instead(game):
    device = ready(game)
    form = changing(device, device.sheet.pieces[0].key)
    Battle.objects.filter(pk=device.battle.pk).update(started=True)
    before = everything()
    answer = device.client.post(form["action"], {**form["fields"], "name": "Late"})
    assert answer.status_code == 422
    assert "The battle has started: correct the entry that set it up" in text_of(answer)
    assert everything() == before


@games
def test_a_piece_that_was_taken_out_meanwhile_is_told(game):
    device = ready(game)
    piece = device.sheet.pieces[0]
    form = changing(device, piece.key)
    device.post("setup-remove", int(piece.key.split("-")[-1]), showing="")
    events = Event.objects.count()
    answer = device.client.post(form["action"], form["fields"])
    assert answer.status_code == 409
    assert "What you wanted to change is no longer in this battle." in text_of(answer)
    assert Event.objects.count() == events


@games
def test_a_page_that_does_not_know_the_newest_changes_nothing(game):
    device = ready(game)
    piece = device.sheet.pieces[0]
    form = changing(device, piece.key)
    assert change(device, piece.key).status_code == 302
    before = everything()
    assert device.client.post(form["action"], {**form["fields"], "name": "Old"}).status_code == 409
    assert everything() == before


def test_a_frame_gets_a_system_loses_one_and_keeps_what_was_lost():
    device = ready("mobile_frame_zero")
    frame = next(frame for frame in device.sheet.frames if len(frame.systems) >= 3)
    System.objects.filter(pk=int(frame.systems[0].key.split("-")[-1])).update(lost=True)
    given = {"system_1": "Old shield", "kind_2": "", "system_2": "", "rockets": "1"}
    assert change(device, frame.key, **given).status_code == 302
    now = keyed(device.sheet)[frame.key]
    assert [(one.key, one.name, one.lost) for one in now.systems] == [
        (frame.systems[0].key, "Old shield", True),
        *((one.key, one.name, one.lost) for one in frame.systems[2:]),
    ]
    assert now.rockets == 1
    assert change(device, frame.key, kind_4="green", system_4="Legs").status_code == 302
    assert [one.name for one in keyed(device.sheet)[frame.key].systems][-1] == "Legs"
    assert Frame.objects.filter(pk=int(frame.key.split("-")[-1])).exists()


def test_a_frame_with_too_many_systems_shows_all_of_them_and_can_be_set_right():
    device = ready("mobile_frame_zero")
    frame = device.sheet.frames[0]
    row = Frame.objects.get(pk=int(frame.key.split("-")[-1]))
    more = 5 - len(frame.systems)
    System.objects.bulk_create(System(frame=row, name=f"More {n}", kind="yellow") for n in range(more))
    form = changing(device, frame.key)
    assert form["fields"]["kind_5"]
    assert change(device, frame.key, kind_5="", system_5="").status_code == 302
    assert len(keyed(device.sheet)[frame.key].systems) == 4


def test_a_unit_of_troops_goes_to_another_square_and_not_to_one_that_is_taken():
    device = ready("troops_and_supplies")
    unit, other = device.sheet.units[:2]
    taken = {"column": str(other.column), "row": str(other.row)}
    before = everything()
    answer = change(device, unit.key, **taken)
    assert answer.status_code == 422
    assert f"{other.name} stands there." in text_of(answer)
    assert everything() == before
    squares = {(one.column, one.row) for one in device.sheet.units}
    column, row = next((c, r) for c in (1, 2, 3, 4) for r in (1, 2, 3, 4) if (c, r) not in squares)
    given = {"column": str(column), "row": str(row), "strength": "1", "indirect_fire": "yes"}
    assert change(device, unit.key, **given).status_code == 302
    now = keyed(device.sheet)[unit.key]
    assert (now.column, now.row, now.strength, now.indirect_fire) == (column, row, 1, True)
    assert now.supplies == unit.supplies
    assert TroopUnit.objects.filter(pk=int(unit.key.split("-")[-1])).exists()


def test_a_gloom_unit_that_was_hurt_stays_hurt_and_a_fresh_one_is_fresh():
    device = ready("gods_gloom")
    fresh = next(unit for unit in device.sheet.units if unit.current_health == unit.health)
    more = fresh.health + 1
    assert change(device, fresh.key, health=str(more), traits="Berserk").status_code == 302
    now = keyed(device.sheet)[fresh.key]
    assert (now.health, now.current_health, now.traits) == (more, more, "Berserk")
    GloomUnit.objects.filter(pk=int(fresh.key.split("-")[-1])).update(current_health=1)
    assert change(device, fresh.key, health=str(more + 1)).status_code == 302
    now = keyed(device.sheet)[fresh.key]
    assert (now.health, now.current_health) == (more + 1, 1)


def test_a_ship_keeps_its_weapons_and_all_that_is_known_of_its_upgrades():
    device = ready("x_wing")
    wedge = device.piece("Wedge Antilles")
    given = {"most_shields": "3", "worn": "Proton Torpedoes, Lucky Charm"}
    assert change(device, wedge.key, **given).status_code == 302
    now = keyed(device.sheet)[wedge.key]
    assert now.weapons == wedge.weapons
    assert now.weapons[0].key == wedge.weapons[0].key
    assert (now.most_shields, now.shields, now.pilot) == (3, 3, wedge.pilot)
    assert now.upgrades[:1] == wedge.upgrades[:1]
    assert now.upgrades[1].name == "Lucky Charm"
    assert (now.focus, now.lock) == (wedge.focus, wedge.lock)
    same = {field.name for field in fields(Ship.SHEET)} - {"weapons", "upgrades", "most_shields", "shields"}
    assert all(getattr(now, name) == getattr(wedge, name) for name in same)


def test_a_ship_whose_numbers_cannot_be_is_refused_in_words():
    device = ready("x_wing")
    before = everything()
    answer = change(device, device.key("Wedge Antilles"), hull="0")
    assert answer.status_code == 422
    assert everything() == before


@pytest.mark.parametrize(
    ("game", "side"),
    [("mobile_frame_zero", "company"), ("troops_and_supplies", "army"), ("gods_gloom", "army"), ("x_wing", "squad")],
)
def test_a_piece_may_change_its_side(game, side):
    """Operators have a test of their own: where they stand goes with them."""
    device = ready(game)
    piece = next(one for one in device.sheet.pieces if one.side == side_of(device, 0))
    assert change(device, piece.key, **{side: side_of(device, 1).split("-")[-1]}).status_code == 302
    assert keyed(device.sheet)[piece.key] == replace(piece, **{side: side_of(device, 1)})
