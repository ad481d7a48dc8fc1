"""What the page of a set-up tells before anything is stored: what is wrong, whose it is, and what becomes of it."""

import pytest

from companion.files.exporting import battle_file
from companion.files.importing import bring_in
from companion.models import Battle, Side
from companion.services.auditing import audited
from rules.changes import keyed
from tests.companion.group import invited, organise
from tests.companion.playing import Device, everything, form_to, sheet_of, text_of
from tests.companion.test_correcting_set_up import commit, correction, fought, games, joined, number_of_its_name
from tests.companion.test_seats import sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_each_sentence_says_which_field_it_is_about():
    device = fought("gods_gloom", steps=0)
    shown = correction(device, 1)
    (key,) = {name.rpartition("-")[0] for name in shown if name.endswith("-cost")}
    page = text_of(device.post("correct", 1, **{**shown, f"{key}-cost": "many", f"{key}-health": ""}))
    assert "Cost: Enter a whole number." in page
    assert "Health: This field is required." in page


def test_what_has_no_form_and_no_dice_is_said_to_be_struck_out_or_to_have_happened():
    device = fought("troops_and_supplies", steps=0)
    key, _ = joined(device)
    device.post("setup-remove", int(key.rpartition("-")[2]), seen=device.seen)
    number = device.last.number
    page = text_of(device.get("correct", number))
    assert "Tap the die" not in page
    assert "If it did not happen, say so." in page
    commit(device, number, how="struck")
    assert "If it happened after all, say so." in text_of(device.get("correct", number))


def test_whoever_was_taken_out_by_mistake_comes_back_to_the_place_that_another_has_now():
    device = fought("airsoft_squads", steps=0)
    one = next(operator for operator in device.sheet.operators if operator.place is not None)
    before = device.sheet
    device.post("setup-remove", int(one.key.rpartition("-")[2]), seen=device.seen)
    out = device.last.number
    given = {"name": "Other", "team": "T", "points": "10", "ap": "2", "ep": "2", "dp": "2", "mp": "2"}
    squad = int(one.squad.rpartition("-")[2])
    device.post("setup-add", "operator", seen=device.seen, squad=squad, place=str(one.place), **given)
    swapped = device.sheet
    page = device.post("correct", out, **{**correction(device, out), "how": "struck"})
    assert page.status_code == 200
    assert "Does not fit any more" in text_of(page)
    commit(device, out, how="struck", **{f"how-{out + 1}": "struck"})
    assert device.sheet == before
    device.undo()
    assert device.sheet == swapped
    found = audited(device.battle)
    assert (found.differs, found.cannot_run) == ((), ())


def test_that_what_left_before_the_file_cannot_come_back_is_told_before_the_tap():
    device = fought("troops_and_supplies", steps=0)
    key, _ = joined(device)
    joined(device)
    device.post("setup-remove", int(key.rpartition("-")[2]), seen=device.seen)
    number = device.last.number
    (again,) = bring_in(battle_file(device.battle)).battles
    brought = Device(again, device.client)
    page = brought.post("correct", number, **{**correction(brought, number), "how": "struck"})
    assert "cannot be stored like that" in text_of(page)
    assert ("commit", "1") not in form_to(page, f"/{number}/correct/")["buttons"]
    assert keyed(sheet_of(again)).keys() == keyed(brought.sheet).keys()


def test_a_player_gives_a_piece_to_no_side_of_another_player():
    battle = fought("troops_and_supplies", steps=0).battle
    olga = Device(battle, organise(battle.campaign, name="Olga"))
    players = [Device(battle, invited(battle.campaign, name)) for name in ("Anna", "Ben")]
    own, other = Side.objects.filter(battle=battle).order_by("pk")
    for device, side, name in zip(players, (own, other), ("Anna", "Ben"), strict=True):
        sit(device, side, name)
    olga.post("seats", seated="1")
    assert Battle.objects.get(pk=battle.pk).seated
    anna, _ = players
    piece = next(piece for piece in anna.sheet.pieces if piece.army == f"army-{own.pk}")
    anna.post("setup-again", int(piece.key.rpartition("-")[2]), seen=anna.seen)
    number = anna.last.number
    shown = correction(anna, number)
    (army,) = (name for name in shown if name.startswith("again-") and name.endswith("-army"))
    wanted = {**shown, army: str(other.pk)}
    page = anna.post("correct", number, **wanted)
    assert "Ben or an organiser" in text_of(page)
    assert ("commit", "1") not in form_to(page, f"/{number}/correct/")["buttons"]
    stored = everything()
    assert anna.post("correct", number, **wanted, commit="1").status_code == 422
    assert everything() == stored
    assert olga.post("correct", number, **wanted, commit="1").status_code == 302


@games
def test_what_joined_before_another_left_is_put_right_in_the_battle_of_a_file_too(game):
    device = fought(game, steps=0)
    gone = device.sheet.pieces[0].key
    joined(device)
    number = device.last.number
    device.post("setup-remove", int(gone.rpartition("-")[2]), seen=device.seen)
    (again,) = bring_in(battle_file(device.battle)).battles
    brought = Device(again, device.client)
    before = brought.sheet
    commit(brought, number, **{number_of_its_name(correction(brought, number)): "Renamed"})
    assert "Renamed" in [piece.name for piece in brought.sheet.pieces]
    brought.undo()
    assert brought.sheet == before
    found = audited(again)
    assert (found.differs, found.cannot_run) == ((), ())
