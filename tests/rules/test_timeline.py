"""A timeline is the opening sheet and the entries: it leads forward to the sheet that it was made from."""

from dataclasses import FrozenInstanceError, replace

import pytest

from rules.changes import Change, difference
from rules.folding import Decided, fold
from rules.games import GAMES
from rules.parts import Unlike, opening, parted
from rules.timeline import Entry, How, NoBattle, Timeline

GAME = GAMES["troops_and_supplies"]
DEMO = GAME.demo.battle
LATER = replace(DEMO, round=DEMO.round + 1)
WITHOUT = replace(LATER, units=LATER.units[:-1])


def entry(number, before, after):
    """What leads from one sheet to another."""
    return Entry(number, "", difference(before, after), parts=parted(before, after))


BEGUN = Entry(1, "", (), parts=opening(DEMO))
TURNED, LEFT = entry(2, DEMO, LATER), entry(3, LATER, WITHOUT)


def test_it_is_found_from_the_sheet_that_its_entries_led_to():
    timeline = Timeline.leading_to(WITHOUT, [TURNED, LEFT])
    assert timeline == Timeline(DEMO, (TURNED, LEFT))
    assert [*timeline.sheets()] == [DEMO, LATER, WITHOUT]


def test_before_the_entry_that_begins_a_battle_there_is_none():
    timeline = Timeline.leading_to(WITHOUT, [BEGUN, TURNED, LEFT])
    assert [*timeline.sheets()] == [None, DEMO, LATER, WITHOUT]


def test_without_entries_it_is_the_sheet():
    assert [*Timeline.leading_to(DEMO, []).sheets()] == [DEMO]


@pytest.mark.parametrize("wrong", [TURNED, Entry(2, "", (Change("nobody", "strength", 1, 2),))])
def test_entries_that_led_to_another_sheet_do_not_lead_back(wrong):
    with pytest.raises(Unlike):
        Timeline.leading_to(DEMO, [wrong])


def test_the_sheets_are_told_up_to_an_entry_that_leads_to_no_battle():
    sheets = Timeline(DEMO, (TURNED, TURNED)).sheets()
    assert [next(sheets), next(sheets)] == [DEMO, LATER]
    with pytest.raises(NoBattle):
        next(sheets)


def test_it_is_frozen():
    with pytest.raises(FrozenInstanceError):
        Timeline(DEMO, ()).opening = LATER


def test_folded_with_nothing_amended_each_entry_comes_out_at_its_sheets():
    timeline = Timeline(DEMO, (TURNED, LEFT))
    folded = [*fold(GAME, timeline, {})]
    assert [one.before for one in folded] == [DEMO, LATER]
    assert [one.after for one in folded] == [LATER, WITHOUT]


def test_folded_from_another_opening_sheet_the_entries_come_after_that():
    timeline = Timeline(DEMO, (TURNED,))
    other = replace(DEMO, units=DEMO.units[1:])
    (turned,) = fold(GAME, timeline, {}, now=other)
    assert (turned.before, turned.after) == (other, replace(LATER, units=LATER.units[1:]))


def test_folded_without_an_entry_the_later_ones_come_after_the_opening_sheet():
    struck, left = fold(GAME, Timeline(DEMO, (TURNED, LEFT)), {2: Decided(How.STRUCK)})
    assert struck.after == DEMO
    assert left.after == replace(DEMO, units=DEMO.units[:-1])


def test_what_was_undone_late_stays_undone_whatever_else_is_corrected_then():
    rifles, scouts = DEMO.units[0].key, DEMO.units[1].key
    raised = Change(scouts, "supplies", 0, 2)
    entries = (
        Entry(1, "", (Change(rifles, "supplies", 5, 4),)),
        Entry(2, "", (raised,)),
        Entry(3, "", (raised.undone(),)),
        Entry(5, "", (raised,), undoes=3),
    )
    first = [*fold(GAME, Timeline(DEMO, entries), {2: Decided(How.STRUCK)})]
    stand = [
        replace(one.entry, how=one.how, changes=one.changes, stood=(one.entry,) if one.entry.number > 2 else ())
        for one in first
    ]
    second = [*fold(GAME, Timeline(DEMO, tuple(stand)), {1: Decided(How.STRUCK)})]
    assert [one.changes for one in second] == [()] * 4
