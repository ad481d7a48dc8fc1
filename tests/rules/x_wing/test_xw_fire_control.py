"""Fire-Control System: with its reroll the lock is not spent in the attack, and without the lock it does nothing."""

from dataclasses import replace

import pytest

from rules.asks import Declared
from rules.distributions import mean
from rules.odds import odds
from rules.play import BadReply, play
from rules.x_wing.abilities import Ability
from rules.x_wing.attack import resolve
from rules.x_wing.best_with_abilities import best_with_abilities
from rules.x_wing.declaration import check
from rules.x_wing.hands import hands_of
from rules.x_wing.samples import HOWLRUNNER, LASERS, WEDGE, attack, battle, green, on_green, on_red, red, reroll
from rules.x_wing.steps_2_to_4 import uncancelled
from tests.rules.x_wing.carrying import carrying

SYSTEM = "Fire-Control System"
REROLL = f"{SYSTEM}: reroll 1 die"
TARGET = replace(HOWLRUNNER, agility=2, most_shields=9, shields=9)


def declared(*others, used=(SYSTEM,), target=TARGET, **more):
    ship = carrying(replace(WEDGE, weapons=(LASERS,), lock="howlrunner"), "firecontrolsystem", *others)
    abilities = tuple(Ability(name) for name in used)
    return Declared(battle(replace(ship, **more), target), attack(attacker_abilities=abilities))


def options(now, *replies):
    return play(resolve, now, replies).ask.options


def after(now, *replies):
    changes = play(resolve, now, replies).outcome.changes
    return {change.track: change.after for change in changes if change.piece == "wedge"}


def hands(now):
    return hands_of(now.battle, now.declaration, check(now.battle, now.declaration))


def test_the_lock_is_not_spent_once_it_rerolled():
    used = (red("HBB"), *on_red(REROLL), *reroll("2b", "1 blank", "B"))
    assert options(declared(), red("HBB")) == ("lock", REROLL, "done")
    assert play(resolve, declared(), used).ask.label == "3a defence dice"
    with pytest.raises(BadReply):
        play(resolve, declared(), (*used, *on_red("lock")))
    assert "lock" not in after(declared(), *used, green("EE"))


def test_it_rerolls_nothing_once_the_lock_is_spent():
    locked = (red("HBB"), *on_red("lock"), *reroll("2b", "1 blank", "B"))
    assert play(resolve, declared(), locked).ask.label == "3a defence dice"
    assert after(declared(), *locked, green("EE"))["lock"] is None


def test_a_card_that_costs_the_lock_and_it_are_used_one_or_the_other():
    now = declared("alpha3bbesh", used=(SYSTEM, "Alpha-3B"))
    alpha = "Alpha-3B: change 1 blank or focus to hit"
    assert alpha in options(now, red("HBB"))
    first = (red("HBB"), *on_red(REROLL), *reroll("2b", "1 blank", "B"))
    assert play(resolve, now, first).ask.label == "3a defence dice"
    last = (red("HBB"), *on_red(alpha, "blank to hit"))
    assert play(resolve, now, last[:2]).ask.label in ("2b change", "3a defence dice")
    with pytest.raises(BadReply):
        play(resolve, now, (*last[:2], *on_red(REROLL)))


def test_it_is_kept_back_where_another_card_will_spend_the_lock():
    now = declared("jangofett", used=(SYSTEM, "Jango Fett (gunner)"), target=replace(TARGET, focus=1))
    assert play(resolve, now, (red("HBB"),)).ask.label == "3a defence dice"
    paid = after(now, red("HBB"), green("FE"), *on_green("Jango Fett (gunner): change 1 focus to blank"), *())
    assert paid["lock"] is None


def test_odds_spend_the_lock_or_reroll_one_die():
    both, alone = hands(declared()), hands(declared(used=()))
    assert mean(odds(uncancelled, both), lambda left: left.total) == mean(
        odds(uncancelled, alone), lambda left: left.total
    )
    assert best_with_abilities(both) == best_with_abilities(alone)
