"""The Modify sequence: its steps, range, the cards, and what is refused."""

from dataclasses import replace

import pytest

from rules.airsoft_squads.attack import resolve
from rules.airsoft_squads.examples import EXAMPLES
from rules.airsoft_squads.examples_of_actions import ROWS
from rules.airsoft_squads.field import own_in_range
from rules.airsoft_squads.modifiers import Modifier, Operation, Stat, While
from rules.airsoft_squads.pieces import Card, Kind, Lies, State
from rules.airsoft_squads.questions import attack_questions, make_attack, targets
from rules.airsoft_squads.samples import (
    ADVANCE,
    FOCUS,
    HELMET,
    IN_THE_DARK,
    KITE,
    ROOK,
    SMOKE,
    VEST,
    VIPER,
    attack,
    battle,
    dice,
)
from rules.asks import Declared
from rules.game import Illegal
from rules.play import Resolved, play
from rules.records import BadRecord
from rules.table import Pick

BY_SLUG = {example.slug: example for example in EXAMPLES}


def played(stage, declared, *replies):
    return play(resolve, Declared(stage, declared), replies)


def skill(stat, operation, amount, side=While.ATTACKER, **more):
    return Modifier(f"{stat} {operation} {amount} {side}", "Skill", side, stat, operation, amount, **more)


# The sequence


def test_the_steps_are_told_in_their_order_with_their_sources():
    stage = battle(
        replace(ROOK, team="Hawks", hits=1, skills=(IN_THE_DARK,)),
        VIPER,
        replace(KITE, team="Hawks"),
        cards=(replace(ADVANCE, lies=Lies.LAID), FOCUS, SMOKE),
        teamwork=(Modifier("mates", "Team", While.ATTACKER, Stat.AP, Operation.ADD, 1),),
    )
    ended = played(
        stage,
        attack("in-the-dark"),
        Pick("5a ATTACK card", "focus"),
        Pick("5b DEFENCE card", "smoke"),
        dice(3, 2),
    )
    assert [(step.label, step.value) for step in ended.trace][:9] == [
        ("1 suppression", "AP VALUE 4 halved: DP 6 minus hit counter 1 = 5, DP VALUE 6"),
        ("2 skill", "+2 AP: Night eyes (Rook)"),
        ("2 skill", "+1 AP: Spotter (Kite)"),
        ("3 teamwork", "+1 AP: Team (Hawks, with Kite)"),
        ("4 strategy card", "+1 AP: Sample advance (STRATEGY of Red squad)"),
        ("5a ATTACK card", "focus"),
        ("5b DEFENCE card", "smoke"),
        ("5c ATTACK card", "refused: Rook carries Sample focus, and one card is the most"),
        ("5 card", "+1 AP: Sample focus (ATTACK of Rook)"),
    ]
    assert (ended.outcome.ap, ended.outcome.ep) == (2 + 2 + 1 + 1 + 1 + 1 + 3, 3 + 2 + 2)


def test_what_a_move_and_a_medic_make_of_both_is_told_with_its_source():
    stage = battle(replace(ROOK, moved=1), replace(VIPER, moved=2, medics=1, hits=1))
    told = [(step.label, step.value) for step in played(stage, attack(), dice(3, 1)).trace][:5]
    assert told == [
        ("MOVE and MEDIC", "−3 DP: MOVE (Rook)"),  # noqa: RUF001
        ("MOVE and MEDIC", "−2 EP: MOVE (Viper)"),  # noqa: RUF001
        ("MOVE and MEDIC", "−6 DP: MOVE (Viper)"),  # noqa: RUF001
        ("MOVE and MEDIC", "+3 DP: MEDIC (Viper)"),
        ("1 suppression", "AP VALUE 4 halved: DP 3 (−3 DP: MOVE (Rook)) minus hit counter 0 = 3, DP VALUE 6"),  # noqa: RUF001
    ]


def test_suppression_tells_what_else_makes_the_dp():
    stage = battle(replace(ROOK, hits=1), cards=(replace(VEST, modifiers=(TOUGH,)),))
    (told,) = (step.value for step in played(stage, attack(), dice(3, 1)).trace if step.label == "1 suppression")
    assert told == "none: DP 9 (+3 DP: Tough (ITEM of Rook)) minus hit counter 1 = 8, DP VALUE 6"


def test_a_step_without_anything_says_so():
    trace = played(battle(), attack(), dice(3, 2)).trace
    told = {step.label: step.value for step in trace}
    assert [told[label] for label in ("2 skill", "3 teamwork", "4 strategy card", "5 card")] == ["none"] * 4


