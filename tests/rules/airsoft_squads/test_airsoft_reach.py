"""Whom a modifier of TEAMWORK and of a STRATEGY card influences, and a reach of all enemies."""

from dataclasses import replace

import pytest

from rules.airsoft_squads.effects import current
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.pieces import Lies, State
from rules.airsoft_squads.samples import ADVANCE, ROOK, VIPER, attack, battle, dice, operator
from tests.rules.airsoft_squads.doing import played

HAWK = replace(ROOK, team="Hawks")
KITE = operator("Kite", "red", 3, team="Hawks")
OWL = operator("Owl", "red", 1)
FAR = operator("Far", "red", 4)
FOES = VIPER, operator("Asp", "blue", 1), operator("Boa", "blue", 9)


def gives(reach, stat=Stat.MP, operation=Operation.ADD, side=While.ALWAYS):
    return Modifier(f"given {reach}", "Given", side, stat, operation, 1, reach=reach)


def gained(stage):
    """Who has more MP than is printed, and how many."""
    more = {o.key: current(stage, o, Stat.MP) - o.mp for o in stage.operators}
    return {key: number for key, number in more.items() if number}


@pytest.mark.parametrize(
    ("reach", "more"),
    [
        (Reach.ITSELF, {"rook": 1, "kite": 1}),
        (Reach.OTHERS, {"rook": 1, "kite": 1, "owl": 1, "far": 1}),
        (Reach.IN_RANGE, {"rook": 1, "kite": 1, "owl": 1, "far": 1}),
        (Reach.ALL_ENEMIES, {"viper": 1, "asp": 1, "boa": 1}),
    ],
)
def test_teamwork_reaches_as_a_skill_of_team_mates_would_and_counts_once(reach, more):
    assert gained(battle(HAWK, VIPER, KITE, OWL, FAR, *FOES[1:], teamwork=(gives(reach),))) == more


def test_teamwork_reaches_nobody_without_team_mates():
    apart = replace(KITE, state=State.HIT)
    for reach in (Reach.ITSELF, Reach.OTHERS, Reach.IN_RANGE, Reach.ALL_ENEMIES):
        assert gained(battle(HAWK, VIPER, apart, OWL, teamwork=(gives(reach),))) == {}


@pytest.mark.parametrize(
    ("reach", "more"),
    [
        (Reach.ITSELF, {"rook": 1, "owl": 1, "far": 1}),
        (Reach.OTHERS, {"rook": 1, "owl": 1, "far": 1}),
        (Reach.IN_RANGE, {"rook": 1, "owl": 1}),
        (Reach.ALL_ENEMIES, {"viper": 1, "asp": 1, "boa": 1}),
    ],
)
def test_a_strategy_card_reaches_as_a_skill_of_all_own_operators_would(reach, more):
    laid = replace(ADVANCE, lies=Lies.LAID, modifiers=(gives(reach),))
    assert gained(battle(ROOK, VIPER, OWL, FAR, *FOES[1:], cards=(laid,))) == more


def test_a_strategy_card_for_others_gives_nothing_to_the_only_operator():
    laid = replace(ADVANCE, lies=Lies.LAID, modifiers=(gives(Reach.OTHERS),))
    assert gained(battle(ROOK, VIPER, cards=(laid,))) == {}


def test_a_skill_for_all_enemies_needs_no_range():
    fears = gives(Reach.ALL_ENEMIES, Stat.EP, Operation.SUBTRACT, While.TARGET)
    far = operator("Far", "red", 9, skills=(fears,))
    told = played(battle(ROOK, VIPER, far), "attack", attack(), dice(1, 1))
    assert told.outcome.ep == 3 - 1 + 1
    assert gained(battle(replace(ROOK, skills=(gives(Reach.ALL_ENEMIES),)), VIPER, OWL, *FOES[1:])) == {
        "viper": 1,
        "asp": 1,
        "boa": 1,
    }
    assert gained(battle(replace(ROOK, skills=(gives(Reach.ALL_ENEMIES),), state=State.HIT), VIPER)) == {}


def test_the_trace_names_who_teams_up():
    stage = battle(replace(OWL, place=2), VIPER, replace(HAWK, place=3), replace(KITE, place=4))
    given = gives(Reach.IN_RANGE, Stat.AP, side=While.ATTACKER)
    told = played(replace(stage, teamwork=(given,)), "attack", replace(attack(), actor="owl"), dice(1, 1)).trace
    assert [step.value for step in told if step.label == "3 teamwork"] == ["+1 AP: Given (Hawks, Rook with Kite)"]
