"""A battle to try the game with: two squads of the starter table, of which ships of initiative 6 engage."""

from __future__ import annotations

from dataclasses import replace

from rules.game import Demo
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


DEMO = Demo(
    "The convoy",
    Battle(
        squads=(
            Squad(REBELS, REBELS, faction="rebelalliance", deck=new_deck(REBELS)),
            Squad(EMPIRE, EMPIRE, faction="galacticempire", deck=_deck(EMPIRE, Title.WEAPONS_FAILURE, "maulermithel")),
        ),
        ships=(
            replace(_ship(REBELS, "wedgeantilles", "protontorpedoes"), focus=1, lock="soontirfel"),
            replace(_ship(REBELS, "lukeskywalker"), force=1),
            replace(_ship(REBELS, "graysquadronbomber", "ioncannonturret"), stress=1, reinforce_fore=1),
            replace(_ship(EMPIRE, "soontirfel"), focus=1, evade=1),
            replace(_ship(EMPIRE, "maulermithel", "hullupgrade"), focus=1),
            replace(_ship(EMPIRE, "tempestsquadronpilot", "shieldupgrade"), evade=1, shields=2, lock="wedgeantilles"),
            _ship(EMPIRE, "academypilot"),
        ),
        round=2,
        initiative=6,
        first=REBELS,
    ),
)
