import json
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games import GAMES
from rules.records import BadRecord
from rules.replay import of_example, read, report, write

RECORDS = {
    f"{game.slug} {example.slug}": write(of_example(game, example))
    for game in GAMES.values()
    for example in game.examples
}
PLAYED = next(record for record in RECORDS.values() if record["replies"])

odd_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.sampled_from([2**53, -(2**60), 10**30, 1.5, float("nan"), float("inf")]),
    st.text(max_size=4),
    st.sampled_from(["battle", "none", "roll", "active", "W:4", "", "\0", "\ud800", "x" * 5000]),
    st.lists(st.integers(0, 7), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def places(data, path=()):
    """Where every value of a record stands."""
    yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from places(value, (*path, key))


def changed(data, path, value):
    """The record with another value in one place."""
    if not path:
        return value
    copy = deepcopy(data)
    holder = copy
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return copy


def told(data):
    """What a record leads to, as text; the refusal where it does not fit."""
    try:
        return json.dumps(report(read(data, GAMES)))
    except BadRecord as refusal:
        return str(refusal)


@settings(max_examples=400)
@given(st.data())
def test_a_record_with_one_wrong_value_is_resolved_or_refused_and_nothing_else(data):
    record = data.draw(st.sampled_from(list(RECORDS.values())))
    path = data.draw(st.sampled_from(list(places(record))))
    assert told(changed(record, path, data.draw(odd_values)))


@settings(max_examples=200)
@given(st.data())
def test_a_record_with_one_value_from_somewhere_else_is_resolved_or_refused(data):
    record = data.draw(st.sampled_from(list(RECORDS.values())))
    other = data.draw(st.sampled_from(list(RECORDS.values())))
    source = data.draw(st.sampled_from(list(places(other))))
    value = other
    for key in source:
        value = value[key]
    assert told(changed(record, data.draw(st.sampled_from(list(places(record)))), deepcopy(value)))


@settings(max_examples=200)
@given(st.data())
def test_a_record_that_lacks_something_is_resolved_or_refused(data):
    record = deepcopy(data.draw(st.sampled_from(list(RECORDS.values()))))
    path = data.draw(st.sampled_from([path for path in places(record) if path]))
    holder = record
    for key in path[:-1]:
        holder = holder[key]
    del holder[path[-1]]
    assert told(record)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "No game is called 'chess' (known: "),
        ({"game": ["chess"]}, "No game is called a list (known: "),
        ({"edition": "1st"}, "The record is of edition '1st'; this is "),
        ({"procedure": "dance"}, " has no procedure 'dance' (known: "),
        ({"procedure": None}, " has no procedure None (known: "),
        ({"comment": "hello"}, "The record has 'comment', which is not known (known: title, game, "),
        ({"title": 5}, "title should be text, not 5."),
        ({"replies": {}}, "replies should be a list, not an object."),
        ({"replies": [3]}, "replies[0] should be an object, not 3."),
        ({"replies": [{"label": "damage"}]}, "replies[0] lacks “option”."),
        ({"replies": [{"label": "x", "faces": [[1]], "source": "guessed"}]}, "replies[0].source should be one of "),
        ({"replies": [{"label": "x", "faces": [[1]], "source": "chosen"}]}, "replies[0]: dice are entered or rolled"),
        ({"pieces": None}, "pieces should be an object, not None."),
        ({"declaration": []}, "declaration should be an object, not a list."),
        ({"settings": 1}, "pieces.settings should be an object, not 1."),
    ],
)
def test_what_does_not_fit_is_said_in_one_sentence(change, sentence):
    with pytest.raises(BadRecord) as refusal:
        report(read({**PLAYED, **change}, GAMES))
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("field", ["game", "pieces", "declaration"])
def test_a_record_needs_its_game_its_pieces_and_its_declaration(field):
    lacking = {name: value for name, value in PLAYED.items() if name != field}
    with pytest.raises(BadRecord, match=rf"^The record lacks “{field}”\.$"):
        read(lacking, GAMES)


@pytest.mark.parametrize("data", [None, 3, "record", [], [PLAYED]])
def test_a_record_is_an_object(data):
    with pytest.raises(BadRecord, match=r"^A record is one JSON object, not "):
        read(data, GAMES)


def test_settings_stand_beside_the_pieces():
    twice = {**PLAYED, "pieces": {**PLAYED["pieces"], "settings": PLAYED["settings"]}}
    with pytest.raises(BadRecord, match="The settings stand beside the pieces, not among them"):
        read(twice, GAMES)


def test_the_edition_the_procedure_the_settings_and_the_title_may_be_left_out():
    left_out = ("edition", "settings", "title", "procedure")
    short = {name: value for name, value in PLAYED.items() if name not in left_out}
    assert PLAYED["procedure"] == "attack"
    assert report(read(short, GAMES)) == report(read(PLAYED, GAMES))


@pytest.mark.parametrize(
    ("game", "edition"),
    [pytest.param(game, each, id=each) for game in GAMES.values() for each in game.earlier_editions],
)
def test_a_record_of_an_edition_before_comes_out_by_the_rules_of_this_one(game, edition):
    today = write(of_example(game, game.examples[0]))
    assert edition != today["edition"]
    assert report(read({**today, "edition": edition}, GAMES)) == report(read(today, GAMES))


def test_replies_in_another_order_are_refused():
    backwards = {**PLAYED, "replies": PLAYED["replies"][::-1]}
    with pytest.raises(BadRecord, match=r"^The table asks for “.+”, and the reply is to “.+”\.$"):
        report(read(backwards, GAMES))


def test_a_record_whose_replies_run_out_tells_what_is_asked():
    waiting = report(read({**PLAYED, "replies": []}, GAMES))["waiting"]
    assert waiting["label"] == PLAYED["replies"][0]["label"]
    assert waiting["sentence"].endswith(".")
    assert waiting["dice"] == [{"die": "d6", "count": 3}]


def test_a_choice_that_is_waited_for_tells_who_decides_and_the_options():
    waiting = report(read({**PLAYED, "replies": PLAYED["replies"][:1]}, GAMES))["waiting"]
    assert waiting["by"] in json.dumps(PLAYED["pieces"])
    assert PLAYED["replies"][1]["option"] in waiting["options"]


def test_the_trace_tells_options_in_the_players_words():
    trace = report(read(PLAYED, GAMES))["trace"]
    assert "lose shield" in [step["value"] for step in trace if step["source"] == "chosen"]
