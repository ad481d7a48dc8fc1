"""HIT at any time, PERFORMANCE, MOVE, MEDIC, BONUS ACTIONs, cards by hand, and the end of a TURN."""

from dataclasses import replace

import pytest

from rules.airsoft_squads import GAME
from rules.airsoft_squads.actions import violation_of
from rules.airsoft_squads.asking import handled, move_questions, movers
from rules.airsoft_squads.bonus import Grant
from rules.airsoft_squads.correct import Correction
from rules.airsoft_squads.handling import Attaching, Handling
from rules.airsoft_squads.medic import Medic
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.move import Move
from rules.airsoft_squads.pieces import Aim, Bonus, Card, Kind, Lies, State
from rules.airsoft_squads.samples import (
    ADVANCE,
    FOCUS,
    HELMET,
    KITE,
    RECKLESS,
    ROOK,
    SMOKE,
    VEST,
    VIPER,
    attack,
    battle,
    dice,
    operator,
    row,
)
from rules.airsoft_squads.settings import Medicine, Revealed, Settings
from rules.airsoft_squads.sheet import Phase
from rules.airsoft_squads.standing import next_to_act, standing, status
from rules.airsoft_squads.start import squad_problems
from rules.airsoft_squads.strategy import Strategy
from rules.airsoft_squads.support import Support
from rules.changes import apply, keyed
from rules.game import Declared, Illegal
from rules.play import Waiting, play
from rules.table import Dice, Pick

HAWK = operator("Hawk", "red", None)
WREN_HIT_6 = operator("Wren", "red", 1, hits=6)
VEST_APART = replace(VEST, lies=Lies.APART, bearer=None)
PLAN = Card("plan", "Plan", "red", Kind.STRATEGY)


def played(stage, slug, declaration, *replies):
    return play(GAME.procedure(slug).resolve, Declared(stage, declaration), replies)


def after(stage, slug, declaration, *replies):
    return keyed(apply(stage, played(stage, slug, declaration, *replies).outcome.changes))


def refusal(stage, slug, declaration):
    with pytest.raises(Illegal) as told:
        played(stage, slug, declaration)
    return str(told.value)


# HIT and PERFORMANCE


def test_the_other_side_of_a_move_that_kills_is_asked_for_its_performance():
    stage = battle(replace(ROOK, hits=3), VIPER, cards=(HELMET,))
    waiting = played(stage, "move", Move("rook"))
    assert isinstance(waiting, Waiting)
    assert (waiting.ask.label, waiting.ask.by, waiting.ask.options) == ("PERFORMANCE", "blue", ("card", "helmet"))
    assert after(stage, "move", Move("rook"), Pick("PERFORMANCE", "helmet"))["helmet"].bearer == "viper"


def test_a_new_item_takes_the_place_of_the_card_of_an_exhausted_operator():
    worn = replace(SMOKE, lies=Lies.ATTACHED, bearer="viper")
    stage = battle(replace(ROOK, hits=3), replace(VIPER, state=State.EXHAUSTED), cards=(HELMET, worn))
    ended = after(stage, "move", Move("rook"), Pick("PERFORMANCE", "helmet"))
    assert (ended["helmet"].bearer, ended["smoke"].lies, ended["smoke"].bearer) == ("viper", Lies.DISCARDED, None)


def test_an_operator_that_carries_a_card_and_is_not_exhausted_gets_no_item():
    worn = replace(SMOKE, lies=Lies.ATTACHED, bearer="viper")
    stage = battle(replace(ROOK, hits=3), VIPER, cards=(HELMET, worn))
    assert after(stage, "move", Move("rook"))["helmet"].lies is Lies.APART


def test_reaching_an_objective_is_a_performance_of_the_own_side():
    stage = battle(replace(ROOK, objective=2), cards=(replace(VEST, lies=Lies.APART, bearer=None),))
    assert played(stage, "move", Move("rook")).ask.by == "red"


def test_losing_the_dp_of_an_item_can_put_an_operator_hit():
    worn = replace(HELMET, lies=Lies.ATTACHED, bearer="viper")
    stage = battle(ROOK, replace(VIPER, hits=7), cards=(worn,))
    assert after(stage, "handling", Handling("helmet", Lies.DISCARDED))["viper"].state is State.HIT


GUARD = Modifier("guard", "Guard", While.ALWAYS, Stat.DP, Operation.ADD, 2, reach=Reach.IN_RANGE)


