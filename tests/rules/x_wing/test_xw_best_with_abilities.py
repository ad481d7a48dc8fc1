"""Best play with abilities on both sides: held against the search, and told only where it is known and fast."""

from dataclasses import replace
from fractions import Fraction

import pytest
from openly import openly

from rules.asks import Declared
from rules.best_odds import best_odds
from rules.distributions import mean
from rules.odds import odds
from rules.x_wing.abilities import Ability
from rules.x_wing.best_play import best_damage, is_plain
from rules.x_wing.best_tools import spoiling_of
from rules.x_wing.best_with_abilities import best_with_abilities
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, EVADE, FOCUS, HIT
from rules.x_wing.hands import Hand, Hands
from rules.x_wing.known.prices import CALCULATE, FOCUS_TOKEN, FORCE, LOCK
from rules.x_wing.means import Means
from rules.x_wing.modification import ADD, CHANGE, REROLL, Held, Modification
from rules.x_wing.outlook import USUAL_PLAY, number, outlook
from rules.x_wing.samples import LOCKED, TOUGH, attack, battle
from rules.x_wing.steps_2_to_4 import steps_2_to_4, uncancelled

ONE, TWO = Modification("one", REROLL, 1), Modification("two", REROLL, 2)
BLANKS, FOCUSES = Modification("blanks", REROLL, 2, BLANK), Modification("focuses", REROLL, 1, FOCUS)
BAD_TO_HIT = Modification("bad", CHANGE, 1, BLANK, HIT, FOCUS)
BLANK_TO_FOCUS = Modification("to focus", CHANGE, 1, BLANK, FOCUS)
PAID = Modification("paid", CHANGE, 1, BLANK, HIT, cost=(("force", 1),))
INSTEAD_OF_LOCK = Modification("instead", REROLL, 1, keeps_lock=True)
ANY = Modification("any", CHANGE, 1)
TWO_OF_ANY = Modification("two of any", CHANGE, 2)
JUKE = Modification("Juke", CHANGE, 1, EVADE, FOCUS)
SPOILED = Modification("spoiled", CHANGE, 1, FOCUS, BLANK)
TAMED = Modification("plated", CHANGE, 1, CRIT, HIT)
ALL_BLANK = Modification("all blank", REROLL, 9, BLANK, whole=True)
HIT_TO_FOCUS = Modification("a hit", CHANGE, 1, HIT, FOCUS)
MORE, MORE_FOCUS = Modification("more", ADD, 1), Modification("more focus", ADD, 1, after=FOCUS)
BLANK_TO_EVADE = Modification("evade", CHANGE, 1, BLANK, EVADE)


def hands_of(red, own, green, defending=None, on_red=(), on_green=(), **more):
    return Hands(
        Hand(ATTACK, red, "a", own, "d", Held(on_red)),
        Hand(DEFENCE, green, "d", defending or Means(), "a", Held(on_green)),
        **more,
    )


def means(*abilities, **tokens):
    return Means(**tokens, abilities=Held(abilities))


def total(results):
    return results.total


@pytest.mark.parametrize(
    "hands",
    [
        hands_of(2, means(ONE, calculate=1), 1, means(focus=1)),
        hands_of(2, means(BLANKS, FOCUSES), 1, means(evade=1)),
        hands_of(2, means(ONE, BAD_TO_HIT), 1, means(BLANK_TO_EVADE), reinforce=1),
        hands_of(2, means(BLANK_TO_FOCUS, calculate=1, lock=True), 0),
        hands_of(2, means(PAID, force=1), 1, means(ONE)),
        hands_of(2, means(INSTEAD_OF_LOCK, calculate=1, lock=True), 1),
        hands_of(2, means(INSTEAD_OF_LOCK, BAD_TO_HIT), 1),
        hands_of(2, means(TWO_OF_ANY), 1, means(ANY)),
        hands_of(1, means(MORE_FOCUS, ONE, calculate=1), 1, means(ONE, focus=1)),
        hands_of(1, means(MORE), 2, on_green=(JUKE,)),
        hands_of(1, means(focus=1), 2, means(focus=1), on_green=(ONE,)),
        hands_of(2, means(lock=True, calculate=1), 0, on_red=(ONE,)),
        hands_of(2, means(ONE, focus=1), 0, on_red=(SPOILED,)),
        hands_of(2, means(focus=1), 1, on_red=(TAMED, TWO)),
        hands_of(2, means(calculate=1), 1, means(evade=1), on_red=(ANY,), on_green=(ANY,)),
        hands_of(2, means(salvo=1), 1),
        hands_of(2, means(calculate=1, shell=True), 1),
        hands_of(2, means(MORE_FOCUS._replace(cost=LOCK), lock=True, calculate=1), 1),
        hands_of(2, means(MORE_FOCUS._replace(cost=FORCE), ONE, force=1), 0),
        hands_of(1, means(MORE._replace(after=HIT, cost=CALCULATE), lock=True, calculate=1), 1),
        hands_of(2, means(BAD_TO_HIT._replace(cost=LOCK), lock=True), 1, means(evade=1)),
        hands_of(1, means(MORE), 2, means(MORE._replace(after=EVADE, cost=CALCULATE), calculate=2), on_green=(ONE,)),
        hands_of(2, means(TWO._replace(amount=9, cost=LOCK), lock=True, calculate=1), 1),
        hands_of(2, means(TWO._replace(cost=FOCUS_TOKEN), focus=1), 1),
        hands_of(2, means(TWO._replace(cost=CALCULATE), lock=True, calculate=1), 0),
        hands_of(2, means(TWO._replace(cost=CALCULATE), BAD_TO_HIT, calculate=2), 0),
        hands_of(2, means(*(one._replace(one_of="card") for one in (ONE, BAD_TO_HIT))), 1),
        hands_of(2, means(*(one._replace(one_of="card") for one in (BAD_TO_HIT, MORE))), 1),
        hands_of(2, means(ALL_BLANK), 1),
        hands_of(2, means(ALL_BLANK, lock=True, calculate=1), 0),
        hands_of(2, means(ALL_BLANK, BAD_TO_HIT), 0, on_red=(ONE,)),
        hands_of(1, means(MORE), 2, means(ALL_BLANK, ONE), on_green=(JUKE,)),
        hands_of(2, means(lock=True, calculate=1), 1, on_red=(HIT_TO_FOCUS,)),
        hands_of(2, means(ONE), 1, means(focus=1), on_red=(HIT_TO_FOCUS, MORE)),
    ],
    ids=str,
)
def test_it_is_the_best_of_every_choice(hands):
    assert not is_plain(hands)
    assert best_with_abilities(hands) == mean(best_odds(openly, hands, side="a", worth=total), total)


