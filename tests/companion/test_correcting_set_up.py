"""What set a battle up is corrected like any other entry: said otherwise or struck out, and the log folded again."""

import pytest

from companion.models import Event, TroopUnit
from companion.services.auditing import audited
from companion.services.editing import editing
from companion.services.foreseeing import find_entry
from companion.services.rebuilding import _said_now
from companion.setups.again import set_up_again
from rules.changes import Change, keyed
from rules.games import GAMES
from tests.companion.declared_once import declared
from tests.companion.playing import Device, everything, form_to, sheet_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
games = pytest.mark.parametrize("game", GAMES)


def fought(game, steps=8):
    """A device at a battle in which so much was declared."""
    battles = (declared(game, seed, steps).battle for seed in range(3, 50))
    return next(Device(battle, name="Anna") for battle in battles if not sheet_of(battle).over)


def correction(device, number, **posted):
    """The form on the page of a correction, after this was posted."""
    page = device.post("correct", number, **posted) if posted else device.get("correct", number)
    assert page.status_code == 200, text_of(page)
    return form_to(page, f"/{number}/correct/")["fields"]


def holds(battle):
    """What is stored is what the log leads to."""
    found = audited(battle)
    assert (found.differs, found.cannot_run) == ((), ())


def number_of_its_name(fields):
    """The field of a form that holds the name of what it sets up."""
    return next(name for name in fields if name.startswith("again-") and name.rpartition("-")[2] in ("name", "called"))


def joined(device):
    """A piece joins after the start, as another one did: its key, and the number of the entry."""
    first = device.sheet.pieces[0]
    before = keyed(device.sheet).keys()
    pk = int(first.key.rpartition("-")[2])
    assert device.post("setup-again", pk, seen=device.seen).status_code == 302
    (key, *_) = [piece.key for piece in device.sheet.pieces if piece.key not in before]
    return key, device.last.number


@games
def test_a_piece_that_the_battle_began_with_is_said_otherwise_and_its_log_is_folded_again(game):
    device = fought(game)
    shown = correction(device, 1)
    field = number_of_its_name(shown)
    key = field.removeprefix("again-").rpartition("-")[0]
    before, log = device.sheet, list(Event.objects.values_list("pk"))
    wanted = {**shown, field: "Renamed"}
    stored = everything()
    assert correction(device, 1, **wanted)[field] == "Renamed"
    assert everything() == stored, "a preview stores nothing"
    assert device.post("correct", 1, **wanted, commit="1").status_code == 302
    assert keyed(device.sheet)[key].name == "Renamed"
    assert len(Event.objects.values_list("pk")) == len(log) + 1
    assert "Renamed" in device.last.headline
    holds(device.battle)
    after = device.sheet
    device.undo()
    assert device.sheet == before
    holds(device.battle)
    device.post("redo", event=device.last.number, seen=device.seen)
    assert device.sheet == after
    holds(device.battle)


@games
def test_who_joined_by_mistake_never_was_there_and_is_again_where_that_is_undone(game):
    device = fought(game)
    before = device.sheet
    key, number = joined(device)
    there = device.sheet
    shown = correction(device, number)
    shown = correction(device, number, **{**shown, "how": "struck"})
    assert device.post("correct", number, **shown, commit="1").status_code == 302
    assert key not in keyed(device.sheet)
    assert device.sheet == before
    holds(device.battle)
    device.undo()
    assert device.sheet == there
    holds(device.battle)
    device.post("redo", event=device.last.number, seen=device.seen)
    assert device.sheet == before
    holds(device.battle)
    shown = correction(device, number, **{**correction(device, number), "how": "again"})
    assert device.post("correct", number, **shown, commit="1").status_code == 302
    assert device.sheet == there
    holds(device.battle)


def commit(device, number, **posted):
    """Correct an entry as its page then has it; what its form would have sent."""
    shown = correction(device, number, piece=posted.get("piece", ""))
    shown = correction(device, number, **shown | {"agreed": "on"} | posted) | posted
    assert device.post("correct", number, **shown, commit="1").status_code == 302
    return shown


def asks(device, number):
    """Whether something has to be answered before an entry can be struck out."""
    shown = correction(device, number) | {"how": "struck", "agreed": "on"}
    return 'name="commit" value="1" disabled' in text_of(device.post("correct", number, **shown))


def declared_since(device, key, number):
    """Whether something was declared for a piece after an entry."""
    events = Event.objects.filter(battle=device.battle, number__gt=number, declaration__isnull=False)
    return any(key in (e.declaration.answers.get("actor"), e.declaration.answers.get("target")) for e in events)


@games
def test_what_was_done_with_a_piece_that_never_joined_does_not_fit_any_more(game):
    for seed in range(3, 40):
        fuzz = declared(game, seed, 3)
        device = Device(fuzz.battle, name="Anna")
        if device.sheet.over:
            continue
        key, number = joined(device)
        for _ in range(12):
            fuzz.declare()
        if declared_since(device, key, number) and not asks(device, number):
            break
    before = device.sheet
    page = device.post("correct", number, **{**correction(device, number), "how": "struck"})
    assert "is gone by then." in text_of(page) or "Does not fit any more" in text_of(page)
    commit(device, number, how="struck")
    assert key not in keyed(device.sheet)
    holds(device.battle)
    device.undo()
    assert device.sheet == before
    holds(device.battle)


