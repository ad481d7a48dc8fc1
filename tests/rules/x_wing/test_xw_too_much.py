"""Odds that are too much to count: the page says so, whatever was counted before, and everything else works."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from rules.asks import Choice, Declared, Roll
from rules.odds import TooMuch
from rules.play import play
from rules.table import Moment
from rules.x_wing import GAME, odds
from rules.x_wing.abilities import COLUMNS, MOST_ROWS, Ability
from rules.x_wing.attack import resolve
from rules.x_wing.best_with_abilities import best_with_abilities
from rules.x_wing.declaration import check
from rules.x_wing.hands import hands_of
from rules.x_wing.odds import MOST_STEPS, UNCOUNTED, AttackOdds, chances, share_left
from rules.x_wing.outlook import TOO_MUCH, outlook
from rules.x_wing.samples import HOWLRUNNER, WEDGE, attack, battle, on_red, red, reroll
from tests.rules.at_random import play_on

ATTACK = GAME.procedure("attack")
ALL = {column.name: 1 for column in COLUMNS if column.least == 0}
TOKENS = {"focus": 3, "calculate": 3, "force": 3, "most_force": 3, "evade": 3}


def extreme(abilities=5, dice=8, agility=8):
    laser = replace(WEDGE.weapons[0], dice=dice)
    return Declared(
        battle(
            replace(WEDGE, weapons=(laser,), lock="howlrunner", **TOKENS),
            replace(HOWLRUNNER, agility=agility, hull=15, most_shields=6, shields=6, **TOKENS),
            decks=True,
        ),
        attack(
            attacker_abilities=tuple(Ability(f"own {n}", **ALL) for n in range(abilities)),
            defender_abilities=tuple(Ability(f"other {n}", **ALL) for n in range(abilities)),
        ),
    )


def hands_for(declared):
    return hands_of(declared.battle, declared.declaration, check(declared.battle, declared.declaration))


@pytest.fixture
def few_steps(monkeypatch):
    """A bound that usual declarations do not come near, low enough that dice on the table meet it."""
    monkeypatch.setattr(odds, "MOST_STEPS", 1000)
    bounded = (odds.before_roll, odds.after_options, odds._within)
    for counted in bounded:
        counted.cache_clear()
    yield
    for counted in bounded:
        counted.cache_clear()


@pytest.mark.parametrize("abilities", range(1, MOST_ROWS + 1))
def test_the_most_abilities_that_can_be_typed_in_are_counted(abilities):
    assert sum(chances(hands_for(extreme(abilities))).values()) == 1


@pytest.mark.usefixtures("few_steps")
def test_an_attack_with_too_much_to_count_says_so_before_the_dice():
    told = outlook(extreme())
    assert told.sentence.startswith("8 attack dice ")
    assert (told.line, told.main, told.losses) == (TOO_MUCH, None, ())
    assert chances(hands_for(extreme())) == UNCOUNTED


@pytest.mark.usefixtures("few_steps")
def test_options_with_too_much_to_count_are_offered_without_odds_and_the_page_says_so():
    declared = extreme()
    ask = play(resolve, declared, (red("HHCFFBBB"),)).ask
    assert isinstance(ask, Choice)
    moment = Moment(declared, (), ask)
    assert ATTACK.odds_at(moment, None).sentence == TOO_MUCH
    options = ATTACK.options(moment)
    assert len(options) > 10
    assert {(option.leads_to, option.main, option.refused) for option in options} == {("", None, "")}


@pytest.mark.usefixtures("few_steps")
def test_dice_in_the_hand_with_too_much_to_count_still_say_what_lies_beside_them():
    declared = extreme(abilities=MOST_ROWS)
    first = play(resolve, declared, (red("HHCFFBBB"),)).ask
    taken = (red("HHCFFBBB"), *on_red(next(o for o in first.options if "reroll" in o)))
    picking = play(resolve, declared, taken).ask
    replies = (*taken, *reroll("2b", picking.options[0], "B")[:1])
    ask = play(resolve, declared, replies).ask
    assert isinstance(ask, Roll)
    told = ATTACK.odds_at(Moment(declared, (), ask), None)
    assert (told.sentence.startswith("The other attack dice show"), told.line) == (True, TOO_MUCH)


@pytest.mark.parametrize("seed", range(3))
def test_an_attack_with_too_much_to_count_is_played_to_its_end(seed):
    replies, asks, _ = play_on(resolve, extreme(), Random(seed))
    assert len(replies) == len(asks) > 3


def with_one_each(dice, **able):
    """So many dice on each side, with an ability of each player at the attack dice."""
    declared = extreme(abilities=0, dice=dice, agility=dice)
    own, other = (Ability(whose, **able) for whose in ("own", "other"))
    typed = replace(declared.declaration, attacker_abilities=(own,), defender_abilities=(other,))
    return replace(declared, declaration=typed)


@pytest.mark.parametrize("dice", [6, 9])
def test_usual_attacks_with_abilities_on_both_sides_are_counted(dice):
    assert outlook(with_one_each(dice, reroll_attack=1, change_attack=1)).main


@pytest.mark.parametrize("abilities", [4, 5, 6])
def test_how_another_players_dice_fall_at_last_is_no_state_of_its_own(abilities):
    odds = AttackOdds(hands_for(extreme(abilities)), MOST_STEPS)
    assert sum(odds.whole().values()) == 1
    assert len(odds._counting._states) < 600
    assert odds.steps < 40_000


def test_what_took_all_the_time_leaves_none_to_the_best_play():
    of = hands_for(with_one_each(4, reroll_attack=1))
    assert 0.9 < share_left(of) < 1
    assert isinstance(best_with_abilities(of, share_left(of)), Fraction)
    assert best_with_abilities(of, 0) is None


def test_ten_dice_are_counted_with_an_ability_of_every_kind_on_each_side():
    declared = extreme(abilities=0)
    own = Ability("own", attack_dice=2, **ALL), Ability("other", defence_dice=2, **ALL)
    typed = replace(declared.declaration, attacker_abilities=own[:1], defender_abilities=own[1:])
    of = hands_for(replace(declared, declaration=typed))
    assert (of.attack.dice, of.defence.dice) == (10, 10)
    assert sum(chances(of).values()) == 1


def test_dice_that_nobody_rerolls_afterwards_take_a_step_for_each_way_to_fall():
    plain = extreme(abilities=0, dice=8, agility=0)
    wedge, howlrunner = plain.battle.ships
    now = replace(plain.battle, ships=(replace(wedge, lock=None), howlrunner))
    others = (Ability("other", reroll_attack=4, change_attack=5),)
    of = hands_for(Declared(now, replace(plain.declaration, defender_abilities=others)))
    odds = AttackOdds(of, MOST_STEPS)
    assert sum(odds.whole().values()) == 1
    assert odds.steps < 20_000


def test_how_much_is_counted_does_not_depend_on_what_was_counted_before():
    of = hands_for(extreme(abilities=1, dice=4))
    steps = []
    for _ in range(2):
        ahead = AttackOdds(of, 10**9)
        ahead.whole()
        steps.append(ahead.steps)
    assert steps[0] == steps[1]
    with pytest.raises(TooMuch):
        AttackOdds(of, steps[0] - 1).whole()
    assert AttackOdds(of, steps[0]).whole() == ahead.whole()
    assert steps[0] < MOST_STEPS
