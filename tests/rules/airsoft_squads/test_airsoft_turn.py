"""The STRATEGY phase, the end of a TURN, how the squads stand, and corrections."""

from dataclasses import replace

import pytest

from rules.airsoft_squads import GAME
from rules.airsoft_squads.correct import questions
from rules.airsoft_squads.handling import Attaching, Handling
from rules.airsoft_squads.modifiers import Modifier, Operation, Stat, While
from rules.airsoft_squads.move import Move
from rules.airsoft_squads.pieces import Card, Kind, Lies, State
from rules.airsoft_squads.samples import (
    ADVANCE,
    FOCUS,
    KITE,
    ROOK,
    VEST,
    VIPER,
    battle,
    operator,
    row,
)
from rules.airsoft_squads.settings import Revealed, Settings
from rules.airsoft_squads.sheet import Phase
from rules.airsoft_squads.start import squad_problems
from rules.airsoft_squads.status import left, next_to_act, status
from rules.airsoft_squads.strategy import Strategy
from rules.airsoft_squads.support import Support
from rules.changes import apply
from rules.correction import Correction
from rules.table import Pick, Taken
from tests.rules.airsoft_squads.doing import after, played, refusal

HAWK = operator("Hawk", "red", None)
VEST_APART = replace(VEST, lies=Lies.APART, bearer=None)
PLAN = Card("plan", "Plan", "red", Kind.STRATEGY)


# The STRATEGY phase


ADVANCES = replace(ADVANCE, modifiers=())
TRICK = Card("trick", "Trick", "blue", Kind.EFFECT)
OPENING = battle(cards=(ADVANCES, TRICK, PLAN), phase=Phase.STRATEGY)


def test_the_squads_play_in_turns_and_the_active_one_again_if_the_other_did():
    lays, ends = Pick("STRATEGY phase", "advance"), Pick("STRATEGY phase", "done")
    waiting = played(OPENING, "strategy", Strategy(), lays, ends, Pick("STRATEGY phase", "trick"))
    assert (waiting.ask.by, waiting.ask.options) == ("red", ("done", "plan"))
    assert [(step.label, step.value) for step in waiting.trace if not isinstance(step, Taken)] == [
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
        "The TURN of Red squad ends, without an ACTION of Rook and Kite. Round 1: TURN of Blue squad."
    )


@pytest.mark.parametrize(
    ("places", "line"),
    [
        ((3,), "; Red 3 comes to the field."),
        ((2, 3), "; Red 2 and Red 3 come to the field."),
        ((1, 2, 3), "; Red 1, Red 2 and Red 3 come to the field."),
    ],
)
def test_who_comes_to_the_field_is_told_when_the_turn_ends(places, line):
    out = [replace(ROOK, key=f"out {n}", place=n, state=State.OUT) for n in places]
    ready = [operator(f"Red {n}", "red", None) for n in places]
    comes = [
        pick
        for n in places[:-1]
        for pick in (Pick("who leaves the field", f"out {n}"), Pick("who comes from the SAVEZONE", f"red {n}"))
    ]
    ended = played(battle(VIPER, *out, *ready), "support", Support(), *comes)
    assert line in ended.outcome.headline


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


def test_no_points_are_counted():
    assert not GAME.has_points
    assert left(battle(), "red") == (("HIT", "0"), ("OUT", "0"), ("REACHED", "0"), ("CAPTURED", "0"))


@pytest.mark.parametrize(
    ("stage", "problem"),
    [
        (battle(positions=()), "Red squad has no field positions."),
        (battle(positions=row("blue")), "Red squad has no field positions."),
        (
            battle(replace(ROOK, place=4), positions=(*row("red"), *row("blue", 4))),
            "Rook stands on position 4, which Red squad does not have.",
        ),
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


SAVED = tuple(operator(f"Saved {n}", "red", None) for n in range(1, 4))
FULL = "The SAVEZONE of Red squad has 3 places, and they are taken."


def test_a_correction_puts_no_fourth_operator_into_the_savezone():
    stage = battle(ROOK, VIPER, *SAVED)
    assert refusal(stage, "correction", Correction("rook", (("place", None),))) == FULL
    (place,) = (question for question in questions(stage, {"actor": "rook"}) if question.name == "place")
    assert [option.refused for option in place.options] == [FULL, "", "", ""]
    assert after(battle(ROOK, VIPER, *SAVED[:2]), "correction", Correction("rook", (("place", None),)))["rook"].saved
    assert after(stage, "correction", Correction("saved 1", (("place", 1), ("hits", 1))))["saved 1"].active


def test_who_is_out_takes_no_place_of_the_savezone_until_it_is_turned_over():
    stage = battle(replace(ROOK, state=State.OUT, place=None), VIPER, *SAVED)
    assert refusal(stage, "correction", Correction("rook", (("state", "NORMAL"),))) == FULL
    assert after(stage, "correction", Correction("rook", (("state", "NORMAL"), ("place", 1))))["rook"].active
    aside = battle(replace(ROOK, state=State.OUT), VIPER, *SAVED)
    assert after(aside, "correction", Correction("rook", (("place", None),)))["rook"].place is None


def test_who_lies_in_an_overfull_savezone_is_still_corrected():
    stage = battle(operator("Saved 4", "red", None), VIPER, *SAVED)
    assert after(stage, "correction", Correction("saved 4", (("hits", 1), ("place", None))))["saved 4"].hits == 1


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