def test_who_loses_the_dp_of_a_mate_that_swaps_away_goes_hit():
    stage = battle(replace(ROOK, place=3), VIPER, replace(KITE, place=2, skills=(GUARD,)), WREN_HIT_6)
    ended = after(stage, "move", Move("kite", "rook"))
    assert (ended["wren"].state, ended["wren"].destroyed_by, ended["red"].fallen) == (State.HIT, "lost DP", 1)


def test_who_loses_the_dp_of_a_mate_that_goes_hit_goes_hit_too():
    kite = replace(KITE, squad="blue", place=1, hits=6)
    stage = battle(replace(ROOK, ap=9), replace(VIPER, skills=(GUARD,)), kite, cards=(VEST_APART,))
    waiting = played(stage, "attack", attack(), dice(5, 1))
    assert [waiting.ask.label, waiting.trace[-1].value] == ["PERFORMANCE", "Viper goes HIT"]
    drawn = (dice(5, 1), Pick("PERFORMANCE", "card"), Pick("PERFORMANCE", "card"))
    assert played(stage, "attack", attack(), *drawn).outcome.headline.endswith(
        "hit counter 10 of 6. PERFORMANCE of Red squad for Viper. PERFORMANCE of Red squad for Kite."
    )
    ended = after(stage, "attack", attack(), *drawn)
    assert [ended[key].state for key in ("viper", "kite")] == [State.HIT, State.HIT]
    assert ended["blue"].fallen == 2


def test_who_loses_the_dp_of_a_mate_that_is_out_goes_hit():
    stage = battle(replace(ROOK, skills=(RECKLESS, GUARD)), VIPER, replace(WREN_HIT_6, place=1))
    ended = after(stage, "attack", attack(), dice(1, 6), Dice("RULEVIOLATION 4+", ((1,),)))
    assert (ended["rook"].state, ended["wren"].state) == (State.OUT, State.HIT)


def test_who_comes_to_the_field_with_a_kept_counter_at_its_dp_goes_hit_again():
    stage = battle(
        replace(ROOK, state=State.OUT), VIPER, replace(HAWK, hits=6), settings=Settings(revealed=Revealed.KEPT)
    )
    ended = after(stage, "support", Support())
    assert (ended["hawk"].place, ended["hawk"].state, ended["red"].fallen) == (2, State.HIT, 1)


def test_dp_that_a_condition_gave_in_an_attack_are_looked_at_again_at_the_end_of_the_turn():
    tough = Modifier("tough", "Tough", While.TARGET, Stat.DP, Operation.ADD, 3, "it lies down")
    stage = battle(replace(ROOK, ap=7), replace(VIPER, skills=(tough,)), KITE, cards=(PLAN,))
    stage = apply(stage, played(stage, "attack", attack("tough"), dice(4, 1)).outcome.changes)
    assert keyed(stage)["viper"].hits == 8
    for slug, declared in (("move", Move("kite")), ("handling", Handling("plan", Lies.LAID))):
        stage = apply(stage, played(stage, slug, declared).outcome.changes)
        assert keyed(stage)["viper"].state is State.NORMAL
    assert after(stage, "support", Support())["blue"].fallen == 1


@pytest.mark.parametrize(("face", "state"), [(4, State.EXHAUSTED), (3, State.OUT)])
def test_a_rule_violation_is_rolled_after_a_move_too(face, state):
    stage = battle(replace(ROOK, skills=(RECKLESS,)))
    assert after(stage, "move", Move("rook"), Dice("RULEVIOLATION 4+", ((face,),)))["rook"].state is state


def test_the_roll_for_a_rule_violation_says_what_it_takes():
    declared = Declared(battle(replace(ROOK, skills=(RECKLESS,))), Move("rook"))
    waiting = played(declared.battle, "move", declared.declaration)
    assert GAME.procedure("move").sentence(declared, waiting.ask) == (
        "Rook ends its ACTION with RULEVIOLATION 4+: below it on one d6 it is OUT."
    )


def test_of_several_rule_violations_the_highest_counts():
    stricter = replace(RECKLESS, key="stricter", amount=5)
    rook = replace(ROOK, skills=(RECKLESS, stricter))
    assert violation_of(battle(rook), rook) == 5


