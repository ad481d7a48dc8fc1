"""The Modify sequence, the cards, the criticals and the numbers that modifiers make."""

from dataclasses import replace

import pytest

from rules.airsoft_squads import GAME
from rules.airsoft_squads.asking import attack_questions, make_attack, targets
from rules.airsoft_squads.attack import resolve
from rules.airsoft_squads.effects import current
from rules.airsoft_squads.examples import EXAMPLES
from rules.airsoft_squads.examples_of_actions import ROWS
from rules.airsoft_squads.field import own_in_range
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While, reckoned
from rules.airsoft_squads.pieces import Card, Kind, Lies, State
from rules.airsoft_squads.samples import (
    ADVANCE,
    FOCUS,
    HELMET,
    IN_THE_DARK,
    KITE,
    ROOK,
    SMOKE,
    SUPPRESSED,
    VEST,
    VIPER,
    attack,
    battle,
    critical,
    dice,
)
from rules.airsoft_squads.settings import Basis, Doublings, Rounding, Settings
from rules.changes import apply, keyed
from rules.game import Declared, Illegal
from rules.play import Resolved, Waiting, play
from rules.records import BadRecord
from rules.table import Pick

BY_SLUG = {example.slug: example for example in EXAMPLES}


def played(stage, declared, *replies):
    return play(resolve, Declared(stage, declared), replies)


def after(stage, declared, *replies):
    outcome = played(stage, declared, *replies).outcome
    return keyed(apply(stage, outcome.changes))


def skill(stat, operation, amount, side=While.ATTACKER, **more):
    return Modifier(f"{stat} {operation} {amount} {side}", "Skill", side, stat, operation, amount, **more)


HALVED = Modifier("halved", "Halved", While.TARGET, Stat.EP, Operation.DIVIDE, 2)
TWO_SHOTS = skill(Stat.ATTACK_DICE, Operation.ADD, 1)


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
        ("1 suppression", "AP VALUE 4 halved: DP minus hit counter 5, DP VALUE 6"),
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


def test_a_step_without_anything_says_so():
    trace = played(battle(), attack(), dice(3, 2)).trace
    told = {step.label: step.value for step in trace}
    assert [told[label] for label in ("2 skill", "3 teamwork", "4 strategy card", "5 card")] == ["none"] * 4


@pytest.mark.parametrize("place", [None, 1])
def test_teamwork_needs_a_face_up_team_mate_in_range(place):
    mates = (Modifier("mates", "Team", While.ATTACKER, Stat.AP, Operation.ADD, 3),)
    rook, kite = replace(ROOK, team="Hawks", place=3), replace(KITE, team="Hawks", skills=(), place=place)
    stage = battle(rook, replace(VIPER, place=3), kite, teamwork=mates)
    assert played(stage, attack(), dice(3, 3)).outcome.ap == 7


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
    procedure = GAME.procedure("attack")
    assert procedure.sentence(declared, waiting.ask) == "Night eyes, +2 EP: it is dark?"
    for answer, ep in (("holds", 6), ("fails", 4)):
        ended = played(stage, attack(), Pick("5b DEFENCE card", "trap"), Pick("condition", answer), dice(3, 1))
        assert ended.outcome.ep == ep


def test_a_carried_item_closes_both_turns_of_the_attacker():
    labels = [step.label for step in played(BY_SLUG["A20"].battle, attack(), *BY_SLUG["A20"].replies).trace]
    trace = {step.label: step.value for step in played(battle(cards=(VEST, FOCUS)), attack(), dice(3, 3)).trace}
    assert trace["5a ATTACK card"].startswith("refused: Rook carries Sample vest")
    assert labels.count("5a ATTACK card") == labels.count("5c ATTACK card") == 1


# Criticals


def test_both_results_are_shown_before_the_choice():
    stage = battle(replace(ROOK, ap=7))
    waiting = played(stage, attack(), dice(6, 1))
    procedure = GAME.procedure("attack")
    options = [procedure.option(Declared(stage, attack()), waiting.ask, option) for option in waiting.ask.options]
    assert [(option.label, option.leads_to) for option in options] == [
        ("add the die", "AP 13 against EP 4: +9 on the hit counter"),
        ("double the AP VALUE", "AP 14 against EP 4: +10 on the hit counter"),
    ]


