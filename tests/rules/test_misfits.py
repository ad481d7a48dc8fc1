"""Why a later entry does not fit any more: one of six reasons, and no other."""

from dataclasses import replace

import pytest
from plain_asks import decision, rolling

from rules.dice import D6, Pool
from rules.fitting import Laid
from rules.game import Illegal
from rules.games import GAMES
from rules.misfits import different, fewer_dice, gone, lacking, not_allowed, not_offered, over
from rules.replay import Record
from rules.table import Pick

GAME = GAMES["troops_and_supplies"]
RULED = "The rules say no."
SIX = (
    gone("Mauler"),
    not_allowed(Illegal(RULED)),
    fewer_dice((6, 1)),
    not_offered("“spend focus”"),
    different(),
    over(),
)


def test_there_are_six_each_a_sentence():
    assert SIX == (
        "Mauler is gone by then.",
        RULED,
        "2 dice fewer: 6 and 1 left over.",
        "“spend focus” cannot be chosen any more.",
        "What it was made from is different now.",
        "The battle is over by then.",
    )


def test_dice_that_are_missing_are_what_is_lacked_and_the_reason():
    last = Laid(rolling("1 the dice", Pool(D6, 3)), None, ((5,),))
    assert lacking(last, None) == ("2 d6 more to roll: the dice.", "2 d6 more to roll: the dice.")


def test_an_ask_that_is_new_comes_of_what_is_different_now():
    last = Laid(decision("2 modify", "red", ("focus", "done")), None)
    assert lacking(last, None) == (
        "“Modify” is asked now.",
        "What it was made from is different now: “Modify” is asked now.",
    )


@pytest.mark.parametrize(
    ("option", "told"),
    [("focus", "“focus” cannot be chosen any more."), ("7", "What was chosen at “Modify” cannot be chosen any more.")],
)
def test_an_option_that_was_withdrawn_is_named_where_its_words_are_known(option, told):
    ask = decision("2 modify", "red", ("focus", "done"))
    before = record(lambda declared, table: table.choose(ask), Pick("2 modify", "focus"))
    assert lacking(Laid(ask, None, withdrawn=option), before) == (told, told)


def record(resolve, *replies):
    procedure = replace(GAME.procedure("attack"), resolve=resolve)
    return Record(GAME, procedure, GAME.demo.battle, None, replies)
