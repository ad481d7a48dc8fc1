"""Whose turn it is: what every game promises, and what a game that says nothing of its own has."""

from dataclasses import replace
from random import Random

import pytest

from rules.changes import apply
from rules.games import GAMES
from rules.turns import LONGEST, Turn, any_of, in_short, not_yet, stop
from rules.words import few, owners, short_names, without_rank
from tests.rules.at_random import play_on

GAME_LIST = list(GAMES.values())


def battles_of(game):
    """The battles of the demo and of every example, and what each example comes to."""
    yield game.demo.battle
    for example in game.examples:
        yield example.battle
        if not example.refused:
            resolve = game.procedure(example.procedure).resolve
            _, _, end = play_on(resolve, example.declared, Random(1), example.replies)
            yield apply(example.battle, end.outcome.changes)


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_a_turn_names_pieces_that_stand_and_a_step_that_can_be_taken(game):
    for sheet in battles_of(game):
        turn = game.turn(sheet)
        standing = {piece.key for piece in sheet.pieces if piece.standing}
        assert turn.sentence
        assert set(turn.may_act) | set(turn.spent) <= standing
        assert not set(turn.may_act) & set(turn.spent)
        assert len(turn.may_act) == len(set(turn.may_act))
        assert turn.side in {"", *(side.key for side in sheet.sides)}
        offered = {procedure.slug for procedure in game.of_the_battle if procedure.offered(sheet)}
        assert turn.next in {"", *offered}
        assert turn.next or not turn.missing
        assert bool(turn.missing) is bool(turn.missed)
        assert set(turn.first) <= set(turn.missed) <= standing
        assert bool(turn.next) is (sheet.started and not sheet.over)


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_whoever_may_act_is_refused_nothing_but_what_it_cannot_do(game):
    """Every lit piece finds something to do that is no correction."""
    sheet = game.demo.battle
    for key in game.turn(sheet).may_act:
        reasons = [p.actors(sheet).get(key) for p in game.of_pieces if p.slug != "correction"]
        assert "" in reasons, key


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_nobody_acts_before_the_start_or_after_the_end(game):
    assert game.turn(replace(game.demo.battle, started=False)) == Turn("The battle has not started.")
    assert game.turn(replace(game.demo.battle, over=True)) == Turn("The battle is over.")


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_a_game_that_says_nothing_of_turns_has_its_round_and_whoever_can_do_what_is_usual(game):
    bare = replace(game, turns=None)
    turn, sheet = bare.turn(game.demo.battle), game.demo.battle
    assert turn.sentence.startswith(f"Round {sheet.round}: ")
    assert set(turn.may_act) == {key for key, why in game.procedure(game.usual).actors(sheet).items() if not why}
    assert (turn.next, turn.missing, turn.side, turn.track) == ("", "", "", ())
    assert replace(bare, usual="no such thing").turn(sheet) == Turn(f"Round {sheet.round}")


# Names


@pytest.mark.parametrize(
    ("names", "last", "words"),
    [
        (["Kite"], "or", "Kite"),
        (["Kite", "Rook"], "or", "Kite or Rook"),
        (["Kite", "Rook", "Jay"], "and", "Kite, Rook and Jay"),
        (["Kite", "Rook", "Jay", "Merlin"], "or", "Kite, Rook or 2 more"),
        (["Kite", "Rook", "Jay", "Merlin", "Boa"], "and", "Kite, Rook and 3 more"),
    ],
)
def test_of_more_than_three_names_two_are_told(names, last, words):
    assert few(names, last) == words


@pytest.mark.parametrize(("name", "words"), [("Joshua", "Joshua's"), ("Vipers", "Vipers'")])
def test_a_side_has_its_turn(name, words):
    assert owners(name) == words


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Luke Skywalker", "Wedge Antilles"), ("Skywalker", "Antilles")),
        (("Academy Pilot", "Tempest Squadron Pilot"), ("Academy", "Tempest")),
        (("“Mauler” Mithel", "“Midnight”"), ("Mauler", "Midnight")),
        (("ST-10 Osprey, Captain Kader", "ST-07 Heron, Sergeant Oke"), ("Kader", "Oke")),
        (("Rifle squad", "Gun battery"), ("Rifle", "Gun")),
        (("Frame A", "Frame B"), ("Frame A", "Frame B")),
        (("Academy Pilot 1", "Academy Pilot 2"), ("Academy Pilot 1", "Academy Pilot 2")),
        (("Academy Pilot", "Academy Pilot"), ("Academy Pilot", "Academy Pilot")),
        (("Ukra", "Warlord Ukra"), ("Ukra", "Warlord")),
        (("", ","), ("", ",")),
    ],
)
def test_a_short_name_is_nobody_elses(names, short):
    found = short_names(dict(enumerate(names)))
    assert tuple(found.values()) == short


def test_a_rank_stands_before_a_comma():
    assert [without_rank(name) for name in ("ST-10 Osprey, Captain Kader", "Kader", "Kader, ")] == [
        "Captain Kader",
        "Kader",
        "Kader, ",
    ]


CONVOY = GAMES["x_wing"].demo.battle
WEDGE, LUKE = CONVOY.ships[:2]


def test_names_are_short_only_where_a_sentence_would_be_too_long():
    whole = in_short(CONVOY, lambda names: f"Next: {names[WEDGE.key]}")
    assert whole == "Next: Wedge Antilles"
    shortened = in_short(CONVOY, lambda names: f"{'x' * (LONGEST - 5)} {names[WEDGE.key]}")
    assert shortened.endswith(" Antilles")


def test_who_is_missing_stands_in_one_sentence():
    assert not_yet([], "engaged") == ""
    assert not_yet([WEDGE], "engaged") == "Wedge Antilles has not engaged."
    assert not_yet([WEDGE, LUKE], "engaged") == "Wedge Antilles and Luke Skywalker have not engaged."


def test_a_stop_names_two_pieces_and_counts_the_others():
    assert stop(CONVOY, [], "done") == ()
    (three,) = stop(CONVOY, CONVOY.ships[:3], "coming", "5 {}")
    assert (three.label, three.state) == ("5 Antilles, Skywalker +1", "coming")


def test_pieces_of_which_one_is_next_are_joined_by_or():
    assert any_of([WEDGE, LUKE], {WEDGE.key: "Wedge", LUKE.key: "Luke"}) == "Wedge or Luke"
