"""A condition that the app sees for itself is not asked."""

from dataclasses import replace

import pytest

from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.outlook import outlook
from rules.airsoft_squads.questions import attack_questions
from rules.airsoft_squads.samples import ROOK, SMOKE, VIPER, attack, battle, dice, operator
from rules.asks import Declared
from rules.game import Illegal
from rules.play import Resolved, Waiting
from rules.table import Pick
from tests.rules.airsoft_squads.doing import played

STILL = Modifier("still", "Cover", While.TARGET, Stat.EP, Operation.ADD, 2, "it has not moved this TURN")
AIMS = Modifier("aims", "Aims", While.ATTACKER, Stat.AP, Operation.ADD, 3, "It has not moved this turn.")


def asked(stage):
    return [question.name for question in attack_questions(stage, {"actor": "rook", "target": "viper"})]


@pytest.mark.parametrize(("moved", "ep"), [(0, 3 + 2 + 1), (1, 3 - 1 + 1)])
def test_whether_the_attacked_operator_has_moved_is_seen(moved, ep):
    stage = battle(ROOK, replace(VIPER, skills=(STILL,), moved=moved, dp=20))
    assert asked(stage) == []
    assert played(stage, "attack", attack(), dice(1, 1)).outcome.ep == ep
    _, evasion = outlook(Declared(stage, attack())).sums
    assert (evasion.name, evasion.total, evasion.of) == ("EP", ep - 1, "+ D6")


@pytest.mark.parametrize(("moved", "ap"), [(0, 4 + 3 + 1), (1, 2 + 1)])
def test_whether_the_attacker_has_moved_is_seen(moved, ap):
    stage = battle(replace(ROOK, skills=(AIMS,), moved=moved))
    assert asked(stage) == []
    assert played(stage, "attack", attack(), dice(1, 1)).outcome.ap == ap


def test_what_was_answered_before_is_still_read():
    stage = battle(ROOK, replace(VIPER, skills=(STILL,)))
    assert played(stage, "attack", attack("still"), dice(1, 1)).outcome.ep == 3 + 2 + 1
    with pytest.raises(Illegal):
        played(stage, "attack", attack("nothing"), dice(1, 1))


def test_of_whom_a_condition_speaks_is_clear_only_where_it_is_for_the_bearer():
    for_others = replace(STILL, reach=Reach.OTHERS)
    assert asked(battle(ROOK, VIPER, operator("Asp", "blue", 1, skills=(for_others,)))) == ["met-still"]


def test_a_card_of_which_the_condition_is_seen_asks_nothing():
    smoke = replace(SMOKE, modifiers=(STILL,))
    stage = battle(cards=(smoke,))
    replies = (Pick("5b DEFENCE card", "smoke"), dice(1, 1))
    ended = played(stage, "attack", attack(), *replies)
    assert isinstance(ended, Resolved)
    assert ended.outcome.ep == 3 + 2 + 1
    earlier = (replies[0], Pick("condition", "holds"), replies[1])
    assert played(stage, "attack", attack(), *earlier).outcome == ended.outcome
    dark = replace(smoke, modifiers=(replace(STILL, condition="it is dark"),))
    assert isinstance(played(battle(cards=(dark,)), "attack", attack(), *replies[:1]), Waiting)
