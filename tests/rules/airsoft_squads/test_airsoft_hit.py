"""HIT at any time, PERFORMANCE and RULEVIOLATION."""

from dataclasses import replace

import pytest

from rules.airsoft_squads import GAME
from rules.airsoft_squads.actions import violation_of
from rules.airsoft_squads.handling import Handling
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.move import Move
from rules.airsoft_squads.pieces import Card, Kind, Lies, State
from rules.airsoft_squads.samples import (
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
)
from rules.airsoft_squads.settings import Revealed, Settings
from rules.airsoft_squads.support import Support
from rules.changes import apply, keyed
from rules.game import Declared
from rules.play import Waiting
from rules.table import Dice, Pick
from tests.rules.airsoft_squads.doing import after, played

HAWK = operator("Hawk", "red", None)
WREN_HIT_6 = operator("Wren", "red", 1, hits=6)
VEST_APART = replace(VEST, lies=Lies.APART, bearer=None)
PLAN = Card("plan", "Plan", "red", Kind.STRATEGY)


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


def test_what_put_an_operator_hit_is_cut_to_the_length_that_is_stored():
    worn = replace(HELMET, name="H" * 60, lies=Lies.ATTACHED, bearer="viper")
    stage = battle(ROOK, replace(VIPER, hits=7), cards=(worn,))
    assert after(stage, "handling", Handling("helmet", Lies.DISCARDED))["viper"].destroyed_by == "H" * 60


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


def test_who_comes_into_the_range_of_an_enemy_that_takes_dp_goes_hit():
    frightens = replace(GUARD, operation=Operation.SUBTRACT, reach=Reach.ENEMIES)
    kite = replace(KITE, place=1, skills=(frightens,))
    stage = battle(replace(ROOK, place=2), replace(VIPER, place=3, hits=4), kite)
    ended = after(stage, "move", Move("kite", "rook"))
    assert (ended["viper"].state, ended["viper"].destroyed_by, ended["blue"].fallen) == (State.HIT, "lost DP", 1)


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
