"""A part that gains parts of its own while tracks of the others move: it is told once, and leads there and back."""

from dataclasses import replace
from random import Random

import pytest

from rules.airsoft_squads.modifiers import Modifier, Operation, Stat, While
from rules.airsoft_squads.pieces import Kind, Lies
from rules.changes import Change, difference, keyed, undo
from rules.games import GAMES
from rules.parts import Part, Unlike, parted, with_parts
from rules.parts_as_json import parts_from_json, parts_to_json
from rules.parts_elsewhere import as_they_are
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


def frames_of(*keys):
    """A battle of frames with these, each like the first of the demo."""
    demo = GAMES["mobile_frame_zero"].demo.battle
    first = replace(demo.frames[0], systems=())
    return replace(demo, frames=tuple(replace(first, key=key) for key in keys))


@pytest.mark.parametrize("seed", range(40))
def test_whatever_joins_and_leaves_at_once_stands_in_its_place_there_and_back(seed):
    random = Random(seed)
    older, newer = (random.sample("abcdefgh", random.randint(0, 8)) for _ in range(2))
    # Those that stay keep their order, and others stand between them.
    after = [key for key in older if key in newer]
    for key in newer:
        if key not in older:
            after.insert(random.randint(0, len(after)), key)
    before, then = frames_of(*older), frames_of(*after)
    parts = parted(before, then)
    assert moved(before, parts, difference(before, then)) == then
    assert moved(then, [part.undone() for part in reversed(parts)], difference(then, before)) == before


def test_what_joins_is_the_last_wherever_it_joins_and_stays_as_it_is_where_nothing_is_another():
    before, then = frames_of("a", "b"), frames_of("b", "c")
    parts = parted(before, then)
    assert as_they_are(before, before, parts) == parts
    other = frames_of("a", "x", "b")
    now = as_they_are(before, other, parts)
    assert [frame.key for frame in moved(other, now, ()).frames] == ["x", "b", "c"]


def test_one_comes_to_the_place_of_another_that_leaves_with_the_same_event():
    demo = GAMES["airsoft_squads"].demo.battle
    here = next(operator for operator in demo.operators if operator.place is not None)
    other = next(one for one in demo.operators if one.squad == here.squad and one is not here)
    before = replace(demo, operators=(here, replace(other, place=None)))
    after = replace(demo, operators=(replace(other, place=here.place),))
    parts, changes = parted(before, after), difference(before, after)
    assert moved(before, parts, changes) == after
    assert moved(after, [part.undone() for part in reversed(parts)], undo(changes)) == before


def test_two_at_one_place_are_no_battle_at_the_end():
    demo = GAMES["airsoft_squads"].demo.battle
    here = next(operator for operator in demo.operators if operator.place is not None)
    with pytest.raises(Unlike, match="two operators stand on one position"):
        with_parts(demo, [Part("operators", 0, None, replace(here, key="another"))], ())


SKILL = Modifier("skill", "Steady", While.ATTACKER, Stat.AP, Operation.ADD, 1)
MORE = replace(SKILL, amount=3)


def operators(first=(), second=(), teamwork=()):
    """A battle with two operators, who have these skills, and what TEAMWORK gives."""
    demo = GAMES["airsoft_squads"].demo.battle
    one, other = demo.operators[:2]
    having = (replace(one, skills=first), replace(other, skills=second))
    return replace(demo, operators=(*having, *demo.operators[2:]), teamwork=teamwork)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (operators(first=(SKILL,)), operators(second=(MORE,))),
        (operators(second=(SKILL,)), operators(first=(MORE,))),
        (operators(first=(SKILL,)), operators(teamwork=(MORE,))),
        (operators(teamwork=(SKILL,)), operators(second=(MORE,))),
    ],
)
def test_what_goes_to_another_part_and_changes_with_that_leads_there_and_back(before, after):
    parts, changes = parted(before, after), difference(before, after)
    assert moved(before, parts, changes) == after
    assert moved(after, [part.undone() for part in reversed(parts)], undo(changes)) == before
    assert Timeline.leading_to(after, [Entry(1, "", changes, None, parts)]).opening == before


def test_what_goes_to_another_part_is_there_as_it_had_become_meanwhile():
    before, after = operators(first=(SKILL,)), operators(second=(SKILL,))
    meanwhile = operators(first=(MORE,))
    assert moved(meanwhile, parted(before, after), ()) == operators(second=(MORE,))


def test_what_came_to_a_part_comes_to_it_as_well_where_it_has_others():
    more = replace(SKILL, key="skill-2", name="Quick")
    before, after = operators(first=(SKILL,)), operators(first=(SKILL, more))
    parts = parted(before, after)
    without = operators()
    assert moved(without, as_they_are(before, without, parts), ()).operators[0].skills == (more,)
    other = operators(first=(replace(SKILL, key="skill-1"),))
    now = as_they_are(before, other, parts)
    assert [skill.key for skill in moved(other, now, ()).operators[0].skills] == ["skill-1", "skill-2"]
    back = [part.undone() for part in reversed(now)]
    assert moved(moved(other, now, ()), back, ()) == other


def test_what_comes_to_a_piece_is_the_last_of_it_too_where_another_stays_that_had_left():
    more = replace(SKILL, key="skill-2")
    both, one, none = operators(first=(SKILL, more)), operators(first=(SKILL,)), operators()
    other = operators(first=(more,))
    parts = as_they_are(none, one, parted(none, other))
    assert [skill.key for skill in moved(one, parts, ()).operators[0].skills] == ["skill", "skill-2"]
    back = as_they_are(other, other, parted(other, both))
    assert [skill.key for skill in moved(other, back, ()).operators[0].skills] == ["skill", "skill-2"]


def test_what_a_correction_has_added_below_stands_after_what_came_later():
    second, third = replace(SKILL, key="skill-9"), replace(SKILL, key="skill-10")
    came = parted(operators(first=(SKILL,)), operators(first=(SKILL, second)))
    here = operators(first=(SKILL, third))
    parts = as_they_are(operators(first=(SKILL,)), here, came)
    assert [skill.key for skill in moved(here, parts, ()).operators[0].skills] == ["skill", "skill-9", "skill-10"]


def test_a_card_that_loses_its_effects_and_becomes_one_that_has_none_leads_there_and_back():
    sheet = GAMES["airsoft_squads"].demo.battle
    plain = next(card for card in sheet.cards if card.modifiers and not card.bearer)
    bare = replace(plain, kind=Kind.EFFECT, modifiers=(), lies=Lies.APART)
    other = replace(sheet, cards=tuple(bare if card is plain else card for card in sheet.cards))
    for before, after in ((sheet, other), (other, sheet)):
        parts, changes = parted(before, after), difference(before, after)
        assert with_parts(before, parts, changes) == after
        entry = Entry(1, "Edited.", changes, parts=parts)
        assert Timeline.leading_to(after, [entry]).opening == before


def test_what_followed_at_once_for_a_part_that_came_leads_there_and_back():
    sheet = GAMES["mobile_frame_zero"].demo.battle
    frame = sheet.frames[0]
    lost = replace(frame.systems[0], key="another", lost=True)
    come = replace(sheet, frames=(replace(frame, systems=(*frame.systems, lost)), *sheet.frames[1:]))
    parts, changes = parted(sheet, come), (Change("another", "dice_gone", False, True),)
    after = moved(sheet, parts, changes)
    assert keyed(after)["another"].dice_gone
    assert Timeline.leading_to(after, [Entry(1, "Edited.", changes, parts=parts)]).opening == sheet