def test_out_by_a_rule_violation_gives_no_performance():
    stage = battle(replace(ROOK, skills=(RECKLESS,)), VIPER, cards=(HELMET,))
    assert after(stage, "attack", attack(), dice(1, 6), Dice("RULEVIOLATION 4+", ((1,),)))["helmet"].lies is Lies.APART


# MOVE


def test_three_moves_in_different_turns_reach_and_capture_an_objective():
    stage = battle()
    told = []
    for _ in range(3):
        stage = apply(stage, played(stage, "move", Move("rook")).outcome.changes)
        told.append((keyed(stage)["rook"].objective, keyed(stage)["red-2"].aim))
        stage = apply(stage, played(stage, "support", Support()).outcome.changes)
    assert told == [(2, Aim.OPEN), (4, Aim.REACHED), (4, Aim.CAPTURED)]
    assert dict(standing(stage, "red"))["CAPTURED"] == "1"


def test_a_third_move_of_the_same_squad_is_refused_in_the_turn_and_allowed_in_the_next():
    stage = battle(ROOK, VIPER, replace(KITE, place=3), operator("Hawk", "red", 1))
    for mover in ("rook", "kite"):
        stage = apply(stage, played(stage, "move", Move(mover)).outcome.changes)
    assert movers(stage)["hawk"] == "Red squad has made its 2 MOVEs this TURN."
    stage = apply(stage, played(stage, "support", Support()).outcome.changes)
    assert movers(stage)["hawk"] == ""


def test_a_swap_takes_four_mp_and_a_face_up_partner_on_the_field():
    slow = battle(replace(ROOK, mp=1), VIPER, KITE)
    assert refusal(slow, "move", Move("rook", "kite")) == "Rook and Kite have 3 MP together, and a swap takes 4."
    assert refusal(battle(ROOK, VIPER, replace(KITE, state=State.HIT)), "move", Move("rook", "kite")) == "Kite is HIT."
    assert refusal(battle(ROOK, VIPER, HAWK), "move", Move("rook", "hawk")) == "Hawk is in the SAVEZONE."
    assert "another operator of its squad" in refusal(battle(ROOK, VIPER, KITE), "move", Move("rook", "viper"))


def test_objective_counters_go_with_their_operators():
    ended = after(battle(replace(ROOK, objective=3), VIPER, KITE), "move", Move("rook", "kite"))
    assert (ended["rook"].place, ended["rook"].objective, ended["kite"].objective) == (3, 3, 0)


def test_a_captured_objective_is_not_advanced_on():
    positions = tuple(replace(p, aim=Aim.CAPTURED) for p in (*row("red"), *row("blue")))
    assert "nobody to swap with" in refusal(battle(positions=positions), "move", Move("rook"))
    (question,) = move_questions(battle(ROOK, VIPER, KITE, positions=positions), {"actor": "rook"})
    assert question.usual == "kite"
    assert question.options[0].refused == "The objective of Red position 2 is CAPTURED."


@pytest.mark.parametrize(
    ("counter", "aim", "leads_to"),
    [
        (0, Aim.OPEN, "objective counter 0 + 2 of 4"),
        (2, Aim.OPEN, "objective counter 2 + 2 of 4 and reaches it"),
        (4, Aim.REACHED, "captures the objective"),
    ],
)
def test_advancing_says_where_it_leads(counter, aim, leads_to):
    positions = tuple(replace(p, aim=aim) for p in (*row("red"), *row("blue")))
    stage = battle(replace(ROOK, objective=counter), positions=positions)
    (question,) = move_questions(stage, {"actor": "rook"})
    assert question.options[0].leads_to == leads_to


# MEDIC and BONUS ACTIONs


@pytest.mark.parametrize(("medicine", "left"), [(Medicine.TURN, 0), (Medicine.STAYS, 1)])
def test_the_dp_of_a_medic_last_as_agreed(medicine, left):
    stage = battle(ROOK, VIPER, replace(KITE, hits=2), settings=Settings(medicine=medicine))
    stage = apply(stage, played(stage, "medic", Medic("rook", "kite")).outcome.changes)
    assert after(stage, "support", Support())["kite"].medics == left


def test_the_end_of_a_medic_can_put_an_operator_hit():
    stage = battle(ROOK, VIPER, replace(KITE, hits=7, medics=1), cards=(HELMET,))
    ended = after(stage, "support", Support(), Pick("PERFORMANCE", "card"))
    assert (ended["red"].fallen, ended["kite"].destroyed_by, ended["kite"].place) == (1, "", None)


