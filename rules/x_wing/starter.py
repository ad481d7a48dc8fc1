"""The commonest ships with a few of their pilots at their last 2.0 costs, so that small games need no data set."""

from __future__ import annotations

from collections.abc import Iterator

from rules.x_wing.sheet import Ruleset
from rules.x_wing.ship import Arc, Size
from rules.x_wing.ship_rows import PilotRow, Pool, ShipData, ShipRow, Stats, UpgradeRow, UpgradeWeapon, ship_data

REBELS, EMPIRE, SCUM = "rebelalliance", "galacticempire", "scumandvillainy"
RESISTANCE, FIRST_ORDER, REPUBLIC = "resistance", "firstorder", "galacticrepublic"

COSTS_OF = Ruleset.FIRST
"""The ruleset whose points the costs are."""

FRONT, REAR, TURRET = Arc.FRONT, Arc.REAR, Arc.SINGLE_TURRET

SHIPS = (
    ShipRow("t65xwing", "T-65 X-wing", REBELS, Size.SMALL, Stats(((FRONT, 3),), 2, 4, 2)),
    ShipRow("btla4ywing", "BTL-A4 Y-wing", REBELS, Size.SMALL, Stats(((FRONT, 2),), 1, 6, 2)),
    ShipRow("rz1awing", "RZ-1 A-wing", REBELS, Size.SMALL, Stats(((FRONT, 2),), 3, 2, 2)),
    ShipRow("asf01bwing", "A/SF-01 B-wing", REBELS, Size.SMALL, Stats(((FRONT, 3),), 1, 4, 4)),
    ShipRow(
        "modifiedyt1300lightfreighter",
        "Modified YT-1300 Light Freighter",
        REBELS,
        Size.LARGE,
        Stats(((Arc.DOUBLE_TURRET, 3),), 1, 8, 5),
    ),
    ShipRow("tielnfighter", "TIE/ln Fighter", EMPIRE, Size.SMALL, Stats(((FRONT, 2),), 3, 3)),
    ShipRow("tieininterceptor", "TIE/in Interceptor", EMPIRE, Size.SMALL, Stats(((FRONT, 3),), 3, 3)),
    ShipRow("tieadvancedx1", "TIE Advanced x1", EMPIRE, Size.SMALL, Stats(((FRONT, 2),), 3, 3, 2)),
    ShipRow("tieddefender", "TIE/D Defender", EMPIRE, Size.SMALL, Stats(((FRONT, 3),), 3, 3, 4)),
    ShipRow(
        "lambdaclasst4ashuttle",
        "Lambda-class T-4a Shuttle",
        EMPIRE,
        Size.LARGE,
        Stats(((FRONT, 3), (REAR, 2)), 1, 6, 4),
    ),
    ShipRow("fangfighter", "Fang Fighter", SCUM, Size.SMALL, Stats(((FRONT, 3),), 3, 4)),
    ShipRow("m3ainterceptor", "M3-A Interceptor", SCUM, Size.SMALL, Stats(((FRONT, 2),), 3, 3, 1)),
    ShipRow(
        "firesprayclasspatrolcraft",
        "Firespray-class Patrol Craft",
        SCUM,
        Size.MEDIUM,
        Stats(((FRONT, 3), (REAR, 3)), 2, 6, 4),
    ),
    ShipRow("t70xwing", "T-70 X-wing", RESISTANCE, Size.SMALL, Stats(((FRONT, 3),), 2, 4, 3)),
    ShipRow("rz2awing", "RZ-2 A-wing", RESISTANCE, Size.SMALL, Stats(((TURRET, 2),), 3, 2, 2)),
    ShipRow("tiefofighter", "TIE/fo Fighter", FIRST_ORDER, Size.SMALL, Stats(((FRONT, 2),), 3, 3, 1)),
    ShipRow("tievnsilencer", "TIE/vn Silencer", FIRST_ORDER, Size.SMALL, Stats(((FRONT, 3),), 3, 4, 2)),
    ShipRow("arc170starfighter", "ARC-170 Starfighter", REPUBLIC, Size.MEDIUM, Stats(((FRONT, 3), (REAR, 2)), 1, 6, 3)),
    ShipRow("delta7aethersprite", "Delta-7 Aethersprite", REPUBLIC, Size.SMALL, Stats(((FRONT, 2),), 3, 3, 1)),
)

