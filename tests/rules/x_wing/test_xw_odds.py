"""Exact odds: the table of known answers, every roll of small pools, and best play against the search."""

import csv
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest
from openly import openly

from companion.at_random import declaration
from rules.best_odds import best_odds
from rules.distributions import mean
from rules.odds import Counting, odds
from rules.x_wing import GAME
from rules.x_wing.bench import LARGE
from rules.x_wing.best_play import best_damage, is_plain
from rules.x_wing.cards import COPIES, Title
from rules.x_wing.chance_destroyed import destroyed
from rules.x_wing.declaration import check
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, DICE, EVADE, FOCUS, HIT, Results
from rules.x_wing.hands import Hand, Hands
from rules.x_wing.hands import hands_of as declared_hands
from rules.x_wing.means import Means, focus_as
from rules.x_wing.modification import ADD, CHANGE, REROLL, Held, Modification
from rules.x_wing.steps_2_to_4 import steps_2_to_4, uncancelled
from rules.x_wing.wounds import Wounds

ROWS = list(csv.DictReader((Path(__file__).parents[2] / "data/x_wing/odds.csv").read_text().splitlines()))
ATTACKERS = {
    "none": Means(),
    "focus": Means(focus=1),
    "lock": Means(lock=True),
    "focus+lock": Means(focus=1, lock=True),
    "calc1": Means(calculate=1),
    "force2": Means(force=2),
}
DEFENDERS = {
    "none": Means(),
    "focus": Means(focus=1),
    "evade1": Means(evade=1),
    "focus+evade1": Means(focus=1, evade=1),
    "calc1": Means(calculate=1),
}
FULL_DECK = tuple(COPIES[title] for title in Title)


TORPEDOES = Modification("Proton Torpedoes", CHANGE, 1, HIT, CRIT)
GAS_CLOUD = Modification("gas cloud", CHANGE, 1, BLANK, EVADE)


def hands_of(red, attacker, green, defender, **more):
    return Hands(Hand(ATTACK, red, "a", attacker, "d"), Hand(DEFENCE, green, "d", defender, "a"), **more)


def total(results):
    return results.total


def at_least_one(results):
    return int(results.total > 0)


def test_every_row_of_the_known_odds():
    assert len(ROWS) == 735
    for row in ROWS:
        of = hands_of(
            int(row["red"]),
            ATTACKERS[row["attacker_tokens"]],
            int(row["green"]),
            DEFENDERS[row["defender_tokens"]],
            reinforce=int(row["active_reinforce"]),
        )
        chances = odds(uncancelled, of)
        assert mean(chances, total) == best_damage(of) == Fraction(row["E_damage_exact"])
        told = {
            "E_damage": mean(chances, total),
            "E_crits": mean(chances, lambda results: results.crits),
            "P_hit": mean(chances, at_least_one),
        }
        for count in range(7):
            told[f"P{count}"] = mean(chances, lambda results: int(results.total == count))  # noqa: B023
        assert all(abs(float(value) - float(row[name])) < 1e-9 for name, value in told.items()), row


def test_two_plain_dice_a_side_are_every_roll_counted():
    counted = dict.fromkeys(odds(uncancelled, hands_of(2, Means(), 2, Means())), 0)
    for reds, greens in product(product(DICE[ATTACK].faces, repeat=2), product(DICE[DEFENCE].faces, repeat=2)):
        shown = Results(reds.count("hit"), reds.count("crit"))
        counted[hands_of(2, Means(), 2, Means()).left_of(shown, greens.count("evade"))] += 1
    assert odds(uncancelled, hands_of(2, Means(), 2, Means())) == {
        results: Fraction(ways, 8**4) for results, ways in counted.items()
    }


