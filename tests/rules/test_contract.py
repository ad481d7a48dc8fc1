"""The promises that every game makes, for every game, every procedure and every worked example."""

import json
from functools import cache
from math import comb
from random import Random

import pytest
from at_random import play_on, usual_reply

from rules.asks import Choice, Declared, Outlook, Roll
from rules.changes import Change, apply, keyed, undo
from rules.following import Following
from rules.game import Illegal, OfPiece
from rules.games import GAMES
from rules.odds import odds
from rules.play import BadReply, Resolved, Waiting, play
from rules.questions import Count, Question, Rows
from rules.records import BadRecord, from_json, to_json
from rules.replay import Record, of_example, read, report, write
from rules.table import Dice, Pick

GAME_LIST = list(GAMES.values())
EXAMPLES = [
    pytest.param(game, example, id=f"{game.slug}-{example.slug}") for game in GAME_LIST for example in game.examples
]
ALLOWED = [param for param in EXAMPLES if not param.values[1].refused]
PROCEDURES = [
    pytest.param(game, procedure, id=f"{game.slug}-{procedure.slug}")
    for game in GAME_LIST
    for procedure in game.procedures
]

FEW_PATHS = 20_000
SEEDS = range(8)


def through_json(value):
    return json.loads(json.dumps(value))


def resolver_of(game, example):
    return game.procedure(example.procedure).resolve, Declared(example.battle, example.declaration)


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
    procedure = game.procedure(example.procedure)
    _, declared = resolver_of(game, example)
    for ask in {ask: None for _, asks, _ in plays_of(game, example) for ask in asks}:
        assert ask.sentence(declared).endswith((".", "?"))
        assert len(ask.label) <= 60
        if isinstance(ask, Choice):
            assert ask.by in {side.key for side in example.battle.sides}
            assert len(ask.options) == len(set(ask.options)) > 1
            names = [procedure.option(declared, ask, option).label for option in ask.options]
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


# Odds


def fewer_paths_than(resolve, declared, most):
    """Whether the dice of the usual play show few enough different rolls."""
    _, asks, _ = play_on(resolve, declared, Random(0), reply=usual_reply)
    paths = 1
    for ask in asks:
        if isinstance(ask, Roll):
            for pool in ask.pools:
                paths *= comb(pool.count + len(pool.die.symbols) - 1, pool.count)
    return paths <= most


@pytest.mark.parametrize(("game", "example"), ALLOWED)
def test_odds_sum_to_1_and_know_every_outcome_of_usual_play(game, example):
    resolve, declared = resolver_of(game, example)
    if not fewer_paths_than(resolve, declared, FEW_PATHS):
        pytest.skip("too many paths for the odds of the whole procedure")
    chances = odds(resolve, declared)
    assert sum(chances.values()) == 1
    assert all(chance > 0 for chance in chances.values())
    for seed in SEEDS:
        _, _, played = play_on(resolve, declared, Random(seed), reply=usual_reply)
        assert chances[played.outcome] > 0


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_some_example_of_the_game_has_odds_with_dice_in_them(game):
    found = [odds(*resolver_of(game, param.values[1])) for param in ALLOWED
             if param.values[0] is game and fewer_paths_than(*resolver_of(*param.values), FEW_PATHS)]  # fmt: skip
    assert max(map(len, found)) > 1


# Procedures


@pytest.mark.parametrize(("game", "procedure"), PROCEDURES)
def test_who_cannot_be_chosen_is_told_why(game, procedure):
    for battle in battles_of(game):
        for actor, reason in actors_of(procedure, battle).items():
            assert actor in keyed(battle)
            assert not reason or reason.endswith(".")
            reasons = targets_of(procedure, battle, actor)
            assert set(reasons) <= set(keyed(battle))
            assert all(why.endswith(".") for why in reasons.values() if why)


@pytest.mark.parametrize(("game", "procedure"), PROCEDURES)
def test_whatever_is_offered_can_be_declared_with_some_answers(game, procedure):
    pairs = [(battle, chosen) for battle in battles_of(game) for chosen in choosable(procedure, battle)]
    assert bool(pairs) is isinstance(procedure, OfPiece)
    for battle, chosen in pairs:
        assert any(can_be_declared(procedure, battle, chosen, Random(seed)) for seed in range(20)), (battle, chosen)


@pytest.mark.parametrize(("game", "procedure"), PROCEDURES)
def test_whoever_is_not_offered_cannot_be_declared(game, procedure):
    for battle in battles_of(game):
        for actor, reason in actors_of(procedure, battle).items():
            for target in targets_of(procedure, battle, actor) or [""]:
                if reason:
                    chosen = {"actor": actor, "target": target} if target else {"actor": actor}
                    assert not any(can_be_declared(procedure, battle, chosen, Random(seed)) for seed in range(5))


