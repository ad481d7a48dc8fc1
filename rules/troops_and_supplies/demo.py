"""A battle to try the game with: three dice against three, a counterattack and a Call In within reach."""

from __future__ import annotations

from rules.examples import Demo
from rules.troops_and_supplies.sheet import Army, Battle, Unit

DEMO = Demo(
    "The river crossing",
    Battle(
        armies=(Army("hill", "Hill army"), Army("river", "River army")),
        units=(
            Unit("rifles", "Rifle squad", "hill", 6, 2, 1, False, 3, 5, 4, 4),
            Unit("scouts", "Scout section", "hill", 6, 1, 2, False, 4, 0, 5, 3),
            Unit("guns", "Gun battery", "hill", 10, 3, 6, True, 6, 4, 3, 1),
            Unit("tanks", "Tank platoon", "hill", 12, 2, 2, False, 10, 6, 2, 3),
            Unit("guards", "Guard squad", "river", 6, 1, 1, False, 3, 4, 4, 5),
            Unit("lancers", "Lancer troop", "river", 8, 1, 2, False, 5, 5, 6, 4),
            Unit("mortars", "Mortar team", "river", 8, 2, 5, True, 4, 6, 7, 7),
            Unit("militia", "Militia", "river", 4, 1, 1, False, 9, 3, 3, 6),
        ),
        turn="hill",
    ),
)