def test_what_was_found_is_still_stored_after_it_was_looked_at_as_it_was_before():
    device = fought("x_wing", steps=2)
    key, _ = joined(device)
    found = find_entry(device.battle, 1)
    assert set_up_again(found, {}).form
    assert all(row.pk for row in found.stored.rows.values())
    assert key in found.stored.rows


@pytest.mark.parametrize(("was", "now", "said"), [("in", "a\\1b", "x joins a\\1b."), ("a+", "b", "x joins b.")])
def test_a_headline_has_the_names_of_now_and_no_other_letters_change(was, now, said):
    assert _said_now(f"x joins {was}.", [Change("unit-1", "name", was, now)]) == said


def test_an_edit_of_who_never_joined_can_still_be_looked_at():
    device = fought("troops_and_supplies", steps=2)
    key, joining = joined(device)
    row = TroopUnit.objects.get(pk=int(key.rpartition("-")[2]))
    with editing(key=device.battle.key, who="Staff"):
        row.name = "Otherwise"
        row.save()
    edit = device.last.number
    commit(device, edit, how="struck")
    commit(device, joining, how="struck")
    page = device.get("correct", edit)
    assert page.status_code == 200
    assert "no battle any more" in text_of(page)


@pytest.mark.parametrize("odd", ["", "-1", "99999999999", "x" * 3000, "None", "\x00", "\u200b", "٣"])
def test_whatever_is_sent_of_a_set_up_is_answered_with_a_page(odd):
    device = fought("x_wing", steps=2)
    shown = correction(device, 1)
    stored = everything()
    for name in shown:
        if name.startswith("again-") or name == "piece":
            assert device.post("correct", 1, **{**shown, name: odd}).status_code == 200, name
    assert everything() == stored


@games
def test_a_correction_of_a_set_up_is_undone_after_others_joined(game):
    device = fought(game)
    key, number = joined(device)
    commit(device, number, how="struck")
    other, _ = joined(device)
    before = device.sheet
    corrected = Event.objects.filter(battle=device.battle, kind="amended").get()
    device.undo(corrected)
    assert {key, other} <= keyed(device.sheet).keys()
    holds(device.battle)
    device.post("redo", event=device.last.number, seen=device.seen)
    assert device.sheet == before
    holds(device.battle)


AGREED = {
    "mobile_frame_zero": ("size", "battle"),
    "troops_and_supplies": ("rows", "9"),
    "gods_gloom": ("flanking", "2"),
    "airsoft_squads": ("rounding", "up"),
    "x_wing": ("chance_engagement", "on"),
}
"""What the players of each game agree on besides what its demo has."""


@games
def test_what_was_agreed_on_is_corrected_from_the_start(game):
    device = fought(game)
    name, other = AGREED[game]
    field = f"again-battle-{name}"
    shown = correction(device, 1, piece="battle")
    assert shown.get(field, "") != other, "another than it was"
    commit(device, 1, piece="battle", **{field: other})
    assert correction(device, 1, piece="battle")[field] == other
    holds(device.battle)


def test_a_unit_that_was_set_up_with_another_strength_is_put_right_in_what_it_did():
    device = fought("troops_and_supplies", steps=0)
    device.declare("attack", device.key("Rifle squad"), device.key("Guard squad"))
    device.dice("6 5 2", "5 3 1")
    while device.played().__class__.__name__ != "Resolved":
        device.choose("0")
    device.apply()
    number = device.last.number
    shown = correction(device, 1)
    key = device.key("Guard squad")
    shown = correction(device, 1, piece=key)
    strength = f"again-{key}-strength"
    more = int(shown[strength]) + 1
    page = device.post("correct", 1, **{**shown, strength: str(more)})
    assert f"{number}." in text_of(page)
    assert "1 die more" in text_of(page) or "more to roll" in text_of(page)


def test_a_name_that_cannot_be_is_refused_in_a_sentence_and_changes_nothing():
    device = fought("gods_gloom", steps=2)
    shown = correction(device, 1)
    stored = everything()
    wrong = {**shown, number_of_its_name(shown): ""}
    answer = device.post("correct", 1, **wrong, commit="1")
    assert answer.status_code == 422
    assert "required" in text_of(answer)
    assert everything() == stored


def test_the_battle_begins_with_its_first_entry_whatever_is_corrected():
    device = fought("x_wing", steps=2)
    stored = everything()
    answer = device.post("correct", 1, **{**correction(device, 1), "how": "struck"}, commit="1")
    assert answer.status_code == 422
    assert "without it there is none" in text_of(answer)
    assert everything() == stored


def test_what_is_added_to_a_piece_that_has_left_since_keeps_its_key_to_itself():
    device = fought("x_wing", steps=0)
    key, number = joined(device)
    device.post("setup-remove", int(key.rpartition("-")[2]), seen=device.seen)
    out = device.last.number
    commit(device, number, **{f"again-{key}-worn": "Plating, Shield Upgrade"})
    other, _ = joined(device)
    commit(device, out, how="struck")
    assert {key, other} <= keyed(device.sheet).keys()
    assert [upgrade.name for upgrade in device.sheet.ship(key).upgrades] == ["Plating", "Shield Upgrade"]
    holds(device.battle)
