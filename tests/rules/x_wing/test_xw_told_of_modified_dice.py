"""A defence die where the attacker modified attack dice: the app sees that in the dice, in play and in odds."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.distributions import mean
from rules.odds import odds, odds_after
from rules.play import Waiting, play
from rules.table import Moment, Pick
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.outlook import odds_at, outlook
from rules.x_wing.samples import LASERS, attack, battle, green, on_red, red, reroll
from rules.x_wing.sheet import Ruleset, Settings
from rules.x_wing.ship import Effect
from rules.x_wing.steps_2_to_4 import uncancelled
from tests.rules.x_wing.test_xw_known_cards import BARE, FRIEND, PLAIN, asked, declare, hands, usual

KALLUS = replace(PLAIN, pilot="alexsandrkallus")
FOCUSED = replace(BARE, focus=1)
CARD = ["Alexsandr Kallus"]


def defended(attacker, *replies, defender=KALLUS, **more):
    """How many defence dice are rolled after these replies."""
    ask = play(resolve, declare(attacker, defender, by_defender=CARD, **more), replies).ask
    assert ask.label == "3a defence dice"
    return ask.pools[0].count


def test_nothing_is_asked_and_the_die_is_ticked():
    (row,) = asked(FOCUSED, KALLUS)["defender_abilities"].offered
    assert row.leads_to == "1 die more for defence, where the attacker modified attack dice"
    assert usual("defender", FOCUSED, KALLUS) == ("Alexsandr Kallus",)


def test_a_token_a_lock_and_an_ability_modify_dice():
    assert defended(FOCUSED, red("HFB"), *on_red("focus")) == 3
    locked = replace(BARE, lock="howlrunner")
    assert defended(locked, red("HFB"), *on_red("lock"), *reroll("2b", "1 blank", "B")) == 3
    typed = Ability("typed", change_attack=1, typed=True)
    declared = declare(BARE, KALLUS, by_defender=CARD)
    declared = replace(declared, declaration=replace(declared.declaration, attacker_abilities=(typed,)))
    changed = (red("HBB"), *on_red("typed: change 1 die to another face"))
    ask = play(resolve, declared, changed).ask
    ask = play(resolve, declared, (*changed, Pick(ask.label, ask.options[0]))).ask
    assert (ask.label, ask.pools[0].count) == ("3a defence dice", 3)


def test_dice_that_nobody_modifies_bring_no_die():
    assert defended(BARE, red("HFB")) == 2
    assert defended(FOCUSED, red("HHB")) == 2
    assert defended(FOCUSED, red("HFB"), *on_red("done")) == 2


def test_what_the_defender_does_to_attack_dice_is_not_the_attackers():
    luminara = replace(FRIEND, key="luminara", squad="imperials", pilot="luminaraunduli", most_force=1, force=1)
    declared = declare(BARE, KALLUS, luminara, by_defender=[*CARD, "Luminara Unduli (hit)"])
    replies = (red("HHB"), *on_red("Luminara Unduli (hit): change 1 hit to focus"))
    ask = play(resolve, declared, replies).ask
    assert (ask.label, ask.pools[0].count) == ("3a defence dice", 2)


def test_at_most_six_dice_are_rolled_in_2_5():
    sheet = replace(battle(FOCUSED, replace(KALLUS, agility=6)), settings=Settings(ruleset=Ruleset.SECOND))
    declared = Declared(sheet, attack(defender_abilities=tuple(map(Ability, CARD))))
    ask = play(resolve, declared, (red("HFB"), *on_red("focus"))).ask
    assert ask.pools[0].count == 6


@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        (FOCUSED, KALLUS),
        (replace(BARE, lock="howlrunner"), KALLUS),
        (replace(FOCUSED, lock="howlrunner"), replace(KALLUS, focus=1)),
        (replace(BARE, calculate=1), replace(KALLUS, evade=1)),
        (BARE, KALLUS),
    ],
)
def test_odds_are_those_of_every_roll_played_out(attacker, defender):
    declared = declare(attacker, defender, by_defender=CARD)
    played = odds(lambda _, table: left(resolve(declared, table)), None)
    assert mean(odds(uncancelled, hands(declared)), lambda each: each.total) == mean(played, sum)


def left(outcome):
    return outcome.hits, outcome.crits


def expected(declared, replies):
    played = odds_after(lambda declared, table: left(resolve(declared, table)), declared, replies)
    return mean(played, sum)


@pytest.mark.parametrize(
    "replies",
    [
        (),
        (red("HFB"),),
        (red("HFB"), *on_red("lock")),
        (red("HFB"), *on_red("lock"), reroll("2b", "1 blank", "B")[0]),
        (red("HFB"), *on_red("done")),
        (red("HFB"), *on_red("focus", "done")),
        (red("HFB"), *on_red("focus", "done"), green("EFB")),
    ],
)
def test_odds_on_the_way_are_those_of_every_roll_played_out(replies):
    attacker = replace(FOCUSED, lock="howlrunner")
    declared = declare(attacker, replace(KALLUS, focus=1), by_defender=CARD)
    now = play(resolve, declared, replies)
    assert isinstance(now, Waiting)
    found = odds_at(Moment(declared, replies, now.ask), None)
    assert found is not None
    assert found.table
    told = sum(chance.chance * (0 if chance.label == "misses" else int(chance.label)) for chance in found.table)
    assert told == expected(declared, replies)


def test_the_outlook_names_both_numbers_and_nothing_where_usual_play_is_the_best():
    told = outlook(declare(FOCUSED, KALLUS, by_defender=CARD))
    more = "3 defence dice (2 agility +1 Alexsandr Kallus = 3) once attack dice are modified."
    assert told.sentence.endswith(f"against 2 defence dice, or {more}")
    assert not [line for line in told.more if "best" in line.lower()]


def test_with_a_weapon_whose_crits_all_become_hits_it_is_asked():
    heavy = replace(BARE, weapons=(replace(LASERS, effect=Effect.TAMED),))
    (row,) = asked(heavy, KALLUS)["defender_abilities"].offered
    assert row.leads_to.startswith("if the attacker modified attack dice: 1 die more for defence")
    assert hands(declare(heavy, KALLUS, by_defender=CARD)).defence.dice == 3
