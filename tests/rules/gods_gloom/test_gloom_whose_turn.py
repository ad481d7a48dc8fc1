"""Who may be activated in each state of a round."""

from dataclasses import replace

from rules.gods_gloom import GAME
from rules.gods_gloom.demo import DEMO
from tests.rules.going_on import gone_on, labels

HORDE = ("reavers", "slingers", "riders", "ukra")
HOST = ("soldiers", "wardens", "archers", "regent")


def activated(sheet, *keys):
    for key in keys:
        sheet = gone_on("gods_gloom", sheet, "action", actor=key, doing="something else")
    return sheet


def test_any_unit_may_be_activated_for_the_text_tells_no_order():
    turn = GAME.turn(DEMO.battle)
    assert turn.sentence == "Ashen Horde or Unliving Host activates a unit"
    assert turn.may_act == HORDE + HOST
    assert (turn.spent, turn.side, turn.next) == ((), "", "round")
    assert turn.missing == "Tusk Reavers, Cinder Slingers and 6 more have not been activated."
    assert labels(turn) == [("Ashen Horde: 4 left", "now"), ("Unliving Host: 4 left", "now")]


def test_a_round_is_told_unit_by_unit():
    sheet = activated(DEMO.battle, "reavers", *HOST)
    turn = GAME.turn(sheet)
    assert turn.sentence == ("Ashen Horde activates Slingers, Riders or Ukra")
    assert (turn.may_act, turn.side) == (("slingers", "riders", "ukra"), "horde")
    assert turn.spent == ("reavers", *HOST)
    assert labels(turn) == [("Ashen Horde: 3 left", "now"), ("Unliving Host: none left", "done")]
    sheet = activated(sheet, "slingers", "riders")
    assert GAME.turn(sheet).missing == "Warlord Ukra has not been activated."
    turn = GAME.turn(activated(sheet, "ukra"))
    assert turn.sentence == "Every unit has been activated: end the round"
    assert (turn.may_act, turn.missing) == ((), "")
    assert GAME.turn(gone_on("gods_gloom", activated(sheet, "ukra"), "round")).may_act == HORDE + HOST


def test_who_has_lost_a_melee_may_stand_its_ground():
    sheet = replace(activated(DEMO.battle, "reavers"), loser="reavers")
    turn = GAME.turn(sheet)
    assert turn.sentence == "Tusk Reavers: stand ground for 1 Morale, or go on"
    assert turn.may_act[0] == "reavers"
    assert "reavers" not in turn.spent
    stood = gone_on("gods_gloom", sheet, "stand", actor="reavers")
    assert GAME.turn(stood).sentence == "Ashen Horde or Unliving Host activates a unit"


def test_a_destroyed_unit_is_not_missed():
    units = tuple(replace(u, current_health=0) if u.key in HOST else u for u in DEMO.battle.units)
    turn = GAME.turn(replace(DEMO.battle, units=units))
    assert turn.may_act == HORDE
    assert turn.missing == "Tusk Reavers, Cinder Slingers and 2 more have not been activated."
