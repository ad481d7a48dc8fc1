from dataclasses import dataclass
from enum import StrEnum

import pytest

from rules.changes import Change, Conflict, apply, difference, keyed, merged, rewound, undo
from rules.records import BadRecord


class Mood(StrEnum):
    CALM = "calm"
    ANGRY = "angry"


@dataclass(frozen=True, slots=True)
class Part:
    key: str
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    key: str
    strength: int
    mood: Mood = Mood.CALM
    parts: tuple[Part, ...] = ()
    spells: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if self.strength < 0:
            raise ValueError("strength must not be negative")


@dataclass(frozen=True, slots=True)
class Weather:
    rain: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    pieces: tuple[Piece, ...]
    weather: Weather = Weather()
    turn: int = 1
    key: str = "field"


FIELD = Field((Piece("ogre", 3, parts=(Part("club"), Part("belt"))), Piece("elf", 1)))


def test_everything_with_a_key_can_be_addressed():
    assert set(keyed(FIELD)) == {"field", "ogre", "elf", "club", "belt"}


def test_changes_apply_to_pieces_to_their_parts_and_to_the_whole():
    after = apply(
        FIELD, (Change("ogre", "strength", 3, 1), Change("belt", "lost", False, True), Change("field", "turn", 1, 2))
    )
    assert after == Field((Piece("ogre", 1, parts=(Part("club"), Part("belt", True))), Piece("elf", 1)), turn=2)


def test_a_track_of_an_enum_takes_its_plain_value():
    assert apply(FIELD, (Change("elf", "mood", "calm", "angry"),)).pieces[1].mood is Mood.ANGRY


def test_undone_changes_lead_back():
    changes = (Change("ogre", "strength", 3, 2), Change("ogre", "strength", 2, 0), Change("club", "lost", False, True))
    assert apply(apply(FIELD, changes), undo(changes)) == FIELD


def test_a_sheet_is_rewound_whatever_became_of_it_since():
    changes = (Change("ogre", "strength", 3, 2), Change("elf", "spells.Haste", False, True))
    since = apply(FIELD, (*changes, Change("ogre", "strength", 2, 7), Change("belt", "lost", False, True)))
    assert rewound(since, changes) == apply(FIELD, (Change("belt", "lost", False, True),))
    gone = (Change("troll", "strength", 1, 0), Change("ogre", "wings", 1, 2))
    assert rewound(since, (*changes, *gone)) == rewound(since, changes)


def test_a_sheet_that_cannot_be_as_it_was_stays_as_it_is():
    assert rewound(FIELD, (Change("ogre", "strength", -1, 3), Change("elf", "strength", 5, 1))) == FIELD


@pytest.mark.parametrize(
    "change", [Change("ogre", "strength", 2, 1), Change("club", "lost", 0, True), Change("ogre", "parts", None, 1)]
)
def test_a_change_from_something_else_is_a_conflict(change):
    with pytest.raises(Conflict):
        apply(FIELD, (change,))


def test_a_number_is_no_truth_even_where_the_same_was_applied_a_moment_ago():
    assert apply(FIELD, [Change("club", "lost", False, True)]).pieces[0].parts[0].lost is True
    with pytest.raises(BadRecord):
        apply(FIELD, [Change("club", "lost", False, 1)])
    with pytest.raises(Conflict):
        apply(FIELD, [Change("club", "lost", 0, True)])


def test_a_conflict_tells_what_was_found():
    with pytest.raises(Conflict, match="ogre strength should be 2 before the change, and is 3"):
        apply(FIELD, (Change("ogre", "strength", 2, 1),))


@pytest.mark.parametrize("change", [Change("troll", "strength", 1, 0), Change("ogre", "wings", 1, 2)])
def test_a_piece_or_a_track_that_is_not_there_is_a_key_error(change):
    with pytest.raises(KeyError):
        apply(FIELD, (change,))


def test_a_piece_cannot_be_brought_to_what_it_cannot_show():
    with pytest.raises(BadRecord):
        apply(FIELD, (Change("elf", "mood", "calm", "bored"),))
    with pytest.raises(ValueError, match="must not be negative"):
        apply(FIELD, (Change("elf", "strength", 1, -1),))


CURSED = Field((Piece("ogre", 3, spells=frozenset({"slow", "St. Elmo"})), Piece("elf", 1)))


def test_each_name_of_a_set_is_a_track():
    changes = (Change("ogre", "spells.slow", True, False), Change("elf", "spells.a.b", False, True))
    after = apply(CURSED, changes)
    assert [piece.spells for piece in after.pieces] == [{"St. Elmo"}, {"a.b"}]
    assert difference(CURSED, after) == changes
    assert apply(after, undo(changes)) == CURSED


@pytest.mark.parametrize(
    "change", [Change("ogre", "spells.slow", False, True), Change("elf", "spells.slow", True, False)]
)
def test_a_name_that_is_there_does_not_join_and_one_that_is_not_does_not_go(change):
    with pytest.raises(Conflict):
        apply(CURSED, (change,))


@pytest.mark.parametrize("track", ["spells", "strength.slow", "wings.slow"])
def test_only_the_names_of_a_set_are_tracks(track):
    with pytest.raises(KeyError):
        apply(CURSED, (Change("ogre", track, False, True),))


def test_a_name_joins_or_goes_and_nothing_else():
    with pytest.raises(BadRecord):
        apply(CURSED, (Change("elf", "spells.slow", False, 2),))


def test_the_difference_of_two_sheets_leads_from_one_to_the_other():
    after = apply(FIELD, (Change("ogre", "strength", 3, 0), Change("belt", "lost", False, True)))
    assert apply(FIELD, difference(FIELD, after)) == after
    assert difference(FIELD, FIELD) == ()


def test_merged_changes_are_one_a_track_and_none_that_change_nothing():
    changes = (
        Change("ogre", "strength", 3, 2),
        Change("elf", "strength", 1, 1),
        Change("ogre", "strength", 2, 0),
        Change("club", "lost", False, True),
        Change("club", "lost", True, False),
    )
    assert merged(changes) == (Change("ogre", "strength", 3, 0),)
