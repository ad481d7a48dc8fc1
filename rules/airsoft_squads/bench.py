"""What ``manage.py bench`` measures of this game."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.airsoft_squads.attack import resolve
from rules.airsoft_squads.examples import EXAMPLES
from rules.airsoft_squads.modifiers import Reckoning
from rules.airsoft_squads.odds import excesses, in_a_row
from rules.airsoft_squads.outlook import outlook
from rules.airsoft_squads.shot import Shot, shoot
from rules.best_odds import best_odds
from rules.play import play

ONE = Shot("red", Reckoning(4, 1, 1, 0), 3)
TWO = replace(ONE, attack_dice=2)
EIGHT = tuple((replace(ONE, power=Reckoning(3 + n, 1, 1, 0), attack_dice=1 + n % 2), 30) for n in range(8))
CARDS = next(example for example in EXAMPLES if example.slug == "cards")
PLAIN = EXAMPLES[0]

CASES: Mapping[str, Callable[[], object]] = {
    "odds, one attack die": lambda: excesses(ONE),
    "odds, two attack dice on one shot": lambda: excesses(TWO),
    "odds, eight shots on one counter": lambda: in_a_row(EIGHT, 0),
    "the resolver's odds by best play, two attack dice": lambda: best_odds(
        shoot, TWO, side="red", worth=lambda totals: totals.excess
    ),
    "outlook of a plain attack": lambda: outlook(PLAIN.declared),
    "outlook with cards": lambda: outlook(CARDS.declared),
    "play with three cards and a critical": lambda: play(resolve, CARDS.declared, CARDS.replies),
}