PILOTS: dict[str, tuple[tuple[str, str, int, int, int], ...]] = {
    "t65xwing": (
        ("wedgeantilles", "Wedge Antilles", 6, 54, 0),
        ("lukeskywalker", "Luke Skywalker", 5, 60, 2),
        ("bluesquadronescort", "Blue Squadron Escort", 2, 38, 0),
    ),
    "btla4ywing": (
        ("dutchvander", "“Dutch” Vander", 4, 40, 0),
        ("goldsquadronveteran", "Gold Squadron Veteran", 3, 31, 0),
        ("graysquadronbomber", "Gray Squadron Bomber", 2, 29, 0),
    ),
    "rz1awing": (
        ("greensquadronpilot", "Green Squadron Pilot", 3, 30, 0),
        ("phoenixsquadronpilot", "Phoenix Squadron Pilot", 1, 28, 0),
    ),
    "asf01bwing": (
        ("ginamoonsong", "Gina Moonsong", 5, 45, 0),
        ("bladesquadronveteran", "Blade Squadron Veteran", 3, 42, 0),
        ("bluesquadronpilot", "Blue Squadron Pilot", 2, 41, 0),
    ),
    "modifiedyt1300lightfreighter": (
        ("hansolo-modifiedyt1300lightfreighter", "Han Solo", 6, 79, 0),
        ("outerrimsmuggler", "Outer Rim Smuggler", 1, 67, 0),
    ),
    "tielnfighter": (
        ("howlrunner", "“Howlrunner”", 5, 41, 0),
        ("maulermithel", "“Mauler” Mithel", 5, 28, 0),
        ("blacksquadronace", "Black Squadron Ace", 3, 25, 0),
        ("academypilot", "Academy Pilot", 1, 22, 0),
    ),
    "tieininterceptor": (
        ("soontirfel", "Soontir Fel", 6, 53, 0),
        ("sabersquadronace", "Saber Squadron Ace", 4, 36, 0),
        ("alphasquadronpilot", "Alpha Squadron Pilot", 1, 32, 0),
    ),
    "tieadvancedx1": (
        ("darthvader", "Darth Vader", 6, 66, 3),
        ("stormsquadronace", "Storm Squadron Ace", 3, 39, 0),
        ("tempestsquadronpilot", "Tempest Squadron Pilot", 2, 36, 0),
    ),
    "tieddefender": (
        ("rexlerbrath", "Rexler Brath", 5, 78, 0),
        ("onyxsquadronace", "Onyx Squadron Ace", 4, 73, 0),
    ),
    "lambdaclasst4ashuttle": (("omicrongrouppilot", "Omicron Group Pilot", 1, 41, 0),),
    "fangfighter": (
        ("fennrau", "Fenn Rau", 6, 68, 0),
        ("skullsquadronpilot", "Skull Squadron Pilot", 4, 47, 0),
        ("zealousrecruit", "Zealous Recruit", 1, 41, 0),
    ),
    "m3ainterceptor": (
        ("tansariipointveteran", "Tansarii Point Veteran", 3, 29, 0),
        ("cartelspacer", "Cartel Spacer", 1, 27, 0),
    ),
    "firesprayclasspatrolcraft": (("bobafett", "Boba Fett", 5, 85, 0), ("bountyhunter", "Bounty Hunter", 2, 62, 0)),
    "t70xwing": (
        ("redsquadronexpert", "Red Squadron Expert", 3, 43, 0),
        ("bluesquadronrookie", "Blue Squadron Rookie", 1, 41, 0),
    ),
    "rz2awing": (("greensquadronexpert", "Green Squadron Expert", 3, 34, 0),),
    "tiefofighter": (
        ("midnight", "“Midnight”", 6, 35, 0),
        ("omegasquadronace", "Omega Squadron Ace", 3, 29, 0),
        ("zetasquadronpilot", "Zeta Squadron Pilot", 2, 27, 0),
    ),
    "tievnsilencer": (
        ("kyloren", "Kylo Ren", 5, 77, 2),
        ("firstordertestpilot", "First Order Test Pilot", 4, 56, 0),
    ),
    "arc170starfighter": (("squadsevenveteran", "Squad Seven Veteran", 3, 44, 0),),
    "delta7aethersprite": (
        ("obiwankenobi", "Obi-Wan Kenobi", 5, 47, 3),
        ("jediknight", "Jedi Knight", 3, 36, 1),
    ),
}
"""By ship: id, name, initiative, cost, and Force, one of which comes back each round."""

ABILITIES = {
    "rz1awing": "Vectored Thrusters",
    "tieininterceptor": "Autothrusters",
    "tieadvancedx1": "Advanced Targeting Computer",
    "tieddefender": "Full Throttle",
    "fangfighter": "Concordia Faceoff",
    "m3ainterceptor": "Weapon Hardpoint",
    "t70xwing": "Weapon Hardpoint",
    "rz2awing": "Refined Gyrostabilizers",
    "tievnsilencer": "Autothrusters",
    "delta7aethersprite": "Fine-tuned Controls",
}
"""The names of what ships can do by themselves, in 2.0."""

UPGRADES = (
    UpgradeRow("shieldupgrade", "Shield Upgrade", ("Modification",), by="agility",
               costs=(("0", 3), ("1", 4), ("2", 6), ("3", 8)), shields=1),
    UpgradeRow("hullupgrade", "Hull Upgrade", ("Modification",), by="agility",
               costs=(("0", 2), ("1", 3), ("2", 5), ("3", 7)), hull=1),
    UpgradeRow("protontorpedoes", "Proton Torpedoes", ("Torpedo",), 12,
               weapon=UpgradeWeapon(FRONT, 4, 2, 3, ordnance=True), charges=Pool(2)),
    UpgradeRow("ioncannonturret", "Ion Cannon Turret", ("Turret",), 5, weapon=UpgradeWeapon(TURRET, 3, 1, 2)),
)  # fmt: skip


def starter_data() -> ShipData:
    """The starter table."""
    return ship_data(SHIPS, _pilots(), UPGRADES)


def why_no_cost(ruleset: Ruleset) -> str:
    """Why the costs of the starter table are none of a ruleset's; empty where they are its."""
    if ruleset is COSTS_OF:
        return ""
    return f"The table knows the points of {COSTS_OF} only: type those of {ruleset}."


def _pilots() -> Iterator[PilotRow]:
    factions = {ship.xws: ship.faction for ship in SHIPS}
    for ship, pilots in PILOTS.items():
        for xws, name, initiative, cost, force in pilots:
            recovering = Pool(force, 1) if force else Pool()
            ability = ABILITIES.get(ship, "")
            yield PilotRow(xws, name, ship, factions[ship], initiative, cost, recovering, ability=ability)
