"""The odds of an exchange: worked figures, every roll counted, and the closed form against the resolver."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rules.distributions import mean
from rules.odds import odds, odds_after
from rules.table import Dice, Pick
from rules.troops_and_supplies.exchange import DECLINE, BattleDice, Counterattack, Exchange, Force, Left, exchange
from rules.troops_and_supplies.matching import losses_of, pairs
from rules.troops_and_supplies.odds import answer_odds, exchange_odds, loss_odds
from rules.troops_and_supplies.sheet import DICE, Answering


def fractions(text):
    return dict(enumerate(map(Fraction, text.split())))


FIGURES = [
    ((1, 6, 1, 6), "7/12 5/12"),
    ((1, 8, 1, 6), "7/16 9/16"),
    ((1, 6, 1, 8), "11/16 5/16"),
    ((2, 6, 1, 6), "0 161/216 55/216"),
    ((1, 6, 2, 6), "161/216 55/216"),
    ((2, 6, 2, 6), "581/1296 35/81 155/1296"),
    ((3, 6, 3, 6), "5957/15552 77/192 959/5184 481/15552"),
    ((2, 8, 2, 6), "581/2304 301/576 173/768"),
    ((3, 10, 4, 6), "10157/86400 164927/432000 491291/1296000 157573/1296000"),
]
"""Exact odds worked elsewhere: attack dice, their size, defence dice, their size; the chance of 0, 1, 2 … losses."""

MEANS = [((2, 6, 2, 6), Fraction(145, 216)), ((5, 6, 5, 6), 1.16001), ((3, 6, 3, 6), 0.86381), ((3, 10, 4, 6), 1.50469)]

SMALL = [(1, 4, 2, 6), (2, 6, 2, 4), (2, 8, 1, 6), (3, 4, 2, 4), (2, 4, 3, 4)]


def plain(attack, attack_die, defence, defence_die, **more):
    return Exchange(Force(attack, attack_die), Force(defence, defence_die), **more)


@pytest.mark.parametrize(("dice", "chances"), FIGURES)
def test_exact_odds_worked_elsewhere(dice, chances):
    wanted = {losses: chance for losses, chance in fractions(chances).items() if chance}
    assert loss_odds(*dice) == wanted


@pytest.mark.parametrize(("dice", "told"), MEANS)
def test_means_worked_elsewhere(dice, told):
    assert float(mean(loss_odds(*dice), int)) == pytest.approx(float(told), abs=5e-6)


@pytest.mark.parametrize("dice", SMALL)
def test_odds_are_what_counting_every_roll_gives(dice):
    attack, attack_die, defence, defence_die = dice
    counted = Counter(
        attack - len(pairs(mine, theirs))
        for mine in product(range(1, attack_die + 1), repeat=attack)
        for theirs in product(range(1, defence_die + 1), repeat=defence)
    )
    rolls = sum(counted.values())
    assert loss_odds(*dice) == {losses: Fraction(ways, rolls) for losses, ways in counted.items()}


def test_odds_of_a_counterattack_are_what_counting_every_roll_gives():
    counted = Counter()
    for mine in product(range(1, 5), repeat=2):
        for theirs in product(range(1, 4 + 1), repeat=2):
            left = 2 - (2 - len(pairs(mine, theirs)))
            if not left:
                counted[Left(2, 0)] += 4**4
                continue
            for answer in product(range(1, 5), repeat=left):
                for defence in product(range(1, 5), repeat=2):
                    lost = left - len(pairs(answer, defence))
                    counted[Left(max(0, 2 - lost), left, countered=True)] += 4 ** (2 - left)
    rolls = 4**8
    wanted = {left: Fraction(ways, rolls) for left, ways in counted.items()}
    assert exchange_odds(plain(2, 4, 2, 4, answers="blue")) == wanted


@pytest.mark.parametrize("answering", Answering)
@pytest.mark.parametrize("answers", [None, "blue"])
@pytest.mark.parametrize("strengths", [(1, 1), (3, 3), (2, 5), (5, 2), (1, 4)])
@pytest.mark.parametrize(("mine", "theirs"), [(6, 6), (4, 20), (12, 8), (6, 10)])
def test_the_closed_form_equals_the_odds_of_the_resolver(mine, theirs, strengths, answers, answering):
    wanted = plain(strengths[0], mine, strengths[1], theirs, answers=answers, answering=answering)
    assert exchange_odds(wanted) == odds(exchange, wanted)


@pytest.mark.parametrize("answering", Answering)
@pytest.mark.parametrize("shown", [((6, 5, 1), (4, 2, 2)), ((4, 4, 4), (4, 4, 4)), ((3, 2, 1), (4, 4))])
def test_once_the_attack_has_rolled_the_closed_form_equals_the_odds_of_the_resolver(shown, answering):
    attack, defence = shown
    wanted = plain(len(attack), 6, len(defence), 4, answers="blue", answering=answering)
    thrown = Dice(BattleDice.LABEL, shown)
    left = len(defence) - losses_of(attack, defence)
    dice = left if answering is Answering.LEFT else len(defence)
    assert answer_odds(wanted, left, dice) == odds_after(exchange, wanted, [thrown])
    for answer in (dice, DECLINE):
        counted = odds_after(exchange, wanted, [thrown, Pick(Counterattack.LABEL, answer)])
        assert answer_odds(wanted, left, answer) == counted


@pytest.mark.parametrize(("mine", "theirs"), [(12, 12), (20, 4)])
def test_the_closed_form_equals_the_odds_of_the_resolver_for_ten_dice(mine, theirs):
    wanted = plain(10, mine, 10, theirs, answers="blue")
    assert exchange_odds(wanted) == odds(exchange, wanted)


@pytest.mark.parametrize("mine", DICE)
@pytest.mark.parametrize("theirs", DICE)
def test_all_chances_sum_to_1(mine, theirs):
    for strengths in ((1, 10), (10, 10), (7, 3)):
        chances = exchange_odds(plain(strengths[0], mine, strengths[1], theirs, answers="blue"))
        assert sum(chances.values()) == 1
        assert min(chances.values()) > 0
