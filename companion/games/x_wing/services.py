"""Setting up a battle of ships: squads with their ships and damage decks, and numbers that are others than printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.db.models import F, Model

from companion.models import Battle, DamageCard, Ship, XWingSquad
from companion.services.building import building
from companion.services.joining import Coming
from companion.services.refusals import Refusal
from companion.sheets import key_of, store_parts
from rules.words import counted
from rules.x_wing import ship
from rules.x_wing.cards import Card, new_deck

NUMBERS = {
    "initiative": "initiative",
    "agility": "agility",
    "hull": "hull",
    "most_shields": "shields",
    "most_force": "Force",
    "recovers_force": "Force that comes back",
    "most_charges": "charges",
    "recovers_charges": "charges that come back",
    "most_energy": "energy",
    "recovers_energy": "energy that comes back",
    "cost": "points",
}
"""The numbers of a ship that are set before the battle, as players call them."""

OF_HUGE_SHIPS = ("most_energy", "recovers_energy")
"""Those that no other ship has."""


def add_ship(*, key: str, who: str, seen: int, squad: XWingSquad, built: ship.Ship) -> None:
    """Add a ship to a squad."""
    with building(key, who, seen, f"{built.name} joins {squad}.", joins=True):
        store_ships(squad, [built])


def add_squad(
    *,
    key: str,
    who: str,
    seen: int,
    squad: XWingSquad,
    name: str,
    faction: str,
    source: str,
    ships: Sequence[ship.Ship],
    not_known: Sequence[str] = (),
    replacing: bool = False,
) -> None:
    """Add all ships of a list to a squad, which takes the list's name and faction and keeps its text.

    A squad that has ships keeps them unless they are to be replaced. ``not_known`` are ids of upgrades that the log
    names, since they change no number.
    """
    count = counted(len(ships), "ship")
    told = f"; not known: {', '.join(not_known)}" if not_known else ""
    with building(key, who, seen, f"{name} joins with {count}{told}."):
        if squad.ships.exists() and not replacing:
            raise Refusal(f"{squad} has ships already: choose to replace them, or leave them as they are.")
        squad.ships.all().delete()
        squad.deck.all().delete()
        squad.name, squad.faction, squad.source = name, faction, source
        squad.save(update_fields=["name", "faction", "source"])
        store_ships(squad, ships)


def change_ship(*, key: str, who: str, seen: int, ship: Ship, number: str, value: int) -> None:
    """Change a number of a ship; what it has left of it is full again."""
    with building(key, who, seen, f"{ship}: {NUMBERS[number]} {value}."):
        full = {number.removeprefix("most_"): value} if number.startswith("most_") else {}
        Ship.objects.filter(pk=ship.pk).update(**{number: value, **full})


def store_ships(squad: XWingSquad, ships: Iterable[ship.Ship]) -> Mapping[str, Model]:
    """Store ships of the rules in a squad, the first with the damage deck; returns the rows by the ships' keys."""
    rows = store_parts(squad.battle, [replace(built, squad=key_of(squad)) for built in ships], [squad])
    if not squad.deck.exists():
        store_parts(squad, new_deck(squad.name))
    return rows


def join_squads(battle: Battle, squads: Mapping[str, XWingSquad], coming: Coming) -> Mapping[str, Model]:
    """Store ships that join each in its squad, by its key, with the damage cards that lie by them."""
    joined: dict[str, Model] = {}
    for key, squad in squads.items():
        ships = [built for built in coming.pieces if built.squad == key]
        if ships:
            rows = store_ships(squad, ships)
            dealt = [card for side in coming.source.sides for card in side.deck if card.ship in rows]
            _deal(squad, rows, dealt)
            joined |= rows
    return joined


def _deal(squad: XWingSquad, rows: Mapping[str, Model], dealt: Iterable[Card]) -> None:
    """Deal cards of a squad's deck as they lie by ships elsewhere; one of which none is left is a card nobody saw."""
    for card in dealt:
        ship_row = rows[card.ship or ""]
        left = DamageCard.objects.filter(squad=squad, title=card.title, ship=None, discarded=False).first()
        if left is None:
            Ship.objects.filter(pk=ship_row.pk).update(unseen=F("unseen") + 1)
        else:
            DamageCard.objects.filter(pk=left.pk).update(ship=ship_row, faceup=card.faceup)
