import json
from dataclasses import dataclass
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games import GAMES
from rules.records import BadRecord, field_from_json, from_json, is_whole, to_json


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Die:
    colour: Colour
    face: int | str


@dataclass(frozen=True, slots=True)
class Sheet:
    name: str
    ready: bool
    dice: tuple[Die, ...] = ()
    spot: int | None = None
    place: tuple[int, int] = (0, 0)
    marks: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if self.spot == 13:
            raise ValueError("a spot is never 13")


GOOD = {"name": "Osprey", "ready": True, "dice": [{"colour": "red", "face": 6}], "spot": None, "place": [1, 2]}

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["red", "\ud800"])
    | st.just(5000).map(lambda n: 10**n),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*GOOD, "marks", "colour", "face", "x"]), inner)
    ),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": 3}, "sheet.name should be text, not 3."),
        ({"name": "a\0b"}, "sheet.name should be text, not 'a\\x00b'."),
        ({"name": "\ud800"}, "sheet.name should be text, not '\\ud800'."),
        ({"ready": 1}, "sheet.ready should be true or false, not 1."),
        ({"spot": True}, "sheet.spot should be a whole number, not True."),
        ({"spot": 2.0}, "sheet.spot should be a whole number, not 2.0."),
        ({"spot": 10**5000}, "sheet.spot should be a whole number, not a number too large to keep."),
        ({"spot": 13}, "sheet: a spot is never 13"),
        ({"dice": {}}, "sheet.dice should be a list, not an object."),
        ({"dice": [[1]]}, "sheet.dice[0] should be an object, not a list."),
        ({"dice": [{"colour": "green", "face": 1}]}, "sheet.dice[0].colour should be one of red, blue, not 'green'."),
        ({"dice": [{"colour": "red", "face": None}]}, "sheet.dice[0].face should be a whole number, text, not None."),
        ({"dice": [{"colour": "red"}]}, "sheet.dice[0] lacks “face”."),
        ({"marks": "slow"}, "sheet.marks should be a list, not 'slow'."),
        ({"marks": ["slow", 2]}, "sheet.marks[1] should be text, not 2."),
        ({"marks": ["slow", "slow"]}, "sheet.marks should name nothing twice."),
        ({"place": [1]}, "sheet.place needs 2 values and has 1."),
        ({"wings": 2}, "sheet has 'wings', which is not known there (known: name, ready, dice, spot, place, marks)."),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(change, sentence):
    with pytest.raises(BadRecord) as refusal:
        from_json(Sheet, {**GOOD, **change}, "sheet")
    assert str(refusal.value) == sentence


def test_what_was_left_out_has_its_default():
    assert from_json(Sheet, {"name": "Osprey", "ready": False}) == Sheet("Osprey", False)


def test_long_data_is_shortened_in_the_sentence():
    with pytest.raises(BadRecord) as refusal:
        from_json(Sheet, {**GOOD, "ready": "x" * 10_000})
    assert len(str(refusal.value)) < 100


def test_data_too_deep_for_a_sentence_is_refused_all_the_same():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(BadRecord):
        from_json(Sheet, {**GOOD, "name": deep})


def test_one_field_is_read_like_the_whole():
    assert field_from_json(Die, "colour", "blue") is Colour.BLUE
    with pytest.raises(BadRecord, match=r"^Die.colour should be one of red, blue, not 1\.$"):
        field_from_json(Die, "colour", 1)


def test_only_plain_values_are_written():
    with pytest.raises(TypeError, match="no plain JSON for float"):
        to_json(1.5)
    with pytest.raises(TypeError, match="records cannot hold"):
        from_json(float, 1.5)


@given(
    st.builds(
        Sheet,
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
        st.booleans(),
        st.lists(st.builds(Die, st.sampled_from(Colour), st.integers(1, 8) | st.just("hit")), max_size=4).map(tuple),
        st.none() | st.integers(0, 6),
        st.tuples(st.integers(-99, 99), st.integers(-(2**53) + 1, 2**53 - 1)),
        st.frozensets(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), max_size=4),
    )
)
def test_a_sheet_comes_back_from_json_exactly(sheet):
    assert from_json(Sheet, json.loads(json.dumps(to_json(sheet)))) == sheet


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_is_whole_is_written_as_it_was_read_and_what_leaves_something_out_is_not_whole(game):
    for battle in (game.demo.battle, *(example.battle for example in game.examples)):
        said = to_json(battle)
        assert is_whole(game.battle, said)
        for name, parts in said.items():
            if isinstance(parts, list) and parts:
                less = [dict(list(parts[0].items())[:-1]), *parts[1:]]
                assert not is_whole(game.battle, {**said, name: less}), name


@pytest.mark.parametrize("change", [{"marks": ["b", "a"]}, {"marks": [1]}, {"dice": [{"colour": "red"}]}, {"dice": 1}])
def test_what_reading_may_change_is_not_whole(change):
    assert is_whole(Sheet, {**GOOD, "marks": ["a", "b"]})
    assert not is_whole(Sheet, {**GOOD, "marks": [], **change})
    assert not is_whole(Sheet, GOOD), "its marks are left out"


@given(anything)
@pytest.mark.parametrize("wanted", [Sheet, Die, Colour, int, str, bool])
def test_no_data_escapes_with_anything_but_a_bad_record(wanted, data):
    assert reads_exactly_or_refuses(wanted, data)


def reads_exactly_or_refuses(wanted, data):
    try:
        read = from_json(wanted, data)
    except BadRecord as refusal:
        return str(refusal)
    return from_json(wanted, to_json(read)) == read