def test_of_two_criticals_the_first_shows_what_can_still_become_of_it():
    second = replace(ROOK, ap=5, skills=(skill(Stat.ATTACK_DICE, Operation.ADD, 1),))
    stage = battle(second)
    waiting = played(stage, attack(), dice((6, 6), 1))
    told = [
        GAME.procedure("attack").option(Declared(stage, attack()), waiting.ask, o).leads_to for o in ("add", "double")
    ]
    assert told == [
        "up to AP 17 against EP 4: +13 on the hit counter",
        "up to AP 20 against EP 4: +16 on the hit counter (times 4)",
    ]


@pytest.mark.parametrize(
    ("basis", "doublings", "question", "labels"),
    [
        (Basis.VALUE, Doublings.TWICE, "double the AP VALUE?", ("double the AP VALUE", "AP 10", "times 4")),
        (
            Basis.VALUE,
            Doublings.EACH,
            "double the AP VALUE?",
            ("double the AP VALUE", "AP 7", "times 3, halves rounded down"),
        ),
        (Basis.TOTAL, Doublings.TWICE, "double all AP?", ("double all AP", "AP 8", "times 4, halves rounded down")),
    ],
)
def test_the_readings_stand_beside_the_choice_that_they_decide(basis, doublings, question, labels):
    second = replace(SUPPRESSED, ap=5, skills=(TWO_SHOTS,))
    stage = battle(second, settings=Settings(basis=basis, doublings=doublings))
    declared = Declared(stage, attack())
    waiting = played(stage, attack(), dice((6, 6), 1), *critical("double"))
    assert GAME.procedure("attack").sentence(declared, waiting.ask).endswith(question)
    option = GAME.procedure("attack").option(declared, waiting.ask, "double")
    label, ap, reading = labels
    assert option.label == label
    assert option.leads_to.startswith(f"{ap} against EP 4")
    assert option.leads_to.endswith(f" ({reading})")


def test_an_effect_lets_a_lower_die_be_critical():
    stage = battle(replace(ROOK, skills=(skill(Stat.CRITICAL, Operation.FIX, 5),)))
    assert isinstance(played(stage, attack(), dice(5, 1)), Waiting)
    assert isinstance(played(stage, attack(), dice(4, 1)), Resolved)
    assert played(stage, attack(), dice(5, 1), *critical("double")).outcome.ap == 8


def agreed(ended):
    return {step.label: step.value for step in ended.trace if step.label.startswith("agreed")}


@pytest.mark.parametrize(
    ("attacker", "target", "replies", "settings", "told"),
    [
        (ROOK, VIPER, (dice(3, 2),), {}, {}),
        (SUPPRESSED, VIPER, (dice(3, 2),), {}, {}),
        (replace(SUPPRESSED, ap=5), VIPER, (dice(3, 2),), {}, {"agreed: halves": "rounded down"}),
        (ROOK, replace(VIPER, skills=(HALVED,)), (dice(3, 2),), {}, {"agreed: halves": "rounded down"}),
        (
            ROOK,
            replace(VIPER, skills=(HALVED,)),
            (dice(3, 2),),
            {"rounding": Rounding.UP},
            {"agreed: halves": "rounded up"},
        ),
        (ROOK, VIPER, (dice(6, 2), *critical("add")), {}, {}),
        (ROOK, VIPER, (dice(6, 2), *critical("double")), {}, {"agreed: doubling": "doubles the AP VALUE"}),
        (
            ROOK,
            VIPER,
            (dice(6, 2), *critical("double")),
            {"basis": Basis.TOTAL},
            {"agreed: doubling": "doubles all AP before the dice"},
        ),
        (
            replace(ROOK, skills=(TWO_SHOTS,)),
            VIPER,
            (dice((6, 6), 2), *critical("double", "double")),
            {},
            {"agreed: doubling": "doubles the AP VALUE", "agreed: two doublings": "times 4"},
        ),
        (
            replace(SUPPRESSED, ap=5, skills=(TWO_SHOTS,)),
            VIPER,
            (dice((6, 6), 2), *critical("double", "double")),
            {"doublings": Doublings.EACH},
            {
                "agreed: halves": "rounded down",
                "agreed: doubling": "doubles the AP VALUE",
                "agreed: two doublings": "times 3",
            },
        ),
    ],
)
def test_the_readings_that_mattered_stand_beside_the_result(attacker, target, replies, settings, told):
    assert agreed(played(battle(attacker, target, settings=Settings(**settings)), attack(), *replies)) == told