def test_teamwork_counts_for_the_attacked_side_too_where_the_mode_says_so():
    mates = (Modifier("mates", "Team", While.TARGET, Stat.EP, Operation.ADD, 2),)
    viper, adder = (replace(o, team="Snakes") for o in (VIPER, replace(VIPER, key="adder", name="Adder", place=1)))
    assert played(battle(ROOK, viper, adder, teamwork=mates), attack(), dice(3, 1)).outcome.ep == 3 + 2 + 1


@pytest.mark.parametrize(("lies", "ap", "ep"), [(Lies.LAID, 8, 5), (Lies.APART, 7, 4), (Lies.DISCARDED, 7, 4)])
def test_strategy_cards_of_both_sides_count_while_they_are_laid(lies, ap, ep):
    cover = Modifier("cover", "Cover", While.TARGET, Stat.EP, Operation.ADD, 1)
    theirs = Card("theirs", "Theirs", "blue", Kind.STRATEGY, (cover,), lies)
    ended = played(battle(cards=(replace(ADVANCE, lies=lies), theirs)), attack(), dice(3, 1))
    assert (ended.outcome.ap, ended.outcome.ep) == (ap, ep)


TOUGH = Modifier("tough", "Tough", While.ALWAYS, Stat.DP, Operation.ADD, 3)


@pytest.mark.parametrize(
    ("attacker", "cards", "ap"),
    [
        (replace(ROOK, hits=1), (), 5),
        (replace(ROOK, hits=1, medics=1), (), 7),
        (replace(ROOK, hits=1, moved=1, medics=1), (), 5),
        (replace(ROOK, hits=1), (replace(VEST, modifiers=(TOUGH,)),), 7),
        (replace(ROOK, hits=1), (replace(FOCUS, modifiers=(TOUGH,)),), 5),
    ],
    ids=["hurt", "with a MEDIC", "moved and with a MEDIC", "with an ITEM", "with a card of this attack"],
)
def test_suppression_counts_the_dp_with_which_the_attack_begins(attacker, cards, ap):
    replies = (Pick("5a ATTACK card", "focus"),) if cards and cards[0].kind is Kind.ATTACK else ()
    assert played(battle(attacker, cards=cards), attack(), *replies, dice(3, 1)).outcome.ap == ap


@pytest.mark.parametrize("place", [None, 1])
def test_teamwork_needs_a_face_up_team_mate_in_range(place):
    mates = (Modifier("mates", "Team", While.ATTACKER, Stat.AP, Operation.ADD, 3),)
    rook, kite = replace(ROOK, team="Hawks", place=3), replace(KITE, team="Hawks", skills=(), place=place)
    stage = battle(rook, replace(VIPER, place=3), kite, teamwork=mates)
    assert played(stage, attack(), dice(3, 3)).outcome.ap == 7


def test_a_team_is_the_same_in_large_and_small_letters():
    mates = (Modifier("mates", "Team", While.ATTACKER, Stat.AP, Operation.ADD, 3),)
    stage = battle(replace(ROOK, team="Hawks"), VIPER, replace(KITE, team="hawks", skills=()), teamwork=mates)
    assert played(stage, attack(), dice(3, 3)).outcome.ap == 10


def test_a_card_of_an_earlier_attack_keeps_working_and_takes_the_place_of_another():
    worn = replace(SMOKE, lies=Lies.ATTACHED, bearer="viper")
    stage = battle(cards=(worn, replace(SMOKE, key="second", modifiers=())))
    ended = played(stage, attack(), dice(3, 1))
    assert isinstance(ended, Resolved)
    assert ended.outcome.ep == 6


# Range


@pytest.mark.parametrize(
    ("attacker", "reached"),
    [("raven", {"adder", "viper"}), ("rook", {"adder", "viper", "cobra"}), ("kite", {"viper", "cobra"})],
)
def test_range_is_the_opposite_position_and_its_neighbours(attacker, reached):
    assert {key for key, reason in targets(ROWS, attacker).items() if not reason} == reached


@pytest.mark.parametrize(
    ("operator", "reached"), [("raven", {"rook"}), ("rook", {"raven", "kite"}), ("kite", {"rook"})]
)
def test_in_the_own_row_range_is_the_neighbours(operator, reached):
    assert {o.key for o in own_in_range(ROWS, ROWS.operator(operator))} == reached


# Cards


