"""A part that gains parts of its own while tracks of the others move: it is told once, and leads there and back."""

from dataclasses import replace

from rules.changes import difference
from rules.games import GAMES
from rules.parts import Part, parted, parts_from_json, parts_to_json
from rules.timeline import Entry, Timeline, moved
from rules.x_wing.cards import Title

BEFORE = GAMES["x_wing"].demo.battle
SQUAD = BEFORE.squads[0]
FIRST = SQUAD.deck[0]


def with_deck(*cards):
    return replace(BEFORE, squads=(replace(SQUAD, deck=cards), *BEFORE.squads[1:]))


OTHER = next(title for title in Title if title is not FIRST.title)
AFTER = with_deck(replace(FIRST, title=OTHER), *SQUAD.deck[1:], replace(FIRST, key="one more"))


def test_an_edit_that_adds_a_card_and_renames_another_leads_there_and_back():
    parts, changes = parted(BEFORE, AFTER), difference(BEFORE, AFTER)
    assert moved(BEFORE, parts, changes) == AFTER
    assert Timeline.leading_to(AFTER, [Entry(1, "", changes, None, parts)]).opening == BEFORE


def test_an_edit_that_was_stored_with_the_renamed_card_in_both_leads_there_and_back_too():
    stored = parts_to_json([Part("squads", 0, SQUAD, AFTER.squads[0])])
    parts, changes = parts_from_json(GAMES["x_wing"], stored, GAMES["x_wing"].shape), difference(BEFORE, AFTER)
    assert moved(BEFORE, parts, changes) == AFTER
    assert Timeline.leading_to(AFTER, [Entry(1, "", changes, None, parts)]).opening == BEFORE
