"""A card that lowers DP to a hit counter puts its bearer HIT at once, and the attack ends there."""

from dataclasses import replace

import pytest

from rules.airsoft_squads import GAME
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Stat, While
from rules.airsoft_squads.pieces import Bonus, State
from rules.airsoft_squads.playing import FAILS, HOLDS
from rules.airsoft_squads.samples import FOCUS, HELMET, KITE, ROOK, SMOKE, VIPER, attack, battle, dice
from rules.games import GAMES
from rules.play import BadReply, Resolved, Waiting
from rules.replay import Record, read, write
from rules.table import Pick
from tests.rules.airsoft_squads.doing import after, played

THREE = Modifier("three", "Rush", While.ALWAYS, Stat.DP, Operation.SUBTRACT, 3)
RUSH = replace(FOCUS, key="rush", name="Sample rush", modifiers=(THREE,))
HIDE = replace(SMOKE, key="hide", name="Sample hide", modifiers=(replace(THREE, key="hides"),))
HURT, SORE = replace(ROOK, hits=3), replace(VIPER, hits=3)
TAKES_RUSH, TAKES_HIDE = Pick("5a ATTACK card", "rush"), Pick("5b DEFENCE card", "hide")


def test_an_attacker_that_its_card_puts_hit_does_not_attack():
    stage = battle(HURT, cards=(RUSH,))
    ended = played(stage, "attack", attack(), TAKES_RUSH)
    assert isinstance(ended, Resolved)
    assert ended.outcome.headline == (
        "Rook attacks Viper: Rook goes HIT by Sample rush, and the ATTACK ends. PERFORMANCE of Blue squad for Rook."
    )
    pieces = after(stage, "attack", attack(), TAKES_RUSH)
    assert (pieces["rook"].state, pieces["rook"].destroyed_by) == (State.HIT, "Sample rush")
    assert (pieces["viper"].hits, pieces["red"].fallen, pieces["battle"].acted) == (0, 1, "red")
    assert ("HIT", "Rook goes HIT") in [(step.label, step.value) for step in ended.trace]


def test_nobody_replies_with_a_card_to_an_attack_that_has_ended():
    assert isinstance(played(battle(HURT, cards=(RUSH, SMOKE)), "attack", attack(), TAKES_RUSH), Resolved)


def test_an_attacked_operator_that_its_card_puts_hit_is_not_attacked_further():
    stage = battle(target=SORE, cards=(HIDE, RUSH))
    replies = (Pick("5a ATTACK card", "no card"), TAKES_HIDE)
    ended = played(stage, "attack", attack(), *replies)
    assert isinstance(ended, Resolved)
    assert ended.outcome.headline == (
        "Rook attacks Viper: Viper goes HIT by Sample hide, and the ATTACK ends. PERFORMANCE of Red squad for Viper."
    )
    pieces = after(stage, "attack", attack(), *replies)
    assert (pieces["viper"].state, pieces["viper"].hits, ended.outcome.hit) == (State.HIT, 3, True)
    assert pieces["rook"].state is State.EXHAUSTED


def test_an_operator_elsewhere_goes_hit_at_once_and_the_attack_goes_on():
    shaky = replace(KITE, hits=3)
    wide = replace(RUSH, modifiers=(replace(THREE, reach=Reach.OTHERS),))
    stage = battle(ROOK, VIPER, shaky, cards=(wide,))
    waiting = played(stage, "attack", attack(), TAKES_RUSH)
    assert isinstance(waiting, Waiting)
    assert [step.value for step in waiting.trace if step.label == "HIT"] == ["Kite goes HIT"]
    ended = played(stage, "attack", attack(), TAKES_RUSH, dice(3, 3))
    assert ended.outcome.ap == 4 + 3


def test_the_performance_comes_at_once_too():
    waiting = played(battle(HURT, cards=(RUSH, HELMET)), "attack", attack(), TAKES_RUSH)
    assert isinstance(waiting, Waiting)
    assert (waiting.ask.label, waiting.ask.options) == ("PERFORMANCE", ("card", "helmet"))


def test_a_bonus_attack_that_ends_so_is_used():
    tired = replace(HURT, state=State.EXHAUSTED, bonus=Bonus.ANY)
    assert after(battle(tired, cards=(RUSH,)), "attack", attack(), TAKES_RUSH)["rook"].bonus is Bonus.USED


SEEN = replace(THREE, key="seen", side=While.TARGET, condition="it is seen")
SEEN_HIDING = replace(HIDE, modifiers=(SEEN,))
HIDES = (TAKES_HIDE, Pick("condition", HOLDS))


