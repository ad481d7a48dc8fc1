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
from rules.airsoft_squads.modifiers import Modifier, Operation, Stat, While
from rules.airsoft_squads.move import Move
from rules.airsoft_squads.pieces import Aim, Bonus, Card, Kind, Lies, State
from rules.airsoft_squads.samples import (
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
from rules.airsoft_squads.standing import next_to_act, standing, status
from rules.airsoft_squads.start import squad_problems
from rules.airsoft_squads.support import Support
from rules.changes import apply, keyed
from rules.game import Declared, Illegal
from rules.play import Waiting, play
from rules.table import Dice, Pick

HAWK = operator("Hawk", "red", None)
ADDER = operator("Adder", "blue", None)


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


@pytest.mark.parametrize(("face", "state"), [(4, State.EXHAUSTED), (3, State.OUT)])
def test_a_rule_violation_is_rolled_after_a_move_too(face, state):
    stage = battle(replace(ROOK, skills=(RECKLESS,)))
    assert after(stage, "move", Move("rook"), Dice("RULEVIOLATION", ((face,),)))["rook"].state is state


def test_of_several_rule_violations_the_highest_counts():
    stricter = replace(RECKLESS, key="stricter", amount=5)
    rook = replace(ROOK, skills=(RECKLESS, stricter))
    assert violation_of(battle(rook), rook) == 5


def test_out_by_a_rule_violation_gives_no_performance():
    stage = battle(replace(ROOK, skills=(RECKLESS,)), VIPER, cards=(HELMET,))
    assert after(stage, "attack", attack(), dice(1, 6), Dice("RULEVIOLATION", ((1,),)))["helmet"].lies is Lies.APART


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
    plan = Card("plan", "Plan", "red", Kind.STRATEGY)
    assert refusal(battle(cards=(plan,)), "attaching", Attaching("plan", "rook")) == (
        "Plan is a STRATEGY card: it is laid."
    )


# The end of a TURN


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
    assert after(stage, "correction", Correction("red-1", (("aim", "CAPTURED"),)))["red-1"].aim == "CAPTURED"


def test_modifiers_that_always_count_change_the_current_numbers_everywhere():
    quick = Modifier("quick", "Quick", While.ALWAYS, Stat.MP, Operation.ADD, 2)
    assert after(battle(replace(ROOK, skills=(quick,))), "move", Move("rook"))["rook"].objective == 4
