"""Setting up a battle of ships: squads with their ships, weapons and damage decks, and what is agreed on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from companion.models import DamageCard, Ship, Weapon, XWingBattle, XWingSquad
from companion.services.building import building
from companion.services.refusals import Refusal
from rules.words import counted
from rules.x_wing import ship
from rules.x_wing.cards import new_deck

NUMBERS = {
    "initiative": "initiative",
    "agility": "agility",
    "hull": "hull",
    "most_shields": "shields",
    "most_force": "Force",
    "recovers_force": "Force that comes back",
    "most_charges": "charges",
    "recovers_charges": "charges that come back",
    "cost": "points",
}
"""The numbers of a ship that are set before the battle, as players call them."""

STORED = [field.name for field in fields(ship.Ship) if field.name not in ("key", "squad", "weapons", "lock")]
OF_WEAPON = [field.name for field in fields(ship.Weapon) if field.name != "key"]


def add_ship(*, key: str, who: str, seen: int, squad: XWingSquad, built: ship.Ship) -> None:
    """Add a ship to a squad."""
    with building(key, who, seen, f"{built.name} joins {squad}."):
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
    names, since nothing is left of them.
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


def add_weapon(*, key: str, who: str, seen: int, ship: Ship, name: str, **values: Any) -> None:
    """Add a weapon to a ship, with all its charges."""
    with building(key, who, seen, f"{ship} carries {name}."):
        Weapon.objects.create(ship=ship, name=name, charges=values["most_charges"], **values)


def set_terms(*, key: str, who: str, seen: int, weapon: Weapon, **terms: Any) -> None:
    """Set what a weapon needs, costs and does."""
    with building(key, who, seen, f"{weapon} of {weapon.ship} is told apart."):
        Weapon.objects.filter(pk=weapon.pk).update(**terms)


def store_ships(squad: XWingSquad, ships: Iterable[ship.Ship]) -> list[Ship]:
    """Store ships of the rules as rows of a squad, without their locks; the first ones bring the damage deck."""
    rows = []
    for sheet in ships:
        values = {name: getattr(sheet, name) for name in STORED}
        row = Ship.objects.create(battle_id=squad.battle_id, squad=squad, **values)
        Weapon.objects.bulk_create(
            Weapon(ship=row, **{name: getattr(weapon, name) for name in OF_WEAPON}) for weapon in sheet.weapons
        )
        rows.append(row)
    if not squad.deck.exists():
        DamageCard.objects.bulk_create(DamageCard(squad=squad, title=card.title) for card in new_deck(squad.name))
    return rows


def agree(*, key: str, who: str, seen: int, ruleset: str, chance_engagement: bool, plasma: str) -> None:
    """Agree on the rules, the scenario and the readings."""
    with building(key, who, seen, "The players agree on the rules that they play by.") as battle:
        XWingBattle.objects.filter(pk=battle.pk).update(
            ruleset=ruleset, chance_engagement=chance_engagement, plasma=plasma
        )
