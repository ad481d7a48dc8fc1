"""What an option is worth while dice lie on the table: best play, held against the search of every choice."""

from itertools import product

import pytest
from openly import evades

from rules.best_odds import best_odds
from rules.distributions import mean
from rules.odds import odds
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, EVADE, FACES, HIT, Results, rolled
from rules.x_wing.hands import ATTACKING, Hand, Hands
from rules.x_wing.means import DONE, LOCK, Means
from rules.x_wing.modification import CHANGE, REROLL, Modification
from rules.x_wing.modify import OTHERS, DiceToReroll, Modify, reroll, take
from rules.x_wing.modifying import Modifying, Taking
from rules.x_wing.odds import after_options
from rules.x_wing.rerolls import choices
from rules.x_wing.steps_2_to_4 import uncancelled
from rules.x_wing.worth_of_tokens import worth

RED_FACES, GREEN_FACES = FACES[ATTACK], FACES[DEFENCE]


TORPEDOES = Modification("Proton Torpedoes", CHANGE, 1, HIT, CRIT)
GAS_CLOUD = Modification("gas cloud", CHANGE, 1, BLANK, EVADE)
NOTHING = Means()


def hands_with(dice, means, green=1, defence=NOTHING):
    return Hands(Hand(ATTACK, dice, "a", means, "d"), Hand(DEFENCE, green, "d", defence, "a"))


def modifying(shown, means):
    return Modifying("a", rolled(tuple(shown.count(face) for face in RED_FACES)), means)


def total(left):
    return left.total


def damage_after(of, about, option):
    ask = (Modify if isinstance(about, Modifying) else DiceToReroll)("a", (option,), about)
    chances = after_options(of, ask)[option]
    assert sum(chances.values()) == 1
    return mean(chances, total)


def ending(of, resolve):
    """The rest of an attack from a decision on."""

    def end(now, table):
        left = table.play(resolve, now).dice.total
        return of.left_of(Results(*left[:2]), table.play(evades, of))

    return end


def evading(of, shown):
    """The rest of an attack when the defender modifies against these results."""

    def end(now, table):
        return of.left_of(shown, table.play(take, now).evades)

    return end


def searched(of, resolve, start):
    return mean(best_odds(ending(of, resolve), start, side="a", worth=total), total)


ROLLS = [shown for shown in product(RED_FACES, repeat=3) if list(shown) == sorted(shown)]
GREEN_ROLLS = [shown for shown in product(GREEN_FACES, repeat=3) if list(shown) == sorted(shown)]


MEANS = (
    Means(lock=True, calculate=1),
    Means(lock=True, force=1, focus=1),
    Means(lock=True, calculate=1, abilities=(TORPEDOES,)),
    Means(lock=True, focus=1, salvo=1),
    Means(focus=1, salvo=2),
    Means(lock=True, seek=1),
)
DEFENCES = (Means(), Means(evade=1, abilities=(GAS_CLOUD,)))
IN_PAIRS = [
    pytest.param(shown, DEFENCES[(number + place) % 2], means, id=f"{' '.join(shown)}-{means}")
    for number, means in enumerate(MEANS)
    for place, shown in enumerate(ROLLS)
]
"""Each roll with all that an attacker may have, and each of both against each defence."""


@pytest.mark.parametrize(("shown", "defence", "means"), IN_PAIRS)
def test_every_option_tells_the_damage_of_the_best_play_after_it(shown, defence, means):
    of = hands_with(3, means, defence=defence)
    now = modifying(shown, means)
    for option in now.options:
        assert damage_after(of, now, option) == searched(of, take, Taking(now, option)), option


@pytest.mark.parametrize("means", [Means(calculate=1), Means(evade=1), Means(focus=1, evade=1), Means()], ids=str)
@pytest.mark.parametrize("hits", [1, 3])
@pytest.mark.parametrize("shown", GREEN_ROLLS, ids=" ".join)
def test_every_option_of_a_defender_in_a_gas_cloud_tells_the_damage_of_its_best_play(shown, hits, means):
    results, means = Results(hits), means._replace(abilities=(GAS_CLOUD,))
    of = hands_with(3, Means(), 3, means)
    dice = rolled(tuple(shown.count(face) for face in GREEN_FACES))
    now = Modifying("d", dice, means, against=results)
    for option in now.options:
        best = best_odds(evading(of, results), Taking(now, option), side="a", worth=total)
        assert damage_after(of, now, option) == mean(best, total), option


def test_a_gas_cloud_is_used_before_an_evade_token_and_not_with_enough_evades():
    means = Means(evade=1, abilities=(GAS_CLOUD,))
    now = Modifying("d", rolled((1, 1, 1)), means, against=Results(2))
    assert now.options[0] == "gas cloud: change 1 blank to evade"
    assert now._replace(against=Results(1)).options[0] == DONE


def test_every_pick_of_dice_tells_the_damage_that_it_leads_to():
    means = Means(lock=True, calculate=1)
    of, now = hands_with(3, means), modifying(("focus", "focus", "blank"), means)
    picking = Taking(now, LOCK)
    names = choices(now.dice, 1, True, 3, gladly=True)
    told = {name: damage_after(of, picking, name) for name in names}
    assert told == {name: searched(of, reroll, picking.rerolling(names[name])) for name in names}
    assert damage_after(of, now, LOCK) == max(told.values())
    others = choices(now.dice, 1, True, 3, gladly=False)
    assert not others
    now = modifying(("hit", "focus", "blank"), means)
    picking = Taking(now, LOCK)
    others = choices(now.dice, 1, True, 3, gladly=False)
    best = max(searched(of, reroll, picking.rerolling(dice)) for dice in others.values())
    assert damage_after(of, picking, OTHERS) == best


def test_keeping_every_focus_that_is_converted_is_not_what_a_lock_is_worth():
    means = Means(lock=True, calculate=1)
    of, now = hands_with(3, means, green=0), modifying(("focus", "blank", "blank"), means)
    usual = Taking(now, LOCK)
    assert damage_after(of, now, LOCK) > damage_after(of, usual, "2 blank")


def test_what_another_calculate_evade_or_force_would_be_worth_is_told_and_no_second_lock_or_focus():
    attacking = Means(lock=True, focus=1, calculate=1, force=1)
    of = hands_with(3, attacking, green=3, defence=Means(focus=1, calculate=1, force=1, evade=1))
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
    told = {name: damage for name, attacks, damage in worth(hands_with(3, Means(), 3, one), ()) if not attacks}
    damage = mean(odds(uncancelled, hands_with(3, Means(), 3, two)), total)
    assert [found for name, found in told.items() if name.startswith("another")] == [damage]
    assert damage < mean(odds(uncancelled, hands_with(3, Means(), 3, one)), total)


def test_with_abilities_the_usual_play_is_told():
    means = Means(lock=True, calculate=1, abilities=(Modification("Predator", REROLL),))
    of, now = hands_with(3, means), modifying(("focus", "blank", "blank"), means)
    assert damage_after(of, now, LOCK) == mean(odds(ending(of, take), Taking(now, LOCK)), total)