def test_without_an_answer_of_the_attacked_side_the_attacker_is_not_asked_again():
    stage = battle(cards=(FOCUS, SMOKE))
    waiting = played(stage, attack(), Pick("5a ATTACK card", "no card"), Pick("5b DEFENCE card", "no card"))
    assert waiting.ask.label == "6 dice"


def test_each_side_is_offered_only_its_own_cards_of_the_kind_that_lie_apart():
    gone = replace(FOCUS, key="gone", modifiers=(), lies=Lies.DISCARDED)
    ask = played(battle(cards=(FOCUS, SMOKE, gone, HELMET)), attack()).ask
    assert (ask.by, ask.options) == ("red", ("no card", "focus"))


def test_a_condition_on_a_card_is_asked_when_it_is_played():
    card = Card("trap", "Trap", "blue", Kind.DEFENCE, (replace(IN_THE_DARK, side=While.TARGET, stat=Stat.EP),))
    stage = battle(cards=(card,))
    waiting = played(stage, attack(), Pick("5b DEFENCE card", "trap"))
    declared = Declared(stage, attack())
    assert waiting.ask.sentence(declared) == "Night eyes, +2 EP: it is dark?"
    for answer, ep in (("holds", 6), ("fails", 4)):
        ended = played(stage, attack(), Pick("5b DEFENCE card", "trap"), Pick("condition", answer), dice(3, 1))
        assert ended.outcome.ep == ep


def test_a_carried_item_closes_both_turns_of_the_attacker():
    labels = [step.label for step in played(BY_SLUG["A20"].battle, attack(), *BY_SLUG["A20"].replies).trace]
    trace = {step.label: step.value for step in played(battle(cards=(VEST, FOCUS)), attack(), dice(3, 3)).trace}
    assert trace["5a ATTACK card"].startswith("refused: Rook carries Sample vest")
    assert labels.count("5a ATTACK card") == labels.count("5c ATTACK card") == 1


# Refusals


def test_who_is_exhausted_can_be_attacked():
    stage = battle(target=replace(VIPER, state=State.EXHAUSTED))
    assert played(stage, attack(), dice(3, 2)).outcome.excess == 2


@pytest.mark.parametrize(
    ("stage", "sentence"),
    [
        (battle(replace(ROOK, state=State.EXHAUSTED)), "Rook is EXHAUSTED: it takes a BONUS ACTION to act again."),
        (battle(replace(ROOK, state=State.HIT)), "Rook is HIT."),
        (battle(replace(ROOK, place=None)), "Rook is in the SAVEZONE."),
        (battle(target=replace(VIPER, state=State.OUT)), "Viper is OUT."),
        (battle(target=replace(VIPER, place=None)), "Viper is in the SAVEZONE."),
        (battle(target=replace(VIPER, squad="red", place=3)), "Viper is on the same side."),
        (battle(over=True), "The battle is over."),
    ],
)
def test_what_cannot_be_attacked_is_refused_in_words(stage, sentence):
    with pytest.raises(Illegal) as refusal:
        played(stage, attack())
    assert str(refusal.value) == sentence


def test_a_condition_that_is_not_asked_is_refused():
    with pytest.raises(Illegal, match="not asked"):
        played(battle(), attack("in-the-dark"))


def test_conditions_are_asked_with_yes_and_no():
    stage = battle(replace(ROOK, skills=(IN_THE_DARK,)))
    chosen = {"actor": "rook", "target": "viper"}
    (question,) = attack_questions(stage, chosen)
    assert (question.label, question.help, question.usual) == ("it is dark", "Night eyes (Rook)", False)
    assert make_attack({**chosen, question.name: True}) == attack("in-the-dark")
    assert make_attack({**chosen, question.name: False}) == attack()
    with pytest.raises(BadRecord):
        make_attack({"actor": 3})


@pytest.mark.parametrize(
    "wrong",
    [
        {"amount": 21},
        {"operation": Operation.DIVIDE, "amount": 0},
        {"side": While.ALWAYS, "condition": "it is dark"},
        {"stat": Stat.MP},
        {"stat": Stat.DP, "side": While.TARGET},
        {"stat": Stat.VIOLATION, "side": While.ALWAYS, "amount": 7},
        {"condition": "x" * 121},
    ],
)
def test_impossible_modifiers_are_refused(wrong):
    with pytest.raises(ValueError, match=r"[a-z]"):
        replace(skill(Stat.AP, Operation.ADD, 1), **wrong)