@pytest.mark.parametrize(
    ("attacker", "defender", "red", "green"),
    [
        (Means(lock=True, calculate=1), Means(evade=1), 2, 1),
        (Means(lock=True, focus=1), Means(), 2, 1),
        (Means(lock=True), Means(focus=1), 2, 1),
        (Means(lock=True, force=1), Means(), 2, 0),
        (Means(calculate=1, force=1), Means(calculate=1, evade=1), 1, 2),
        (Means(focus=1), Means(focus=1, evade=1), 1, 2),
        (Means(lock=True, calculate=1, abilities=(TORPEDOES,)), Means(evade=1, abilities=(GAS_CLOUD,)), 2, 1),
        (Means(focus=1, abilities=(TORPEDOES,)), Means(calculate=1, evade=1, abilities=(GAS_CLOUD,)), 1, 2),
        (Means(focus=1), Means(abilities=(GAS_CLOUD, GAS_CLOUD)), 2, 2),
        (Means(focus=1, salvo=1), Means(evade=1), 2, 1),
        (Means(focus=1, salvo=2), Means(), 2, 1),
        (Means(focus=1, lock=True, salvo=1), Means(), 2, 0),
        (Means(lock=True, seek=1), Means(), 2, 1),
        (Means(seek=2, calculate=1), Means(focus=1), 2, 1),
    ],
)
def test_best_play_in_closed_form_is_the_best_of_every_choice(attacker, defender, red, green):
    of = hands_of(red, attacker, green, defender)
    searched = best_odds(openly, of, side="a", worth=total)
    assert best_damage(of) == mean(searched, total)


@pytest.mark.parametrize("tokens", [Means(), Means(focus=1), Means(calculate=1), Means(force=2)], ids=str)
@pytest.mark.parametrize("evades", [Means(), Means(focus=1), Means(evade=1), Means(calculate=1, evade=1)], ids=str)
@pytest.mark.parametrize("reinforce", [0, 1])
@pytest.mark.parametrize("offered", [(TORPEDOES,), (TORPEDOES, TORPEDOES._replace(amount=2))], ids=["one", "three"])
def test_without_a_lock_best_play_with_a_crit_and_a_gas_cloud_is_the_usual_one(tokens, evades, reinforce, offered):
    attacker, defender = tokens._replace(abilities=offered), evades._replace(abilities=(GAS_CLOUD,))
    of = hands_of(3, attacker, 3, defender, reinforce=reinforce)
    assert best_damage(of) == mean(odds(uncancelled, of), total)


def test_a_hit_that_becomes_a_crit_changes_no_damage():
    plain = hands_of(4, Means(lock=True, calculate=1), 2, Means(evade=1))
    torpedoes = hands_of(4, Means(lock=True, calculate=1, abilities=(TORPEDOES,)), 2, Means(evade=1))
    assert best_damage(torpedoes) == best_damage(plain)


def test_keeping_every_focus_result_is_not_the_best_with_one_calculate():
    of = hands_of(3, Means(lock=True, calculate=1), 0, Means())
    usual, best = mean(odds(uncancelled, of), total), best_damage(of)
    assert usual < best


def test_the_largest_attack_has_the_same_odds_when_the_defender_stops_at_enough():
    of = hands_of(3, Means(lock=True, calculate=1), 3, Means(calculate=1, evade=1))

    def stopping(of, table):
        return steps_2_to_4(of, table).left

    assert odds(stopping, of) == odds(uncancelled, of)
    assert best_damage(LARGE) >= mean(odds(uncancelled, LARGE), total)


@pytest.mark.parametrize(("dice", "steps"), [(3, 300), (6, 650)])
def test_the_side_whose_dice_end_in_fewer_ways_is_counted_first(dice, steps):
    of = hands_of(dice, Means(lock=True, focus=1), dice, Means(focus=1, evade=1))
    assert sum(Counting(steps).odds(uncancelled, of).values()) == 1


@pytest.mark.parametrize("of", [
    hands_of(2, Means(salvo=1), 1, Means()),
    hands_of(2, Means(calculate=1, shell=True), 1, Means()),
    hands_of(2, Means(focus=1), 1, Means(), crits_stay=True),
], ids=["a salvo alone", "a shell", "crits that stay"])  # fmt: skip
def test_best_play_is_claimed_only_where_it_is_known(of):
    assert not is_plain(of)
    assert sum(odds(uncancelled, of).values()) == 1


@pytest.mark.parametrize("hand", ["attack", "defence"])
def test_best_play_knows_nothing_of_abilities(hand):
    offered = Means(abilities=(Modification("Predator", REROLL),))
    of = hands_of(2, offered, 2, Means()) if hand == "attack" else hands_of(2, Means(), 2, offered)
    assert not is_plain(of)
    with pytest.raises(ValueError, match="in closed form knows only"):
        best_damage(of)