@pytest.mark.parametrize(
    "hands",
    [
        hands_of(2, means(lock=True), 0, means(focus=1)),
        hands_of(2, means(ONE, calculate=1), 0, means(ONE)),
        hands_of(2, means(MORE, focus=1), 1),
        hands_of(2, means(BAD_TO_HIT), 1, on_red=(ONE,)),
        hands_of(1, means(focus=1), 1, means(evade=1), reinforce=1),
    ],
    ids=str,
)
def test_dice_are_left_alone_where_more_defence_dice_would_cost_more(hands):
    asking = replace(hands, if_modified=replace(hands.defence, dice=hands.defence.dice + 1))
    searched = best_odds(lambda of, table: steps_2_to_4(of, table).left, asking, side="a", worth=total)
    assert best_with_abilities(asking) == mean(searched, total)


@pytest.mark.parametrize("lock", [True, False])
def test_without_abilities_it_is_the_closed_form(lock):
    hands = hands_of(4, Means(lock=lock, calculate=1), 3, Means(focus=1, evade=1), reinforce=1)
    assert best_with_abilities(hands) == best_damage(hands)


@pytest.mark.parametrize(
    "hands",
    [
        hands_of(2, means(ONE), 1, crits_stay=True),
        hands_of(2, means(ONE), 1, fewer_hits=1),
        hands_of(2, means(ONE), 1, on_red=(TWO_OF_ANY,)),
        hands_of(2, means(ONE), 1, on_red=(Modification("hit", REROLL, 1, HIT),)),
        hands_of(2, means(ONE), 1, on_red=(HIT_TO_FOCUS, ONE)),
        hands_of(2, means(ALL_BLANK, ANY), 1),
        hands_of(2, means(BLANK_TO_FOCUS, FOCUSES), 1),
        hands_of(10, means(ONE, TWO, lock=True), 10, means(ONE, TWO), on_red=(ONE,), on_green=(TWO,)),
    ],
    ids=[
        "crits",
        "cancelled hits",
        "either",
        "a hit",
        "a hit beside others",
        "all may be made to show it",
        "turned first",
        "too much",
    ],
)
def test_nothing_is_told_where_it_is_not_known_or_would_take_long(hands):
    assert best_with_abilities(hands) is None


def test_a_player_with_rerolls_of_any_face_rerolls_successes_first():
    assert spoiling_of((ONE, TWO, ANY), DEFENCE).takes_any
    assert not spoiling_of((ONE, BLANKS), DEFENCE).takes_any


def test_many_rerolls_on_both_sides_are_told():
    attacker, defender = means(ONE, TWO, lock=True, calculate=1), means(ONE, calculate=2)
    hands = hands_of(4, attacker, 5, defender, on_red=(ONE,), on_green=(TWO,))
    assert best_with_abilities(hands) == Fraction(434545106475, 549755813888)


@pytest.mark.parametrize(
    "hands",
    [
        hands_of(2, means(Modification("two", CHANGE, 2, BLANK, HIT, FOCUS), lock=True), 0),
        hands_of(1, means(MORE), 2, means(Modification("blank", REROLL, 1, BLANK), calculate=1), on_green=(ANY,)),
        hands_of(1, means(MORE, MORE), 2, means(BLANK_TO_EVADE), on_green=(ANY, ONE), reinforce=1),
        hands_of(1, means(MORE), 2, means(focus=1), on_green=(JUKE, ONE)),
    ],
    ids=["two of one face", "only blanks are rerolled", "only blanks are turned", "only evades are turned"],
)
def test_where_a_blank_may_be_better_than_a_focus_result_no_choice_is_left_out(hands):
    assert best_with_abilities(hands) == mean(best_odds(openly, hands, side="a", worth=total), total)


def test_the_usual_attack_with_cards_on_both_sides_is_known():
    attacker, defender = means(ONE, BAD_TO_HIT, lock=True, focus=1), means(ONE, focus=1, evade=1)
    hands = hands_of(4, attacker, 4, defender, on_green=(JUKE,))
    found = best_with_abilities(hands)
    assert isinstance(found, Fraction)
    assert abs(found - mean(odds(uncancelled, hands), total)) < Fraction(1, 2)


def test_the_outlook_tells_it_beside_usual_play():
    again = Ability("again", reroll_attack=1)
    told = outlook(Declared(battle(LOCKED, TOUGH), attack(defender_abilities=(again,))))
    hands = hands_of(3, means(lock=True, focus=1), 2, on_red=(Modification("again", REROLL, 1),))
    usual, best = mean(odds(uncancelled, hands), total), best_with_abilities(hands)
    assert usual > best
    assert told.line == f"{number(usual)} in usual play, {number(best)} in the best"
    assert USUAL_PLAY not in told.more
