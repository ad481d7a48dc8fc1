"""A battle to try the game with: two squads of the starter table, of which ships of initiative 6 engage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.examples import Demo
from rules.x_wing.building import build
from rules.x_wing.cards import Card, Title, new_deck
from rules.x_wing.sheet import Battle, Squad
from rules.x_wing.ship import Ship
from rules.x_wing.starter import starter_data

REBELS, EMPIRE = "Rebel Alliance", "Galactic Empire"
DATA = starter_data()


def _ship(squad: str, pilot: str, *upgrades: str) -> Ship:
    """A ship with upgrades by the ids of the starter table."""
    row = DATA.pilots[pilot]
    worn = [DATA.upgrades[upgrade] for upgrade in upgrades]
    return build(pilot, squad, row, DATA.ships[row.faction, row.ship], worn)


def _deck(squad: str, title: Title, ship: str) -> tuple[Card, ...]:
    """A damage deck whose first card of a title lies faceup on a ship."""
    deck = new_deck(squad)
    dealt = next(card for card in deck if card.title is title)
    return tuple(replace(card, ship=ship, faceup=True) if card is dealt else card for card in deck)


BEGINNING = Battle(
    squads=(
        Squad(REBELS, REBELS, faction="rebelalliance", deck=new_deck(REBELS)),
        Squad(EMPIRE, EMPIRE, faction="galacticempire", deck=new_deck(EMPIRE)),
    ),
    ships=(
        _ship(REBELS, "wedgeantilles", "protontorpedoes"),
        _ship(REBELS, "lukeskywalker"),
        _ship(REBELS, "graysquadronbomber", "ioncannonturret"),
        _ship(EMPIRE, "soontirfel"),
        _ship(EMPIRE, "maulermithel", "hullupgrade"),
        _ship(EMPIRE, "tempestsquadronpilot", "shieldupgrade"),
        _ship(EMPIRE, "academypilot"),
    ),
)
"""The squads as they were built."""

SINCE: dict[str, dict[str, Any]] = {
    "wedgeantilles": {"focus": 1, "lock": "soontirfel"},
    "lukeskywalker": {"force": 1},
    "graysquadronbomber": {"stress": 1, "reinforce_fore": 1},
    "soontirfel": {"focus": 1, "evade": 1},
    "maulermithel": {"focus": 1},
    "tempestsquadronpilot": {"evade": 1, "shields": 2, "lock": "wedgeantilles"},
}
"""What has become of the ships since."""

DEMO = Demo(
    "The convoy",
    replace(
        BEGINNING,
        squads=(
            BEGINNING.squads[0],
            replace(BEGINNING.squads[1], deck=_deck(EMPIRE, Title.WEAPONS_FAILURE, "maulermithel")),
        ),
        ships=tuple(replace(ship, **SINCE.get(ship.key, {})) for ship in BEGINNING.ships),
        round=2,
        initiative=6,
        first=REBELS,
    ),
    BEGINNING,
)
