"""What `bench` measures: odds and best play of the largest attack of the dossier, and a whole outlook."""

from __future__ import annotations

from dataclasses import replace

from rules.game import Declared
from rules.odds import odds
from rules.x_wing.dice import BLANK, CRIT, EVADE, HIT
from rules.x_wing.examples import HOWLRUNNER, WEDGE, attack, battle
from rules.x_wing.modifying import Means
from rules.x_wing.odds import best_play
from rules.x_wing.offers import Does, Offer
from rules.x_wing.outlook import outlook
from rules.x_wing.strike import Hand, Strike, strike

LARGE = Strike(
    Hand(True, 6, "attacker", Means(lock=True, calculate=2), "defender"),
    Hand(False, 6, "defender", Means(calculate=2, evade=1), "attacker"),
)
TURNED = Strike(
    replace(LARGE.attack, means=LARGE.attack.means._replace(offers=(Offer("torpedoes", Does.CHANGE, 1, HIT, CRIT),))),
    replace(LARGE.defence, means=LARGE.defence.means._replace(offers=(Offer("cloud", Does.CHANGE, 1, BLANK, EVADE),))),
)
USUAL = Declared(
    battle(replace(WEDGE, lock="howlrunner", focus=1), replace(HOWLRUNNER, focus=1, evade=1), decks=True),
    attack(distance=1),
)

CASES = {
    "6 red, lock, 2 calculates; 6 green, 2 calculates, evade: odds": lambda: odds(strike, LARGE),
    "6 red, lock, 2 calculates; 6 green, 2 calculates, evade: best play": lambda: best_play(LARGE),
    "the same with torpedoes and a gas cloud: best play": lambda: best_play(TURNED),
    "4 red, lock, focus; 3 green, focus, evade: the whole outlook": lambda: outlook(USUAL),
}