def test_a_card_that_lowers_dp_under_a_condition_puts_its_bearer_hit_before_the_dice():
    stage = battle(target=SORE, cards=(SEEN_HIDING,))
    ended = played(stage, "attack", attack(), *HIDES)
    assert isinstance(ended, Resolved)
    assert ended.outcome.headline == (
        "Rook attacks Viper: Viper goes HIT by Sample hide, and the ATTACK ends. PERFORMANCE of Red squad for Viper."
    )
    assert after(stage, "attack", attack(), *HIDES)["viper"].hits == 3


def test_one_whose_condition_fails_or_whose_dp_still_suffice_is_attacked_further():
    stage = battle(target=SORE, cards=(SEEN_HIDING,))
    assert played(stage, "attack", attack(), TAKES_HIDE, Pick("condition", FAILS)).ask.label == "6 dice"
    less = replace(SEEN_HIDING, modifiers=(replace(SEEN, amount=2),))
    assert played(battle(target=SORE, cards=(less,)), "attack", attack(), *HIDES).ask.label == "6 dice"


def test_dp_that_another_condition_gives_keep_it_up():
    tough = Modifier("tough", "Tough", While.TARGET, Stat.DP, Operation.ADD, 3, "it lies down")
    stage = battle(target=replace(SORE, skills=(tough,)), cards=(SEEN_HIDING,))
    assert played(stage, "attack", replace(attack(), met=("tough",)), *HIDES).ask.label == "6 dice"
    assert isinstance(played(stage, "attack", attack(), *HIDES), Resolved)


def test_the_attackers_card_that_takes_dp_of_the_attacked_one_does_so_too():
    aimed = replace(RUSH, modifiers=(replace(SEEN, side=While.ATTACKER),))
    ended = played(battle(target=SORE, cards=(aimed,)), "attack", attack(), TAKES_RUSH, Pick("condition", HOLDS))
    assert isinstance(ended, Resolved)
    assert "Viper goes HIT by Sample rush" in ended.outcome.headline


AIMED = replace(RUSH, modifiers=(replace(THREE, side=While.ATTACKER),))


def test_it_needs_no_condition_for_that():
    stage = battle(target=SORE, cards=(AIMED, HIDE))
    ended = played(stage, "attack", attack(), TAKES_RUSH)
    assert isinstance(ended, Resolved)
    assert ended.outcome.headline == (
        "Rook attacks Viper: Viper goes HIT by Sample rush, and the ATTACK ends. PERFORMANCE of Red squad for Viper."
    )
    pieces = after(stage, "attack", attack(), TAKES_RUSH)
    assert (pieces["viper"].state, pieces["viper"].hits, pieces["viper"].destroyed_by) == (State.HIT, 3, "Sample rush")


def test_nor_does_a_card_for_enemies_that_comes_in_reply_or_at_last():
    stage = battle(target=SORE, cards=(AIMED, SMOKE))
    replies = (Pick("5a ATTACK card", "no card"), Pick("5b DEFENCE card", "smoke"), Pick("5c ATTACK card", "rush"))
    ended = played(stage, "attack", attack(), *replies)
    assert "Viper goes HIT by Sample rush" in ended.outcome.headline
    wide = replace(HIDE, modifiers=(replace(THREE, side=While.ATTACKER, reach=Reach.ENEMIES),))
    ended = played(battle(target=SORE, cards=(wide,)), "attack", attack(), TAKES_HIDE)
    assert "Viper goes HIT by Sample hide" in ended.outcome.headline


def test_one_whose_dp_suffice_against_the_card_is_attacked_further():
    less = replace(AIMED, modifiers=(replace(THREE, side=While.ATTACKER, amount=2),))
    assert played(battle(target=SORE, cards=(less,)), "attack", attack(), TAKES_RUSH).ask.label == "6 dice"


def test_no_card_that_gives_dp_puts_anybody_hit():
    exposed = Modifier("exposed", "Exposed", While.TARGET, Stat.DP, Operation.SUBTRACT, 4, "it runs")
    helps = replace(HIDE, modifiers=(replace(SEEN, operation=Operation.ADD, amount=1),))
    stage = battle(target=replace(SORE, skills=(exposed,)), cards=(helps,))
    assert played(stage, "attack", replace(attack(), met=("exposed",)), *HIDES).ask.label == "6 dice"


def test_a_record_of_the_edition_before_in_which_dice_fell_first_is_read():
    stage, procedure = battle(target=SORE, cards=(AIMED,)), GAME.procedure("attack")
    stored = write(Record(GAME, procedure, stage, attack(), (TAKES_RUSH, dice(3, 3)), "Rush"))
    record = read({**stored, "edition": "English rules 2"}, GAMES)
    with pytest.raises(BadReply):
        record.play()
    assert "HIT by Sample rush" in replace(record, replies=(TAKES_RUSH,)).play().outcome.headline
