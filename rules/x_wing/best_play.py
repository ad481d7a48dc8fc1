"""Best play with lock, tokens, Force, hits that become crits and gas clouds, counted in closed form.

The search behind ``rules.best_odds`` tries every choice after every roll, which takes seconds for a few dice. Here
only the choices that can matter are compared: every blank is rerolled, no success is, and how many focus results are
kept is tried out after every first roll. The tests hold it against the search and against the usual play.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from math import comb

from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, EVADE, FOCUS, HIT, SIDES, Results, sides_with
from rules.x_wing.hands import Hand, Hands
from rules.x_wing.means import Means

ATTACK_SIDES = sides_with(ATTACK, HIT, CRIT), sides_with(ATTACK, FOCUS), sides_with(ATTACK, BLANK)
DEFENCE_SIDES = sides_with(DEFENCE, EVADE), sides_with(DEFENCE, FOCUS), sides_with(DEFENCE, BLANK)
"""How many sides show a success, a focus result and a blank."""
CRITS = sides_with(ATTACK, CRIT)
"""How many sides of an attack die show a crit."""


def is_plain(hands: Hands) -> bool:
    """Whether best play is known in closed form.

    Locks, tokens, Force and charges may modify the dice, hits may become crits, and blanks of the defence dice evades.
    Charges reroll dice only beside a focus token, with which they are best spent on blanks.
    """
    attack, defence = hands.attack, hands.defence
    return (
        not hands.wait
        and not (attack.others or defence.others or defence.means.lock or attack.means.shell or defence.guessed)
        and not (hands.crits_stay or hands.fewer_hits or hands.fewer_crits)
        and (attack.means.focus > 0 or not attack.means.salvo)
        and all(ability.turns(HIT, CRIT) for ability in attack.means.abilities)
        and all(ability.turns(BLANK, EVADE) for ability in defence.means.abilities)
    )


@lru_cache(maxsize=1000)
def best_damage(hands: Hands) -> Fraction:
    """The expected damage when both players choose for the most and the least of it.

    Raises ``ValueError`` when it is not known in closed form.
    """
    if not is_plain(hands):
        raise ValueError("best play in closed form knows only what turns hits to crits and blanks to evades")
    red, green = hands.attack, hands.defence
    evaded = _evade_ways(green)
    worth = tuple(
        sum(ways * hands.left_of(Results(hits), evades).total for evades, ways in evaded)
        for hits in range(red.dice + 1)
    )
    return Fraction(_worth(red.dice, red.means, worth), SIDES ** (2 * red.dice + green.dice))


def _evade_ways(hand: Hand) -> tuple[tuple[int, int], ...]:
    """Every number of evades with the number of rolls that end in it, when all that helps is spent."""
    found: defaultdict[int, int] = defaultdict(int)
    turned = sum(ability.amount for ability in hand.means.abilities)
    for success, focus, ways in _spread(hand.dice, *DEFENCE_SIDES):
        blanks = hand.dice - success - focus
        evades = success + min(focus, hand.means.converts) + min(blanks, turned)
        found[evades + min(hand.means.evade, hand.dice - evades)] += ways
    return tuple(found.items())


def _worth(dice: int, means: Means, worth: tuple[int, ...]) -> int:
    """What all rolls of attack dice are worth, each with all rerolls, when ``worth`` tells it of so many successes.

    A lock is used in the best way after every first roll. Hits that become crits change no damage.
    """
    converts = means.converts
    values: dict[tuple[int, int, int], int] = {}

    def value(success: int, kept: int, again: int) -> int:
        key = (success, kept, again)
        if key not in values:
            values[key] = SIDES ** (dice - again) * sum(
                ways * worth[success + more + min(converts, kept + focus)]
                for more, focus, ways in _spread(again, *ATTACK_SIDES)
            )
        return values[key]

    total = 0
    for success, focus, ways in _spread(dice, *ATTACK_SIDES):
        bad, most = dice - success, min(focus, converts)
        if means.lock:
            total += ways * max(value(success, kept, bad - kept) for kept in range(most + 1))
        else:
            total += ways * value(success, most, min(bad - most, means.salvo))
    return total


@lru_cache(maxsize=1000)
def _spread(dice: int, success: int, focus: int, blank: int) -> tuple[tuple[int, int, int], ...]:
    """Every number of successes and of focus results, with the number of rolls that show it."""
    return tuple(
        (n, f, comb(dice, n) * comb(dice - n, f) * success**n * focus**f * blank ** (dice - n - f))
        for n in range(dice + 1)
        for f in range(dice - n + 1)
    )