@pytest.mark.parametrize(
    ("patient", "sentence"),
    [
        (replace(KITE, hits=0), "Kite has no hit counter."),
        (replace(KITE, hits=2, place=None), "Kite is in the SAVEZONE."),
        (replace(KITE, hits=2, squad="blue"), "Kite is on the other side."),
    ],
)
def test_who_cannot_be_helped_is_refused_in_words(patient, sentence):
    stage = battle(ROOK, VIPER, patient, replace(KITE, key="more", name="More", place=1, hits=1, skills=()))
    assert refusal(stage, "medic", Medic("rook", "kite")) == sentence


def test_a_bonus_action_is_one_of_its_kind_and_used_up():
    stage = battle(replace(ROOK, state=State.EXHAUSTED))
    stage = apply(stage, played(stage, "bonus", Grant("rook", Bonus.ATTACK)).outcome.changes)
    assert refusal(stage, "move", Move("rook")) == "The BONUS ACTION of Rook is limited to ATTACK."
    stage = apply(stage, played(stage, "attack", attack(), dice(1, 6)).outcome.changes)
    assert keyed(stage)["rook"].bonus is Bonus.USED
    assert "has taken its BONUS ACTION" in refusal(stage, "attack", attack())
    assert "been given its BONUS ACTION" in refusal(stage, "bonus", Grant("rook"))


# Cards by hand


def test_a_card_goes_only_where_its_kind_lies():
    stage = battle(cards=(FOCUS, VEST))
    assert refusal(stage, "handling", Handling("focus", Lies.LAID)) == "Sample focus is no STRATEGY card."
    assert refusal(stage, "attaching", Attaching("focus", "rook")) == (
        "Rook carries Sample vest, and one card is the most."
    )
    assert handled(stage) == {"focus": "", "vest": ""}


def test_a_strategy_card_is_laid_and_not_attached():
    assert refusal(battle(cards=(PLAN,)), "attaching", Attaching("plan", "rook")) == (
        "Plan is a STRATEGY card: it is laid."
    )


# The STRATEGY phase


ADVANCES = replace(ADVANCE, modifiers=())
TRICK = Card("trick", "Trick", "blue", Kind.EFFECT)
OPENING = battle(cards=(ADVANCES, TRICK, PLAN), phase=Phase.STRATEGY)


def test_the_squads_play_in_turns_and_the_active_one_again_if_the_other_did():
    lays, ends = Pick("STRATEGY phase", "advance"), Pick("STRATEGY phase", "done")
    waiting = played(OPENING, "strategy", Strategy(), lays, ends, Pick("STRATEGY phase", "trick"))
    assert (waiting.ask.by, waiting.ask.options) == ("red", ("done", "plan"))
    assert [(step.label, step.value) for step in waiting.trace if not step.is_option] == [
        ("PREPARATION", "Red squad draws 1 card"),
        ("Trick", "what it does is set right by hand"),
    ]
    last = (lays, ends, Pick("STRATEGY phase", "trick"), Pick("STRATEGY phase", "plan"))
    assert played(OPENING, "strategy", Strategy(), *last).outcome.headline == (
        "STRATEGY phase of Red squad: Sample advance, Trick, Plan."
    )
    ended = after(OPENING, "strategy", Strategy(), *last)
    assert [ended[key].lies for key in ("advance", "plan", "trick")] == [Lies.LAID, Lies.LAID, Lies.DISCARDED]
    assert ended["battle"].phase is Phase.COMBAT


def test_if_the_other_squad_plays_nothing_the_strategy_phase_ends():
    ends = Pick("STRATEGY phase", "done")
    assert played(OPENING, "strategy", Strategy(), ends, ends).outcome.headline == (
        "STRATEGY phase of Red squad: no card."
    )


def test_a_strategy_card_that_takes_dp_can_put_an_operator_hit():
    heavy = replace(PLAN, modifiers=(Modifier("heavy", "Heavy", While.ALWAYS, Stat.DP, Operation.SUBTRACT, 2),))
    stage = battle(replace(ROOK, hits=4), cards=(heavy,), phase=Phase.STRATEGY)
    ended = after(stage, "strategy", Strategy(), Pick("STRATEGY phase", "plan"))
    assert (ended["rook"].state, ended["rook"].destroyed_by) == (State.HIT, "Plan")


