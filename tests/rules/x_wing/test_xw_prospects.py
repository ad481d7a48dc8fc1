"""What an option is worth while dice lie on the table: best play, held against the search of every choice."""

from itertools import product

import pytest

from rules.odds import best_odds, expected, odds
from rules.x_wing.dice import BLANK, CRIT, EVADE, FACES, HIT, Colour, rolled
from rules.x_wing.modifying import DONE, LOCK, Means, Modifying, Picking, Taking, paid, reroll, take, usual_first
from rules.x_wing.neutralise import Results, neutralised
from rules.x_wing.offers import Does, Offer
from rules.x_wing.prospects import after, worth
from rules.x_wing.rerolling import OTHERS, choices
from rules.x_wing.strike import Hand, Strike, evades, strike
from rules.x_wing.striking import ATTACKING

RED_FACES, GREEN_FACES = FACES[Colour.RED], FACES[Colour.GREEN]


TORPEDOES = Offer("Proton Torpedoes", Does.CHANGE, 1, HIT, CRIT)
GAS_CLOUD = Offer("gas cloud", Does.CHANGE, 1, BLANK, EVADE)
NOTHING = Means()


def strike_with(dice, means, green=1, defence=NOTHING):
    return Strike(Hand(True, dice, "a", means, "d"), Hand(False, green, "d", defence, "a"))


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


def evading(of, shown):
    """The rest of an attack when the defender modifies against these results."""

    def end(now, table):
        return neutralised(shown, table.play(take, now).dice.total[0], reinforce=of.reinforce)

    return end


def searched(of, resolve, start):
    return expected(best_odds(ending(of, resolve), start, side="a", worth=total), total)


ROLLS = [shown for shown in product(RED_FACES, repeat=3) if list(shown) == sorted(shown)]
GREEN_ROLLS = [shown for shown in product(GREEN_FACES, repeat=3) if list(shown) == sorted(shown)]


@pytest.mark.parametrize(
    "means",
    [
        Means(lock=True, calculate=1),
        Means(lock=True, force=1, focus=1),
        Means(lock=True, calculate=1, offers=(TORPEDOES,)),
    ],
    ids=str,
)
@pytest.mark.parametrize("defence", [Means(), Means(evade=1, offers=(GAS_CLOUD,))], ids=str)
@pytest.mark.parametrize("shown", ROLLS, ids=" ".join)
def test_every_option_tells_the_damage_of_the_best_play_after_it(shown, defence, means):
    of = strike_with(3, means, defence=defence)
    now = modifying(shown, means)
    for option in usual_first(now):
        assert damage_after(of, now, option) == searched(of, take, Taking(now, option)), option


@pytest.mark.parametrize("means", [Means(calculate=1), Means(evade=1), Means(focus=1, evade=1), Means()], ids=str)
@pytest.mark.parametrize("hits", [1, 3])
@pytest.mark.parametrize("shown", GREEN_ROLLS, ids=" ".join)
def test_every_option_of_a_defender_in_a_gas_cloud_tells_the_damage_of_its_best_play(shown, hits, means):
    results, means = Results(hits), means._replace(offers=(GAS_CLOUD,))
    of = strike_with(3, Means(), 3, means)
    dice = rolled(tuple(shown.count(face) for face in GREEN_FACES))
    now = Modifying("3b", "d", dice, means, against=results)
    for option in usual_first(now):
        best = best_odds(evading(of, results), Taking(now, option), side="a", worth=total)
        assert damage_after(of, now, option) == expected(best, total), option


def test_a_gas_cloud_is_used_before_an_evade_token_and_not_with_enough_evades():
    means = Means(evade=1, offers=(GAS_CLOUD,))
    now = Modifying("3b", "d", rolled((1, 1, 1)), means, against=Results(2))
    assert usual_first(now)[0] == "gas cloud: change 1 blank to evade"
    assert usual_first(now._replace(against=Results(1)))[0] == DONE


def test_every_pick_of_dice_tells_the_damage_that_it_leads_to():
    means = Means(lock=True, calculate=1)
    of, now = strike_with(3, means), modifying(("focus", "focus", "blank"), means)
    picking = Picking(now, paid(means, LOCK), 3)
    names = choices(now.dice, 1, True, 3, gladly=True)
    told = {name: damage_after(of, picking, name) for name in names}
    assert told == {name: searched(of, reroll, picking.picked(names[name])) for name in names}
    assert damage_after(of, now, LOCK) == max(told.values())
    others = choices(now.dice, 1, True, 3, gladly=False)
    assert not others
    now = modifying(("hit", "focus", "blank"), means)
    picking = Picking(now, paid(means, LOCK), 3)
    others = choices(now.dice, 1, True, 3, gladly=False)
    best = max(searched(of, reroll, picking.picked(dice)) for dice in others.values())
    assert damage_after(of, picking, OTHERS) == best


def test_keeping_every_focus_that_is_converted_is_not_what_a_lock_is_worth():
    means = Means(lock=True, calculate=1)
    of, now = strike_with(3, means, green=0), modifying(("focus", "blank", "blank"), means)
    usual = Picking(now, paid(means, LOCK), 3)
    assert damage_after(of, now, LOCK) > damage_after(of, usual, "2 blank")


def test_what_another_calculate_evade_or_force_would_be_worth_is_told_and_no_second_lock_or_focus():
    attacking = Means(lock=True, focus=1, calculate=1, force=1)
    of = strike_with(3, attacking, green=3, defence=Means(focus=1, calculate=1, force=1, evade=1))
    assert [(name, attacks) for name, attacks, _ in worth(of, ATTACKING)] == [
        ("another calculate token", True),
        ("another Force charge", True),
        ("another calculate token", False),
        ("another Force charge", False),
        ("another evade token", False),
    ]


@pytest.mark.parametrize("kind", ["calculate", "force", "evade"])
def test_a_second_token_is_worth_what_the_odds_with_two_of_them_tell(kind):
    one, two = Means(**{kind: 1}), Means(**{kind: 2})
    told = {name: damage for name, attacks, damage in worth(strike_with(3, Means(), 3, one), ()) if not attacks}
    damage = expected(odds(strike, strike_with(3, Means(), 3, two)), total)
    assert [found for name, found in told.items() if name.startswith("another")] == [damage]
    assert damage < expected(odds(strike, strike_with(3, Means(), 3, one)), total)


def test_with_abilities_the_usual_play_is_told():
    means = Means(lock=True, calculate=1, offers=(Offer("Predator", Does.REROLL),))
    of, now = strike_with(3, means), modifying(("focus", "blank", "blank"), means)
    assert damage_after(of, now, LOCK) == expected(odds(ending(of, take), Taking(now, LOCK)), total)
