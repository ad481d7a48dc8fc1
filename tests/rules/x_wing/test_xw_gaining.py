"""The sheet of tokens for all ships: what it asks, what it gives, and what it refuses."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.changes import apply
from rules.game import Illegal
from rules.play import play
from rules.questions import Rows
from rules.records import BadRecord
from rules.x_wing.gaining import Gain, Gains, gain, gain_questions, gains_of
from rules.x_wing.samples import ACADEMY, HOWLRUNNER, WEDGE, battle
from rules.x_wing.sheet import Ruleset, Settings
from rules.x_wing.ship import Status

FOCUSED = Gain("wedge", ("focus",))


def after(sheet, *gains):
    return apply(sheet, play(gain, Declared(sheet, Gains(gains)), ()).outcome.changes)


def test_every_ship_on_the_board_is_asked_for_its_tokens_and_then_for_its_lock():
    gone = replace(ACADEMY, status=Status.REMOVED, destroyed_by="Wedge Antilles")
    asked = gain_questions(battle(replace(WEDGE, lock="howlrunner", stress=1), HOWLRUNNER, gone), {})
    assert [question.name for question in asked] == [
        "wedge-tokens",
        "howlrunner-tokens",
        "wedge-lock",
        "howlrunner-lock",
    ]
    tokens, _, own, other = asked
    assert [row.name for row in tokens.offered][:3] == ["focus", "evade", "calculate"]
    assert (tokens.typed, tokens.help) == (0, "has 1 stress")
    assert "jam" not in [row.name for row in tokens.offered]
    assert [option.label for option in own.options] == ["still Howlrunner"]
    assert [option.label for option in other.options] == ["nobody", "Antilles"]


def test_a_token_is_added_to_what_a_ship_has_and_a_lock_takes_the_place_of_another():
    sheet = battle(replace(WEDGE, focus=1, lock="academy"), HOWLRUNNER, ACADEMY)
    now = after(sheet, Gain("wedge", ("focus", "reinforce_aft"), "howlrunner"), Gain("academy", (), "wedge"))
    wedge = now.ship("wedge")
    assert (wedge.focus, wedge.reinforce_aft, wedge.lock) == (2, 1, "howlrunner")
    assert now.ship("academy").lock == "wedge"
    assert now.ship("howlrunner") == HOWLRUNNER


def test_a_ship_that_says_nothing_about_its_lock_keeps_it():
    sheet = battle(replace(WEDGE, lock="howlrunner"), HOWLRUNNER)
    assert after(sheet, FOCUSED).ship("wedge").lock == "howlrunner"


def test_in_2_5_an_ionized_ship_is_not_asked_for_a_lock_and_gets_none():
    ionized = battle(replace(WEDGE, ion=1), HOWLRUNNER, settings=Settings(ruleset=Ruleset.SECOND))
    locks = [question.name for question in gain_questions(ionized, {}) if not isinstance(question, Rows)]
    assert locks == ["howlrunner-lock"]
    with pytest.raises(Illegal, match="is ionized and cannot acquire locks"):
        after(ionized, Gain("wedge", (), "howlrunner"))


@pytest.mark.parametrize(
    ("gains", "sentence"),
    [
        ((), "Tap what the ships have gained first."),
        ((Gain("wedge"),), "Tap what the ships have gained first."),
        ((Gain("wedge", ("jam",)),), "Wedge Antilles cannot gain “jam” here."),
        ((Gain("wedge", ("hull",)),), "Wedge Antilles cannot gain “hull” here."),
        ((Gain("wedge", (), "wedge"),), "Wedge Antilles cannot lock that."),
        ((Gain("nobody", ("focus",)),), "ship"),
    ],
)
def test_what_cannot_be_gained_is_refused_in_words(gains, sentence):
    with pytest.raises(Illegal, match=sentence):
        after(battle(), *gains)


def test_a_battle_that_is_over_gives_no_tokens():
    with pytest.raises(Illegal):
        after(battle(over=True), FOCUSED)


def test_the_answers_name_only_the_ships_that_gain_anything():
    rows = [{"name": "focus"}, {"name": "reinforce (fore)"}]
    answers = {"wedge-tokens": rows, "wedge-lock": "howlrunner", "howlrunner-tokens": [], "howlrunner-lock": None}
    assert gains_of(answers) == Gains((Gain("wedge", ("focus", "reinforce_fore"), "howlrunner"),))
    with pytest.raises(BadRecord, match="There is no such token"):
        gains_of({"wedge-tokens": [{"name": "luck"}]})


def test_a_ship_that_is_told_twice_gains_nothing():
    with pytest.raises(Illegal, match="Each ship gains once at a time"):
        after(battle(WEDGE, HOWLRUNNER), FOCUSED, Gain("wedge", ("evade",)))
