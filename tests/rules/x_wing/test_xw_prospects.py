"""What an option is worth while dice lie on the table: best play, held against the search of every choice."""

from itertools import product

import pytest

from rules.odds import best_odds, expected, odds
from rules.x_wing.dice import FACES, Colour, rolled
from rules.x_wing.modifying import LOCK, Means, Modifying, Picking, Taking, paid, reroll, take, usual_first
from rules.x_wing.neutralise import Results, neutralised
from rules.x_wing.offers import Does, Offer
from rules.x_wing.prospects import after
from rules.x_wing.rerolling import OTHERS, choices
from rules.x_wing.strike import Hand, Strike, evades

RED_FACES = FACES[Colour.RED]


def strike_with(dice, means, green=1):
    return Strike(Hand(True, dice, "a", means, "d"), Hand(False, green, "d", Means(), "a"))


def modifying(shown, means):
    return Modifying("2b", "a", rolled(tuple(shown.count(face) for face in RED_FACES)), means)


def total(left):
    return left.total


def damage_after(of, about, option):
    chances = after(of, about, option)
    assert sum(chances.values()) == 1
    return expected(chances, total)


def ending(of, resolve):
    """The rest of an attack from a decision on."""

    def end(now, table):
        left = table.play(resolve, now).dice.total
        return neutralised(Results(*left[:2]), table.play(evades, of.defence), reinforce=of.reinforce)

    return end


def searched(of, resolve, start):
    return expected(best_odds(ending(of, resolve), start, side="a", worth=total), total)


ROLLS = [shown for shown in product(RED_FACES, repeat=3) if list(shown) == sorted(shown)]


@pytest.mark.parametrize("means", [Means(lock=True, calculate=1), Means(lock=True, force=1, focus=1)], ids=str)
@pytest.mark.parametrize("shown", ROLLS, ids=" ".join)
def test_every_option_tells_the_damage_of_the_best_play_after_it(shown, means):
    of = strike_with(3, means)
    now = modifying(shown, means)
    for option in usual_first(now):
        assert damage_after(of, now, option) == searched(of, take, Taking(now, option)), option


def test_every_pick_of_dice_tells_the_damage_that_it_leads_to():
    means = Means(lock=True, calculate=1)
    of, now = strike_with(3, means), modifying(("focus", "focus", "blank"), means)
    picking = Picking(now, paid(means, LOCK), 3)
    names = choices(now.dice, 1, True, 3, gladly=True)
    told = {name: damage_after(of, picking, name) for name in names}
    assert told == {name: searched(of, reroll, picking.picked(names[name])) for name in names}
    assert damage_after(of, now, LOCK) == max(told.values())
    assert after(of, picking, OTHERS) is None


def test_keeping_every_focus_that_is_converted_is_not_what_a_lock_is_worth():
    means = Means(lock=True, calculate=1)
    of, now = strike_with(3, means, green=0), modifying(("focus", "blank", "blank"), means)
    usual = Picking(now, paid(means, LOCK), 3)
    assert damage_after(of, now, LOCK) > damage_after(of, usual, "2 blank")


def test_with_abilities_the_usual_play_is_told():
    means = Means(lock=True, calculate=1, offers=(Offer("Predator", Does.REROLL),))
    of, now = strike_with(3, means), modifying(("focus", "blank", "blank"), means)
    assert damage_after(of, now, LOCK) == expected(odds(ending(of, take), Taking(now, LOCK)), total)