def test_the_strategy_phase_comes_once_a_turn_and_an_action_ends_it():
    assert refusal(battle(), "strategy", Strategy()) == "The STRATEGY phase of this TURN is over."
    assert after(OPENING, "move", Move("rook"))["battle"].phase is Phase.COMBAT
    assert after(battle(), "support", Support())["battle"].phase is Phase.STRATEGY
    assert status(OPENING)[-1] == ("Phase", "STRATEGY")


def test_an_effect_card_is_neither_laid_nor_attached_and_carries_no_modifier():
    assert refusal(OPENING, "handling", Handling("trick", Lies.LAID)) == "Trick is no STRATEGY card."
    assert "played in the STRATEGY phase" in refusal(OPENING, "attaching", Attaching("trick", "viper"))
    with pytest.raises(ValueError, match="set right by hand"):
        replace(TRICK, modifiers=FOCUS.modifiers)


# The end of a TURN


def test_readings_that_matter_for_the_end_of_a_turn_are_named():
    stage = battle(replace(ROOK, state=State.HIT, hits=6), VIPER, replace(KITE, hits=1, medics=1))
    ended = played(stage, "support", Support())
    assert [(step.label, step.value) for step in ended.trace if step.label.startswith("agreed")] == [
        ("agreed: MEDIC", "the DP stay to the end of the TURN"),
        ("agreed: turned face up again", "hit counter cleared"),
    ]


def test_who_has_not_acted_is_told_when_the_turn_ends():
    stage = battle(ROOK, replace(VIPER, state=State.EXHAUSTED), KITE)
    assert played(stage, "support", Support()).outcome.headline == (
        "The TURN of Red squad ends, without an ACTION of Rook, Kite. Round 1: TURN of Blue squad."
    )


def test_attack_and_defence_cards_go_and_items_stay_unless_they_are_discarded():
    cards = (replace(FOCUS, lies=Lies.ATTACHED, bearer="kite"), VEST)
    stage = battle(ROOK, VIPER, KITE, cards=cards)
    kept = after(stage, "support", Support(), Pick("ITEM to discard", "keep"))
    assert (kept["focus"].lies, kept["vest"].lies) == (Lies.DISCARDED, Lies.ATTACHED)
    dropped = after(stage, "support", Support(), Pick("ITEM to discard", "vest"))
    assert dropped["vest"].lies is Lies.DISCARDED


def test_surplus_hit_operators_fill_the_savezone_and_the_rest_stay():
    fallen = [operator(f"Red {n}", "red", n, state=State.HIT, hits=6) for n in range(1, 5)]
    stage = battle(fallen[0], VIPER, *fallen[1:], positions=(*row("red", 4), *row("blue")))
    saved = [Pick("who goes to the SAVEZONE", f"red {n}") for n in (2, 1, 4)]
    ended = after(stage, "support", Support(), *saved)
    assert [ended[f"red {n}"].place for n in range(1, 5)] == [None, None, 3, None]
    assert [ended[f"red {n}"].state for n in range(1, 5)] == [State.NORMAL, State.NORMAL, State.HIT, State.NORMAL]


def test_out_operators_are_replaced_and_never_return():
    stage = battle(replace(ROOK, state=State.OUT), VIPER, HAWK)
    ended = after(stage, "support", Support())
    assert (ended["hawk"].place, ended["rook"].place, ended["rook"].state) == (2, None, State.OUT)


def test_a_free_position_is_filled_if_the_player_wants():
    stage = battle(ROOK, VIPER, HAWK)
    waiting = played(stage, "support", Support())
    assert waiting.ask.options == ("hawk", "nobody")
    filled = after(
        stage, "support", Support(), Pick("who fills a free position", "hawk"), Pick("which position", "red-3")
    )
    assert filled["hawk"].place == 3


@pytest.mark.parametrize(("revealed", "hits"), [(Revealed.CLEARED, 0), (Revealed.KEPT, 6)])
def test_the_counter_of_an_operator_turned_face_up_again_is_cleared_or_kept_as_agreed(revealed, hits):
    stage = battle(replace(ROOK, state=State.HIT, hits=6), VIPER, settings=Settings(revealed=revealed))
    ended = after(stage, "support", Support())
    assert (ended["rook"].place, ended["rook"].state, ended["rook"].hits) == (None, State.NORMAL, hits)


