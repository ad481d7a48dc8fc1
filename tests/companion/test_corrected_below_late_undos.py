"""What came before something that was undone late is corrected: the two come to nothing together all the same."""

from random import Random

import pytest
from django.db import transaction

from companion.management.fuzzing import declared
from companion.queries.meant import corrected, entered
from companion.services.foreseeing import Amendment, find_entry
from companion.services.undoing import undoable
from rules.changes import difference
from rules.folding import Decided
from rules.timeline import How
from tests.companion.playing import Device
from tests.companion.test_consequences import commit, entries, shown
from tests.companion.test_undo_past_set_up import clean, undo_two

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

BATTLES = {"mobile_frame_zero": 2, "troops_and_supplies": 8, "gods_gloom": 4, "airsoft_squads": 3, "x_wing": 1}
"""By games, the number of a battle in which the third last entry changes what those after it do."""


def others(sheet, other, keys):
    """What is another of the pieces and sides with these keys, but for the points that come of who joined."""
    return [change for change in difference(sheet, other) if change.piece in keys and change.track != "score"]


def stands(device):
    return {number: (entry.how, entry.changes) for number, entry in entries(device).items()}


@pytest.mark.parametrize("game", BATTLES)
def test_what_was_undone_late_leaves_nothing_of_what_is_corrected_below_it(game):
    fuzz = declared(game, BATTLES[game], 4)
    device = Device(fuzz.battle, name="Anna")
    first = [one for one in entries(device).values() if one.record and one.changes][-3]
    keys = {device.sheet.key, *(part.key for part in (*device.sheet.sides, *device.sheet.pieces))}
    with transaction.atomic():
        undo_two(device)
        commit(device, first.number, Decided(How.STRUCK))
        without = device.sheet
        transaction.set_rollback(True)
    fuzz.random = Random(5)
    fuzz.join()
    assert device.last.kind == "set-up"
    undo_two(device)
    before = shown(device)
    commit(device, first.number, Decided(How.STRUCK))
    assert others(without, device.sheet, keys) == []
    assert clean(device)
    commit(device, first.number, Decided(How.AGAIN, first.record))
    assert shown(device) == before
    assert clean(device)


@pytest.mark.parametrize("game", BATTLES)
def test_an_undo_takes_back_what_its_entry_has_become_also_where_the_battle_is_another_only_later(game):
    fuzz = declared(game, BATTLES[game], 4)
    device = Device(fuzz.battle, name="Anna")
    first = [one for one in entries(device).values() if one.record and one.changes][-3]
    fuzz.random = Random(5)
    fuzz.join()
    joined = device.last.number
    undo_two(device)
    commit(device, first.number, Decided(How.STRUCK))
    sheet, before = device.sheet, shown(device)
    keys = {part.key for part in (*sheet.sides, *sheet.pieces)}
    commit(device, joined, Decided(How.STRUCK))
    assert others(sheet, device.sheet, keys) == []
    assert clean(device)
    commit(device, joined, Decided(How.KEPT))
    assert shown(device) == before


def undone_that_fits_no_more(game):
    """A battle without whose entry of this number the last one, undone late, does not fit, with both numbers."""
    for first in range(60):
        fuzz = declared(game, first, 8)
        device = Device(fuzz.battle, name="Anna")
        played = [number for number, entry in entries(device).items() if entry.record and entry.changes]
        for number in played:
            (*_, last) = find_entry(device.battle, number).foreseen(Amendment(Decided(How.STRUCK))).folded
            if last.reason and last.entry.number != number:
                fuzz.join()
                assert device.undo(undoable(device.battle)).status_code == 302
                return device, number, last.entry.number
    raise LookupError(game)


@pytest.mark.parametrize("game", BATTLES)
def test_nothing_is_asked_about_what_is_undone_anyway(game):
    device, number, undone = undone_that_fits_no_more(game)
    before = shown(device)
    foreseen = find_entry(device.battle, number).foreseen(Amendment(Decided(How.STRUCK)))
    (one,) = [one for one in foreseen.later if one.entry.number == undone]
    assert (one.reason, one.lacks) == (None, "")
    commit(device, number, Decided(How.STRUCK))
    assert clean(device)
    commit(device, number, Decided(How.AGAIN, entries(device)[number].record))
    assert shown(device) == before


@pytest.mark.parametrize("game", BATTLES)
def test_a_correction_below_them_is_undone_and_done_again(game):
    fuzz = declared(game, BATTLES[game], 4)
    device = Device(fuzz.battle, name="Anna")
    first = [one for one in entries(device).values() if one.record and one.changes][-3]
    fuzz.random = Random(5)
    fuzz.join()
    undo_two(device)
    commit(device, first.number, Decided(How.STRUCK))
    struck, stood = shown(device), stands(device)
    assert device.undo(undoable(device.battle)).status_code == 302
    assert device.post("redo", event=device.last.number, seen=device.seen).status_code == 302
    assert (shown(device), stands(device)) == (struck, stood)
    assert clean(device)


def done_again_late(game):
    """A battle in which something was done again after a piece had joined, which comes out otherwise without it."""
    for first in range(10, 60):
        fuzz = declared(game, first, 8)
        device = Device(fuzz.battle, name="Anna")
        fuzz.join()
        joined = device.seen
        if device.undo(undoable(device.battle)).status_code != 302:
            continue
        assert device.post("redo", event=device.seen, seen=device.seen).status_code == 302
        again = device.seen
        if not entries(device)[again].record or not corrected(device.battle, again).sides:
            continue
        commit(device, again, Decided(How.STRUCK))
        if device.last.versions.filter(of__number=joined).exists():
            return device, again
    raise LookupError(game)


def test_a_correction_of_what_was_done_again_late_is_of_whom_that_is():
    device, again = done_again_late("x_wing")
    assert device.last.versions.order_by("of__number").first().of.number < again
    theirs = entered(device.battle, device.last, lambda: device.sheet)
    assert theirs == corrected(device.battle, again)
    assert clean(device)
