"""Whose turn it is in each state of a round."""

from dataclasses import replace

from rules.troops_and_supplies import GAME
from rules.troops_and_supplies.demo import DEMO
from rules.troops_and_supplies.sheet import Settings, Turns
from tests.rules.going_on import gone_on, labels


def on(sheet, slug, **answers):
    return gone_on("troops_and_supplies", sheet, slug, **answers)


def with_units(sheet, *keys, **values):
    return replace(sheet, units=tuple(replace(u, **values) if u.key in keys else u for u in sheet.units))


def test_the_army_in_turn_and_its_units_with_a_target_in_range():
    turn = GAME.turn(DEMO.battle)
    assert turn.sentence == "Hill army's turn: Rifle squad, Scout section or Gun battery"
    assert turn.may_act == ("rifles", "scouts", "guns"), "those that the sentence names, and no other"
    assert (turn.spent, turn.side, turn.next) == ((), "hill", "turn")
    assert labels(turn) == [("Hill army", "now"), ("River army", "coming")]


def test_a_unit_that_has_attacked_is_done_and_not_missed():
    sheet = on(DEMO.battle, "attack", actor="rifles", target="guards")
    turn = GAME.turn(sheet)
    assert turn.spent == ("rifles",)
    assert turn.sentence == "Hill army's turn: Scout section or Gun battery"
    assert turn.missing == "Scout section and Gun battery have not attacked."
    assert labels(turn)[0] == ("Rifle", "done")


def test_a_call_in_uses_both_units():
    sheet = on(DEMO.battle, "call-in", actor="scouts", target="lancers", fires="guns")
    turn = GAME.turn(sheet)
    assert turn.spent == ("scouts", "guns")
    assert turn.missing == "Rifle squad has not attacked."


def test_a_round_goes_from_army_to_army():
    sheet, told = DEMO.battle, []
    for _ in range(3):
        told.append((sheet.round, GAME.turn(sheet).side))
        sheet = on(sheet, "turn")
    assert told == [(1, "hill"), (1, "river"), (2, "hill")]


def test_units_without_a_target_are_not_missed():
    away = with_units(DEMO.battle, "guards", "lancers", "mortars", "militia", column=8, row=8)
    away = with_units(away, "guards", "lancers", "mortars", "militia", attack_range=0)
    turn = GAME.turn(away)
    assert turn.sentence == "Hill army's turn: nobody has a target in range"
    assert (turn.missing, turn.may_act) == ("", ())


def test_when_no_attack_is_left_nobody_is_lit_and_nobody_missed():
    turn = GAME.turn(with_units(DEMO.battle, "rifles", "scouts", "guns", "tanks", attacked=True))
    assert turn.sentence == "Hill army's turn: no attack is left"
    assert (turn.may_act, turn.missing) == ((), "")
    assert turn.spent == ("rifles", "scouts", "guns", "tanks")


def test_in_one_turn_for_all_everybody_may_act():
    together = replace(DEMO.battle, settings=Settings(turns=Turns.TOGETHER), turn=None)
    turn = GAME.turn(together)
    assert turn.sentence.startswith("Everybody's turn: ")
    assert {together.unit(key).army for key in turn.may_act} == {"hill", "river"}
    assert (turn.side, turn.track) == ("", ())