def test_two_turns_are_a_round_and_the_squads_take_them_in_order():
    stage = battle()
    for expected in ((1, 2), (2, 1)):
        stage = apply(stage, played(stage, "support", Support()).outcome.changes)
        assert (stage.round, stage.turn) == expected
    assert "at most 99 rounds" in refusal(battle(round=99, turn=2), "support", Support())


# How it stands


def test_the_squads_alternate_and_one_that_cannot_act_is_passed_over():
    assert next_to_act(battle()).key == "red"
    assert next_to_act(battle(acted="red")).key == "blue"
    assert next_to_act(battle(ROOK, replace(VIPER, state=State.EXHAUSTED), acted="red")).key == "red"
    tired = battle(replace(ROOK, state=State.EXHAUSTED), replace(VIPER, state=State.HIT))
    assert next_to_act(tired) is None
    assert ("Acts next", "nobody") in status(tired)


def test_no_points_are_counted():
    assert not GAME.has_points
    assert standing(battle(), "red") == (("HIT", "0"), ("OUT", "0"), ("REACHED", "0"), ("CAPTURED", "0"))


@pytest.mark.parametrize(
    ("stage", "problem"),
    [
        (battle(positions=()), "Red squad has no field positions."),
        (battle(replace(ROOK, place=None)), "Red squad has no operator on the field."),
        (battle(replace(ROOK, place=7)), "Rook stands on position 7, which Red squad does not have."),
        (
            battle(ROOK, VIPER, *(operator(f"Saved {n}", "red", None) for n in range(4))),
            "Red squad has 4 operators in the SAVEZONE. It has 3 places.",
        ),
    ],
)
def test_what_is_wrong_with_a_squad_is_told_before_the_start(stage, problem):
    assert problem in squad_problems(stage, "red")


def test_a_correction_says_what_cannot_be():
    stage = battle(ROOK, VIPER, KITE)
    assert refusal(stage, "correction", Correction("rook", (("place", 3),))) == "Kite stands on position 3."
    assert refusal(stage, "correction", Correction("rook", (("hits", 100),))) == "“Hit counter” cannot be 100."
    assert refusal(stage, "correction", Correction("rook", (("ap", 1),))) == "Rook has no “ap” to correct."
    assert refusal(stage, "correction", Correction("rook", (("hits", 0),))) == "Rook shows that already."
    fallen = battle(replace(ROOK, state=State.HIT, hits=6))
    assert refusal(fallen, "correction", Correction("rook", (("state", "NORMAL"),))) == (
        "Rook would go HIT at once: its hit counter is 6, and its DP are 6."
    )
    assert after(fallen, "correction", Correction("rook", (("state", "NORMAL"), ("hits", 5))))["rook"].face_up
    assert after(stage, "correction", Correction("red-1", (("aim", "CAPTURED"),)))["red-1"].aim == "CAPTURED"


def test_a_hit_counter_set_right_by_hand_puts_its_operator_hit():
    stage = battle(cards=(VEST_APART,))
    corrected = Correction("viper", (("hits", 6),))
    assert played(stage, "correction", corrected).ask.by == "red"
    ended = played(stage, "correction", corrected, Pick("PERFORMANCE", "card")).outcome
    assert ended.headline == "Viper is corrected by hand. PERFORMANCE of Red squad for Viper."
    ended = after(stage, "correction", corrected, Pick("PERFORMANCE", "card"))
    assert (ended["viper"].state, ended["viper"].destroyed_by, ended["blue"].fallen) == (State.HIT, "a correction", 1)


@pytest.mark.parametrize(("before", "now", "fallen"), [("NORMAL", "HIT", 3), ("HIT", "NORMAL", 1), ("HIT", "OUT", 2)])
def test_who_is_set_right_by_hand_is_counted(before, now, fallen):
    squads = tuple(replace(squad, fallen=2) for squad in battle().squads)
    stage = battle(target=replace(VIPER, state=State(before), destroyed_by="Rook"), squads=squads)
    ended = after(stage, "correction", Correction("viper", (("state", now),)))
    assert (ended["viper"].state, ended["blue"].fallen, ended["red"].fallen) == (now, fallen, 2)
    assert ended["viper"].destroyed_by == ("" if now == "NORMAL" else "a correction")


def test_modifiers_that_always_count_change_the_current_numbers_everywhere():
    quick = Modifier("quick", "Quick", While.ALWAYS, Stat.MP, Operation.ADD, 2)
    assert after(battle(replace(ROOK, skills=(quick,))), "move", Move("rook"))["rook"].objective == 4
