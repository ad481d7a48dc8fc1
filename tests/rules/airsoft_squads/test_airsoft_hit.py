"""HIT at any time, PERFORMANCE and RULEVIOLATION."""

from dataclasses import replace

import pytest

from rules.airsoft_squads import GAME
from rules.airsoft_squads.actions import violation_of
from rules.airsoft_squads.attack import Attack
from rules.airsoft_squads.effects import current
from rules.airsoft_squads.handling import Handling
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.modify import is_suppressed
from rules.airsoft_squads.move import Move
from rules.airsoft_squads.pieces import Card, Kind, Lies, State
from rules.airsoft_squads.questions import attack_questions
from rules.airsoft_squads.samples import (
    HELMET,
    KITE,
    LIES_DOWN,
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
from rules.airsoft_squads.staying import stays_up
from rules.airsoft_squads.support import Support
from rules.asks import Declared
from rules.changes import apply, keyed, undo
from rules.correction import Correction
from rules.play import Waiting
from rules.table import Dice, Pick
from rules.vocabulary import ChangeInWords
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


# Who stays up by a condition

TOUGH = replace(LIES_DOWN, key="tough", name="Tough")


FLAT = replace(VIPER, skills=(TOUGH,))
STRONG = replace(ROOK, ap=7)


def kept_up(*others, viper=FLAT, **more):
    """A battle in which Viper, with DP 6 and a counter of 6, stays up since it lay down as it was attacked."""
    stage = battle(STRONG, viper, *others, **more)
    return apply(stage, played(stage, "attack", attack("tough"), dice(3, 1)).outcome.changes)


def test_who_stays_up_by_a_condition_says_so_and_shows_the_dp_that_count():
    stage = battle(STRONG, FLAT)
    ended = played(stage, "attack", attack("tough"), dice(4, 1))
    stays = "Viper stays up to the end of the TURN: DP 9 by Tough (Viper)"
    assert ended.outcome.headline == (f"Rook hits Viper for 7: AP 11 against EP 4, hit counter 7 of 9. {stays}.")
    assert (ended.trace[-1].label, ended.trace[-1].value) == ("stays up", stays)
    now = apply(stage, ended.outcome.changes)
    viper = now.operator("viper")
    assert (viper.state, viper.hits, current(now, viper, Stat.DP)) == (State.NORMAL, 7, 9)
    assert stays_up(now, viper) == "to the end of the TURN: DP 9 by Tough (Viper)"
    told = [GAME.tell(stage, change) for change in ended.outcome.changes if change.track.startswith("held")]
    assert told == [ChangeInWords("Viper", "stays up by Tough", "no", "yes")]
    assert apply(now, undo(ended.outcome.changes)) == stage


def test_a_condition_that_nobody_needs_to_stay_up_ends_with_the_attack():
    now = kept_up(viper=replace(VIPER, dp=7, skills=(TOUGH,)))
    viper = now.operator("viper")
    assert (viper.hits, viper.held, current(now, viper, Stat.DP), stays_up(now, viper)) == (6, frozenset(), 7, "")


def test_who_stays_up_by_a_condition_goes_hit_when_the_turn_ends():
    stage = kept_up(KITE, cards=(PLAN,))
    for slug, declared in (("move", Move("kite")), ("handling", Handling("plan", Lies.LAID))):
        stage = apply(stage, played(stage, slug, declared).outcome.changes)
        assert keyed(stage)["viper"].state is State.NORMAL
    ended = after(stage, "support", Support())
    assert (ended["blue"].fallen, ended["viper"].held) == (1, frozenset())


@pytest.mark.parametrize(
    ("slug", "declared"),
    [
        ("move", Move("viper")),
        ("correction", Correction("viper", (("hits", 9),))),
        ("correction", Correction("viper", (("held.tough", False),))),
    ],
    ids=["by a MOVE", "with more on its counter", "where the condition no longer holds"],
)
def test_who_stays_up_by_a_condition_goes_hit_at_the_dp_that_count(slug, declared):
    stage = kept_up()
    ended = after(stage, slug, declared)
    assert (ended["viper"].state, ended["viper"].held, ended["blue"].fallen) == (State.HIT, frozenset(), 1)


def test_who_stays_up_by_the_condition_of_a_mate_falls_with_it():
    aura = replace(TOUGH, reach=Reach.IN_RANGE)
    adder = operator("Adder", "blue", 1, hits=3, skills=(aura,))
    stage = kept_up(adder, viper=VIPER)
    assert stays_up(stage, stage.operator("viper")) == "to the end of the TURN: DP 9 by Tough (Adder)"
    ended = after(stage, "move", Move("adder"))
    assert [ended[key].state for key in ("adder", "viper")] == [State.HIT, State.HIT]


def test_the_condition_is_asked_anew_in_the_next_attack_with_what_held_as_the_usual_answer():
    stage = kept_up(replace(KITE, skills=()))
    (question,) = attack_questions(stage, {"actor": "kite", "target": "viper"})
    assert question.usual is True
    missed = (dice(1, 6),)
    assert after(stage, "attack", Attack("kite", "viper"), *missed)["viper"].state is State.HIT
    assert after(stage, "attack", Attack("kite", "viper", ("tough",)), *missed)["viper"].held == {"tough"}


def test_who_is_turned_face_up_by_hand_no_longer_stays_up_by_what_held():
    stage = kept_up()
    for state in ("HIT", "NORMAL"):
        declared = Correction("viper", (("state", state), ("hits", 5)))
        stage = apply(stage, played(stage, "correction", declared).outcome.changes)
    assert current(stage, stage.operator("viper"), Stat.DP) == 6


@pytest.mark.parametrize(("hits", "held", "dp"), [(1, set(), 6), (5, set(), 6), (6, {"tough"}, 9), (7, {"tough"}, 9)])
def test_what_held_ends_with_a_correction_that_leaves_no_need_for_it(hits, held, dp):
    stage = kept_up()
    ended = played(stage, "correction", Correction("viper", (("hits", hits), ("objective", 1)))).outcome
    now = apply(stage, ended.changes)
    viper = now.operator("viper")
    assert (viper.held, current(now, viper, Stat.DP), viper.state) == (held, dp, State.NORMAL)
    assert is_suppressed(now, viper) is (dp - hits < viper.dp)
    assert apply(now, undo(ended.changes)) == stage


def test_a_correction_of_a_mate_leaves_to_the_end_of_the_turn_what_held():
    stage = kept_up(KITE)
    stage = replace(stage, operators=tuple(replace(o, medics=int(o.key == "viper")) for o in stage.operators))
    assert after(stage, "correction", Correction("kite", (("hits", 1),)))["viper"].held == {"tough"}
    assert after(stage, "correction", Correction("viper", (("hits", 1),)))["viper"].held == set()


def test_what_the_attacker_gives_the_dp_of_its_target_ends_with_the_attack_and_saves_nobody():
    kind = replace(TOUGH, side=While.ATTACKER)
    stage = battle(replace(ROOK, ap=7, skills=(kind,)), VIPER)
    ended = played(stage, "attack", attack("tough"), dice(3, 1)).outcome
    assert ended.headline.startswith("Rook puts Viper HIT: AP 10 against EP 4, hit counter 6 of 6.")


# RULEVIOLATION


@pytest.mark.parametrize(("face", "state"), [(4, State.EXHAUSTED), (3, State.OUT)])
def test_a_rule_violation_is_rolled_after_a_move_too(face, state):
    stage = battle(replace(ROOK, skills=(RECKLESS,)))
    assert after(stage, "move", Move("rook"), Dice("RULEVIOLATION 4+", ((face,),)))["rook"].state is state


def test_the_roll_for_a_rule_violation_says_what_it_takes():
    declared = Declared(battle(replace(ROOK, skills=(RECKLESS,))), Move("rook"))
    waiting = played(declared.battle, "move", declared.declaration)
    assert waiting.ask.sentence(declared) == ("Rook ends its ACTION with RULEVIOLATION 4+: below 4 it is OUT.")


def test_of_several_rule_violations_the_highest_counts():
    stricter = replace(RECKLESS, key="stricter", amount=5)
    rook = replace(ROOK, skills=(RECKLESS, stricter))
    assert violation_of(battle(rook), rook) == 5


def test_out_by_a_rule_violation_gives_no_performance():
    stage = battle(replace(ROOK, skills=(RECKLESS,)), VIPER, cards=(HELMET,))
    assert after(stage, "attack", attack(), dice(1, 6), Dice("RULEVIOLATION 4+", ((1,),)))["helmet"].lies is Lies.APART
