"""Whose turn it is in each state of a round."""

from dataclasses import replace

import pytest

from rules.x_wing import GAME
from rules.x_wing.demo import DEMO
from rules.x_wing.sheet import Phase
from rules.x_wing.ship import Status
from tests.rules.going_on import gone_on, labels

WEDGE, LUKE, FEL, MAULER = "wedgeantilles", "lukeskywalker", "soontirfel", "maulermithel"


def on(sheet, slug, **answers):
    return gone_on("x_wing", sheet, slug, **answers)


def engaged(sheet, *ships):
    for ship in ships:
        sheet = on(sheet, "engage", actor=ship)
    return sheet


def test_a_whole_round_is_told_step_by_step():
    sheet, told = DEMO.battle, []
    for _ in range(9):
        told.append(GAME.turn(sheet).sentence)
        sheet = on(sheet, "advance")
    assert told == [
        "Initiative 6: Wedge Antilles or Soontir Fel",
        "Initiative 5: Luke Skywalker or “Mauler” Mithel",
        "Initiative 2: Gray Squadron Bomber or Tempest Squadron Pilot",
        "Initiative 1: Academy Pilot",
        "End Phase, then round 3",
        "Planning Phase, then the System Phase",
        "System Phase, then the Activation Phase",
        "Activation Phase, then the Engagement Phase",
        "Initiative 6: Wedge Antilles or Soontir Fel",
    ]


def test_ships_of_the_engaging_initiative_may_act_until_they_have():
    turn = GAME.turn(DEMO.battle)
    assert (turn.may_act, turn.spent, turn.side, turn.next) == ((WEDGE, FEL), (), "", "advance")
    assert turn.missing == "Wedge Antilles and Soontir Fel have not engaged."
    turn = GAME.turn(engaged(DEMO.battle, WEDGE))
    assert (turn.may_act, turn.spent, turn.side) == ((FEL,), (WEDGE,), "Galactic Empire")
    assert turn.missing == "Soontir Fel has not engaged."
    turn = GAME.turn(engaged(DEMO.battle, WEDGE, FEL))
    assert (turn.may_act, turn.spent, turn.missing) == ((), (WEDGE, FEL), "")
    assert turn.sentence == "Initiative 6 has engaged: initiative 5 is next"


def test_the_way_goes_down_the_initiatives():
    assert labels(GAME.turn(on(DEMO.battle, "advance"))) == [
        ("6 Antilles, Fel", "done"),
        ("5", "now"),
        ("2 Bomber, Tempest", "coming"),
        ("1 Academy", "coming"),
    ]
    planning = replace(DEMO.battle, phase=Phase.ACTIVATION, initiative=None)
    assert labels(GAME.turn(planning)) == [
        ("Planning", "done"),
        ("System", "done"),
        ("Activation", "now"),
        ("Engagement", "coming"),
        ("End", "coming"),
    ]


@pytest.mark.parametrize("token", ["disarm", "cloak"])
def test_a_ship_that_cannot_attack_may_engage_but_is_not_missed(token):
    ships = tuple(replace(s, **{token: 1}) if s.key == WEDGE else s for s in DEMO.battle.ships)
    turn = GAME.turn(replace(DEMO.battle, ships=ships))
    assert WEDGE in turn.may_act
    assert turn.missing == "Soontir Fel has not engaged."


def test_a_destroyed_ship_is_missed_with_its_own_initiative_and_with_no_other():
    def with_destroyed(key):
        ships = tuple(replace(s, status=Status.DESTROYED) if s.key == key else s for s in DEMO.battle.ships)
        return replace(DEMO.battle, ships=ships)

    assert FEL in GAME.turn(with_destroyed(FEL)).may_act
    turn = GAME.turn(with_destroyed(MAULER))
    assert ("5 Skywalker", "coming") in labels(turn)


def test_when_every_ship_has_engaged_the_end_phase_is_next():
    ships = tuple(replace(ship, engaged=True) for ship in DEMO.battle.ships)
    turn = GAME.turn(replace(DEMO.battle, ships=ships, initiative=1))
    assert turn.sentence == "Initiative 1 has engaged: the End Phase is next"
    turn = GAME.turn(replace(DEMO.battle, ships=ships, initiative=None))
    assert turn.sentence == "No ship is left to engage: the End Phase is next"


def test_the_end_phase_of_a_battle_that_ends_with_it_says_so():
    mine = DEMO.battle.squads[0].key
    alone = tuple(s if s.squad == mine else replace(s, status=Status.REMOVED) for s in DEMO.battle.ships)
    for ships, told in ((DEMO.battle.ships, "round 3"), (alone, "the battle is over")):
        sheet = replace(DEMO.battle, ships=ships, phase=Phase.END)
        assert GAME.turn(sheet).sentence == f"End Phase, then {told}"
        assert on(sheet, "advance").over is (ships == alone)
