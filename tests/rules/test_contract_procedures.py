"""The promises that every game makes about its procedures: who is offered, what is asked, and odd answers."""

from random import Random

import pytest
from at_random import play_on
from worked_examples import GAME_LIST, PROCEDURES, resolver_of

from companion.forms.questions import settled_questions
from rules.asks import Declared, Outlook
from rules.changes import apply, keyed, undo
from rules.game import Illegal, OfPiece
from rules.play import play
from rules.questions import Count, Question, Rows
from rules.records import BadRecord


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


@pytest.mark.parametrize(("game", "procedure"), PROCEDURES)
def test_usual_answers_bring_no_other_questions_with_them(game, procedure):
    for battle in battles_of(game):
        for chosen in choosable(procedure, battle):
            questions, answers = settled_questions(procedure, battle, chosen, {}, {})
            assert procedure.questions(battle, answers) == questions


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
        assert outlook.sentence or (outlook.sums and all(one.words for one in outlook.sums))
        assert sum(row.chance for row in outlook.table) == (1 if outlook.table else 0)
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
    for number, battle in enumerate(battles_of(game)):
        answered = pairs_of(list(keyed(battle)), number)
        for answers in (*STRANGE, *answered, *({**some, "range": "junk", "value": "9"} for some in answered)):
            assert refuses_or_returns(lambda: procedure.questions(battle, answers))  # noqa: B023
            assert refuses_or_returns(lambda: targets_of(procedure, battle, str(answers.get("actor"))))  # noqa: B023
            assert refuses_or_returns(lambda: declare_and_play(procedure, battle, answers))  # noqa: B023


def pairs_of(keys, number):
    """Each of some actors with one of some targets: another one in the next battle, and itself among them."""
    targets = (*keys[:6], "nothing")
    return [
        {"actor": actor, "target": targets[(place + number) % len(targets)]} for place, actor in enumerate(keys[:12])
    ]


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
