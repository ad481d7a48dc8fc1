"""The criticals, the readings beside them, and the numbers that modifiers make."""

from dataclasses import replace

import pytest

from rules.airsoft_squads.attack import resolve
from rules.airsoft_squads.effects import current
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While, reckoned
from rules.airsoft_squads.modify import modified
from rules.airsoft_squads.pieces import Lies, State
from rules.airsoft_squads.samples import (
    ADVANCE,
    DOUBLE_SHOT,
    FOCUS,
    IN_THE_DARK,
    KITE,
    ROOK,
    SUPPRESSED,
    VIPER,
    attack,
    battle,
    critical,
    dice,
)
from rules.airsoft_squads.settings import Basis, Doublings, Rounding, Settings
from rules.asks import Declared
from rules.changes import apply, keyed
from rules.play import BadReply, Resolved, Waiting, play
from rules.table import Pick


def played(stage, declared, *replies):
    return play(resolve, Declared(stage, declared), replies)


def after(stage, declared, *replies):
    outcome = played(stage, declared, *replies).outcome
    return keyed(apply(stage, outcome.changes))


def skill(stat, operation, amount, side=While.ATTACKER, **more):
    return Modifier(f"{stat} {operation} {amount} {side}", "Skill", side, stat, operation, amount, **more)


HALVED = Modifier("halved", "Halved", While.TARGET, Stat.EP, Operation.DIVIDE, 2)
TWO_SHOTS = skill(Stat.ATTACK_DICE, Operation.ADD, 1)


# Criticals


def test_both_results_are_shown_before_the_choice():
    stage = battle(replace(ROOK, ap=7))
    waiting = played(stage, attack(), dice(6, 1))
    options = [waiting.ask.option(Declared(stage, attack()), option) for option in waiting.ask.options]
    assert [(option.label, option.leads_to) for option in options] == [
        ("add the die", "AP 13 against EP 4: +9 on the hit counter"),
        ("double the AP VALUE", "AP 14 against EP 4: +10 on the hit counter"),
    ]


def test_of_two_criticals_the_first_shows_what_can_still_become_of_it():
    second = replace(ROOK, ap=5, skills=(skill(Stat.ATTACK_DICE, Operation.ADD, 1),))
    stage = battle(second)
    waiting = played(stage, attack(), dice((6, 6), 1))
    told = [waiting.ask.option(Declared(stage, attack()), option).leads_to for option in ("add", "double")]
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
    assert waiting.ask.sentence(declared).endswith(question)
    option = waiting.ask.option(declared, "double")
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


def critical_from(face, side=While.ATTACKER):
    return skill(Stat.CRITICAL, Operation.FIX, face, side)


@pytest.mark.parametrize(
    ("own", "theirs", "lowest"),
    [((4, 5), (), 4), ((5, 4), (), 4), ((5,), (3,), 5), ((), (5, 4), 4), ((), (), 6)],
)
def test_of_several_that_make_dice_critical_the_lowest_face_of_the_attackers_side_counts(own, theirs, lowest):
    rook = replace(ROOK, skills=tuple(critical_from(face) for face in own))
    viper = replace(VIPER, skills=tuple(critical_from(face, While.TARGET) for face in theirs))
    assert modified(battle(rook, viper), rook, viper, ()).shot.criticals.all_from == lowest


def test_a_card_with_a_higher_critical_face_takes_nothing_from_a_skill():
    worn = replace(FOCUS, modifiers=(critical_from(5),), lies=Lies.ATTACHED, bearer="rook")
    stage = battle(replace(ROOK, ap=5, skills=(critical_from(4),)), cards=(worn,))
    assert played(stage, attack(), dice(4, 1)).ask.label == "critical die"


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


def for_enemies(stat, operation, amount, side, **more):
    return skill(stat, operation, amount, side, reach=Reach.ENEMIES, **more)


HARRIES = for_enemies(Stat.EP, Operation.SUBTRACT, 1, While.TARGET)


@pytest.mark.parametrize(("place", "ep"), [(3, 3), (1, 4)])
def test_an_effect_for_enemies_reaches_those_in_the_range_of_its_bearer(place, ep):
    kite = replace(KITE, place=place, skills=(HARRIES,))
    ended = played(battle(ROOK, replace(VIPER, place=3), kite), attack(), dice(1, 1))
    assert ended.outcome.ep == ep
    told = [step.value for step in ended.trace if step.label == "2 skill"]
    assert told == (["−1 EP: Skill (Kite)"] if ep == 3 else ["none"])  # noqa: RUF001


