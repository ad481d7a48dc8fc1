"""What `bench` measures: odds and best play of a large attack, and a whole outlook."""

from __future__ import annotations

from dataclasses import replace

from rules.asks import Declared
from rules.odds import odds
from rules.x_wing.best_play import best_play
from rules.x_wing.dice import ATTACK, BLANK, CRIT, DEFENCE, EVADE, HIT
from rules.x_wing.hands import Hand, Hands
from rules.x_wing.means import Means
from rules.x_wing.modification import CHANGE, Modification
from rules.x_wing.outlook import outlook
from rules.x_wing.samples import HOWLRUNNER, WEDGE, attack, battle
from rules.x_wing.steps_2_to_4 import uncancelled

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
    "6 red, lock, 2 calculates; 6 green, 2 calculates, evade: best play": lambda: best_play(LARGE),
    "the same with torpedoes and a gas cloud: best play": lambda: best_play(TURNED),
    "4 red, lock, focus; 3 green, focus, evade: the whole outlook": lambda: outlook(USUAL),
}