@pytest.mark.parametrize(("game", "procedure"), PROCEDURES)
def test_a_usual_answer_is_one_of_those_on_offer(game, procedure):
    for battle in battles_of(game):
        for chosen in choosable(procedure, battle):
            for question in procedure.questions(battle, chosen):
                if isinstance(question, Count):
                    assert question.least <= question.usual <= question.most
                elif isinstance(question, Rows):
                    assert set(question.usual) <= {row.name for row in question.offered if not row.refused}
                else:
                    assert isinstance(question, Question)
                    assert question.usual in [option.value for option in question.options if not option.refused]


def actors_of(procedure, battle):
    return procedure.actors(battle) if isinstance(procedure, OfPiece) else {}


def targets_of(procedure, battle, actor):
    return procedure.targets(battle, actor) if isinstance(procedure, OfPiece) else {}


def battles_of(game):
    """The battles of the examples, before and after."""
    found = []
    for example in game.examples:
        found.append(example.battle)
        if not (example.refused or example.waits_for):
            changes = play(*resolver_of(game, example), example.replies).outcome.changes
            found.append(apply(example.battle, changes))
    return list(dict.fromkeys(found))


def choosable(procedure, battle):
    """The keys of every actor and target on offer."""
    for actor, reason in actors_of(procedure, battle).items():
        if reason:
            continue
        reasons = targets_of(procedure, battle, actor)
        if not reasons:
            yield {"actor": actor}
        yield from ({"actor": actor, "target": target} for target, why in reasons.items() if not why)


def can_be_declared(procedure, battle, chosen, random):
    """Answer at random, play to the end at random, and tell whether the rules allowed it."""
    answers = dict(chosen)
    for question in procedure.questions(battle, answers):
        answers[question.name] = random_answer(question, random)
    asked = procedure.questions(battle, answers)
    answers = {**chosen, **{q.name: answers.get(q.name, random_answer(q, random)) for q in asked}}
    try:
        declared = Declared(battle, procedure.declare(answers))
        _, _, played = play_on(procedure.resolve, declared, random)
    except Illegal as refusal:
        return refused_in_words(refusal)
    assert apply(apply(battle, played.outcome.changes), undo(played.outcome.changes)) == battle
    if procedure.outlook:
        outlook = procedure.outlook(declared)
        assert isinstance(outlook, Outlook)
        assert outlook.sentence
        assert sum(bar.chance for bar in outlook.bars) == (1 if outlook.bars else 0)
    return True


def random_answer(question, random):
    if isinstance(question, Count):
        return random.randint(question.least, question.most)
    if isinstance(question, Rows):
        return random_rows(question, random)
    offered = [option.value for option in question.options if not option.refused]
    return random.choice(offered or [option.value for option in question.options])


def random_rows(question, random):
    """Some of the rows on offer, and perhaps a typed one."""
    taken = [row.answer for row in question.offered if not row.refused and random.random() < 0.5]
    if question.typed and random.random() < 0.5:
        numbers = {column.name: random.randint(column.least, column.most) for column in question.columns}
        taken.append({"name": "a typed row", **numbers})
    return taken


def refused_in_words(refusal):
    assert str(refusal).endswith(".")
    return False


STRANGE = ({}, {"actor": "nobody"}, {"actor": "nobody", "target": "nothing"}, {"actor": 3, "target": None})


@pytest.mark.parametrize(("game", "procedure"), PROCEDURES)
def test_strange_answers_are_illegal_or_a_bad_record_and_nothing_else(game, procedure):
    for battle in battles_of(game):
        keys = list(keyed(battle))
        answered = [{"actor": actor, "target": target} for actor in keys[:12] for target in (*keys[:6], "nothing")]
        for answers in (*STRANGE, *answered, *({**some, "range": "junk", "value": "9"} for some in answered)):
            assert refuses_or_returns(lambda: procedure.questions(battle, answers))  # noqa: B023
            assert refuses_or_returns(lambda: targets_of(procedure, battle, str(answers.get("actor"))))  # noqa: B023
            assert refuses_or_returns(lambda: declare_and_play(procedure, battle, answers))  # noqa: B023


def declare_and_play(procedure, battle, answers):
    return play(procedure.resolve, Declared(battle, procedure.declare(answers)), ())


def refuses_or_returns(call):
    try:
        call()
    except (Illegal, BadRecord) as refusal:
        return str(refusal)
    return True


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_a_game_knows_its_procedures_by_name(game):
    for procedure in game.procedures:
        assert game.procedure(procedure.slug) is procedure
        assert len(procedure.slug) <= 20
    with pytest.raises(KeyError):
        game.procedure("no such thing")


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.slug)
def test_a_battle_tells_its_sides_its_pieces_and_how_it_stands(game):
    for battle in battles_of(game):
        assert len({side.key for side in battle.sides}) >= 2
        assert {piece.key for piece in battle.pieces} <= set(keyed(battle))
        assert all(piece.name and piece.standing in (True, False) for piece in battle.pieces)
        assert hasattr(battle, "settings")
        sides = {side.key for side in battle.sides}
        assert set(game.score(battle)) == (sides if game.has_points else set())
        assert game.has_points or all(game.left(battle, side) for side in sides)
        assert all(name and value for name, value in game.status(battle))