def test_an_effect_for_enemies_is_off_with_its_bearer_and_reaches_nobody_of_its_own():
    own = replace(VIPER, key="adder", name="Adder", place=1, skills=(HARRIES,))
    assert played(battle(ROOK, VIPER, own), attack(), dice(1, 1)).outcome.ep == 4
    fallen = replace(KITE, state=State.HIT, skills=(HARRIES,))
    assert played(battle(ROOK, VIPER, fallen), attack(), dice(1, 1)).outcome.ep == 4


def test_a_card_for_enemies_reaches_from_its_bearer_and_its_condition_is_asked():
    seen = for_enemies(Stat.EP, Operation.SUBTRACT, 2, While.TARGET, condition="it is seen")
    stage = battle(cards=(replace(FOCUS, modifiers=(seen,)),))
    plays = Pick("5a ATTACK card", "focus")
    assert played(stage, attack(), plays).ask.modifier == seen
    assert played(stage, attack(), plays, Pick("condition", "holds"), dice(1, 1)).outcome.ep == 2
    assert played(stage, attack(), plays, Pick("condition", "fails"), dice(1, 1)).outcome.ep == 4


def test_a_condition_of_a_card_that_does_not_count_in_the_attack_is_not_asked():
    others = skill(Stat.AP, Operation.ADD, 2, condition="it is seen", reach=Reach.OTHERS)
    stage = battle(cards=(replace(FOCUS, modifiers=(others,)),))
    assert played(stage, attack(), Pick("5a ATTACK card", "focus")).ask.label == "6 dice"


def test_an_effect_for_enemies_counts_in_their_current_numbers():
    frightens = for_enemies(Stat.DP, Operation.SUBTRACT, 2, While.ALWAYS)
    stage = battle(replace(ROOK, skills=(frightens,)), VIPER)
    assert (current(stage, VIPER, Stat.DP), current(stage, ROOK, Stat.DP)) == (4, 6)


def test_what_lies_on_no_position_has_no_enemies_in_range():
    with pytest.raises(ValueError, match="have no range"):
        replace(ADVANCE, modifiers=(HARRIES,))
    with pytest.raises(ValueError, match="have no range"):
        battle(teamwork=(HARRIES,))


def test_an_enemy_aura_can_weaken_an_attack():
    weakens = skill(Stat.AP, Operation.SUBTRACT, 2, While.TARGET, reach=Reach.OTHERS)
    cover = replace(KITE, squad="blue", skills=(weakens,))
    assert played(battle(ROOK, VIPER, cover), attack(), dice(3, 3)).outcome.ap == 5


# A critical whose answers give the same


def ask_after(stage, *replies):
    return played(stage, attack(), *replies)


def test_a_critical_that_gives_the_same_either_way_is_not_asked():
    six = battle(replace(ROOK, ap=6))
    ended = ask_after(six, dice(6, 2))
    assert isinstance(ended, Resolved)
    assert (ended.outcome.ap, ended.outcome.doubled) == (12, 0)
    told = [(step.label, step.value, step.source) for step in ended.trace if step.label == "critical die"]
    assert told == [("critical die", "add", "not asked")]
    nothing = battle(target=replace(VIPER, ep=20))
    assert isinstance(ask_after(nothing, dice(6, 1)), Resolved)
    assert isinstance(ask_after(battle(), dice(6, 1)), Waiting)


def test_a_second_critical_is_asked_only_where_it_still_matters():
    stage = battle(DOUBLE_SHOT, replace(VIPER, ep=4, dp=9))
    doubled = ask_after(stage, dice((6, 6), 2), *critical("double"))
    assert isinstance(doubled, Resolved)
    assert (doubled.outcome.ap, doubled.outcome.doubled) == (12, 1)
    assert isinstance(ask_after(stage, dice((6, 6), 2), *critical("add")), Waiting)


def test_an_answer_to_a_critical_that_gave_the_same_is_still_read():
    six = battle(replace(ROOK, ap=6))
    for option, doubled in (("add", 0), ("double", 1)):
        assert ask_after(six, dice(6, 2), *critical(option)).outcome.doubled == doubled
    with pytest.raises(BadReply):
        ask_after(six, dice(6, 2), *critical("triple"))
