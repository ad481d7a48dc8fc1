"""The promises that every game makes, for every game, every procedure and every worked example."""

from functools import cache
from random import Random

import pytest
from at_random import play_on
from worked_examples import ALLOWED, EXAMPLES, GAME_LIST, SEEDS, resolver_of, through_json

from rules.asks import Choice
from rules.changes import Change, apply, keyed, undo
from rules.following import Following
from rules.game import Illegal
from rules.games import GAMES
from rules.play import BadReply, Resolved, Waiting, play
from rules.records import BadRecord, from_json, to_json
from rules.replay import Record, of_example, read, report, write
from rules.table import Dice, Pick

# The battle to try the game with


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_the_demo_has_started_with_the_scores_that_its_rules_give(game):
    battle = game.demo.battle
    assert type(battle) is game.battle
    assert battle.started
    assert not battle.over
    assert {side.key: side.score for side in battle.sides if game.has_points} == game.score(battle)
    assert from_json(game.battle, through_json(to_json(battle))) == battle


# Worked examples


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_everything_that_pieces_can_do_has_an_example_but_corrections(game):
    shown = {example.procedure for example in game.examples if not example.refused}
    assert {procedure.slug for procedure in game.of_pieces} - {"correction"} <= shown


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_an_example_ends_as_it_tells(game, example):
    resolve, declared = resolver_of(game, example)
    if example.refused:
        with pytest.raises(Illegal) as refusal:
            play(resolve, declared, example.replies)
        assert str(refusal.value) == example.refused
        return
    played = play(resolve, declared, example.replies)
    if example.waits_for:
        assert isinstance(played, Waiting)
        assert played.ask.label == example.waits_for
        return
    assert isinstance(played, Resolved)
    assert played.outcome.headline == (example.headline or played.outcome.headline)
    after = keyed(apply(example.battle, played.outcome.changes))
    for piece, track, value in example.expected:
        assert getattr(after[piece], track) == value, f"{piece} {track}"


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_an_example_tells_something(game, example):
    assert example.title
    assert example.story
    assert example.headline or example.expected or example.waits_for or example.refused


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_examples_have_names_of_their_own(game):
    names = [example.slug for example in game.examples]
    assert len(names) == len(set(names)) > 0


@pytest.mark.parametrize(("game", "example"), EXAMPLES)
def test_an_example_survives_as_a_record(game, example):
    record = of_example(game, example)
    again = read(through_json(write(record)), GAMES)
    assert again == record
    if example.refused:
        with pytest.raises(BadRecord) as refusal:
            report(again)
        assert str(refusal.value) == example.refused
    else:
        assert through_json(report(again)) == report(record)


@pytest.mark.parametrize(("game", "example"), ALLOWED)
def test_what_a_record_leads_to_can_be_read_again(game, example):
    told = report(of_example(game, example))
    if "waiting" in told:
        assert told["waiting"]["label"] == example.waits_for
        assert told["waiting"]["sentence"]
        return
    changes = tuple(from_json(Change, change) for change in told["changes"])
    after = from_json(game.battle, {**told["pieces"], "settings": told["settings"]})
    assert after == apply(example.battle, changes)
    assert told["scores"] == dict(game.score(after))


# Play


@cache
def plays_of(game, example):
    """What every seed makes of an example, each play once: all replies, what was asked for them, and the end."""
    resolve, declared = resolver_of(game, example)
    plays = (play_on(resolve, declared, Random(seed)) for seed in SEEDS)
    return tuple({replies: (replies, asks, played) for replies, asks, played in plays}.values())


@pytest.mark.parametrize(("game", "example"), ALLOWED)
def test_random_replies_always_end(game, example):
    resolve, declared = resolver_of(game, example)
    for replies, _, played in plays_of(game, example):
        assert played.outcome.headline
        assert play(resolve, declared, replies) == played


@pytest.mark.parametrize(("game", "example"), ALLOWED)
def test_what_was_played_survives_as_a_record(game, example):
    for replies, _, played in plays_of(game, example):
        record = Record(game, game.procedure(example.procedure), example.battle, example.declaration, replies)
        again = read(through_json(write(record)), GAMES)
        assert again == record
        assert again.play() == played
        assert from_json(type(played.outcome), through_json(to_json(played.outcome))) == played.outcome


@pytest.mark.parametrize(("game", "example"), ALLOWED)
def test_changes_apply_and_undo_to_the_same_sheet(game, example):
    for _, _, played in plays_of(game, example):
        changes = played.outcome.changes
        after = apply(example.battle, changes)
        assert apply(after, undo(changes)) == example.battle
        assert all(change.before != change.after for change in changes)
        points = game.score(after)
        assert {key: keyed(after)[key].score for key in points} == dict(points)


@pytest.mark.parametrize(("game", "example"), ALLOWED)
def test_play_leaves_nothing_that_would_follow_of_itself(game, example):
    for _, _, played in plays_of(game, example):
        after = apply(example.battle, played.outcome.changes)
        assert game.follows(example.battle, after) == Following()
        assert game.follows(after, after) == Following()


@pytest.mark.parametrize(("game", "example"), ALLOWED)
def test_every_ask_reads_as_a_sentence_and_every_option_has_a_name(game, example):
    _, declared = resolver_of(game, example)
    for ask in {ask: None for _, asks, _ in plays_of(game, example) for ask in asks}:
        assert ask.sentence(declared).endswith((".", "?"))
        assert len(ask.label) <= 60
        if isinstance(ask, Choice):
            assert ask.by in {side.key for side in example.battle.sides}
            assert len(ask.options) == len(set(ask.options)) > 1
            names = [ask.option(declared, option).label for option in ask.options]
            assert all(names)
            assert len(names) == len(set(names)), names


@pytest.mark.parametrize(("game", "example"), ALLOWED)
def test_a_reply_that_was_not_asked_for_is_refused(game, example):
    resolve, declared = resolver_of(game, example)
    random = Random(7)
    replies, asks, _ = play_on(resolve, declared, random)
    with pytest.raises(BadReply, match=r"^Nothing more was asked"):
        play(resolve, declared, (*replies, Pick("and then", 1)))
    for number, ask in enumerate(asks):
        before = replies[:number]
        for wrong in wrong_replies(ask):
            with pytest.raises(BadReply) as refusal:
                play(resolve, declared, (*before, wrong))
            assert str(refusal.value).endswith(".")


def wrong_replies(ask):
    yield Pick("something else", 1)
    if isinstance(ask, Choice):
        yield Pick(ask.label, "never offered")
        yield Pick(ask.label, -1)
        yield Pick(ask.label, True)
        yield Dice(ask.label, ((1,),))
        return
    good = [[pool.die.faces[0]] * pool.count for pool in ask.pools]
    most = next(number for number, pool in enumerate(ask.pools) if pool.count)
    for impossible in ("no such face", 0, 99, True):
        bad = [list(faces) for faces in good]
        bad[most][0] = impossible
        yield Dice(ask.label, tuple(map(tuple, bad)))
    yield Dice(ask.label, tuple(map(tuple, [*good[:most], [*good[most], good[most][0]], *good[most + 1 :]])))
    yield Dice(ask.label, tuple(map(tuple, [*good[:most], good[most][1:], *good[most + 1 :]])))
    yield Dice(ask.label, (*map(tuple, good), (1,)))
    yield Dice(ask.label, ())
    yield Pick(ask.label, 1)
