"""Pieces join and leave after the start too, and the log says so."""

import pytest

from companion.models import Battle, Event, Frame
from rules.games import GAMES
from rules.parts_as_json import parts_from_json
from tests.companion.demo import demo_of
from tests.companion.playing import Device, everything, form_to, forms_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def fighting(game):
    return Device(demo_of(game), name="Anna")


def copied(device, piece):
    form = form_to(device.get("setup", side=piece.side), f"/{piece.key.split('-')[-1]}/again/")
    return device.client.post(form["action"], form["fields"])


@games
def test_a_piece_joins_after_the_start_and_leaves_again(game):
    device = fighting(game)
    piece = next(piece for piece in device.sheet.pieces if piece.side)
    before = device.sheet
    assert copied(device, piece).status_code == 302
    (joined,) = (one for one in device.sheet.pieces if one.key not in {known.key for known in before.pieces})
    event = device.last
    assert (event.kind, event.headline.startswith(f"After the start: {joined.name} joins ")) == ("set-up", True)
    found = parts_from_json(GAMES[game], event.parts, event.shape)
    assert [part.now for part in found if part.was is None and part.now == joined] == [joined]
    assert f"After the start: {joined.name} joins" in text_of(device.get("log"))
    assert joined.name in text_of(device.get())
    assert device.post("setup-remove", joined.key.split("-")[-1], showing=piece.side).status_code == 302
    assert device.last.headline.startswith(f"After the start: {joined.name} is taken out.")
    found = parts_from_json(GAMES[game], device.last.parts, device.last.shape)
    assert [part.was.key for part in found if part.now is None] == [joined.key]
    assert device.sheet.pieces == before.pieces


@games
def test_a_form_adds_after_the_start_and_what_was_agreed_stays(game):
    device = fighting(game)
    page = device.get("setup")
    actions = [form["action"] for form in forms_of(page)]
    assert any(action.endswith("/again/") for action in actions)
    assert not any(action.endswith("/agreement/") for action in actions)
    assert "Correct by hand" in text_of(page)
    assert "Change " not in text_of(page)


def test_a_form_adds_a_unit_and_the_score_follows():
    device = fighting("mobile_frame_zero")
    form = form_to(device.get("setup"), "/setup/frame/")
    points = [side.score for side in device.sheet.sides]
    assert device.client.post(form["action"], {**form["fields"], "name": "Late", "kind_1": "blue"}).status_code == 302
    assert Frame.objects.filter(name="Late").exists()
    now = GAMES["mobile_frame_zero"].score(device.sheet)
    assert [side.score for side in device.sheet.sides] == [now[side.key] for side in device.sheet.sides]
    assert [side.score for side in device.sheet.sides] != points


def test_a_copy_is_made_of_a_piece_as_it_began():
    device = fighting("gods_gloom")
    unit = device.sheet.units[0]
    fields = form_to(device.get(attacker=unit.key, do="correction"), "/declare/", do="correction")["fields"]
    answers = {name.replace("-", "_", 1): value for name, value in fields.items() if name.startswith("q-")}
    device.declare("correction", unit.key, **{**answers, "q_current_health": "1"})
    copied(device, device.piece(unit.name))
    assert device.piece(f"{unit.name} 2").current_health == unit.health


def test_nothing_joins_or_leaves_while_something_is_under_way():
    device = fighting("gods_gloom")
    unit, target = device.sheet.units[0], device.sheet.units[4]
    fields = form_to(device.get(attacker=unit.key, target=target.key, do="attack"), "/declare/", do="attack")["fields"]
    answers = {name.replace("-", "_", 1): value for name, value in fields.items() if name.startswith("q-")}
    device.declare("attack", unit.key, target.key, **answers)
    assert device.open
    before = everything()
    form = form_to(device.get("setup"), "/setup/unit/")
    taps = (
        lambda: copied(device, unit),
        lambda: device.client.post(form["action"], {**form["fields"], "name": "Late"}),
        lambda: device.post("setup-remove", unit.key.split("-")[-1]),
    )
    for tap in taps:
        answer = tap()
        assert (answer.status_code, everything()) == (422, before)
        assert "Something is under way: finish it or call it off first." in text_of(answer)


def test_nothing_joins_a_battle_that_is_over():
    device = fighting("gods_gloom")
    unit = device.sheet.units[0]
    Battle.objects.filter(pk=device.battle.pk).update(over=True)
    page = device.get("setup")
    assert "The battle is over." in text_of(page)
    assert 'id="shop"' not in page.content.decode(), "there is no room for what joins"
    assert not [form for form in forms_of(page) if not form["action"].endswith("/look/")]
    before = everything()
    answer = device.post("setup-again", unit.key.split("-")[-1], seen=device.seen, showing=unit.side)
    assert (answer.status_code, everything()) == (422, before)


def test_what_was_declared_before_can_still_be_undone():
    device = fighting("gods_gloom")
    unit = device.sheet.units[0]
    fields = form_to(device.get(attacker=unit.key, do="correction"), "/declare/", do="correction")["fields"]
    answers = {name.replace("-", "_", 1): value for name, value in fields.items() if name.startswith("q-")}
    device.declare("correction", unit.key, **{**answers, "q_current_health": "1"})
    corrected = device.last
    copied(device, device.piece(unit.name))
    assert device.undo(corrected).status_code == 302
    assert device.piece(unit.name).current_health == unit.health
    assert device.piece(f"{unit.name} 2")
    assert Event.objects.filter(undoes=corrected).exists()
