"""A weapon whose card says that a die is changed, and not that it may be: the attacker only chooses when."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.play import BadReply, play
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.samples import LASERS, TORPEDOES, TOUGH, WEDGE, attack, battle, green, on_red, red, reroll
from rules.x_wing.ship import Effect, Needs

CHANGE = "Proton Torpedoes: change 1 hit to crit"
CANNONS = replace(TORPEDOES, name="Proton Cannons", effect=Effect.FOCUS_TO_CRIT)
FREE = replace(TORPEDOES, needs=Needs.NOTHING)


def declared(weapon=FREE, **more):
    return Declared(battle(replace(WEDGE, weapons=(LASERS, weapon), **more), TOUGH), attack("wedge-torpedoes"))


def test_the_hit_becomes_a_crit_without_a_question_where_nothing_else_can_be_done():
    outcome = play(resolve, declared(), [red("HHBB"), green("BB")]).outcome
    assert (outcome.hits, outcome.crits) == (1, 1)


def test_the_attacker_is_not_done_before_and_chooses_when():
    attacking = declared(focus=1)
    asked = play(resolve, attacking, [red("HFBB")]).ask
    assert asked.options == ("focus", CHANGE)
    with pytest.raises(BadReply):
        play(resolve, attacking, [red("HFBB"), *on_red("done")])
    after = play(resolve, attacking, [red("HFBB"), *on_red(CHANGE)]).ask
    assert "done" in after.options


def test_what_is_rerolled_into_a_hit_is_changed_too():
    attacking = declared(lock="howlrunner")
    assert "done" in play(resolve, attacking, [red("BBBB")]).ask.options
    rolled = [red("BBBB"), *on_red("lock"), *reroll("2b", "4 blank", "HBBB"), green("BB")]
    outcome = play(resolve, attacking, rolled).outcome
    assert (outcome.hits, outcome.crits) == (0, 1)


def test_without_a_die_that_it_changes_nothing_is_asked():
    outcome = play(resolve, declared(), [red("CBBB"), green("BB")]).outcome
    assert (outcome.hits, outcome.crits) == (0, 1)


def test_proton_cannons_change_a_focus_result_or_a_hit_and_which_is_asked():
    asked = play(
        resolve,
        declared(CANNONS, lock="howlrunner"),
        [red("HFCC"), *on_red("Proton Cannons: change 1 focus or hit to crit")],
    ).ask
    assert asked.options == ("focus to crit", "hit to crit")


@pytest.mark.parametrize(("replies", "crits"), [(on_red(CHANGE), 1), (on_red("done"), 0)], ids=["made", "declined"])
def test_records_of_before_in_which_it_was_asked_play_as_they_did(replies, crits):
    outcome = play(resolve, declared(), [red("HBBB"), *replies, green("BB")]).outcome
    assert outcome.crits == crits


@pytest.mark.parametrize("name", ["Marksmanship", "Proton Torpedoes"])
def test_an_ability_that_players_call_like_the_weapon_is_not_required(name):
    battle_of, made = declared(lock="howlrunner").battle, attack("wedge-torpedoes")
    typed = Ability(name, hits_to_crits=1, typed=True)
    attacking = Declared(battle_of, replace(made, attacker_abilities=(typed,)))
    asked = play(resolve, attacking, [red("HHHH"), *on_red(CHANGE)]).ask
    assert len([option for option in asked.options if option.endswith("change 1 hit to crit")]) == 1
    assert "done" in asked.options
    outcome = play(resolve, attacking, [red("HHHH"), *on_red(CHANGE, "done"), green("BB")]).outcome
    assert (outcome.hits, outcome.crits) == (3, 1)