# Numbers


@pytest.mark.parametrize("order", [1, -1])
def test_fix_comes_before_multiply_divide_add_and_subtract_in_whatever_order_they_stand(order):
    found = [
        skill(Stat.AP, Operation.SUBTRACT, 1),
        skill(Stat.AP, Operation.ADD, 4),
        skill(Stat.AP, Operation.DIVIDE, 2),
        skill(Stat.AP, Operation.MULTIPLY, 3),
        skill(Stat.AP, Operation.FIX, 5),
    ][::order]
    assert reckoned(9, found).total(Rounding.DOWN) == 7 + 4 - 1
    assert reckoned(9, found).total(Rounding.UP) == 8 + 4 - 1


def test_of_two_that_fix_a_number_the_attackers_side_prevails():
    fixed_by_target = skill(Stat.EP, Operation.FIX, 9, While.TARGET)
    fixed_by_attacker = skill(Stat.EP, Operation.FIX, 1)
    stage = battle(replace(ROOK, skills=(fixed_by_attacker,)), replace(VIPER, skills=(fixed_by_target,)))
    assert played(stage, attack(), dice(1, 1)).outcome.ep == 2


def test_extra_dice_come_by_effect_on_either_side():
    rook = replace(ROOK, skills=(skill(Stat.ATTACK_DICE, Operation.ADD, 2),))
    viper = replace(VIPER, skills=(skill(Stat.DEFENCE_DICE, Operation.ADD, 1, While.TARGET),))
    pools = played(battle(rook, viper), attack()).ask.pools
    assert [(pool.die.name, pool.count) for pool in pools] == [("attack d6", 3), ("defence d6", 2)]


def test_a_move_takes_ep_and_dp_and_a_medic_gives_dp():
    rook = replace(ROOK, moved=1, medics=1)
    stage = battle(rook)
    assert [current(stage, rook, stat) for stat in (Stat.AP, Stat.EP, Stat.DP, Stat.MP)] == [4, 2, 6, 2]


def test_dp_that_the_attack_raises_count_for_hit_in_it():
    tough = skill(Stat.DP, Operation.ADD, 3, While.TARGET, condition="it lies down")
    after_it = after(battle(replace(ROOK, ap=7), replace(VIPER, skills=(tough,))), attack(tough.key), dice(4, 1))
    assert (after_it["viper"].hits, after_it["viper"].state) == (7, State.NORMAL)


def test_a_skill_in_range_reaches_only_neighbours():
    near = replace(IN_THE_DARK, key="near", condition="", reach=Reach.IN_RANGE)
    stage = battle(replace(ROOK, place=1), replace(VIPER, place=1), replace(KITE, place=3, skills=(near,)))
    assert played(stage, attack(), dice(1, 1)).outcome.ap == 5
    beside = battle(replace(ROOK, place=2), replace(VIPER, place=1), replace(KITE, place=3, skills=(near,)))
    assert played(beside, attack(), dice(1, 1)).outcome.ap == 7


def test_an_enemy_aura_can_weaken_an_attack():
    weakens = skill(Stat.AP, Operation.SUBTRACT, 2, While.TARGET, reach=Reach.OTHERS)
    cover = replace(KITE, squad="blue", skills=(weakens,))
    assert played(battle(ROOK, VIPER, cover), attack(), dice(3, 3)).outcome.ap == 5


# Refusals


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