@pytest.mark.parametrize(
    ("red", "attacker", "defender", "hull", "shields", "with_cards"),
    [
        (4, Means(focus=1), Means(focus=1), 3, 0, 0.147200),
        (4, Means(focus=1), Means(), 3, 0, 0.346199),
        (3, Means(focus=1, lock=True), Means(), 3, 0, 0.232704),
        (5, Means(focus=1), Means(), 2, 2, 0.282194),
    ],
)
def test_the_chance_to_destroy_a_ship_counts_its_damage_cards(red, attacker, defender, hull, shields, with_cards):
    chances = odds(uncancelled, hands_of(red, attacker, 3, defender))
    wounds = Wounds(hull, shields, deck=FULL_DECK, discards=(0,) * len(FULL_DECK))
    assert float(destroyed(wounds, chances)) == pytest.approx(with_cards, abs=1e-6)


@pytest.mark.parametrize(("hull", "crits", "chance"), [(2, 1, Fraction(5, 33)), (3, 2, Fraction(17, 44))])
def test_crits_alone_destroy_a_ship_by_direct_hits(hull, crits, chance):
    wounds = Wounds(hull, deck=FULL_DECK, discards=(0,) * len(FULL_DECK))
    assert destroyed(wounds, {Results(0, crits): Fraction(1)}) == chance


@pytest.mark.parametrize("seed", range(60))
def test_what_usual_play_does_not_tell_apart_makes_no_difference(seed):
    _, declared = declaration(GAME, Random(seed))
    battle, attack = declared.battle, declared.declaration
    of = declared_hands(battle, attack, check(battle, attack))
    few = replace(
        of,
        attack=replace(of.attack, dice=min(3, of.attack.dice)),
        defence=replace(of.defence, dice=min(3, of.defence.dice)),
    )
    assert odds(uncancelled, few) == odds(openly, few)


ANY_DIE = Modification("any", CHANGE, 1)
TWO_FOCUS = Modification("two", REROLL, 2, FOCUS)
ALL_BLANK = Modification("all", REROLL, 3, BLANK, whole=True)


@pytest.mark.parametrize(
    ("kind", "face", "means", "others"),
    [
        (ATTACK, HIT, Means(focus=1, lock=True, abilities=Held((ANY_DIE,))), (Modification("again", REROLL, 2),)),
        (ATTACK, BLANK, Means(lock=True, abilities=Held((ANY_DIE,))), (Modification("again", REROLL, 2), ANY_DIE)),
        (ATTACK, FOCUS, Means(calculate=1, lock=True), (Modification("more", ADD),)),
        (ATTACK, HIT, Means(focus=1, lock=True, salvo=2, abilities=Held((TORPEDOES, ANY_DIE))), ()),
        (ATTACK, BLANK, Means(lock=True, abilities=Held((Modification("own", REROLL, 1), ANY_DIE))), ()),
        (ATTACK, FOCUS, Means(lock=True, calculate=2), ()),
        (ATTACK, HIT, Means(focus=1, lock=True), (Modification("once", REROLL, 1), Modification("twice", REROLL, 2))),
        (ATTACK, FOCUS, Means(calculate=1, abilities=Held((Modification("own", REROLL, 1), TWO_FOCUS))), ()),
        (ATTACK, BLANK, Means(abilities=Held((Modification("own", REROLL, 1), Modification("more", REROLL, 2)))), ()),
        (ATTACK, FOCUS, Means(calculate=1, abilities=Held((Modification("own", REROLL, 1), ALL_BLANK))), ()),
        (DEFENCE, EVADE, Means(focus=1, abilities=Held((GAS_CLOUD,))), (Modification("again", REROLL, 3), ANY_DIE)),
        (DEFENCE, BLANK, Means(evade=1, abilities=Held((Modification("own", REROLL, 1), ANY_DIE))), ()),
        (DEFENCE, FOCUS, Means(evade=1, abilities=Held((Modification("two", CHANGE, 2),))), ()),
    ],
)
def test_a_focus_result_counts_as_what_it_comes_to(kind, face, means, others):
    of = hands_of(3, Means(), 3, Means())
    hand = replace(of.attack if kind == ATTACK else of.defence, means=means, others=Held(others))
    few = replace(of, attack=hand) if kind == ATTACK else replace(of, defence=hand)
    assert focus_as(kind, 3, means) == face
    assert odds(uncancelled, few) == odds(openly, few)


def test_nobody_usually_adds_results_to_the_dice_of_the_other_side():
    turning = Means(abilities=Held([Modification("turned", CHANGE, 1, BLANK, HIT)]))
    hands = hands_of(2, turning, 2, Means(evade=1))
    more = Held([Modification("more", ADD, 2)])
    helped = replace(hands, attack=replace(hands.attack, others=more), defence=replace(hands.defence, others=more))
    assert odds(uncancelled, helped) == odds(uncancelled, hands)
