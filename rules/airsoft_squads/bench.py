"""What ``manage.py bench`` measures of this game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from rules.airsoft_squads.attack import resolve
from rules.airsoft_squads.examples import EXAMPLES
from rules.airsoft_squads.modifiers import Modifier, Operation, Reach, Reckoning, Stat, While
from rules.airsoft_squads.odds import excesses, in_a_row
from rules.airsoft_squads.outlook import outlook
from rules.airsoft_squads.pieces import Card
from rules.airsoft_squads.sheet import Battle
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

Chooser: TypeAlias = Callable[[Sequence[Any]], Any]

MOST_MODIFIERS, MOST_TRIED = 6, 20
"""How many modifiers a piece comes by at most, and how often one is made up until it fits together."""


def with_anything(battle: Battle, choose: Chooser) -> Battle:
    """The battle whose operators and cards have any modifiers, as somebody chooses them, and whose teams give some."""
    operators = tuple(replace(one, skills=(*one.skills, *_some(one.key, choose))) for one in battle.operators)
    teamwork = (*battle.teamwork, *(m for m in _some(battle.key, choose) if m.reach is not Reach.ENEMIES))
    cards = tuple(_with_some(card, choose) for card in battle.cards)
    return replace(battle, operators=operators, cards=cards, teamwork=teamwork)


def _with_some(card: Card, choose: Chooser) -> Card:
    """The card with any modifiers, if its kind has those."""
    try:
        return replace(card, modifiers=(*card.modifiers, *_some(card.key, choose)))
    except ValueError:
        return card


def _some(owner: str, choose: Chooser) -> Iterator[Modifier]:
    """Some modifiers of what has this key."""
    for number in range(choose(range(MOST_MODIFIERS + 1))):
        for _ in range(MOST_TRIED):
            try:
                yield _any_modifier(f"{owner} any {number}", choose)
            except ValueError:
                continue
            break


def _any_modifier(key: str, choose: Chooser) -> Modifier:
    """A modifier of which everything is chosen; ``ValueError`` where that does not fit together."""
    return Modifier(
        key,
        "Anything",
        choose(list(While)),
        choose(list(Stat)),
        choose(list(Operation)),
        choose(range(11)),
        choose(("", "it is dark")),
        choose(list(Reach)),
        choose((False, True)),
        choose(range(4)),
    )
