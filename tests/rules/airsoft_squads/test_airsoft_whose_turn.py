"""Whose turn it is to act in each state of a TURN."""

from dataclasses import replace

from rules.airsoft_squads import GAME
from rules.airsoft_squads.demo import DEMO
from rules.airsoft_squads.pieces import Bonus, State
from tests.rules.going_on import gone_on, labels


def on(sheet, slug, **answers):
    return gone_on("airsoft_squads", sheet, slug, **answers)


def with_operators(sheet, *keys, **values):
    return replace(sheet, operators=tuple(replace(o, **values) if o.key in keys else o for o in sheet.operators))


def test_the_squads_act_in_turns():
    turn = GAME.turn(DEMO.battle)
    assert turn.sentence == "Hawks to act: Rook, Kite or Merlin"
    assert (turn.may_act, turn.spent, turn.side, turn.next) == (("rook", "kite", "merlin"), (), "hawks", "support")
    assert labels(turn) == [("Rook, Kite +1", "now"), ("Adder, Boa +1 to act", "coming")]
    moved = on(DEMO.battle, "move", actor="merlin")
    turn = GAME.turn(moved)
    assert turn.sentence == "Vipers to act: Adder, Boa or Cobra"
    assert (turn.spent, turn.side) == (("merlin",), "vipers")
    assert labels(turn) == [("Merlin", "done"), ("Adder, Boa +1", "now"), ("Rook, Kite to act", "coming")]
    assert turn.missing == "Rook, Kite and 3 more have not acted."


def test_the_last_squad_that_can_act_goes_on():
    rested = with_operators(DEMO.battle, "adder", "boa", "cobra", "rook", "kite", state=State.EXHAUSTED)
    turn = GAME.turn(replace(rested, acted="hawks"))
    assert turn.sentence == "Hawks to act: Merlin"
    assert turn.missing == "Merlin has not acted."


def test_when_everybody_has_acted_the_turn_ends_and_the_strategy_phase_of_the_other_squad_comes():
    tired = with_operators(DEMO.battle, *(o.key for o in DEMO.battle.operators if o.place), state=State.EXHAUSTED)
    turn = GAME.turn(tired)
    assert (turn.sentence, turn.missing, turn.may_act) == ("Everybody has acted: end the TURN", "", ())
    turn = GAME.turn(on(tired, "support"))
    assert turn.sentence == "Vipers' TURN: the STRATEGY phase"
    assert (turn.side, turn.next, turn.may_act, turn.missing) == ("vipers", "strategy", (), "")
    turn = GAME.turn(on(on(tired, "support"), "strategy"))
    assert (turn.side, turn.next) == ("vipers", "support")


def test_whoever_was_given_a_bonus_action_may_take_it():
    given = with_operators(DEMO.battle, "rook", state=State.EXHAUSTED, bonus=Bonus.ATTACK)
    turn = GAME.turn(replace(given, acted="hawks"))
    assert turn.sentence == "Bonus action of Rook, or Vipers to act: Adder, Boa or Cobra"
    assert turn.may_act == ("rook", "adder", "boa", "cobra")
    assert turn.side == ""
    used = GAME.turn(with_operators(given, "rook", bonus=Bonus.USED))
    assert "rook" in used.spent


def test_whoever_is_hit_is_not_missed():
    turn = GAME.turn(with_operators(DEMO.battle, "kite", state=State.HIT))
    assert "kite" not in turn.may_act
    assert turn.missing == "Rook, Merlin and 3 more have not acted."
