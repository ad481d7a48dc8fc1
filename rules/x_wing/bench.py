"""What `bench` measures: odds and best play of a large attack, a whole outlook, and known cards on ships at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rules.asks import Declared
from rules.odds import odds
from rules.x_wing.best_play import best_damage
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, EVADE, HIT
from rules.x_wing.hands import Hand, Hands
from rules.x_wing.known.cards import OF_PILOTS, OF_TYPES, OF_UPGRADES
from rules.x_wing.means import Means
from rules.x_wing.modification import CHANGE, Modification
from rules.x_wing.outlook import outlook
from rules.x_wing.samples import HOWLRUNNER, WEDGE, attack, battle
from rules.x_wing.sheet import Battle
from rules.x_wing.ship import Ship
from rules.x_wing.steps_2_to_4 import uncancelled
from rules.x_wing.upgrade import Upgrade, key_of

LARGE = Hands(
    Hand(ATTACK, 6, "attacker", Means(lock=True, calculate=2), "defender"),
    Hand(DEFENCE, 6, "defender", Means(calculate=2, evade=1), "attacker"),
)
TORPEDOES = Modification("torpedoes", CHANGE, 1, HIT, CRIT)
CLOUD = Modification("cloud", CHANGE, 1, BLANK, EVADE)
TURNED = Hands(
    replace(LARGE.attack, means=LARGE.attack.means._replace(abilities=(TORPEDOES,))),
    replace(LARGE.defence, means=LARGE.defence.means._replace(abilities=(CLOUD,))),
)
USUAL = Declared(
    battle(replace(WEDGE, lock="howlrunner", focus=1), replace(HOWLRUNNER, focus=1, evade=1), decks=True),
    attack(distance=1),
)

CASES = {
    "6 red, lock, 2 calculates; 6 green, 2 calculates, evade: odds": lambda: odds(uncancelled, LARGE),
    "6 red, lock, 2 calculates; 6 green, 2 calculates, evade: best play": lambda: best_damage(LARGE),
    "the same with torpedoes and a gas cloud: best play": lambda: best_damage(TURNED),
    "4 red, lock, focus; 3 green, focus, evade: the whole outlook": lambda: outlook(USUAL),
}

MOST_CARDS, MOST_CHARGES = 4, 2
"""How many known upgrades a ship carries at most, and how many charges lie on each."""


def with_any_cards(battle: Battle, choose: Callable[[Sequence[Any]], Any]) -> Battle:
    """The battle whose ships have cards that are known, as somebody chooses them: a pilot, a type, and upgrades."""
    return replace(battle, ships=tuple(_with_any_cards(ship, choose) for ship in battle.ships))


def _with_any_cards(ship: Ship, choose: Callable[[Sequence[Any]], Any]) -> Ship:
    first = len(ship.upgrades) + 1
    worn = [_worn(ship, number, choose) for number in range(first, first + choose(range(MOST_CARDS + 1)))]
    pilot, ability = choose(("", *OF_PILOTS)), choose(("", *OF_TYPES))
    return replace(ship, pilot=pilot, ability=ability, upgrades=(*ship.upgrades, *worn))


def _worn(ship: Ship, number: int, choose: Callable[[Sequence[Any]], Any]) -> Upgrade:
    xws = choose(tuple(OF_UPGRADES))
    return Upgrade(key_of(ship.key, number), OF_UPGRADES[xws][0].name, xws, MOST_CHARGES, MOST_CHARGES)
