"""A modifier whose condition depends on the roll is asked after the dice."""

from dataclasses import replace

import pytest

from rules.airsoft_squads.modifiers import Modifier, Operation, Stat, While
from rules.airsoft_squads.outlook import outlook
from rules.airsoft_squads.playing import FAILS, HOLDS
from rules.airsoft_squads.questions import attack_questions
from rules.airsoft_squads.samples import FOCUS, ROOK, VIPER, attack, battle, critical, dice
from rules.asks import Declared
from rules.play import Resolved, Waiting
from rules.table import Pick
from tests.rules.airsoft_squads.doing import played

LUCKY = Modifier(
    "lucky", "Lucky", While.ATTACKER, Stat.AP, Operation.ADD, 2, "the die shows 4 or more", after_dice=True
)
ROLLS = Modifier("rolls", "Rolls off", While.TARGET, Stat.EP, Operation.ADD, 3, "its die shows 1 or 2", after_dice=True)
STAGE = battle(replace(ROOK, skills=(LUCKY,)))


def shot(stage, *replies):
    return played(stage, "attack", attack(), *replies)


def test_it_is_asked_after_the_dice_and_not_before():
    assert attack_questions(STAGE, {"actor": "rook", "target": "viper"}) == ()
    assert shot(STAGE).ask.label == "6 dice"
    waiting = shot(STAGE, dice(4, 2))
    assert isinstance(waiting, Waiting)
    declared = Declared(STAGE, attack())
    assert (waiting.ask.label, waiting.ask.by, waiting.ask.options) == ("condition", "red", (HOLDS, FAILS))
    assert waiting.ask.sentence(declared) == "Lucky, +2 AP: the die shows 4 or more?"
    assert shot(STAGE, dice(4, 2), Pick("condition", HOLDS)).outcome.ap == 4 + 2 + 4
    assert shot(STAGE, dice(3, 2), Pick("condition", FAILS)).outcome.ap == 4 + 3


def test_both_sides_are_asked_the_attacker_first_and_before_criticals():
    stage = battle(replace(ROOK, skills=(LUCKY,)), replace(VIPER, skills=(ROLLS,)))
    held = (dice(6, 1), Pick("condition", HOLDS), Pick("condition", HOLDS))
    asked = shot(stage, *held[:2])
    assert (asked.ask.by, asked.ask.modifier.key) == ("blue", "rolls")
    assert shot(stage, *held).ask.label == "critical die"
    ended = shot(stage, *held, *critical("double"))
    assert isinstance(ended, Resolved)
    assert (ended.outcome.ap, ended.outcome.ep) == (8 + 2, 3 + 3 + 1)


def test_a_card_that_is_attached_asks_it_after_the_dice_too():
    stage = battle(cards=(replace(FOCUS, modifiers=(LUCKY,)),))
    card = Pick("5a ATTACK card", "focus")
    assert shot(stage, card).ask.label == "6 dice"
    assert shot(stage, card, dice(4, 2), Pick("condition", HOLDS)).outcome.ap == 4 + 2 + 4


def test_the_outlook_says_what_it_leaves_out():
    told = outlook(Declared(STAGE, attack()))
    assert [one.words for one in told.sums] == ["AP 4 + D6", "EP 3 + D6"]
    assert "Asked after the dice, and not in the odds: +2 AP: Lucky (Rook)." in told.more
    assert not any("Asked after" in line for line in outlook(Declared(battle(), attack())).more)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"condition": ""}, "what is asked after the dice has a condition"),
        ({"stat": Stat.ATTACK_DICE}, "after the dice only AP, EP and DP can change"),
        ({"stat": Stat.CRITICAL}, "after the dice only AP, EP and DP can change"),
    ],
)
def test_what_the_dice_themselves_depend_on_cannot_be_asked_after_them(more, sentence):
    with pytest.raises(ValueError, match=sentence):
        replace(LUCKY, **more)
