"""MOVE, MEDIC, BONUS ACTIONs, and cards by hand."""

from dataclasses import replace

import pytest

from rules.airsoft_squads.bonus import Grant
from rules.airsoft_squads.handling import Attaching, Handling
from rules.airsoft_squads.medic import Medic
from rules.airsoft_squads.move import Move
from rules.airsoft_squads.outlook_of_actions import move_outlook
from rules.airsoft_squads.pieces import Aim, Bonus, Card, Kind, Lies, State
from rules.airsoft_squads.questions import attachable, handled, move_questions, movers
from rules.airsoft_squads.samples import (
    FOCUS,
    HELMET,
    KITE,
    ROOK,
    VEST,
    VIPER,
    attack,
    battle,
    dice,
    operator,
    row,
)
from rules.airsoft_squads.settings import Medicine, Settings
from rules.airsoft_squads.status import left
from rules.airsoft_squads.support import Support
from rules.asks import Declared
from rules.changes import apply, keyed
from rules.game import Illegal
from rules.table import Pick
from tests.rules.airsoft_squads.doing import after, played, refusal

HAWK = operator("Hawk", "red", None)
PLAN = Card("plan", "Plan", "red", Kind.STRATEGY)


# MOVE


def test_three_moves_in_different_turns_reach_and_capture_an_objective():
    stage = battle()
    told = []
    for _ in range(3):
        stage = apply(stage, played(stage, "move", Move("rook")).outcome.changes)
        told.append((keyed(stage)["rook"].objective, keyed(stage)["red-2"].aim))
        stage = apply(stage, played(stage, "support", Support()).outcome.changes)
    assert told == [(2, Aim.OPEN), (4, Aim.REACHED), (4, Aim.CAPTURED)]
    assert dict(left(stage, "red"))["CAPTURED"] == "1"


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


def test_a_sixth_move_of_one_operator_is_refused_in_words():
    stage = battle(replace(ROOK, moved=5))
    sentence = "Rook has made 5 MOVEs this TURN, and no more are counted."
    assert movers(stage)["rook"] == refusal(stage, "move", Move("rook")) == sentence
    with pytest.raises(Illegal):
        move_outlook(Declared(stage, Move("rook")))


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
        (replace(KITE, hits=2, medics=5), "Kite has 5 MEDICs on it, and no more are counted."),
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


def test_a_card_that_nobody_can_carry_is_not_offered():
    stage = battle(cards=(FOCUS, VEST))
    assert attachable(stage)["focus"] == "Sample focus finds no operator that may carry it."
    assert attachable(battle(ROOK, VIPER, KITE, cards=(FOCUS, VEST)))["focus"] == ""
